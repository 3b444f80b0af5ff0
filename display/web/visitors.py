"""Visitors to a page: signed-in staff, or anyone else.

The room's core process makes the final decision on what a visitor may do.
"""

import time
from collections import OrderedDict
from typing import Final

import msgspec
from starlette.requests import Request

from controller.contract.venue.desk import AskSession, SignedIn
from controller.contract.venue.rights import CLOCK, RIGHTS, Right, Role
from display.web.live.core_requests import CoreAway, DeskLine, Refused

COOKIE: Final = "session"
COOKIE_S: Final = 12 * 3600
FRESH_S: Final = 10.0
"""How many seconds the core process's answer about a session is cached."""

MOST_KNOWN: Final = 500


class Visitor(msgspec.Struct, frozen=True):
    """A visitor to a page; `role` is None if they are not signed in."""

    name: str = ""
    role: Role | None = None
    session: str = ""
    keeps_clock: bool = False

    def may(self, right: Right) -> bool:
        """Return whether the visitor's role allows an action or request.

        A visitor in charge of the clock may also perform the clock's actions. The core process
        makes the final decision.
        """
        if self.keeps_clock and right in CLOCK:
            return True
        return self.role is not None and right in RIGHTS[self.role]


NOBODY: Final = Visitor()


class Visitors:
    """The visitors whose sessions are known; each is cached for a few seconds."""

    def __init__(self, line: DeskLine) -> None:
        self._line = line
        self._known: OrderedDict[str, tuple[float, Visitor]] = OrderedDict()

    async def of(self, request: Request) -> Visitor:
        """Return the visitor who sent a request.

        If the core process does not answer, the visitor last known for the session is returned. If
        there is no valid session, the visitor is `NOBODY`.
        """
        session = request.cookies.get(COOKIE, "")
        if not session or len(session) > 200 or not session.isascii():
            return NOBODY
        at, known = self._known.get(session, (0.0, NOBODY))
        if at and time.monotonic() - at < FRESH_S:
            return known
        try:
            told = await self._line.ask(AskSession(), SignedIn, session)
        except Refused:
            self._known.pop(session, None)
            return NOBODY
        except CoreAway:
            return known
        return self.remember(told)

    def remember(self, told: SignedIn) -> Visitor:
        """Store and return the visitor that the core process reported for a session."""
        role = Role(told.role) if told.role in Role.__members__.values() else None
        visitor = Visitor(told.name, role, told.session, told.keeps_clock)
        self._known[told.session] = (time.monotonic(), visitor)
        self._known.move_to_end(told.session)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return visitor

    def forget(self, session: str) -> None:
        """Remove a session from the cache."""
        self._known.pop(session, None)
