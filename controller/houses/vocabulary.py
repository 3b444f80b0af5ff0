"""The words used in a house file's remedies: kinds, cases, steps and cards.

The engine and the house files share these words; a word that is not listed here is a typo. When the
engine supports a new word, add it here.
"""

from collections.abc import Mapping

from controller.contract.rules import CardsMeant, Kind, Outcome, StepWord, Street, Subject

Group = tuple[str, ...]
"""A group of words, exactly one of which applies in each case."""

STREETS_DEALT: Group = tuple(street.value for street in Street if street is not Street.PREFLOP)
ACTED: Group = ("not-acted", "acted")
ORDER: Group = ("order-known", "order-unknown")
BURNED: Group = ("burned", "not-burned")
PLACE: Group = ("before-board", "on-board")
STREET: Group = ("finished", "unfinished")
WINDOW: Group = ("in-time", "late")
DEALING: Group = ("dealing", "dealt")
WHICH: Group = ("first-two", "later")
HOW_MANY: Group = ("only-one", "second")
WHOSE: Group = ("dealer-own", "not-dealer")
BY: Group = ("by-dealer", "by-player")
TO: Group = ("to-first", "to-other")
TO_BLIND: Group = ("to-small-blind", "not-to-small-blind")
EXTRA: Group = ("one", "more")
SHORT: Group = ("button", "not-button")
OWED: Group = ("button-owed", "nothing-owed")
FLASHED: Group = ("turned-up", "flashed", "stub", "burn", "muck")
TWIN: Group = ("stub", "unknown")
TURNED_UP: Group = ("turned-up",)
TOUCHED: Group = ("untouched", "touched")
WAY: Group = ("to-board", "from-board")
BEFORE: Group = ("before-action", "after-action")
STANDING: Group = ("to-act", "acted", "all-in", "showdown", "folded")
OVER: Group = ("running", "over")
DECIDED: Group = ("over",)
CLOCK: Group = ("facing-bet", "unopened")
MUCKED: Group = ("showdown", "all-in", "out-of-turn", "bound")
TURN: Group = ("in-turn", "out-of-turn")
TAKEN: Group = ("uncalled", "called", "tabled")
WHOM: Group = ("to-player", "to-outsider")
NOTICED: Group = (
    "during-hand",
    "between-hands",
    "next-hand",
    "substantial-action",
    "lacking",
    "surplus",
)
SAID: Group = ("announced", "silent")
ROUND: Group = ("after-round", "in-round")
HALF: Group = ("half", "less-than-half")
PLAYERS: Group = ("heads-up", "several")
FACING: Group = ("opening", "raised")
ROW: Group = ("in-a-row", "alone")
MOTION: Group = ("call-then-raise", "after-action", "other-motions")
ACTION: Group = ("passive", "raise")
SKIPPED: Group = ("skipped-checks", "skipped-raises", "skipped-calls", "skipped-folds")
BY_THREE: Group = ("skipped-by-three", "skipped-by-fewer")
SUBSTANTIAL: Group = ("substantial-action", "less-action")
PIECES: Group = ("one-chip", "several-chips")
MOST: Group = ("beyond-pot", "within-pot")
AMOUNT: Group = ("amount-open", "amount-said")
OPENED: Group = ("opened", "unopened")
CHANGED: Group = ("unchanged", "changed")
ALL_IN: Group = ("not-all-in", "all-in")

UNSAID = frozenset(
    {
        "silent", "other-motions", "not-all-in", "running", "skipped-by-fewer", "less-action",
        "alone", "within-pot", "amount-said", "nothing-owed", "in-round",
    }
)  # fmt: skip
"""Words for the default case of their group, which occur only in reports about a house.

The engine never uses these words, and a house file must not contain them. In a house file, a remedy
without a word of the group covers the default case, and comes after the group's other remedies.
"""

FINER: Mapping[Kind, Mapping[str, str]] = {
    Kind.BET_OUT_OF_TURN: {
        "fold": "passive", "check": "passive", "call": "passive", "bet": "raise", "all-in": "raise",
    },
}  # fmt: skip
"""For each kind of irregularity, words that are more specific than those of its groups.

Each is mapped to the broader word that covers it, such as `call` to `passive`.
"""

_BOARD = (STREETS_DEALT, ACTED, ORDER, BURNED, PLACE)
_DEALT = (WINDOW, BY, WHICH, HOW_MANY, WHOSE, DEALING, TOUCHED)
_OFF_TABLE = (*_DEALT, TURNED_UP)
_EXPOSED = (*_DEALT, FLASHED)

CASES: Mapping[Kind, tuple[Group, ...]] = {
    Kind.DEAL_WRONG_SEAT: (WINDOW,),
    Kind.DEAL_ORDER: (WINDOW, OWED),
    Kind.DEAL_SKIPPED: (WINDOW,),
    Kind.DEAL_NOT_ENTITLED: (WINDOW,),
    Kind.DEAL_TOO_FEW: (WINDOW, SHORT, EXTRA),
    Kind.DEAL_TOO_MANY: (WINDOW, TO, TO_BLIND, EXTRA, DEALING),
    Kind.DEAL_MIXED: (WINDOW, DEALING),
    Kind.DEAL_EXPOSED: _EXPOSED,
    Kind.DEAL_OFF_TABLE: _OFF_TABLE,
    Kind.DECK_DOUBLE: (WINDOW, DECIDED),
    Kind.DECK_STRANGER: (WINDOW, TWIN, DECIDED),
    Kind.DECK_MISSING: (WINDOW,),
    Kind.DECK_COUNT: (WINDOW,),
    Kind.BOARD_NO_BURN: _BOARD,
    Kind.BOARD_EXTRA_BURN: (*_BOARD, STREET),
    Kind.BOARD_PREMATURE: _BOARD,
    Kind.BOARD_EXTRA_CARD: (*_BOARD, OVER, EXTRA),
    Kind.BOARD_MISPLACED: (*_BOARD, WAY),
    Kind.BUTTON_WRONG: (BEFORE, WINDOW),
    Kind.BLIND_MISSING: (BEFORE,),
    Kind.BLIND_WRONG_SEAT: (BEFORE,),
    Kind.BLIND_SHORT: (BEFORE,),
    Kind.BET_OUT_OF_TURN: (
        ACTION,
        SKIPPED,
        CHANGED,
        BY_THREE,
        SUBSTANTIAL,
        OPENED,
        PLAYERS,
        AMOUNT,
    ),
    Kind.BET_STRING: (MOTION,),
    Kind.BET_SHORT: (SAID,),
    Kind.BET_SHORT_CALL: (SAID, PLAYERS, FACING, ROW),
    Kind.BET_SHORT_RAISE: (SAID, HALF),
    Kind.BET_NOT_MULTIPLE: (SAID,),
    Kind.BET_OVERSIZED: (CLOCK, PLACE, PIECES, MOST),
    Kind.BET_CONTRADICTS: (SAID,),
    Kind.BET_TAKEN_BACK: (SAID, ROUND),
    Kind.BET_SPLASHED: (),
    Kind.BET_UNPAID: (),
    Kind.BET_NOT_GATHERED: (),
    Kind.BET_FOREIGN: (),
    Kind.BET_HIDDEN: (ALL_IN,),
    Kind.HAND_ABSENT: (),
    Kind.HAND_LEFT: (STANDING,),
    Kind.HAND_PHONE: (STANDING,),
    Kind.HAND_CLOCK: (CLOCK,),
    Kind.HAND_MUCK: (MUCKED,),
    Kind.HAND_LINE: (TURN,),
    Kind.HAND_TAKEN: (TAKEN,),
    Kind.HAND_COUNT: (WINDOW, TO, TO_BLIND, EXTRA, DEALING, SHORT),
    Kind.HAND_MIXED: (WINDOW, DEALING),
    Kind.HAND_SHOWN: (STANDING, WHOM),
    Kind.POT_WRONG: (NOTICED,),
    Kind.STACK_SHORT: (),
    Kind.STACK_OVER: (),
}
"""For each kind of irregularity, the groups of words that describe a case."""

_LIVES = frozenset({Outcome.DEAD, Outcome.LIVE, Outcome.PENALTY})
_GONE = frozenset({*_LIVES, Outcome.BINDS})
_SHORT = frozenset({Outcome.MADE_FULL, Outcome.CALL, Outcome.CHOOSE})
_COUNTS = frozenset({Outcome.STANDS, Outcome.PENALTY})
_HELD = frozenset({Outcome.DEAD, *_COUNTS})

OUTCOMES: Mapping[Kind, frozenset[Outcome]] = {
    **dict.fromkeys(CASES, _COUNTS),
    **{kind: _HELD for kind in CASES if kind.subject is Subject.DEAL},
    **{kind: _LIVES for kind in CASES if kind.subject is Subject.HAND},
    Kind.DEAL_EXPOSED: _HELD | {Outcome.CHOOSE},
    Kind.DEAL_OFF_TABLE: _HELD | {Outcome.CHOOSE},
    Kind.BLIND_MISSING: frozenset({Outcome.MADE_FULL}),
    Kind.BLIND_SHORT: frozenset({Outcome.MADE_FULL}),
    Kind.BET_OUT_OF_TURN: frozenset(
        {
            Outcome.BINDS,
            Outcome.FREE,
            Outcome.CHECK,
            Outcome.CALL_OR_FOLD,
            Outcome.DEAD,
        }
    ),
    Kind.BET_STRING: frozenset({Outcome.FIRST_MOTION, Outcome.STANDS}),
    Kind.BET_SHORT: _SHORT,
    Kind.BET_SHORT_CALL: _SHORT | {Outcome.FREE},
    Kind.BET_SHORT_RAISE: _SHORT,
    Kind.BET_NOT_MULTIPLE: frozenset(),
    Kind.BET_OVERSIZED: frozenset({Outcome.CALL}),
    Kind.BET_CONTRADICTS: frozenset({Outcome.BINDS}),
    Kind.BET_TAKEN_BACK: frozenset({Outcome.BINDS}),
    Kind.BET_UNPAID: frozenset({Outcome.BINDS}),
    Kind.HAND_CLOCK: frozenset({Outcome.DEAD, Outcome.CHECK}),
    Kind.HAND_MUCK: _GONE,
    Kind.HAND_LINE: _GONE,
    Kind.HAND_TAKEN: _GONE,
}
"""For each kind of irregularity, the outcomes that the engine can carry out itself.

A decision by the floor is possible for every kind, and is not listed.
"""

CARDS: Group = tuple(meant.value for meant in CardsMeant if meant is not CardsMeant.SEAT)
"""The words for cards that can be a step's object; `first` means the first card of the street.

They are explained in `CardsMeant`.
"""

STEPS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(StepWord, ("",)),
    StepWord.TAKE_BACK: ("", *CARDS),
    StepWord.TO_STUB: CARDS,
    StepWord.MIX: (*CARDS, "street+burn"),
    StepWord.BURN: ("", "2", "3"),
    StepWord.DEAL: (*STREETS_DEALT, "seat", *CARDS),
    StepWord.USE_AS_BURN: CARDS,
    StepWord.SET_ASIDE: CARDS,
    StepWord.KEEP: ("", *CARDS),
    StepWord.KILL_HAND: ("", "seat"),
}
"""Every step word and its possible objects; "" means that the word may stand alone."""


def words_of(kind: Kind) -> frozenset[str]:
    """Return the words that may describe an irregularity of this kind; none for an unknown kind."""
    groups = CASES.get(kind, ())
    return frozenset(word for group in groups for word in group) | frozenset(FINER.get(kind, ()))


def groups_of(kind: Kind, spoken: frozenset[str]) -> tuple[Group, ...]:
    """Return the groups of words that distinguish the cases of a kind of irregularity.

    `spoken` is the set of words that the house's remedies use. A group is left out if the remedies
    use none of its words.
    """
    finer = FINER.get(kind, {})
    found = []
    for group in CASES[kind]:
        more = tuple(word for word, wider in finer.items() if wider in group and word in spoken)
        if more or spoken & set(group):
            found.append((*more, *group))
    return tuple(found)


def tags_of(kind: Kind, case: tuple[str, ...]) -> frozenset[str]:
    """Return the words that the engine would report for a case.

    They are the words of the case and, for each specific word, the broader word that includes it.
    """
    finer = FINER.get(kind, {})
    return frozenset(case) | {finer[word] for word in case if word in finer}
