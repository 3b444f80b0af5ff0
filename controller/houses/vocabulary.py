"""The words of a house file's remedies: kinds, cases, steps and cards.

The engine and the house files speak these words to each other; a word that is not here is a
typo. Who teaches the engine a new word adds it here.
"""

from collections.abc import Mapping

Group = tuple[str, ...]
"""Words of which exactly one holds in any case."""

STREET: Group = ("flop", "turn", "river")
ACTED: Group = ("not-acted", "acted")
ORDER: Group = ("order-known", "order-unknown")
BURNED: Group = ("burned", "not-burned")
PLACE: Group = ("before-board", "on-board")
WINDOW: Group = ("in-time", "late")
DEALING: Group = ("dealing", "dealt")
WHICH: Group = ("first-two", "later")
HOW_MANY: Group = ("only-one", "second")
WHOSE: Group = ("dealer-own", "not-dealer")
BY: Group = ("by-dealer", "by-player")
TO: Group = ("to-first", "to-other")
EXTRA: Group = ("one", "more")
SHORT: Group = ("button", "not-button")
FLASHED: Group = ("turned-up", "flashed", "stub", "burn", "muck")
TURNED_UP: Group = ("turned-up",)
TOUCHED: Group = ("untouched", "touched")
WAY: Group = ("to-board", "from-board")
BEFORE: Group = ("before-action", "after-action")
STANDING: Group = ("to-act", "acted", "all-in", "showdown", "folded")
OVER: Group = ("running", "over")
CLOCK: Group = ("facing-bet", "unopened")
MUCKED: Group = ("showdown", "all-in", "out-of-turn")
TURN: Group = ("in-turn", "out-of-turn")
TAKEN: Group = ("uncalled", "called", "tabled")
WHOM: Group = ("to-player", "to-outsider")
NOTICED: Group = ("between-hands", "next-hand", "substantial-action")
SAID: Group = ("announced", "silent")
HALF: Group = ("half", "less-than-half")
PLAYERS: Group = ("heads-up", "several")
FACING: Group = ("opening", "raised")
MOTION: Group = ("call-then-raise", "after-action", "other-motions")
ACTION: Group = ("passive", "raise")
SKIPPED: Group = ("skipped-checks", "skipped-raises", "skipped-calls", "skipped-folds")
BY_THREE: Group = ("skipped-by-three", "skipped-by-fewer")
OPENED: Group = ("opened", "unopened")
CHANGED: Group = ("unchanged", "changed")
ALL_IN: Group = ("not-all-in", "all-in")

UNSAID = frozenset({"silent", "other-motions", "not-all-in", "running", "skipped-by-fewer"})
"""Words for what holds when nothing else of their group does.

The engine never says them: a house file has the row without a word behind the others.
"""

FINER: Mapping[str, Mapping[str, str]] = {
    "bet.out-of-turn": {
        "fold": "passive", "check": "passive", "call": "passive", "bet": "raise", "all-in": "raise",
    },
}  # fmt: skip
"""Words that say more of a case than one of its groups does, each with that wider word."""

_BOARD = (STREET, ACTED, ORDER, BURNED, PLACE)
_DEALT = (WINDOW, BY, WHICH, HOW_MANY, WHOSE, DEALING, TOUCHED)
_OFF_TABLE = (*_DEALT, TURNED_UP)
_EXPOSED = (*_DEALT, FLASHED)

CASES: Mapping[str, tuple[Group, ...]] = {
    "deal.wrong-seat": (WINDOW,),
    "deal.order": (WINDOW,),
    "deal.skipped": (WINDOW,),
    "deal.not-entitled": (WINDOW,),
    "deal.too-few": (WINDOW, SHORT, EXTRA),
    "deal.too-many": (WINDOW, TO, EXTRA, DEALING),
    "deal.mixed": (WINDOW, DEALING),
    "deal.exposed": _EXPOSED,
    "deal.off-table": _OFF_TABLE,
    "deck.double": (WINDOW,),
    "deck.stranger": (WINDOW,),
    "deck.missing": (WINDOW,),
    "deck.count": (WINDOW,),
    "board.no-burn": _BOARD,
    "board.extra-burn": _BOARD,
    "board.premature": _BOARD,
    "board.extra-card": (*_BOARD, OVER),
    "board.misplaced": (*_BOARD, WAY),
    "button.wrong": (BEFORE,),
    "blind.missing": (BEFORE,),
    "blind.wrong-seat": (BEFORE,),
    "blind.short": (BEFORE,),
    "bet.out-of-turn": (ACTION, SKIPPED, CHANGED, BY_THREE, OPENED),
    "bet.string": (MOTION,),
    "bet.short": (SAID,),
    "bet.short-call": (SAID, PLAYERS, FACING),
    "bet.short-raise": (SAID, HALF),
    "bet.not-multiple": (SAID,),
    "bet.oversized": (CLOCK,),
    "bet.contradicts": (SAID,),
    "bet.taken-back": (SAID,),
    "bet.splashed": (),
    "bet.foreign": (),
    "bet.hidden": (ALL_IN,),
    "hand.absent": (),
    "hand.left": (STANDING,),
    "hand.phone": (STANDING,),
    "hand.clock": (CLOCK,),
    "hand.muck": (MUCKED,),
    "hand.line": (TURN,),
    "hand.taken": (TAKEN,),
    "hand.count": (WINDOW, TO, EXTRA, DEALING),
    "hand.mixed": (WINDOW, DEALING),
    "hand.shown": (STANDING, WHOM),
    "pot.wrong": (NOTICED,),
}
"""What can go wrong, and for each kind the groups of words that describe the case."""

CARDS: Group = ("street", "first", "last", "extra", "burn", "street+burn", "left", "card")
"""What a step can be about: see the comment in the house files."""

STREETS_DEALT: Group = ("flop", "turn", "river")

STEPS: Mapping[str, tuple[str, ...]] = {
    "take_back": ("", *CARDS),
    "to_stub": CARDS,
    "shuffle": ("",),
    "mix": (*CARDS, "street+burn"),
    "cut": ("",),
    "burn": ("", "2", "3"),
    "deal": (*STREETS_DEALT, "seat", *CARDS),
    "use_as_burn": CARDS,
    "set_aside": CARDS,
    "keep": ("", *CARDS),
    "finish_deal": ("",),
    "finish_round": ("",),
    "void_hand": ("",),
    "return_bets": ("",),
    "kill_hand": ("", "seat"),
    "floor_decides": ("",),
}
"""Every step word, and what may stand behind it ("" is nothing)."""


def words_of(kind: str) -> frozenset[str]:
    """Return the words that can describe a case of a kind; none for a kind that is not known."""
    groups = CASES.get(kind, ())
    return frozenset(word for group in groups for word in group) | frozenset(FINER.get(kind, ()))


def groups_of(kind: str, spoken: frozenset[str]) -> tuple[Group, ...]:
    """Return the groups that tell cases of a kind apart for whoever speaks these words."""
    finer = FINER.get(kind, {})
    found = []
    for group in CASES[kind]:
        more = tuple(word for word, wider in finer.items() if wider in group and word in spoken)
        if more or spoken & set(group):
            found.append((*more, *group))
    return tuple(found)


def tags_of(kind: str, case: tuple[str, ...]) -> frozenset[str]:
    """Return the words that the engine would say of a case: what a finer word means, too."""
    finer = FINER.get(kind, {})
    return frozenset(case) | {finer[word] for word in case if word in finer}
