"""Who is signed in at a table's page: sessions, which live as long as the caretaker does."""

import secrets
from collections import OrderedDict
from typing import Final

import msgspec

from controller.page.caretaking.asks import Role

SESSION_S: Final = 12 * 3600.0
MOST: Final = 200


class Session(msgspec.Struct, frozen=True):
    """Somebody who is signed in: as whom, and until when (s of a clock that never goes back)."""

    role: Role
    until: float


class Sessions:
    """All sessions; the oldest goes when there are too many.

    One is the floor's by badge or PIN at a time: the table knows one word of the page's, and it is
    the last one's that was opened.
    """

    def __init__(self) -> None:
        self._open: OrderedDict[str, Session] = OrderedDict()

    def begin(self, role: Role, now: float) -> str:
        """Sign somebody in; give the secret of their session."""
        if role is Role.FLOOR:
            for one in [key for key, known in self._open.items() if known.role is role]:
                del self._open[one]
        secret = secrets.token_urlsafe(24)
        self._open[secret] = Session(role, now + SESSION_S)
        if len(self._open) > MOST:
            self._open.popitem(last=False)
        return secret

    def role(self, secret: str, now: float) -> Role | None:
        """Return as whom a session is signed in, None for one that there is not any more."""
        known = self._open.get(secret)
        if known is None or now >= known.until:
            self.end(secret)
            return None
        return known.role

    def end(self, secret: str) -> None:
        """Sign somebody out."""
        self._open.pop(secret, None)

    def end_all(self) -> None:
        """Sign everybody out."""
        self._open.clear()
