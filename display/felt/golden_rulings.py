"""A state for each kind of irregularity, as it is told when it was just found, in a house's terms.

The steps, or what comes of it at once, are those of a common case in that house.
"""

from msgspec.structs import replace

from controller.contract.public import FoundView, PublicState, RulingView, StepView
from display.felt import examples as e

_AGAIN = ("shuffle", "cut", "burn")
_MISDEAL = ("void_hand", "return_bets")
_SEEN = ("finish_deal", "set_aside 7", "deal 7", "use_as_burn 7")
_MIXED = ("deal flop", "use_as_burn left", "finish_round", "deal turn")
_EARLY = ("set_aside Ts", "finish_round", "burn", "deal turn", "finish_round", "to_stub Ts")

STEPS: dict[str, tuple[str, tuple[str, ...]]] = {
    "deal.wrong-seat": ("FIDPA 79-3i", ("void_hand",)),
    "deal.order": ("FIDPA 79-3f", ("void_hand",)),
    "deal.skipped": ("FIDPA 79-3k", ("void_hand",)),
    "deal.not-entitled": ("FIDPA 79-4", ("take_back 9",)),
    "deal.too-few": ("FIDPA 79-3e", ("deal 7",)),
    "deal.too-many": ("FIDPA 79-4a", ("to_stub 7", "use_as_burn 7")),
    "deal.mixed": ("FIDPA 79-3g", ("void_hand",)),
    "deal.exposed": ("FIDPA 67-7", _SEEN),
    "deal.off-table": ("FIDPA 67", _SEEN),
    "deck.double": ("FIDPA 30", _MISDEAL),
    "deck.stranger": ("FIDPA 30", _MISDEAL),
    "deck.missing": ("FIDPA 30", _MISDEAL),
    "deck.count": ("FIDPA 30", _MISDEAL),
    "board.no-burn": ("FIDPA 80", ("to_stub Ah Kd 7c", *_AGAIN, "deal flop")),
    "board.extra-burn": ("PPC 18", ("mix street+burn", *_MIXED)),
    "board.premature": ("FIDPA 80", (*_EARLY, "shuffle", "cut", "deal river")),
    "board.extra-card": ("FIDPA 80", ("mix Ah Kd 7c Ts", *_MIXED)),
    "board.misplaced": ("FIDPA 80", ("deal 7c",)),
    "button.wrong": ("FIDPA 79-3h", ("void_hand",)),
    "blind.wrong-seat": ("FIDPA 44-2", ("take_back 3",)),
    "bet.out-of-turn": ("PPC 4", ("floor_decides",)),
    "bet.string": ("FIDPA 63-6", ("take_back 2",)),
    "bet.short-call": ("TDA 51", ("floor_decides",)),
    "bet.not-multiple": ("RedCactus 5", ("floor_decides",)),
    "bet.foreign": ("FIDPA 34-1", ("take_back 2",)),
    "bet.hidden": ("FIDPA 36-2", ("take_back 2",)),
    "hand.muck": ("FIDPA 59-5", ("floor_decides",)),
    "hand.line": ("TDA 14", ("floor_decides",)),
    "pot.wrong": ("FIDPA 75-5", ("floor_decides",)),
}
"""What stops the table: the article, and the steps as the ruling gives them."""

OUTCOMES: dict[str, tuple[str, str]] = {
    "blind.missing": ("FIDPA 44-1", "made-full"),
    "blind.short": ("FIDPA 44-1", "made-full"),
    "bet.short": ("FIDPA 57-4a", "made-full"),
    "bet.short-raise": ("FIDPA 61-2", "call"),
    "bet.oversized": ("FIDPA 64-1", "call"),
    "bet.contradicts": ("FIDPA 52-4", "binds"),
    "bet.taken-back": ("FIDPA 57-4", "binds"),
    "bet.splashed": ("FIDPA 50-4", "stands"),
    "hand.absent": ("FIDPA 20-3", "dead"),
    "hand.left": ("FIDPA 20-4", "dead"),
    "hand.phone": ("FIDPA 11-6a", "dead"),
    "hand.clock": ("FIDPA 56-2", "dead"),
    "hand.taken": ("FIDPA 71-1", "live"),
    "hand.count": ("FIDPA 78-3d", "dead"),
    "hand.mixed": ("FIDPA 78-3d", "dead"),
    "hand.shown": ("FIDPA 67-5", "penalty"),
}
"""What stops nobody: the article, and what comes of it."""

_SEATS = {"bet.out-of-turn": 6, "deal.not-entitled": 9, "blind.wrong-seat": 3}


def stopped(kind: str) -> PublicState:
    """Return a table that is stopped by a ruling of this kind. Raises `KeyError`."""
    article, steps = STEPS[kind]
    seat, state = _where(kind)
    street = "turn" if kind == "board.premature" else state.street
    views = tuple(
        StepView(word, detail) for word, _, detail in (step.partition(" ") for step in steps)
    )
    ruling = RulingView(
        id=9, kind=kind, article=article, street=street, seat=seat, steps=views,
        waits_for="floor" if steps == ("floor_decides",) else "steps",
    )  # fmt: skip
    board = (*state.board, "Ts") if "Ts" in str(steps) else state.board
    return replace(
        state, house=_house(article), turn=0, legal=None, next_step="", rulings=(ruling,),
        board=board,
    )  # fmt: skip


def told(kind: str) -> PublicState:
    """Return a table at which this has just happened, and play goes on. Raises `KeyError`."""
    article, outcome = OUTCOMES[kind]
    _, state = _where(kind)
    seat = 5 if kind.startswith("blind.") else 1
    dead = {"status": "dead", "dead_reason": kind.partition(".")[2]} if outcome == "dead" else {}
    state = e.with_seat(state, seat, **dead)
    found = FoundView(kind, article, state.street, seat, outcome)
    return replace(state, house=_house(article), found=found)


def _where(kind: str) -> tuple[int, PublicState]:
    """Return the seat concerned and the table at which such a thing happens."""
    group = kind.partition(".")[0]
    seat, state = {
        "deal": (7, e.dealing()),
        "button": (0, e.dealing()),
        "blind": (5, e.posting()),
        "bet": (2, e.flop()),
        "hand": (2, e.flop()),
    }.get(group, (0, e.flop()))
    return _SEATS.get(kind, seat), state


def _house(article: str) -> str:
    return article.partition(" ")[0].lower()
