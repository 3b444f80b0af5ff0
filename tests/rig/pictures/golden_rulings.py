"""An example state for each kind of irregularity, just after it was found.

Each is a common case at a table that plays by the rules of one house, and the article shown is
from those rules. A ruling that stops play has steps; any other irregularity has an outcome.
"""

from typing import Any

from msgspec.structs import replace

from controller.contract.public import (
    FoundView,
    HandStatus,
    Kind,
    Outcome,
    PublicState,
    RulingView,
    Street,
    WaitsFor,
)
from controller.contract.rules import Subject
from tests.rig.injections import RULED
from tests.rig.pictures import example_tables as e
from tests.steps import step_read

_AGAIN = ("shuffle", "cut", "burn")
_MISDEAL = ("void_hand", "return_bets")
_SEEN = ("finish_deal", "set_aside 7", "deal 7", "use_as_burn 7")
_MIXED = ("deal flop", "use_as_burn left", "finish_round", "deal turn")
_EARLY = ("set_aside Ts", "finish_round", "burn", "deal turn", "finish_round", "to_stub Ts")

_RULED: dict[Kind, tuple[str, tuple[str, ...]]] = {
    Kind.DEAL_WRONG_SEAT: ("FIDPA 79-3i", ("void_hand",)),
    Kind.DEAL_ORDER: ("FIDPA 79-3f", ("void_hand",)),
    Kind.DEAL_SKIPPED: ("FIDPA 79-3k", ("void_hand",)),
    Kind.DEAL_NOT_ENTITLED: ("FIDPA 79-4", ("take_back 9",)),
    Kind.DEAL_TOO_FEW: ("FIDPA 79-3e", ("deal 7",)),
    Kind.DEAL_TOO_MANY: ("FIDPA 79-4a", ("to_stub 7", "use_as_burn 7")),
    Kind.DEAL_MIXED: ("FIDPA 79-3g", ("void_hand",)),
    Kind.DEAL_EXPOSED: ("FIDPA 67-7", _SEEN),
    Kind.DEAL_OFF_TABLE: ("FIDPA 67", _SEEN),
    Kind.DECK_DOUBLE: ("FIDPA 30", _MISDEAL),
    Kind.DECK_STRANGER: ("FIDPA 30", _MISDEAL),
    Kind.DECK_MISSING: ("FIDPA 30", _MISDEAL),
    Kind.DECK_COUNT: ("FIDPA 30", _MISDEAL),
    Kind.BOARD_NO_BURN: ("FIDPA 80", ("to_stub Ah Kd 7c", *_AGAIN, "deal flop")),
    Kind.BOARD_EXTRA_BURN: ("PPC 18", ("mix street+burn", *_MIXED)),
    Kind.BOARD_PREMATURE: ("FIDPA 80", (*_EARLY, "shuffle", "cut", "deal river")),
    Kind.BOARD_EXTRA_CARD: ("FIDPA 80", ("mix Ah Kd 7c Ts", *_MIXED)),
    Kind.BOARD_MISPLACED: ("FIDPA 80", ("deal 7c",)),
    Kind.BUTTON_WRONG: ("FIDPA 79-3h", ("void_hand",)),
    Kind.BLIND_WRONG_SEAT: ("FIDPA 44-2", ("take_back 3",)),
    Kind.BET_OUT_OF_TURN: ("PPC 4", ("floor_decides",)),
    Kind.BET_STRING: ("FIDPA 63-6", ("take_back 2",)),
    Kind.BET_SHORT_CALL: ("TDA 51", ("floor_decides",)),
    Kind.BET_NOT_MULTIPLE: ("RedCactus 5", ("floor_decides",)),
    Kind.BET_FOREIGN: ("FIDPA 34-1", ("take_back 2",)),
    Kind.BET_HIDDEN: ("FIDPA 36-2", ("take_back 2",)),
    Kind.HAND_MUCK: ("FIDPA 59-5", ("floor_decides",)),
    Kind.HAND_LINE: ("TDA 14", ("floor_decides",)),
    Kind.POT_WRONG: ("FIDPA 75-5", ("floor_decides",)),
}

OUTCOMES: dict[Kind, tuple[str, Outcome]] = {
    Kind.BLIND_MISSING: ("FIDPA 44-1", Outcome.MADE_FULL),
    Kind.BLIND_SHORT: ("FIDPA 44-1", Outcome.MADE_FULL),
    Kind.BET_SHORT: ("FIDPA 57-4a", Outcome.MADE_FULL),
    Kind.BET_SHORT_RAISE: ("FIDPA 61-2", Outcome.CALL),
    Kind.BET_OVERSIZED: ("FIDPA 64-1", Outcome.CALL),
    Kind.BET_CONTRADICTS: ("FIDPA 52-4", Outcome.BINDS),
    Kind.BET_TAKEN_BACK: ("FIDPA 57-4", Outcome.BINDS),
    Kind.BET_SPLASHED: ("FIDPA 50-4", Outcome.STANDS),
    Kind.HAND_ABSENT: ("FIDPA 20-3", Outcome.DEAD),
    Kind.HAND_LEFT: ("FIDPA 20-4", Outcome.DEAD),
    Kind.HAND_PHONE: ("FIDPA 11-6a", Outcome.DEAD),
    Kind.HAND_CLOCK: ("FIDPA 56-2", Outcome.DEAD),
    Kind.HAND_TAKEN: ("FIDPA 71-1", Outcome.LIVE),
    Kind.HAND_COUNT: ("FIDPA 78-3d", Outcome.DEAD),
    Kind.HAND_MIXED: ("FIDPA 78-3d", Outcome.DEAD),
    Kind.HAND_SHOWN: ("FIDPA 67-5", Outcome.PENALTY),
    Kind.STACK_SHORT: ("FIDPA 36-2", Outcome.STANDS),
    Kind.STACK_OVER: ("FIDPA 36-2", Outcome.STANDS),
}
"""Each irregularity that does not stop play, with the article and the outcome."""

STEPS = _RULED | {
    kind: ("TDA 1", ("floor_decides",)) for kind in RULED if kind not in _RULED | OUTCOMES
}
"""Each irregularity that stops play, with the article and the steps of the ruling.

A kind without an example above has the article "TDA 1", and the floor decides. This is what
happens in a house that has no rule for it.
"""

_FLOP = ("Ah", "Kd", "7c")
_BOARDS = {
    Kind.BOARD_PREMATURE: (*_FLOP, "Ts"), Kind.BOARD_EXTRA_CARD: (*_FLOP, "Ts"),
    Kind.BOARD_MISPLACED: _FLOP[:2],
}  # fmt: skip
_BURNED = {Kind.BOARD_NO_BURN: 0, Kind.BOARD_EXTRA_BURN: 2}
_SEEN_AT: dict[Kind, dict[int, dict[str, Any]]] = {
    Kind.DEAL_WRONG_SEAT: {one: {"cards": int(one == 7)} for one in (1, 2, 3, 5, 6, 7, 8, 10)},
    Kind.DEAL_SKIPPED: {7: {"cards": 0}},
    Kind.DEAL_NOT_ENTITLED: {9: {"cards": 1}},
    Kind.DEAL_TOO_FEW: {7: {"cards": 1}},
    Kind.DEAL_TOO_MANY: {7: {"cards": 3}},
    Kind.BLIND_WRONG_SEAT: {3: {"bet": 50}},
    Kind.BET_OUT_OF_TURN: {6: {"bet": 3_000, "last_action": "raise", "last_amount": 3_000}},
    Kind.BET_STRING: {2: {"bet": 2_400}},
    Kind.BET_SHORT_CALL: {2: {"bet": 900}},
    Kind.BET_NOT_MULTIPLE: {2: {"bet": 2_425}},
    Kind.BET_FOREIGN: {2: {"bet": 1_500}},
}
"""The fields that differ at the table, with their values, by irregularity and seat."""

_SEATS = {Kind.BET_OUT_OF_TURN: 6, Kind.DEAL_NOT_ENTITLED: 9, Kind.BLIND_WRONG_SEAT: 3}


def stopped(kind: Kind) -> PublicState:
    """Return a table that is stopped by a ruling of this kind.

    Raises `KeyError` if this kind of irregularity has no ruling that stops play.
    """
    article, steps = STEPS[kind]
    seat, state = _where(kind)
    street = Street.TURN if kind is Kind.BOARD_PREMATURE else state.street
    views = tuple(map(step_read, steps))
    ruling = RulingView(
        id=9, kind=kind, article=article, street=street, seat=seat, steps=views,
        waits_for=WaitsFor.FLOOR if steps == ("floor_decides",) else WaitsFor.STEPS,
    )  # fmt: skip
    state = replace(
        state, house=_house(article), turn=0, legal=(), next_step=None, rulings=(ruling,),
        burned=_BURNED.get(kind, state.burned), board=_BOARDS.get(kind, state.board),
    )  # fmt: skip
    for number, fields in _SEEN_AT.get(kind, {}).items():
        state = e.with_seat(state, number, **fields)
    return state


def told(kind: Kind) -> PublicState:
    """Return a table where this irregularity has just been found and play continues.

    Raises `KeyError` if this kind of irregularity always stops play.
    """
    article, outcome = OUTCOMES[kind]
    _, state = _where(kind)
    seat = {Kind.BET_SHORT: 6}.get(kind, 5 if kind.subject is Subject.BLIND else 1)
    if outcome is Outcome.CALL:
        state = e.called()
    if outcome is Outcome.DEAD:
        state = e.with_seat(state, seat, status=HandStatus.DEAD, dead_reason=kind.fault)
    amount = 1_000 if kind.subject is Subject.STACK else 0
    found = FoundView(kind, article, state.street, seat, outcome, amount)
    return replace(state, house=_house(article), found=found)


def _where(kind: Kind) -> tuple[int, PublicState]:
    """Return the seat that an irregularity of this kind concerns, and the table where it happens.

    The seat is 0 if none is concerned.
    """
    seat, state = {
        Subject.DEAL: (7, e.dealing()),
        Subject.BUTTON: (0, e.dealing()),
        Subject.BLIND: (5, e.posting()),
        Subject.BET: (2, e.flop()),
        Subject.HAND: (2, e.flop()),
    }.get(kind.subject, (0, e.flop()))
    return _SEATS.get(kind, seat), state


def _house(article: str) -> str:
    return article.partition(" ")[0].lower()
