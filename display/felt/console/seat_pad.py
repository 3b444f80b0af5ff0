"""A seat's on-screen pad, on which a player acts by touch if the seat has no keys of its own.

Pure: each function takes a key and returns the next pad, with any order or reason for a refusal.
"""

from typing import Literal

import msgspec
from msgspec.structs import replace

from controller.contract.public import (
    Action,
    HandStatus,
    LegalView,
    PublicState,
    WaitsFor,
)
from controller.contract.readings.legal_actions import call_cost, choice, fits, nearest, sized
from display.felt.console.card_keys import cards_key, cards_letter, cards_page
from display.felt.console.key_pages import Did, Key, KeyPage, Tone
from display.orders import MOST_DIGITS, Order
from display.words.names import N_, Words, seat_of
from display.words.vocabulary import KEYS, RAISE_TO

# The keyboard keys that correspond to the keys of the first page.
LETTERS = {
    "f": "fold", "c": "call", "r": "amount", "b": "amount", "a": "all-in", "t": "time",
    "v": "seen", "o": "floor", "d": "done", "g": "agree",
}  # fmt: skip


class ScreenPad(msgspec.Struct, frozen=True):
    """A seat's open pad.

    `seat` is its number, or 0 for the board's cards. `page` is the page of keys shown.
    `typed` is the amount as digits or, on the `cards` page, the cards keyed in so far. `own` means
    that the pad opened automatically, not by a touch.
    """

    seat: int
    page: Literal["act", "amount", "seen", "see", "cards"] = "act"
    typed: str = ""
    own: bool = False


def legal_of(pad: ScreenPad, state: PublicState) -> tuple[LegalView, ...]:
    """Return the legal actions for the pad's seat, or none if that seat is not to act."""
    return state.legal if state.turn == pad.seat else ()


def whole(state: PublicState, number: int) -> int:
    """Return a seat's stack plus the chips in front of it, or 0 if the house hides stacks."""
    seat = seat_of(state, number)
    return 0 if seat.stack is None else seat.stack + (seat.bet or 0)


def step_of(state: PublicState, may: LegalView) -> int:
    """Return the amount by which the + and - keys change a bet.

    It is the big blind, rounded down to a multiple of the betting unit, but at least one unit. The
    unit is the smallest amount by which bets may differ.
    """
    unit = max(1, state.keyed_unit, may.multiple)
    return max(unit, state.level.big_blind // unit * unit)


def presets(state: PublicState, may: LegalView | None) -> tuple[tuple[str, int], ...]:
    """Return the bets that have a key of their own, as (name, total bet).

    `least` is the smallest legal bet. `half-pot` and `pot` are included only if the table shows
    all pots and bets. `may` is the legal bet or raise; if it is None, return ().
    """
    if may is None:
        return ()
    amounts = [("least", may.least)]
    seats, unit = state.seats, max(1, state.keyed_unit)
    known = [pot.amount for pot in state.pots if pot.amount is not None]
    bets = [seat.bet for seat in seats if seat.bet is not None]
    if len(known) == len(state.pots) and len(bets) == sum(s.status != "empty" for s in seats):
        own = seat_of(state, state.turn).bet or 0
        call = max([own, *bets])
        pot = sum(known) + sum(bets) + state.carried + call - own
        for name, part in (("half-pot", pot // 2), ("pot", pot)):
            amounts.append((name, nearest(may, (call + part) // unit * unit)))
    return tuple(amounts)


def amount_why(pad: ScreenPad, state: PublicState, said: Words) -> str:
    """Return why the typed amount can't be bet, or "" if it is a legal bet."""
    may = sized(legal_of(pad, state))
    if may is None:
        return _turn_why(pad, state, said)
    amount, unit = int(pad.typed or 0), max(1, state.keyed_unit)
    if amount < may.least:
        return said.say(N_("At least {amount}"), amount=said.amount(may.least))
    if 0 < may.most < amount:
        return said.say(N_("At most {amount}"), amount=said.amount(may.most))
    if not fits(may, amount, whole(state, pad.seat)):
        return said.say(N_("Only multiples of {amount}"), amount=said.amount(may.multiple))
    if amount % unit and amount != may.most:
        return said.say(N_("The smallest chip is {amount}"), amount=said.amount(unit))
    return ""


def _turn_why(pad: ScreenPad, state: PublicState, said: Words) -> str:
    if state.turn and state.turn != pad.seat:
        return said.say(N_("It is {player}'s turn"), player=said.seat(state, state.turn))
    if state.turn:
        return said.say(N_("This can't be done now"))
    return said.say(N_("It is nobody's turn"))


def pad_page(pad: ScreenPad, state: PublicState, said: Words) -> KeyPage:
    """Return the pad's page of keys."""
    if pad.page == "cards":
        return cards_page(pad.seat, pad.typed, state, said)
    title = said.seat(state, pad.seat)
    if pad.page == "seen":
        keys = [Key(f"seen:{seat}", str(seat)) for seat in _with_cards(state)]
        keys.append(Key("seen:stub", said.say(N_("Stub"))))
        return _of_seats(title, said.say(N_("Whose card was exposed?")), keys, said)
    if pad.page == "see":
        keys = [Key(f"see:{seat}", str(seat)) for seat in _to_see(pad, state)]
        return _of_seats(title, said.say(N_("Whose hand do you want to see?")), keys, said)
    if pad.page == "amount":
        return _amount_page(pad, title, state, said)
    return KeyPage(title, "", (*_acts(pad, state, said), *_others(pad, state, said)), docked=True)


def _acts(pad: ScreenPad, state: PublicState, said: Words) -> tuple[tuple[Key, ...], ...]:
    """Return two rows of keys for fold, check or call, bet or raise, and all-in.

    Keys for actions that the pad's seat can't take now are disabled.
    """
    legal = legal_of(pad, state)
    why = "" if legal else _turn_why(pad, state, said)
    no = said.say(N_("This can't be done now"))
    cost, raises = call_cost(state, legal), sized(legal)
    passive, text = Action.CHECK, said.of(KEYS, Action.CHECK)
    if legal and not choice(legal, Action.CHECK):
        passive, text = Action.CALL, said.of(KEYS, Action.CALL)
        text += f" {said.in_all(cost)}" if cost is not None else ""
    raising = raises is not None and raises.action is Action.RAISE
    bet_text = said.of(KEYS, Action.RAISE if raising else Action.BET)
    stack = seat_of(state, pad.seat).stack
    first = (
        Key("fold", said.of(KEYS, Action.FOLD), why, "danger"),
        Key(passive, text, why or ("" if choice(legal, passive) else no), "good"),
    )
    all_in = why or ("" if stack or stack is None else no)
    second = (
        Key("amount", f"{bet_text}\N{NO-BREAK SPACE}…", why or ("" if raises else no)),
        Key("all-in", said.of(KEYS, Action.ALL_IN), all_in),
    )
    return first, second


def _others(pad: ScreenPad, state: PublicState, said: Words) -> tuple[tuple[Key, ...], ...]:
    """Return two rows of keys: requests (such as the clock), and answers that the table needs."""
    no = said.say(N_("This can't be done now"))
    third = [Key("time", said.say(N_("Time")), "" if state.turn else _turn_why(pad, state, said))]
    if state.clock_seat == pad.seat and state.clock_cards:
        third = [Key("time-bank", f"{said.say(N_('More time'))} ({state.clock_cards})")]
    third.append(Key("seen", said.say(N_("Exposed card")), "" if _with_cards(state) else no))
    if _to_see(pad, state):
        third.append(Key("see", said.say(N_("See a hand"))))
    third.append(Key("floor", said.say(N_("Call the floor"))))
    dealing = state.next_dealer == pad.seat or state.phase not in ("idle", "over", "betting")
    asked = any(one.seat == pad.seat and one.ack and not one.seen for one in state.notices)
    stream = state.stream if seat_of(state, pad.seat).name else None
    agrees = bool(state.rulings) and state.rulings[0].waits_for == WaitsFor.SEATS
    offered: tuple[tuple[bool, str, str, Tone], ...] = (
        (dealing, "done", N_("Done"), "good"),
        (state.may_straddle == pad.seat, "straddle", N_("Straddle"), "plain"),
        (pad.seat in state.may_wait, "wait", N_("Wait for blind"), "plain"),
        (pad.seat in state.may_post, "post", N_("Post now"), "plain"),
        (stream is not None and pad.seat in stream.waits, "stream-yes", N_("Stream: yes"), "good"),
        (stream is not None, "stream-no", N_("Stream: no"), "danger"),
        (pad.seat in state.may_run_twice, "run-twice", N_("Run it twice"), "plain"),
        (asked or agrees, "agree", N_("Agree"), "good"),
        (True, "seat", N_("Seat"), "quiet"),
    )
    last = [Key(name, said.say(text), tone=tone) for may, name, text, tone in offered if may]
    return tuple(third), tuple(last)


def _amount_page(pad: ScreenPad, title: str, state: PublicState, said: Words) -> KeyPage:
    may = sized(legal_of(pad, state))
    kind = may.action if may is not None else Action.BET
    amount = int(pad.typed or 0)
    why = amount_why(pad, state, said)
    word = said.say(RAISE_TO) if kind is Action.RAISE else said.of(KEYS, kind)
    says = f"{word} {said.amount(amount)}" + (f" · {why}" if why and pad.typed else "")
    names = {"least": said.say(N_("Minimum")), "half-pot": "½ " + said.say(N_("Pot")),
             "pot": said.say(N_("Pot"))}  # fmt: skip
    ready = dict(presets(state, may))
    quick = [Key(name, names[name]) for name in names if name in ready]
    if may is None or may.most:
        quick.append(Key("most", said.say(N_("Maximum"))))
    spare = (Key("clear", "C", tone="quiet"), Key("digit:000", "000"))
    quick += spare[: 4 - len(quick)]
    digit = {sign: Key(f"digit:{sign}", sign) for sign in ("00", *"0123456789")}
    none = said.say(N_("At most {amount}"), amount=said.amount(may.most)) if may else why
    low = said.say(N_("At least {amount}"), amount=said.amount(may.least)) if may else why
    less = Key("less", "−", low if not may or amount <= may.least else "")
    more = Key("more", "+", none if not may or 0 < may.most <= amount else "")
    rows = (
        (digit["1"], digit["2"], digit["3"], Key("erase", "←", tone="quiet")),
        (digit["4"], digit["5"], digit["6"], less),
        (digit["7"], digit["8"], digit["9"], more),
        (digit["00"], digit["0"], *quick[:2]),
        (*quick[2:], Key("back", said.say(N_("Back to the pad")), tone="quiet"),
         Key("ok", "OK", why, "good")),
    )  # fmt: skip
    return KeyPage(title, says, rows, docked=True)


def _with_cards(state: PublicState) -> list[int]:
    return [seat.seat for seat in state.seats if seat.cards]


def _to_see(pad: ScreenPad, state: PublicState) -> list[int]:
    """Return the seats whose unshown hands a player may ask to see; none before the showdown."""
    if state.phase not in ("showdown", "over") or state.voided:
        return []
    out = (HandStatus.EMPTY, HandStatus.WAITING, HandStatus.DEAD)
    return [
        view.seat
        for view in state.seats
        if view.seat != pad.seat
        and view.status not in out
        and not view.shown
        and view.last_action != Action.FOLD
    ]


def _of_seats(title: str, says: str, keys: list[Key], said: Words) -> KeyPage:
    rows = [tuple(keys[at : at + 4]) for at in range(0, len(keys), 4)]
    rows.append((Key("back", said.say(N_("Back to the pad")), tone="quiet"),))
    return KeyPage(title, says, tuple(rows), docked=True)


def pad_key(pad: ScreenPad, name: str, state: PublicState, said: Words) -> Did[ScreenPad]:
    """Return the result of a keypress; for a disabled key, the pad stays as it is."""
    key = pad_page(pad, state, said).key(name)
    if key is None:
        return Did(None if name == "close" else pad)
    if key.why:
        return Did(pad, why=key.why)
    what, _, of = name.partition(":")
    if pad.page == "cards":
        typed, order = cards_key(pad.seat, pad.typed, what, of)
        return Did(replace(pad, typed=typed), order)
    if pad.page == "amount" and what != "back":
        return _amount_key(pad, what, of, state)
    return _plain_key(pad, what, of, state)


def _plain_key(pad: ScreenPad, what: str, of: str, state: PublicState) -> Did[ScreenPad]:
    """Return the result of pressing a key that neither enters a card nor changes an amount.

    `what` is the kind of key. `of` is the seat (or `stub`) that it refers to, or "" for none.
    """
    match what:
        case "amount":
            may = sized(legal_of(pad, state))
            return Did(replace(pad, page="amount", typed=str(may.least) if may else ""))
        case "seen" | "see" if not of:
            return Did(replace(pad, page="see" if what == "see" else "seen"))
        case "seen" | "see":
            return Did(replace(pad, page="act"), _act(pad, what, target=of))
        case "back":
            return Did(replace(pad, page="act", typed=""))
        case "done" if state.cards_keyed:
            # This pad closes, and that of the seat to act then opens automatically.
            return Did(None, _act(pad, what))
        case _:
            return Did(pad, _act(pad, what))


def _amount_key(pad: ScreenPad, what: str, of: str, state: PublicState) -> Did[ScreenPad]:
    """Return the result of a keypress on the amount page: a digit, + or -, a preset, or OK.

    `what` is the kind of key, and `of` is the digit, or "" for any other key.
    """
    may = sized(legal_of(pad, state))
    match what:
        case "digit":
            # The amount shown at first is a suggestion, which the first digit replaces.
            fresh = may is not None and pad.typed == str(may.least)
            typed = str(int(("" if fresh else pad.typed) + of))[:MOST_DIGITS]
            return Did(replace(pad, typed=typed))
        case "erase":
            return Did(replace(pad, typed=pad.typed[:-1]))
        case "clear":
            return Did(replace(pad, typed=""))
        case _ if may is None:
            return Did(pad)
        case "ok":
            order = _act(pad, may.action, amount=int(pad.typed))
            return Did(replace(pad, page="act", typed=""), order)
        case _:
            return Did(replace(pad, typed=str(_amount(pad, what, state, may))))


def _amount(pad: ScreenPad, what: str, state: PublicState, may: LegalView) -> int:
    """Return the amount after a key has changed it, adjusted to the nearest legal bet.

    `what` is the key: `more`, `less`, `most`, or the name of a preset.
    """
    typed, step = int(pad.typed or 0), step_of(state, may)
    match what:
        case "more":
            return nearest(may, typed + step, whole(state, pad.seat))
        case "less":
            # Step down from the whole stack to the next amount that can be bet.
            rest = typed % may.multiple if may.multiple else 0
            return nearest(may, typed - (rest or step))
        case "most":
            return nearest(may, may.most, whole(state, pad.seat))
        case _:
            return dict(presets(state, may))[what]


def pad_letter(pad: ScreenPad, letter: str) -> str:
    """Return the pad key that corresponds to a keyboard key, or "" if there is none."""
    if letter == "escape":
        return "close" if pad.page in ("act", "cards") else "back"
    if pad.page == "cards":
        return cards_letter(pad.typed, letter)
    if pad.page == "act":
        return LETTERS.get(letter.lower(), "")
    if letter.isascii() and letter.isdecimal():
        # On a page of seats, the key 0 stands for seat 10.
        return f"digit:{letter}" if pad.page == "amount" else f"{pad.page}:{int(letter) or 10}"
    signs = {"+": "more", "-": "less", "enter": "ok", "backspace": "erase", "m": "least",
             "h": "half-pot", "p": "pot", "a": "most"}  # fmt: skip
    return signs.get(letter.lower(), "") if pad.page == "amount" else ""


def _act(pad: ScreenPad, what: str, target: str = "", amount: int = 0) -> Order:
    data: dict[str, object] = {"seat": pad.seat, "what": what}
    if target:
        data["target"] = target
    if amount:
        data["amount"] = amount
    return Order("act", data)
