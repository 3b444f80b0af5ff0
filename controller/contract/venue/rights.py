"""Permissions in a room: what each role may do. Only requests in `OPEN` need no role."""

from enum import StrEnum

from controller.contract.venue import desk, figures, league, notices
from controller.contract.venue.cash_game import waiting
from controller.contract.venue.floor import clock, members
from controller.contract.venue.kinds import Ask, Do
from controller.contract.venue.prizes import bounties, deals, money
from controller.contract.venue.tournament_formats import days, satellites


class Role(StrEnum):
    """The staff roles in a room."""

    DIRECTOR = "director"
    """Decides everything."""
    FLOOR = "floor"
    """Runs the tables."""
    DESK = "desk"
    """Registers players and seats them."""
    SCREEN = "screen"
    """A screen or a program; it reads public data."""
    PLAYER = "player"
    """Sees only their own page, using the secret in its link."""
    AUDITOR = "auditor"
    """Reads everything and changes nothing."""


Right = type[Do] | type[Ask]

OPEN: frozenset[Right] = frozenset(
    {desk.SignIn, desk.AskMe, members.Declare, waiting.OwnWait, deals.OwnDeal, notices.OwnNotices}
)
"""The requests that need no session, because each contains its own secret."""

_SIGNED_IN: frozenset[Right] = frozenset({
    desk.SignOut, desk.AskSession, desk.AskResults, figures.AskFigures, league.AskLeague,
})  # fmt: skip
_DESK: frozenset[Right] = _SIGNED_IN | {
    desk.Enter, desk.CloseList, desk.DrawSeats, desk.SeatPlayer, desk.AskEntrants,
    desk.AskPersons, desk.AskDraw, members.KeepMember, members.CorrectPerson, members.AskAttendance,
    satellites.AskTickets,
    members.AskNewcomers, members.AskSheet, waiting.KeepList, league.AskPublished,
}  # fmt: skip
_FLOOR: frozenset[Right] = _DESK | {
    desk.OpenTable, desk.Start, desk.Hold, desk.Release, desk.SetHandForHand, desk.MovePlayer,
    desk.Remove, desk.Rebuy, desk.TellTable, desk.Note, desk.AskIncidents, desk.AskIncident,
    desk.AskLog, desk.AskBook, desk.BuyIn, desk.CashOut, members.Announce,
    money.KeepBank, money.AskBank, money.AskDeal, bounties.CloseEnvelopes,
    bounties.DrawEnvelope, bounties.AskBounties, bounties.AskEnvelope, days.AskBags,
}  # fmt: skip

RIGHTS: dict[Role, frozenset[Right]] = {
    Role.DIRECTOR: _FLOOR | {
        members.CorrectResult, league.TakeEvening, desk.OpenTournament, desk.JumpLevel,
        desk.Decide, desk.Forget,
        desk.AskTournaments, clock.MoveClock, clock.UndoClock, days.BringBags,
    },
    Role.FLOOR: _FLOOR,
    Role.DESK: _DESK,
    Role.SCREEN: _SIGNED_IN,
    Role.PLAYER: frozenset(),
    Role.AUDITOR: _SIGNED_IN | {
        desk.AskEntrants, desk.AskPersons, desk.AskLog, desk.AskIncidents, desk.AskIncident,
        desk.AskDraw, desk.AskBook, desk.AskTournaments, members.AskAttendance,
        money.AskBank, money.AskDeal, members.AskNewcomers, members.AskSheet, league.AskPublished,
        bounties.AskBounties, bounties.AskEnvelope, days.AskBags, satellites.AskTickets,
    },
}  # fmt: skip


CLOCK: frozenset[Right] = frozenset({
    desk.JumpLevel, desk.Hold, desk.Release, clock.MoveClock, clock.UndoClock,
})  # fmt: skip
"""The additional rights of a staff member whom the director lets manage the clock."""


def may(role: Role | None, what: Do | Ask, *, keeper: bool = False) -> bool:
    """Return whether a user with this role (None: no role) may perform an action or make a query.

    `keeper` means that the director lets this user manage the clock.
    """
    if type(what) in OPEN:
        return True
    return role is not None and (type(what) in RIGHTS[role] or (keeper and type(what) in CLOCK))
