"""How an evening is run: who keeps the clock, what is reported, who draws a seat first."""

from controller.contract.venue.floor.conduct import Offence
from controller.contract.venue.kinds import RoomEvent, RoomInput, RoomOrder


class ClockDelegated(RoomInput, frozen=True, tag="clock-delegated"):
    """The director has somebody of the staff keep the clock too, or (`on` false) no longer."""

    to: str = ""
    on: bool = True


class OffenceReported(RoomInput, frozen=True, tag="offence-reported"):
    """Somebody at a table reports what a player there does; `by` is the player who does, if any."""

    player: str = ""
    offence: Offence = Offence.DEVICE
    by: str = ""


class ReportDismissed(RoomInput, frozen=True, tag="report-dismissed"):
    """The floor has looked at a report, and nothing was wrong."""

    player: str = ""


class ColourUpAsked(RoomInput, frozen=True, tag="colour-up-asked"):
    """The director has chips of one value exchanged for larger ones, at some players' seats."""

    players: tuple[str, ...] = ()
    chip: int = 0
    into: int = 0


class ColourUpTold(RoomEvent, frozen=True, tag="colour-up.told"):
    """These players' chips of one value are exchanged for larger ones; the rest stay in play."""

    players: tuple[str, ...]
    chip: int
    into: int
    article: str


class ClockKeeper(RoomEvent, frozen=True, tag="clock.delegated"):
    """Somebody of the staff keeps the clock, or no longer."""

    to: str
    on: bool
    article: str


class OffenceTold(RoomEvent, frozen=True, tag="offence.reported"):
    """The floor is to look at what a player does; `place` in their list from 1."""

    player: str
    offence: Offence
    by: str
    article: str
    place: int = 1


class ReportClosed(RoomEvent, frozen=True, tag="report.closed"):
    """The floor has looked; `booked` is the incident that came of it, 0 for none."""

    player: str
    booked: int = 0


class SeatCardsOrdered(RoomEvent, frozen=True, tag="seat-cards.ordered"):
    """The cards that were dealt to players before seats are drawn anew: the highest draws first."""

    cards: dict[str, str]
    order: tuple[str, ...]
    article: str


class TimeShortened(RoomEvent, frozen=True, tag="time.shortened"):
    """A player who abused the time has less of it from now on."""

    player: str
    seconds: int
    article: str


class LimitTime(RoomOrder, frozen=True, tag="limit-time"):
    """Let the clock run for so many seconds only, when it is called on this seat."""

    seat: int
    player: str
    seconds: int


class DeckChange(RoomEvent, frozen=True, tag="deck.changed"):
    """A table plays with another deck from its next hand on."""

    table: int
    why: str
    article: str


class StreetReleased(RoomEvent, frozen=True, tag="street.released"):
    """Every table has ended its betting round: those that still play deal their next street."""

    tables: tuple[int, ...]
