"""Sessions of visitors signed in to a table's page; none outlasts the caretaker process."""

import secrets
from collections import OrderedDict
from typing import Final

from controller.table_page.caretaker.asks import Role

SESSION_S: Final = 12 * 3600.0
MOST: Final = 200


class Sessions:
    """All current sessions; if there are too many, the oldest is dropped.

    Only one session at a time has the floor's role, because the table accepts a single floor
    session from the page. Beginning another one ends the first.
    """

    def __init__(self) -> None:
        # The visitor's role, and when the session ends (in seconds of a monotonic clock).
        self._open: OrderedDict[str, tuple[Role, float]] = OrderedDict()

    def begin(self, role: Role, now: float) -> str:
        """Begin a session at the time `now` (s); return its secret."""
        if role is Role.FLOOR:
            for one in [key for key, (known, _) in self._open.items() if known is role]:
                del self._open[one]
        secret = secrets.token_urlsafe(24)
        self._open[secret] = (role, now + SESSION_S)
        if len(self._open) > MOST:
            self._open.popitem(last=False)
        return secret

    def role(self, secret: str, now: float) -> Role | None:
        """Return the role of the session with this secret, or None if it no longer exists."""
        role, until = self._open.get(secret, (None, now))
        if now >= until:
            self.end(secret)
            return None
        return role

    def end(self, secret: str) -> None:
        """End a session."""
        self._open.pop(secret, None)

    def end_all(self) -> None:
        """End all sessions."""
        self._open.clear()
