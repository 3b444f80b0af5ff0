"""Answers to a player's questions: their stack, their cards, the board, and whose turn it is.

The private answers (the player's cards and stack, and the cost of a call) need the secrets received
on the seat's own connection; all others use only public facts.
"""

from collections.abc import Callable, Iterator, Sequence

from controller.contract.private import SeatSecret
from controller.contract.public import (
    Action,
    BoardHand,
    LegalView,
    Phase,
    PublicState,
    SeatView,
)
from controller.contract.readings.legal_actions import CallCost, call_cost, choice
from display.voice.speaking.spoken import Spoken
from display.voice.spoken_events import SHOE
from display.words.locale import N_
from display.words.names import seat_of
from display.words.ruling_steps import next_step
from display.words.vocabulary import DEAD

NOT_TOLD = N_("The house rules do not allow this to be disclosed.")
NO_TABLE = N_("The table is not responding.")
NO_CARDS = N_("You have no cards.")
NOTHING_YET = N_("There is nothing to call yet.")
CAN_CHECK = N_("Nothing: you can check.")

ASKED = {
    "S": N_("my stack"),
    "V": N_("how much to call"),
    "D": N_("my cards"),
    "E": N_("the board"),
    "G": N_("my best hand"),
    "1": N_("my first card"),
    "2": N_("my second card"),
    "3": N_("the first card of the flop"),
    "4": N_("the second card of the flop"),
    "5": N_("the third card of the flop"),
    "6": N_("the turn card"),
    "7": N_("the river card"),
    "T": N_("whose turn it is"),
    "O": N_("the other players' stacks"),
    "B": N_("the bets"),
    "P": N_("the pots"),
    "L": N_("my options"),
    "W": N_("what the table is waiting for"),
}
CARDS = frozenset("DG12")
PRIVATE = CARDS | {"S", "V"}
"""The keys of the questions whose answers only the player may hear.

The player's stack and the cost of a call are among them, because a house may hide these too."""


def answer(asked: str, seat: int, state: PublicState | None, own: SeatSecret, said: Spoken) -> str:
    """Return the answer to a player's question, or "" if `asked` is not a key in `ASKED`.

    `seat` is the player's seat. `own` holds the facts that the table has sent to this seat only.
    """
    if asked not in ASKED:
        return ""
    if asked == "S" and own.stack is not None:
        return said.amount(own.stack)
    if asked == "V" and own.call is not None:
        return said.amount(own.call) if own.call else said.say(CAN_CHECK)
    if asked in CARDS:
        return _private(asked, own, said)
    if state is None:
        return said.say(NO_TABLE)
    if asked in _ANSWERS:
        return _ANSWERS[asked](state, seat, said)
    return _board_card(state, int(asked) - 3, said)


def _private(asked: str, own: SeatSecret, said: Spoken) -> str:
    if not own.cards:
        return said.say(NO_CARDS)
    if asked == "D":
        return said.cards(own.cards)
    if asked == "G":
        return _made(own, said) or said.cards(own.cards)
    # Each key asks for one half of the hand.
    half = own.hole_cards // 2
    cards = own.cards[:half] if asked == "1" else own.cards[half:]
    return said.cards(cards) or said.say(NO_CARDS)


def _made(own: SeatSecret, said: Spoken) -> str:
    """Return the hand that a player's cards make; if there are two boards, the hand on each."""
    if own.first is None:
        return _hand(own, said)
    return said.boards(_hand(own.first, said) or None, _hand(own, said) or None)


def _hand(own: SeatSecret | BoardHand, said: Spoken) -> str:
    if not own.hand_name:
        return ""
    hand = said.hand(own.hand_name, own.hand_ranks, own.best)
    if not own.low:
        return hand
    return said.say(N_("{hand}, low: {cards}"), hand=hand, cards=said.cards(own.low))


def _board_card(state: PublicState, place: int, said: Spoken) -> str:
    if place < len(state.board):
        first, second = state.first_board[place : place + 1], state.board[place]
        both = [card for card in first if card != second]
        return said.cards([*both, second])
    return said.say(N_("Not dealt yet."))


def _stack(state: PublicState, seat: int, said: Spoken) -> str:
    stack = seat_of(state, seat).stack
    return said.say(NOT_TOLD) if stack is None else said.amount(stack)


def _board(state: PublicState, _: int, said: Spoken) -> str:
    if not state.first_board:
        return said.cards(state.board) or said.say(N_("The board is empty."))
    return said.boards(said.cards(state.first_board), said.cards(state.board))


def _waits(state: PublicState, seat: int, said: Spoken) -> str:
    return waits_for(state, said) or _turn(state, seat, said)


def _to_call(state: PublicState, seat: int, said: Spoken) -> str:
    mine = seat_of(state, seat)
    if mine.owes and state.turn != seat:
        return said.say(N_("You need to put in {amount}."), amount=said.amount(mine.owes))
    if state.phase in (Phase.IDLE, Phase.OVER):
        return said.say(N_("No hand is in progress."))
    if not state.turn:
        return " ".join(filter(None, (said.say(NOTHING_YET), waits_for(state, said))))
    bets = [view.bet for view in state.seats if view.bet is not None]
    if mine.bet is None:
        return said.say(NOT_TOLD)
    owed = max(bets) - mine.bet
    if mine.stack is not None:
        owed = min(owed, mine.stack)
    return said.amount(owed) if owed > 0 else said.say(CAN_CHECK)


def _turn(state: PublicState, seat: int, said: Spoken) -> str:
    if state.turn == seat:
        return said.say(N_("It is your turn."))
    if state.turn:
        return said.written.seat(state, state.turn)
    return waits_for(state, said) or said.say(N_("It is nobody's turn."))


def waits_for(state: PublicState, said: Spoken) -> str:
    """Return what the table is waiting for, other than a player to act, or "" for nothing."""
    due = said.aloud(next_step(state, said.written))
    if state.shoe in SHOE:
        return f"{said.say(SHOE[state.shoe])} {due}".rstrip()
    return due


def _others(state: PublicState, seat: int, said: Spoken) -> str:
    parts = []
    for view in state.seats:
        if view.seat == seat or view.status == "empty":
            continue
        if view.stack is None:
            return said.say(NOT_TOLD)
        about = said.say(N_("{player} {amount}"), player=view.name, amount=said.amount(view.stack))
        parts.append(about + _how(view, said))
    return ". ".join(parts) or said.say(N_("There is nobody else at the table."))


def _how(view: SeatView, said: Spoken) -> str:
    if view.status == "all-in":
        return ", " + said.say(N_("all-in"))
    if view.status == "folded":
        return ", " + said.say(N_("folded"))
    if view.dead_reason in DEAD:
        return ", " + said.written.of(DEAD, view.dead_reason)
    return ""


def _bets(state: PublicState, _: int, said: Spoken) -> str:
    parts = []
    for view in state.seats:
        if view.bet is None and view.status != "empty":
            return said.say(NOT_TOLD)
        if view.bet:
            amount = said.amount(view.bet)
            parts.append(said.say(N_("{player} {amount}"), player=view.name, amount=amount))
    return ". ".join(parts) or said.say(N_("No bets."))


def _pots(state: PublicState, _: int, said: Spoken) -> str:
    if any(pot.amount is None for pot in state.pots):
        return said.say(NOT_TOLD)
    amounts = [pot.amount for pot in state.pots if pot.amount]
    if not amounts:
        return said.say(N_("The pot is empty."))
    if len(amounts) == 1:
        return said.say(N_("Pot {amount}"), amount=said.amount(amounts[0]))
    main = said.say(N_("Main pot {amount}"), amount=said.amount(amounts[0]))
    sides = [said.say(N_("side pot {amount}"), amount=said.amount(a)) for a in amounts[1:]]
    return ", ".join((main, *sides))


def _may(state: PublicState, seat: int, said: Spoken) -> str:
    if not state.legal or state.turn != seat:
        return said.say(N_("It is not your turn."))
    return ", ".join(choices(state.legal, said, call_cost(state)))


def choices(legal: Sequence[LegalView], said: Spoken, cost: CallCost | None = None) -> list[str]:
    """Return the legal actions, each with its amount; `cost` is the cost of a call."""
    return [part for action in _TOLD for part in _choice(choice(legal, action), said, cost)]


def _choice(may: LegalView | None, said: Spoken, cost: CallCost | None) -> Iterator[str]:
    if may is None:
        return
    if may.action is Action.CALL and cost is not None and cost.add != cost.total:
        add, total = said.amount(cost.add), said.amount(cost.total)
        yield said.say(N_("call {amount}, {total} in all"), amount=add, total=total)
        return
    least = said.amount(may.least)
    yield said.say(_TOLD[may.action], amount=least, least=least)
    if may.multiple:
        yield said.say(N_("in multiples of {multiple}"), multiple=said.amount(may.multiple))
    if may.most > may.least:
        yield said.say(N_("at most {most}"), most=said.amount(may.most))


_TOLD = {
    Action.FOLD: N_("fold"),
    Action.CHECK: N_("check"),
    Action.CALL: N_("call {amount}"),
    Action.BET: N_("bet at least {least}"),
    Action.RAISE: N_("raise to at least {least}"),
    Action.ALL_IN: N_("all-in for {amount}"),
}
_ANSWERS: dict[str, Callable[[PublicState, int, Spoken], str]] = {
    "E": _board,
    "B": _bets,
    "P": _pots,
    "S": _stack,
    "V": _to_call,
    "T": _turn,
    "O": _others,
    "L": _may,
    "W": _waits,
}
