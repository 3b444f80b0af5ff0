"""Staff statements in a room's scenario: at the desk, and about players' conduct."""

from collections.abc import Callable
from typing import Any

from controller.contract.venue import inputs
from controller.contract.venue.floor.chips import ChipsFound, SatWrongly, StackShort
from controller.contract.venue.floor.conduct import Excuse, Offence, sanction_of
from controller.contract.venue.floor.direction import (
    ClockDelegated,
    ColourUpAsked,
    OffenceReported,
    ReportDismissed,
)
from controller.contract.venue.prizes.registration import (
    BetBehind,
    EntryRefunded,
    RebuyAnnounced,
    RebuyPaid,
)
from controller.contract.venue.seats import Seat

Words = list[str]


def seat_of(words: str) -> Seat:
    """Return the seat written as `3-7` (table 3, seat 7); raises `ValueError`."""
    table, seat = words.split("-")
    return Seat(int(table), int(seat))


def entered(player: str) -> inputs.PlayerEntered:
    """Return the input for the entry of a player who has passed all checks that houses require."""
    return inputs.PlayerEntered(
        player=player, identified=True, of_age=True, receipt=True, membership="number"
    )


class Staff:
    """The statements about staff actions; each applies one input to the room."""

    def __init__(self, tell: Callable[[inputs.AnyRoomInput], None]) -> None:
        self.tell = tell

    def card(self, words: Words) -> None:
        """`card ID CARD`: a player enters, and draws a card for their seat."""
        self.tell(entered(words[0]))
        self.tell(inputs.SeatCardDrawn(player=words[0], card=words[1]))

    def unsold(self, words: Words) -> None:
        """`unsold T-S`: an unsold seat receives its stack."""
        self.tell(inputs.StackUnsold(seat=seat_of(words[0])))

    def stack(self, words: Words) -> None:
        """`stack T-S PIECESxVALUE ...`: the stack at a seat is counted before the start."""
        chips = {int(value): int(n) for n, _, value in (word.partition("x") for word in words[1:])}
        self.tell(inputs.StackCounted(seat=seat_of(words[0]), chips=chips))

    def prizes(self, words: Words) -> None:
        """`prizes POOL SHARE ...`: the prize pool, and each place's share."""
        pool, *shares = map(int, words)
        self.tell(inputs.PrizesPosted(pool=pool, shares=tuple(shares)))

    def deal(self, words: Words) -> None:
        """`deal ID=SHARE ... agreed ID ...`: players agree to share the prizes differently."""
        at = words.index("agreed")
        shares = {who: int(share) for who, _, share in (word.partition("=") for word in words[:at])}
        self.tell(inputs.PrizesShared(shares=shares, agreed=tuple(words[at + 1 :])))

    def cancel(self, words: Words) -> None:
        """`cancel [WHY]`: the tournament ends without a result."""
        self.tell(inputs.TournamentCancelled(why=" ".join(words)))

    def deck(self, words: Words) -> None:
        """`deck T dealer|level|order|player [done]`: a table's deck must be changed, with a reason.

        The reason is the word after T. `done` means that the new deck is in place.
        """
        why: Any = words[1]
        self.tell(inputs.DeckChanged(table=int(words[0]), why=why, done="done" in words))

    def conduct(self, words: Words) -> None:
        """`conduct ID[,ID ...] OFFENCE [SANCTION] [deliberate] [director] [excuse E] ...`.

        An offence by one or more players is recorded, with the sanction imposed or the excuse
        accepted.
        """
        names, offence, *rest = words
        player, *others = names.split(",")
        excuse = rest[rest.index("excuse") + 1] if "excuse" in rest else None
        hand = int(rest[rest.index("hand") + 1]) if "hand" in rest else 0
        sanction = next((word for word in rest if sanction_of(word) is not None), "")
        self.tell(
            inputs.ConductNoted(
                player=player, others=tuple(others), offence=Offence(offence), sanction=sanction,
                deliberate="deliberate" in rest, director="director" in rest, hand=hand,
                bound="bound" in rest,
                excuse=Excuse(excuse) if excuse is not None else None,
            )
        )  # fmt: skip

    def appeal(self, words: Words) -> None:
        """`appeal N`: an appeal is made against incident N."""
        self.tell(inputs.AppealMade(incident=int(words[0])))

    def decide(self, words: Words) -> None:
        """`decide N stands|reversed`: the director decides an appeal."""
        self.tell(inputs.AppealDecided(incident=int(words[0]), stands=words[1] == "stands"))

    def readmit(self, words: Words) -> None:
        """`readmit ID`: an excluded player has reported to the floor."""
        self.tell(inputs.PlayerReadmitted(player=words[0]))

    def refund(self, words: Words) -> None:
        """`refund ID [WHY]`: the director refunds an entry."""
        self.tell(EntryRefunded(player=words[0], why=" ".join(words[1:])))

    def announces(self, words: Words) -> None:
        """`announces ID CHIPS`: a player announces a rebuy before paying for it."""
        self.tell(RebuyAnnounced(player=words[0], chips=int(words[1])))

    def pays(self, words: Words) -> None:
        """`pays ID`: an announced rebuy is paid."""
        self.tell(RebuyPaid(player=words[0]))

    def bets(self, words: Words) -> None:
        """`bets ID CHIPS`: a player has bet this many chips in the current hand."""
        self.tell(BetBehind(player=words[0], chips=int(words[1])))

    def adds(self, words: Words) -> None:
        """`adds ID CHIPS`: a seated player takes the add-on."""
        self.tell(inputs.ChipsBought(player=words[0], chips=int(words[1]), addon=True))

    def delegate(self, words: Words) -> None:
        """`delegate NAME [off]`: the director delegates the clock to a member of staff."""
        self.tell(ClockDelegated(to=words[0], on="off" not in words))

    def colours(self, words: Words) -> None:
        """`colours CHIP INTO ID ...`: the director has some players' chips exchanged."""
        chip, into, *players = words
        self.tell(ColourUpAsked(players=tuple(players), chip=int(chip), into=int(into)))

    def reports(self, words: Words) -> None:
        """`reports ID OFFENCE [BY]`: a player's offence is reported to the floor."""
        by = words[2] if len(words) > 2 else ""
        self.tell(OffenceReported(player=words[0], offence=Offence(words[1]), by=by))

    def dismiss(self, words: Words) -> None:
        """`dismiss ID`: the floor looks into a report and dismisses it."""
        self.tell(ReportDismissed(player=words[0]))

    def short(self, words: Words) -> None:
        """`short ID CHIPS`: a count finds this many chips missing from a stack."""
        self.tell(StackShort(player=words[0], chips=int(words[1])))

    def turns_up(self, words: Words) -> None:
        """`turns-up CHIPS [ID]`: chips have been found; ID is the owner, if known."""
        whose = words[1] if len(words) > 1 else ""
        self.tell(ChipsFound(chips=int(words[0]), whose=whose))

    def wrongly(self, words: Words) -> None:
        """`wrongly ID T-S`: a player has played in this wrong seat, and moves to their own."""
        self.tell(SatWrongly(player=words[0], seat=seat_of(words[1])))

    def redraw(self, words: Words) -> None:
        """`redraw [CARD ...]`: the director redraws all seats, in card order if cards are given."""
        self.tell(inputs.RedrawAsked(cards=tuple(words)))
