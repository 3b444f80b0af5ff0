"""Sends each evening's results to the league's URL, retrying until they are accepted.

A digest of each result sent is stored in the room's database, so a corrected result is sent again.
Nothing is sent to any host except the one in the config, and neither the URL nor the secret is
logged.
"""

import asyncio
import hashlib
import hmac
import logging
import urllib.error
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from typing import Any
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import Connection, delete, insert, select

from controller.venue.core.staff import members
from controller.venue.core.take_input import Core
from controller.venue.store.faults import StoreFailed
from controller.venue.store.schema import meta, tournament

log = logging.getLogger(__name__)

FIRST, LONGEST = 5.0, 3600.0
"""The first and the longest delay, in seconds, before results are sent again after a failure. Each
delay is twice as long as the previous one."""

TIMEOUT = 20.0

Send = Callable[[str, bytes, dict[str, str]], int]
"""Posts a body with headers to an address. Returns the HTTP status, or 0 if there is no answer."""


class Webhook:
    """Sends results to the league's URL; the room's loop calls `turn` regularly."""

    def __init__(self, core: Core, address: str, secret: bytes = b"", send: Send | None = None):
        """Prepare to send results to an address, signed if there is a secret.

        `send` replaces the HTTP client.
        """
        self._core, self._address, self._secret = core, address, secret
        self._send = send or post
        self._host = urlsplit(address).hostname or ""
        self._wait, self._due = FIRST, 0.0
        self._seen = -1
        self._busy: asyncio.Task[None] | None = None

    def turn(self, now: float) -> None:
        """Start sending if there are new results or a retry is due.

        `now` is the time in seconds, from any clock.
        """
        changed = self._core.results_changed != self._seen
        if not self._address or (self._busy is not None and not self._busy.done()):
            return
        if changed or (self._due and now >= self._due):
            self._busy = asyncio.get_running_loop().create_task(self.tell(now))

    async def tell(self, now: float) -> None:
        """Send all unsent results; after a failure, the others wait for the next attempt."""
        self._seen, self._due = self._core.results_changed, 0.0
        try:
            with self._core.database.transaction() as connection:
                wanted = untold(self._core, connection)
            for name, body, digest in wanted:
                status = await asyncio.to_thread(
                    self._send, self._address, body, self._signed(body)
                )
                if not 200 <= status < 300:
                    log.warning("results of %s: %s answers %s", name, self._host, status or "not")
                    self._due = now + self._wait
                    self._wait = min(2 * self._wait, LONGEST)
                    return
                with self._core.database.transaction() as connection:
                    keep(connection, name, digest)
                self._wait = FIRST
        except StoreFailed:
            self._due = now + self._wait

    def _signed(self, body: bytes) -> dict[str, str]:
        headers = {"Content-Type": "application/json"}
        if self._secret:
            made = hmac.new(self._secret, body, hashlib.sha256).hexdigest()
            headers["X-Tapis-Signature"] = f"sha256={made}"
        return headers


def untold(core: Core, connection: Connection) -> list[tuple[str, bytes, str]]:
    """Return (id, sheet, digest) of each evening whose current results have not been sent."""
    found = []
    # Evenings opened at row -1 were played elsewhere: the league already has them.
    here = tournament.c.ended.is_not(None) & (tournament.c.opened > 0)
    ended = connection.execute(select(tournament.c.id).where(here))
    told = {
        row.key: row.value for row in connection.execute(select(meta)) if row.key.startswith(_KEY)
    }
    for (name,) in ended.all():
        body = msgspec.json.encode(members.sheet(core, connection, name))
        digest = hashlib.sha256(body).hexdigest()
        if told.get(_KEY + name) != digest:
            found.append((name, body, digest))
    return found


_KEY = "told "


def keep(connection: Connection, name: str, digest: str) -> None:
    """Record that an evening's results have been sent; `digest` identifies this version of them."""
    connection.execute(delete(meta).where(meta.c.key == _KEY + name))
    connection.execute(insert(meta).values(key=_KEY + name, value=digest))


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Refuse to follow a redirect."""


def post(address: str, body: bytes, headers: dict[str, str]) -> int:
    """Post a request body and return the HTTP status, or 0 if there was no answer."""
    request = urllib.request.Request(address, body, headers, method="POST")  # noqa: S310
    try:
        with urllib.request.build_opener(_Stay).open(request, timeout=TIMEOUT) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code
    except (OSError, ValueError, HTTPException):
        return 0
