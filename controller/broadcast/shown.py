"""The overlays' content for a frame: seats with cards and equities, board, pot and action.

All functions are pure.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from controller.contract.private import StreamFrame
from controller.contract.public import Action, HandStatus, Phase, PublicState, SeatView
from controller.contract.rules import Variant
from display.words.names import Words, won_by
from display.words.vocabulary import ACTIONS, PHASES, STATUSES, SUITS

IN_PLAY: Final = frozenset({HandStatus.IN, HandStatus.ALL_IN})
NAMES: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


class Card(msgspec.Struct, frozen=True):
    """A card as the overlays draw it: rank, suit, and the name of its colour in the theme."""

    rank: str
    suit: str
    name: str


class SeatBox(msgspec.Struct, frozen=True):
    """The overlay box for a seat, with texts in the language of the overlays.

    `equity` is a number with a percent sign, or "" if it is unknown. `action` is the seat's last
    action. `out` means that the hand is no longer in play. `turn` means that it is the seat's turn.
    `button` means that the seat has the button. `won` is the amount won, or "".
    """

    seat: int
    name: str
    stack: str
    cards: tuple[Card, ...]
    equity: str
    action: str
    out: bool
    turn: bool
    button: bool
    won: str


class Overlay(msgspec.Struct, frozen=True):
    """Everything that the overlays show for a frame.

    `boards` holds the first board and then the second, if there are two. `pot` is "" if the house
    hides it. `line` is the text of the lower third. `player` is the name of the player to act, or
    "".
    """

    seats: tuple[SeatBox, ...]
    boards: tuple[tuple[Card, ...], ...]
    pot: str
    blinds: str
    line: str
    player: str


class Spot(msgspec.Struct, frozen=True):
    """The input to the equity calculation: live hands, board, and other cards that can't be dealt.

    `first` is the first of two boards, or None if there is only one board.
    """

    game: Variant
    hands: tuple[tuple[int, tuple[str, ...]], ...]
    board: tuple[str, ...]
    gone: tuple[str, ...]
    first: tuple[str, ...] | None = None
    trips_beat_straight: bool = False


def spot_of(frame: StreamFrame) -> Spot | None:
    """Return the input to the equity calculation, or None if there is nothing to calculate."""
    state, held = frame.state, {one.seat: one.cards for one in frame.cards}
    live = [view.seat for view in state.seats if view.status in IN_PLAY]
    if len(live) < 2 or state.voided:
        return None
    if state.phase in (Phase.IDLE, Phase.OVER):
        return None
    hands = tuple([(seat, held.get(seat, ())) for seat in live])
    gone = tuple([card for seat, cards in held.items() if seat not in live for card in cards])
    first = state.first_board if state.boards > 1 or state.first_board else None
    return Spot(state.game, hands, state.board, gone, first, frame.trips_beat_straight)


def overlay_of(frame: StreamFrame, equities: Mapping[int, float], said: Words) -> Overlay:
    """Return the overlays' content for a frame."""
    state, held = frame.state, {one.seat: one.cards for one in frame.cards}
    boxes = tuple([_box(view, state, held, equities, said) for view in state.seats if view.name])
    boards = (state.first_board, state.board) if state.first_board else (state.board,)
    pots = [pot.amount for pot in state.pots]
    bets = [view.bet for view in state.seats if view.status is not HandStatus.EMPTY]
    pot = "" if None in pots or None in bets else said.amount(
        sum(one or 0 for one in pots) + sum(one or 0 for one in bets) + state.carried
    )  # fmt: skip
    level = state.level
    amounts = [level.small_blind, level.big_blind, level.ante or level.big_blind_ante]
    blinds = " / ".join(said.amount(one) for one in amounts if one)
    acting = next((one for one in state.seats if one.seat == state.turn), None)
    return Overlay(
        boxes,
        tuple([tuple([_card(card, said) for card in board]) for board in boards]),
        pot,
        blinds,
        _line(state, said),
        acting.name if acting is not None else "",
    )


def _box(
    view: SeatView, state: PublicState, held: Mapping[int, tuple[str, ...]],
    equities: Mapping[int, float], said: Words,
) -> SeatBox:  # fmt: skip
    equity, won = equities.get(view.seat), won_by(state, view.seat)
    return SeatBox(
        view.seat,
        view.name,
        _stack(view, said),
        tuple([_card(card, said) for card in held.get(view.seat, ())]),
        "" if equity is None else said.percent(equity),
        _action(view, said),
        out=view.status not in IN_PLAY,
        turn=view.seat == state.turn,
        button=view.seat == state.button,
        won=said.amount(won) if won else "",
    )


def _stack(view: SeatView, said: Words) -> str:
    """Return a seat's stack as text, the word for all-in, or "" if the house hides stacks."""
    if view.status is HandStatus.ALL_IN:
        return said.of(STATUSES, view.status)
    return "" if view.stack is None else said.amount(view.stack)


def _action(view: SeatView, said: Words) -> str:
    if not view.last_action:
        return ""
    told = said.of(ACTIONS, view.last_action)
    plain = view.last_action in (Action.FOLD, Action.CHECK) or not view.last_amount
    return told if plain else f"{told} {said.amount(view.last_amount)}"


def _line(state: PublicState, said: Words) -> str:
    """Return the text of the lower third: the winners, or the phase of the hand."""
    gains = [(view.name, won_by(state, view.seat)) for view in state.seats]
    told = ", ".join(f"{name} +{said.amount(won)}" for name, won in gains if won)
    return told or said.of(PHASES, state.phase)


def _card(text: str, said: Words) -> Card:
    return Card(said.rank(text[0]), SUITS[text[1]], NAMES[text[1]])
