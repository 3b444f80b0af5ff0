"""What staff say in a room's scenario: at the desk, and of what players do."""

from collections.abc import Callable
from typing import Any

from controller.contract.venue import inputs
from controller.contract.venue.conduct import Excuse, Offence, sanction_of
from controller.contract.venue.seats import Seat

Words = list[str]


def seat_of(words: str) -> Seat:
    """Return the seat that is written `3-7`; raises `ValueError`."""
    table, seat = words.split("-")
    return Seat(int(table), int(seat))


class Staff:
    """The statements of staff: each tells what happens."""

    def __init__(self, tell: Callable[[inputs.AnyRoomInput], None]) -> None:
        self.tell = tell

    def card(self, words: Words) -> None:
        """`card ID CARD`: a player enters, and draws a card that gives them a seat."""
        self.tell(inputs.PlayerEntered(player=words[0], identified=True))
        self.tell(inputs.SeatCardDrawn(player=words[0], card=words[1]))

    def unsold(self, words: Words) -> None:
        """`unsold T-S`: a seat that nobody has bought gets its stack."""
        self.tell(inputs.StackUnsold(seat=seat_of(words[0])))

    def stack(self, words: Words) -> None:
        """`stack T-S PIECESxVALUE ...`: what lies at a seat before the start was counted."""
        chips = {int(value): int(n) for n, _, value in (word.partition("x") for word in words[1:])}
        self.tell(inputs.StackCounted(seat=seat_of(words[0]), chips=chips))

    def prizes(self, words: Words) -> None:
        """`prizes POOL SHARE ...`: the prize pool, and what places get of it."""
        pool, *shares = map(int, words)
        self.tell(inputs.PrizesPosted(pool=pool, shares=tuple(shares)))

    def deal(self, words: Words) -> None:
        """`deal ID=SHARE ... agreed ID ...`: players share the prizes otherwise."""
        at = words.index("agreed")
        shares = {who: int(share) for who, _, share in (word.partition("=") for word in words[:at])}
        self.tell(inputs.PrizesShared(shares=shares, agreed=tuple(words[at + 1 :])))

    def cancel(self, words: Words) -> None:
        """`cancel [WHY]`: the tournament ends without a result."""
        self.tell(inputs.TournamentCancelled(why=" ".join(words)))

    def deck(self, words: Words) -> None:
        """`deck T dealer|level|order|player [done]`: another deck is brought, or lies there now."""
        why: Any = words[1]
        self.tell(inputs.DeckChanged(table=int(words[0]), why=why, done="done" in words))

    def conduct(self, words: Words) -> None:
        """`conduct ID[,ID ...] OFFENCE [SANCTION] [deliberate] [director] [excuse E] [hand N]`."""
        names, offence, *rest = words
        player, *others = names.split(",")
        excuse = rest[rest.index("excuse") + 1] if "excuse" in rest else None
        hand = int(rest[rest.index("hand") + 1]) if "hand" in rest else 0
        sanction = next((word for word in rest if sanction_of(word) is not None), "")
        self.tell(
            inputs.ConductNoted(
                player=player, others=tuple(others), offence=Offence(offence), sanction=sanction,
                deliberate="deliberate" in rest, director="director" in rest, hand=hand,
                excuse=Excuse(excuse) if excuse is not None else None,
            )
        )  # fmt: skip

    def appeal(self, words: Words) -> None:
        """`appeal N`: somebody appeals against the incident of this number."""
        self.tell(inputs.AppealMade(incident=int(words[0])))

    def decide(self, words: Words) -> None:
        """`decide N stands|reversed`: the director decides an appeal."""
        self.tell(inputs.AppealDecided(incident=int(words[0]), stands=words[1] == "stands"))

    def readmit(self, words: Words) -> None:
        """`readmit ID`: a player who was excluded has reported to the floor."""
        self.tell(inputs.PlayerReadmitted(player=words[0]))
