"""Decides what the sender of a request may do.

Each person has a token, and so does the table's own screen. However, the screen acts for the floor
only with the floor's badge, the PIN or both, depending on the `floor_badge` setting in the table's
config. Anyone who gets near a badge can copy its number, so a badge that is identified by its
number alone proves little.
"""

import time
from collections.abc import Callable, Collection
from dataclasses import KW_ONLY, dataclass, field

import msgspec

from controller.config.badge import FloorBadge
from controller.contract.commands import Lock, Request, Unlock
from controller.contract.scans import BadgeTag
from controller.run.access.floor_pin import FloorLock
from controller.run.access.refusals import Refusals
from controller.run.access.requests import Refusal
from controller.run.access.tokens import Tokens

AT_THE_TABLE = frozenset({"act", "key-board", "key-hand"})
"""Commands that a screen at the table may send without the floor's authority.

This applies only at a table where amounts are entered on keys.
"""


@dataclass(frozen=True)
class Rights:
    """Identifies the person behind a request, and checks that they have the right to make it.

    The evidence is the request's token, the badges on the floor's reader (without those that fail
    a required proof), and whether the screen has been unlocked with a PIN.

    `keyed` means that amounts are entered manually; the table's screen may then act for the seats.
    `needs` is what a screen needs to act for the floor: the number of a badge or a PIN (`uid`),
    both (`pin`), or a badge that has proved its identity to the reader (`challenge`). `refusals`
    counts wrong PINs and tokens. `streams` allows hole cards to be streamed.
    """

    tokens: Tokens
    lock: FloorLock
    badges: Callable[[], Collection[BadgeTag]]
    _: KW_ONLY
    keyed: bool = False
    needs: FloorBadge = "uid"
    refusals: Refusals = field(default_factory=Refusals)
    streams: bool = False

    def owner(self, request: Request) -> str:
        """Return the owner of a request's token. Raises `Refusal` if the token is unknown."""
        owner = self.tokens.owner(request.token) if request.token else ""
        if not owner:
            self.refusals.note("token", request.by)
            raise Refusal(
                "token", "the table does not recognise this token: ask the person who set it up"
            )
        return owner

    def by(self, name: str, request: Request) -> str:
        """Return the name of the person who makes the request for the command `name`.

        If the command only locks or unlocks a screen, carry it out and return "". Raises `Refusal`
        if the person may not make this request.
        """
        owner = self.owner(request)
        if name in ("unlock", "lock"):
            self._open_or_shut(name, owner, request)
            return ""
        if name == "stream":
            return self._streamer(owner, request)
        if request.data.get("what") == "stream-yes" and not self.tokens.is_local(owner):
            raise Refusal("not-at-the-seat")
        if self.keyed and name in AT_THE_TABLE and self.tokens.is_local(owner):
            return owner
        return self._speaker(owner)

    def _streamer(self, owner: str, request: Request) -> str:
        """Return the name of the person who asks to switch the stream on or off.

        Raises `Refusal` if this is not allowed. To switch the stream on, a floor badge must be on
        the floor's reader, and the config must allow a stream.
        """
        by = self._speaker(owner)
        if request.data.get("called_off") is True:
            return by
        if not self.streams:
            raise Refusal("no-stream")
        lying = sorted(self._lying())
        if not lying:
            raise Refusal("no-badge")
        return by if by in lying else lying[0]

    def _speaker(self, owner: str) -> str:
        """Return the name of the person who makes a request with the token of `owner`.

        If `owner` is not a device at the table, it is `owner`. Otherwise, it is the person for whom
        the device is unlocked or, if it is locked, the name on a badge on the floor's reader.
        Raises `Refusal` if the device is locked and no badge is there. If the config requires both
        a badge and a PIN, raises `Refusal` unless the device is unlocked for a person whose badge
        is on the reader.
        """
        if not self.tokens.is_local(owner):
            return owner
        known, lying = self.lock.who(owner, time.monotonic()), self._lying()
        if self.needs == "pin":
            if known in lying:
                return known
            if known:
                self.lock.lock(owner)
            raise Refusal("badge-and-pin")
        if known or lying:
            return known or min(lying)
        raise Refusal("locked" if self.lock.has_pins and self.needs == "uid" else "no-badge")

    def _open_or_shut(self, name: str, owner: str, request: Request) -> None:
        """Lock a screen, or unlock it for the floor with the PIN in the request.

        An `unlock` without a PIN only checks whether the screen may act for the floor now. Raises
        `Refusal` if it may not, if the PIN is refused, or if the request is malformed. Nothing from
        the request is stored or logged, because it can contain a PIN.
        """
        try:
            kind: type[Unlock | Lock] = Unlock if name == "unlock" else Lock
            asked = msgspec.convert(request.data, kind)
        except msgspec.ValidationError:
            # The error's own text might repeat the PIN, so it is not used.
            raise Refusal("bad-data", f"{name} takes a PIN of digits, or nothing") from None
        if isinstance(asked, Lock):
            self.lock.lock(owner)
        elif not asked.pin:
            self._speaker(owner)
        elif self.tokens.is_local(owner):
            self._unlock(owner, asked.pin)

    def _unlock(self, owner: str, pin: str) -> None:
        """Unlock a screen for the floor with a PIN.

        Raises `Refusal` for a wrong PIN. If the config requires both a badge and a PIN, every PIN
        is refused while no badge is on the reader. If the config accepts only badges with a key,
        every PIN is refused.
        """
        badges = self._lying() if self.needs == "pin" else frozenset()
        # Without a badge no PIN is checked, so that wrong PINs from people who have no badge can't
        # lock the floor out of a screen.
        if self.needs == "challenge" or (self.needs == "pin" and not badges):
            raise Refusal("no-badge")
        try:
            self.lock.unlock(owner, pin, time.monotonic(), badges)
        except Refusal as no:
            if no.reason == "wrong-pin":
                self.refusals.note("pin", owner)
            raise

    def _lying(self) -> frozenset[str]:
        """Return the names of the floor badges on the floor's reader."""
        return frozenset(badge.name for badge in self.badges() if badge.role == "floor")
