"""The pad page on which staff key in cards that no antenna can read: ranks, suits and OK.

Pure: the functions take the cards typed so far as text (`AhKd`). The last card may still lack its
suit.
"""

from controller.contract.public import Phase, PublicState, Task
from display.felt.console.key_pages import Key, KeyPage
from display.orders import Order
from display.words.names import N_, Words, seat_of
from display.words.refusals import REASONS
from display.words.vocabulary import SUITS

BOARD = 0
"""The seat number of the pad on which the board's cards are keyed."""

RANKS = ("AKQJT", "98765", "432")
STREETS = (3, 4, 5)
"""The number of cards on the board after each street."""


def asked_of(state: PublicState) -> int | None:
    """Return the seat whose cards must be keyed in now (`BOARD` for the board), or None."""
    step = state.next_step
    if state.turn or state.rulings:
        return None
    if not state.cards_keyed:
        deals = step is not None and step.task == Task.DEAL and state.phase == Phase.BOARD
        return BOARD if deals and "board" in state.blind_zones else None
    if state.phase == Phase.BOARD:
        return BOARD
    return step.seat if state.phase == Phase.SHOWDOWN and step is not None else None


def whole(seat: int, state: PublicState) -> int:
    """Return how many cards must be keyed in for a seat or, if `seat` is `BOARD`, for the board.

    For the board, that is the number of cards that the next street adds to all boards together.
    """
    if seat == BOARD:
        there = len(state.board)
        due = next((cards for cards in STREETS if cards > there), there + 1)
        return (due - there) * state.boards
    return seat_of(state, seat).cards


def typed_cards(text: str) -> list[str]:
    """Return the cards in the text typed so far; the last may be only a rank."""
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def cards_page(seat: int, text: str, state: PublicState, said: Words) -> KeyPage:
    """Return the card page: the cards keyed in so far, and the keys below them."""
    full = len(text) >= 2 * whole(seat, state)
    open_rank = len(text) % 2 == 1
    enough = said.say(N_("All cards have been entered")) if full else ""
    suit = said.say(N_("Choose the suit first")) if open_rank else ""
    rows = [[Key(f"rank:{rank}", said.rank(rank), enough or suit) for rank in row] for row in RANKS]
    nothing = "" if text else said.say(N_("Nothing entered yet"))
    rows[-1] += [Key("erase", "←", nothing, "quiet")]
    if seat != BOARD:
        rows[-1].append(Key("muck", said.say(N_("Muck")), tone="danger"))
    rows.append([Key(f"suit:{one}", sign, _suit_why(one, text, state, said))
                 for one, sign in SUITS.items()])  # fmt: skip
    lacks = said.say(N_("Some cards are still missing"))
    rows.append([Key("ok", "OK", "" if full else lacks, "good")])
    title = said.say(N_("Board")) if seat == BOARD else said.seat(state, seat)
    shown = [said.cards(card) or said.rank(card) for card in typed_cards(text)]
    says = " ".join(shown) or said.say(N_("Enter the cards"))
    return KeyPage(title, says, tuple(map(tuple, rows)), docked=True)


def _suit_why(suit: str, text: str, state: PublicState, said: Words) -> str:
    if len(text) % 2 == 0:
        return said.say(N_("Choose the rank first"))
    card, cards = text[-1] + suit, typed_cards(text)
    shown = {one for seat in state.seats for one in seat.shown}
    return (
        said.of(REASONS, "bad-cards")
        if card in {*cards, *state.first_board, *state.board, *shown}
        else ""
    )


def cards_key(seat: int, text: str, what: str, of: str) -> tuple[str, Order | None]:
    """Apply an enabled key; return the cards typed so far, and the command to send, if any.

    `text` holds the cards already typed. `what` is the kind of key; `of` is the rank or suit on the
    key, or "" for any other kind.
    """
    match what:
        case "rank" | "suit":
            return text + of, None
        case "erase":
            return text[:-1], None
        case "muck":
            return "", Order("key-hand", {"seat": seat})
        case _:
            cards = typed_cards(text)
            if seat == BOARD:
                return "", Order("key-board", {"cards": cards})
            return "", Order("key-hand", {"seat": seat, "cards": cards})


def cards_letter(text: str, letter: str) -> str:
    """Return the page key that corresponds to a keyboard key, or "" if there is none."""
    if letter.lower() in SUITS and len(text) % 2:
        return f"suit:{letter.lower()}"
    if letter == "1":
        letter = "T"
    if len(letter) == 1 and letter.upper() in "".join(RANKS):
        return f"rank:{letter.upper()}"
    return {"enter": "ok", "backspace": "erase", "m": "muck"}.get(letter, "")
