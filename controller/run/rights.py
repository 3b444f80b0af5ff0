"""Who may have a table do what: by a token, and at its own screen by the floor's badge or PIN."""

import time
from collections.abc import Callable, Collection

import msgspec

from controller.contract.commands import Lock, Request, Unlock
from controller.contract.scans import BadgeTag
from controller.run.floor_pin import FloorLock
from controller.run.requests import Refusal, Tokens


class Rights:
    """What is known of who asks: tokens, badges on the floor's reader, an opened screen."""

    def __init__(
        self,
        tokens: Tokens,
        lock: FloorLock,
        badges: Callable[[], Collection[BadgeTag]],
        *,
        keyed: bool = False,
    ) -> None:
        """`keyed`: amounts are keyed, and a screen at the table has the seats' keys."""
        self._tokens = tokens
        self._lock = lock
        self._badges = badges
        self._keyed = keyed

    def owner(self, request: Request) -> str:
        """Return whose token a request has. Raises `Refusal`."""
        owner = self._tokens.owner(request.token) if request.token else ""
        if not owner:
            raise Refusal("token", "nobody here has this token: ask who set the table up")
        return owner

    def by(self, name: str, request: Request) -> str:
        """Return whose word a request called `name` is, "" for one that opened or shut a screen.

        Raises `Refusal`.
        """
        owner = self.owner(request)
        if name in ("unlock", "lock"):
            self._open_or_shut(name, owner, request)
            return ""
        if self._keyed and name == "act" and self._tokens.is_local(owner):
            return owner
        return self._speaker(owner, request.token)

    def _speaker(self, owner: str, token: str) -> str:
        if self._tokens.is_local(owner):
            known = self._lock.who(owner, time.monotonic())
            if known:
                return known
        try:
            return self._tokens.speaker(token, self._badges())
        except Refusal:
            if self._lock.has_pins:
                raise Refusal("locked") from None
            raise

    def _open_or_shut(self, name: str, owner: str, request: Request) -> None:
        """Make a screen the floor's, or end that; nothing of it is kept or logged."""
        try:
            asked: Unlock | Lock = (
                msgspec.convert(request.data, Unlock)
                if name == "unlock"
                else msgspec.convert(request.data, Lock)
            )
        except msgspec.ValidationError:
            # Not in its own words: they might repeat the PIN.
            raise Refusal("bad-data", f"{name} takes a pin of digits, or nothing") from None
        if isinstance(asked, Lock):
            self._lock.lock(owner)
        elif not asked.pin:
            self._speaker(owner, request.token)
        elif self._tokens.is_local(owner):
            self._lock.unlock(owner, asked.pin, time.monotonic())
