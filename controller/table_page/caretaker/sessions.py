"""Sessions of visitors signed in to a table's page; none outlasts the caretaker process."""

import secrets
from collections import OrderedDict
from typing import Final

import msgspec

from controller.table_page.caretaker.asks import Role

SESSION_S: Final = 12 * 3600.0
MOST: Final = 200


class Session(msgspec.Struct, frozen=True):
    """A session: the visitor's role, and when it ends (in seconds of a monotonic clock)."""

    role: Role
    until: float


class Sessions:
    """All current sessions; if there are too many, the oldest is dropped.

    Only one session at a time has the floor's role, because the table accepts a single floor
    session from the page. Beginning another one ends the first.
    """

    def __init__(self) -> None:
        self._open: OrderedDict[str, Session] = OrderedDict()

    def begin(self, role: Role, now: float) -> str:
        """Begin a session at the time `now` (s); return its secret."""
        if role is Role.FLOOR:
            for one in [key for key, known in self._open.items() if known.role is role]:
                del self._open[one]
        secret = secrets.token_urlsafe(24)
        self._open[secret] = Session(role, now + SESSION_S)
        if len(self._open) > MOST:
            self._open.popitem(last=False)
        return secret

    def role(self, secret: str, now: float) -> Role | None:
        """Return the role of the session with this secret, or None if it no longer exists."""
        known = self._open.get(secret)
        if known is None or now >= known.until:
            self.end(secret)
            return None
        return known.role

    def end(self, secret: str) -> None:
        """End a session."""
        self._open.pop(secret, None)

    def end_all(self) -> None:
        """End all sessions."""
        self._open.clear()
