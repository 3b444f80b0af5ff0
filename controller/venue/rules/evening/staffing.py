"""The director's delegation of the clock to other staff, and reports of offences to the floor."""

from controller.contract.venue.floor.conduct import Offence
from controller.contract.venue.floor.direction import (
    ClockDelegated,
    ClockKeeper,
    OffenceReported,
    OffenceTold,
    ReportClosed,
)
from controller.venue.rules.books.work import Work, needed, refuse_if
from controller.venue.rules.tournament import ConductRule


def delegate(work: Work, said: ClockDelegated) -> None:
    """Allow a staff member to control the clock, or withdraw that permission."""
    rule, keepers = work.rules.penalties.delegated_clock, work.room.keepers
    refuse_if(not rule.value, "clock-is-the-directors")
    refuse_if((said.to in keepers) == said.on or not said.to, "nothing-changes")
    others = tuple(one for one in keepers if one != said.to)
    work.change(keepers=(*others, said.to) if said.on else others)
    work.say(ClockKeeper(said.to, said.on, rule.article))


def rule_on(work: Work, offence: Offence) -> ConductRule:
    """Return the house's rule on an offence; raises `Refused` if it has none."""
    found = (one for one in work.rules.conduct if one.offence is offence)
    return needed(next(found, None), "not-in-this-house")


def report(work: Work, said: OffenceReported) -> None:
    """Put a report about a seated player on the floor's list, until the floor has dealt with it.

    Reports of urgent offences come first.
    """
    player = work.player(said.player)
    refuse_if(player.seat is None or player.standing != "seated", "not-seated")
    known = rule_on(work, said.offence)
    refuse_if(player.id in work.room.reports, "reported-already")
    reports, urgent = work.room.reports, work.room.urgent
    at = len(urgent) if known.first else len(reports)
    work.change(
        reports=(*reports[:at], player.id, *reports[at:]),
        urgent=(*urgent, player.id) if known.first else urgent,
    )
    article = known.report or known.article
    work.say(OffenceTold(player.id, said.offence, said.by, article, at + 1))


def close(work: Work, player: str, booked: int = 0) -> None:
    """Take the report about a player off the floor's list.

    `booked` is the number of the incident recorded for the report, or 0 for none.
    """
    refuse_if(player not in work.room.reports, "nothing-reported")
    work.change(
        reports=tuple(one for one in work.room.reports if one != player),
        urgent=tuple(one for one in work.room.urgent if one != player),
    )
    work.say(ReportClosed(player, booked))
