"""Messages for running an evening: the clock, offences, colour-ups and the seat draw."""

from controller.contract.venue.floor.conduct import Offence
from controller.contract.venue.kinds import RoomEvent, RoomInput, RoomOrder


class ClockDelegated(RoomInput, frozen=True, tag="clock-delegated"):
    """The director lets a staff member manage the clock or, if `on` is false, no longer does."""

    to: str = ""
    on: bool = True


class OffenceReported(RoomInput, frozen=True, tag="offence-reported"):
    """A player at a table has been reported; `by` is the player who reported them, if any."""

    player: str = ""
    offence: Offence = Offence.DEVICE
    by: str = ""


class ReportDismissed(RoomInput, frozen=True, tag="report-dismissed"):
    """The floor has checked a report and found nothing wrong."""

    player: str = ""


class ColourUpAsked(RoomInput, frozen=True, tag="colour-up-asked"):
    """The director orders a colour-up of one chip value for some of the players."""

    players: tuple[str, ...] = ()
    chip: int = 0
    into: int = 0


class ColourUpTold(RoomEvent, frozen=True, tag="colour-up.told"):
    """These players' chips of one value will be exchanged for larger ones.

    Other players' chips of that value stay in play.
    """

    players: tuple[str, ...]
    chip: int
    into: int
    article: str


class ClockKeeper(RoomEvent, frozen=True, tag="clock.delegated"):
    """A staff member may now manage the clock or, if `on` is false, no longer may."""

    to: str
    on: bool
    article: str


class OffenceTold(RoomEvent, frozen=True, tag="offence.reported"):
    """A report that the floor must check; `place` is its position in the queue, from 1."""

    player: str
    offence: Offence
    by: str
    article: str
    place: int = 1


class ReportClosed(RoomEvent, frozen=True, tag="report.closed"):
    """The floor has checked a report; `booked` is the resulting incident, or 0 for none."""

    player: str
    booked: int = 0


class SeatCardsOrdered(RoomEvent, frozen=True, tag="seat-cards.ordered"):
    """Each player has been dealt a card before a redraw or a table break.

    Players draw their new seats in the `order` of these cards, highest first.
    """

    cards: dict[str, str]
    order: tuple[str, ...]
    article: str


class TimeShortened(RoomEvent, frozen=True, tag="time.shortened"):
    """A player who abused the clock has a shorter time limit from now on: `seconds`."""

    player: str
    seconds: int
    article: str


class LimitTime(RoomOrder, frozen=True, tag="limit-time"):
    """Limit the time that a seat's player has when the clock is called on them."""

    seat: int
    player: str
    seconds: int


class DeckChange(RoomEvent, frozen=True, tag="deck.changed"):
    """A table plays with a different deck, starting with its next hand."""

    table: int
    why: str
    article: str


class StreetReleased(RoomEvent, frozen=True, tag="street.released"):
    """The next street may be dealt, because every table has finished its betting round."""

    tables: tuple[int, ...]
