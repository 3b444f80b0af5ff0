"""Hands and ranks spelled out, as spoken at a table: `pair of aces`, `three kings`."""

from collections.abc import Callable

from display.words.locale import N_

RANKS = {
    "2": N_("two"), "3": N_("three"), "4": N_("four"), "5": N_("five"), "6": N_("six"),
    "7": N_("seven"), "8": N_("eight"), "9": N_("nine"), "T": N_("ten"), "J": N_("jack"),
    "Q": N_("queen"), "K": N_("king"), "A": N_("ace"),
}  # fmt: skip
OF_SUIT = {
    "c": N_("{rank} of clubs"), "d": N_("{rank} of diamonds"), "h": N_("{rank} of hearts"),
    "s": N_("{rank} of spades"),
}  # fmt: skip
MANY = {
    "2": N_("twos"), "3": N_("threes"), "4": N_("fours"), "5": N_("fives"), "6": N_("sixes"),
    "7": N_("sevens"), "8": N_("eights"), "9": N_("nines"), "T": N_("tens"), "J": N_("jacks"),
    "Q": N_("queens"), "K": N_("kings"), "A": N_("aces"),
}  # fmt: skip
HIGH = {
    "2": N_("two high"), "3": N_("three high"), "4": N_("four high"), "5": N_("five high"),
    "6": N_("six high"), "7": N_("seven high"), "8": N_("eight high"), "9": N_("nine high"),
    "T": N_("ten high"), "J": N_("jack high"), "Q": N_("queen high"), "K": N_("king high"),
    "A": N_("ace high"),
}  # fmt: skip
ACES = {
    "pair": N_("pair of aces"),
    "three-of-a-kind": N_("three aces"),
    "four-of-a-kind": N_("four aces"),
}
"""The names of hands of aces, for languages that form them differently from other ranks."""

HANDS = {
    "high-card": N_("{rank} high"),
    "pair": N_("pair of {many}"),
    "two-pair": N_("two pair, {many} and {others}"),
    "three-of-a-kind": N_("three {many}"),
    "straight": N_("straight, {high}"),
    "flush": N_("flush, {high}"),
    "full-house": N_("full house, {many} over {others}"),
    "four-of-a-kind": N_("four {many}"),
    "straight-flush": N_("straight flush, {high}"),
    "royal-flush": N_("royal flush"),
}
_TWO_RANKS = frozenset({"two-pair", "full-house"})


def hand_named(name: str, ranks: tuple[str, ...], say: Callable[..., str]) -> str:
    """Return a hand's name with its defining ranks, or "" for an unknown hand.

    `say` translates an English text and fills in its fields. The result is also "" if too few ranks
    are given.
    """
    needed = 2 if name in _TWO_RANKS else 0 if name == "royal-flush" else 1
    if name not in HANDS or len(ranks) < needed:
        return ""
    first, second = (*ranks, "", "")[:2]
    text = ACES[name] if name in ACES and first == "A" else HANDS[name]

    def of(names: dict[str, str], rank: str) -> str:
        return say(names[rank]) if rank in names else rank

    return say(
        text, many=of(MANY, first), others=of(MANY, second), high=of(HIGH, first),
        rank=of(RANKS, first),
    )  # fmt: skip
