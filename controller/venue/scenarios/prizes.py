"""Bounty and deal statements in a room's scenario."""

from collections.abc import Callable

from controller.contract.venue import inputs
from controller.contract.venue.prizes.bounties import EnvelopeDrawn, HeadDecided, PotResult
from controller.contract.venue.prizes.deals import DealAnswered, DealProposed
from controller.contract.venue.prizes.registration import AddOnForAll, BonusGiven
from controller.venue.rules.books.room import Room
from controller.venue.scenarios.staff import Words


def pots_of(words: Words) -> tuple[Words, tuple[PotResult, ...]]:
    """Return the words before `pots`, and the pots that the words after it describe.

    A pot is written as `1,2,3:2=9000,3=100`: seats 1 to 3 could win it; seat 2 won 9000 chips of
    it, and seat 3 won 100.
    """
    if "pots" not in words:
        return words, ()
    at = words.index("pots")
    return words[:at], tuple(map(_pot, words[at + 1 :]))


def _pot(word: str) -> PotResult:
    seats, _, won = word.partition(":")
    pairs = (one.split("=") for one in won.split(","))
    return PotResult(tuple(map(int, seats.split(","))), {int(seat): int(n) for seat, n in pairs})


class Prizes:
    """The statements for bounties, deals and extra chips."""

    def __init__(
        self, tell: Callable[[inputs.AnyRoomInput], None], room: Callable[[], Room]
    ) -> None:
        self.tell = tell
        self.room = room

    def put_out(self, words: Words) -> None:
        """`put-out ID BY=PARTS ...`: the floor decides who knocked out a player.

        Each BY is a player who wins a share of the bounty, in proportion to their PARTS.
        """
        parts = {who: int(part) for who, _, part in (word.partition("=") for word in words[1:])}
        self.tell(HeadDecided(player=words[0], parts=parts))

    def envelope(self, words: Words) -> None:
        """`envelope ID SECRET [WITNESS]`: an envelope is drawn for a player who was knocked out.

        SECRET (hex) and the text of a witness in the room determine which one.
        """
        witness = words[2] if len(words) > 2 else ""
        self.tell(EnvelopeDrawn(player=words[0], secret=words[1], witness=witness))

    def offer(self, words: Words) -> None:
        """`offer ID=SHARE ... [left N ...]`: a deal is proposed; N are amounts left to play for."""
        at = words.index("left") if "left" in words else len(words)
        shares = {who: int(share) for who, _, share in (word.partition("=") for word in words[:at])}
        self.tell(DealProposed(shares=shares, left=tuple(map(int, words[at + 1 :]))))

    def accepts(self, words: Words) -> None:
        """`accepts ID`: a player agrees to the proposed deal."""
        self.tell(DealAnswered(player=words[0]))

    def turns_down(self, words: Words) -> None:
        """`turns-down ID`: a player rejects the proposed deal."""
        self.tell(DealAnswered(player=words[0], agrees=False))

    def all_add(self, words: Words) -> None:
        """`all-add CHIPS [but ID ...]`: every remaining player takes an add-on of CHIPS chips."""
        self.tell(AddOnForAll(chips=int(words[0]), but=tuple(words[2:])))

    def bonus(self, words: Words) -> None:
        """`bonus ID WORD`: a player receives the chips of the bonus named WORD."""
        self.tell(BonusGiven(player=words[0], bonus=words[1]))

    def expect_head(self, words: Words) -> str:
        """`expect head ID WORTH [won N]`: the bounty on a player, and the amount they have won."""
        heads = self.room().heads
        found = [str(heads.on.get(words[0], 0)), "won", str(heads.won.get(words[0], 0))]
        return "" if found[: len(words) - 1] == words[1:] else " ".join(found)
