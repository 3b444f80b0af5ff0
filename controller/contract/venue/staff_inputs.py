"""Two sets of inputs: those that the floor may record, and decisions made by the director."""

from controller.contract.venue import inputs as i
from controller.contract.venue.cash_game.waiting import TableFeeds
from controller.contract.venue.floor.chips import ChipsFound, SatWrongly, StackShort
from controller.contract.venue.floor.direction import (
    ClockDelegated,
    ColourUpAsked,
    OffenceReported,
    ReportDismissed,
)
from controller.contract.venue.floor.undoing import DeedUndone
from controller.contract.venue.prizes.bounties import HeadDecided
from controller.contract.venue.prizes.deals import DealAnswered, DealProposed
from controller.contract.venue.prizes.registration import (
    AddOnForAll,
    BonusGiven,
    EntryRefunded,
    RebuyAnnounced,
    RebuyPaid,
)
from controller.contract.venue.tournament_formats.days import BagOpened, DayEnds, StackBagged
from controller.contract.venue.tournament_formats.games import GameChosen, GameSet
from controller.contract.venue.tournament_formats.satellites import LastSeatsDecided

FloorWord = (
    i.ConductNoted | i.AppealMade | i.PlayerReadmitted | i.SmallChipsCounted | i.SmallChipsFound
    | i.SeatCardDrawn | i.StackUnsold | i.StackCounted | i.DeckChanged | i.MoveAnswered
    | i.MoveCalledOff | OffenceReported | ReportDismissed | RebuyAnnounced
    | RebuyPaid | ChipsFound | SatWrongly | StackShort | TableFeeds | HeadDecided
    | DealAnswered | AddOnForAll | BonusGiven | DeedUndone | GameChosen
    | StackBagged | BagOpened
)  # fmt: skip
DirectorWord = (
    ColourUpAsked | i.ConductNoted | i.AppealDecided | i.RedrawAsked | i.PrizesPosted
    | i.PrizesShared | DealProposed | i.TournamentCancelled | ClockDelegated | EntryRefunded
    | GameSet | DayEnds | LastSeatsDecided
)  # fmt: skip
