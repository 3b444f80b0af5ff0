"""Statements about bounties and prize deals in a room's scenario."""

from typing import Final

from controller.contract.venue.prizes.bounties import EnvelopeDrawn, HeadDecided, PotResult
from controller.contract.venue.prizes.deals import DealAnswered, DealProposed
from controller.contract.venue.prizes.registration import AddOnForAll, BonusGiven
from controller.venue.scenarios.staff import Inputs, Words, amounts


def pots_of(words: Words) -> tuple[Words, tuple[PotResult, ...]]:
    """Return the words before `pots`, and the pots that the words after it describe.

    A pot is written as `1,2,3:2=9000,3=100`: seats 1 to 3 could win it; seat 2 won 9000 of
    its chips, and seat 3 won 100.
    """
    if "pots" not in words:
        return words, ()
    at = words.index("pots")
    return words[:at], tuple(map(_pot, words[at + 1 :]))


def _pot(word: str) -> PotResult:
    seats, _, won = word.partition(":")
    pairs = (one.split("=") for one in won.split(","))
    return PotResult(tuple(map(int, seats.split(","))), {int(seat): int(n) for seat, n in pairs})


def _offer(words: Words) -> DealProposed:
    at = words.index("left") if "left" in words else len(words)
    return DealProposed(shares=amounts(words[:at]), left=tuple(map(int, words[at + 1 :])))


PRIZES: Final[Inputs] = {
    # The floor decides who knocked out a player. Each BY is a player who wins a share of the
    # bounty, in proportion to their PARTS.
    "put-out ID BY=PARTS ...": lambda words: HeadDecided(player=words[0], parts=amounts(words[1:])),
    # An envelope is drawn for a player who was knocked out. SECRET (hex) and the text of a witness
    # in the room determine which one.
    "envelope ID SECRET [WITNESS]": lambda words: EnvelopeDrawn(
        player=words[0], secret=words[1], witness=words[2] if len(words) > 2 else ""
    ),
    "offer ID=SHARE ... [left N ...]": _offer,
    "accepts ID": lambda words: DealAnswered(player=words[0]),
    "turns-down ID": lambda words: DealAnswered(player=words[0], agrees=False),
    "all-add CHIPS [but ID ...]": lambda words: AddOnForAll(
        chips=int(words[0]), but=tuple(words[2:])
    ),
    "bonus ID WORD": lambda words: BonusGiven(player=words[0], bonus=words[1]),
}
"""The statements about bounties, deals and extra chips."""
