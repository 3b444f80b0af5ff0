"""Checks for a newer version of Tapis, for tables that are allowed to check.

The list of releases is fetched when somebody opens the page about the installed version, at most
every few hours. The page waits a few seconds at most for the list. A missing, overlong or invalid
list is silently ignored. The request reveals nothing about the table, not even its version.
"""

import asyncio
import contextlib
import logging
import re
import time
import urllib.request
from collections.abc import Callable, Iterator
from http.client import HTTPException
from typing import Final

import msgspec

log = logging.getLogger(__name__)

PACKAGE: Final = "tapis-table"
WITHIN: Final = 5.0
"""The time limit in seconds for fetching a list."""
EVERY: Final = 6 * 3600.0
AGAIN: Final = 900.0
"""The time in seconds until a list is fetched again: `EVERY` after a successful fetch, `AGAIN`
after a failed one."""
LARGEST: Final = 1_000_000
"""The maximum size of a list in bytes."""

_VERSION: Final = re.compile(r"v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:\+deb\d+)?")
_STANZA: Final = re.compile(
    rf"^Package: {PACKAGE}\n(?:.+\n)*?Version: (?P<version>\S+)$", re.MULTILINE
)

Version = tuple[int, ...]


class _Release(msgspec.Struct):
    """A release, as GitHub's API lists it."""

    tag_name: str
    draft: bool = False
    prerelease: bool = False


class Newer:
    """Fetches the newest released version, and caches it for several hours."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Start without a known version; `now` returns the time in seconds of a monotonic clock."""
        self._now = now
        self._seen = ("", "")
        self._due = 0.0
        self._lock = asyncio.Lock()

    async def than(self, mine: str, address: str) -> str:
        """Return the newest released version if it is newer than version `mine`, otherwise "".

        `address` is the URL of the list of releases; if it is "", nothing is fetched.
        """
        own = version_in(mine)
        if not address or own is None:
            return ""
        async with self._lock:
            if address != self._seen[0] or self._now() >= self._due:
                found = ""
                with contextlib.suppress(TimeoutError):
                    # The search for a server's address has no time limit of its own.
                    found = await asyncio.wait_for(asyncio.to_thread(newest_at, address), WITHIN)
                self._seen = (address, found)
                self._due = self._now() + (EVERY if found else AGAIN)
        newest = version_in(self._seen[1])
        return self._seen[1] if newest is not None and newest > own else ""


def newest_at(address: str) -> str:
    """Return the newest version listed at a URL, or "" if none can be read there."""
    ends = time.monotonic() + WITHIN
    try:
        with urllib.request.urlopen(address, timeout=WITHIN) as answer:  # noqa: S310
            data = b""
            while block := answer.read1(65_536):
                data += block
                if len(data) > LARGEST or time.monotonic() > ends:
                    log.info("%s: too long, or too slow", address)
                    return ""
    except (OSError, HTTPException, ValueError) as error:
        log.info("%s: %s", address, error)
        return ""
    found = max(versions_in(data), default=None)
    return ".".join(map(str, found)) if found is not None else ""


def versions_in(data: bytes) -> Iterator[Version]:
    """Yield the versions in a list of releases.

    The list is the `Packages` file of a Debian repository, or JSON as GitHub's API returns it.
    Drafts and pre-releases are left out.
    """
    text = data.decode("utf-8", "replace")
    if text.lstrip()[:1] in ("[", "{"):
        try:
            listed = msgspec.json.decode(data, type=list[_Release] | _Release)
        except (msgspec.MsgspecError, RecursionError):
            return
        releases = listed if isinstance(listed, list) else [listed]
        said = [one.tag_name for one in releases if not one.draft and not one.prerelease]
    else:
        said = [found["version"] for found in _STANZA.finditer(text)]
    for one in said:
        version = version_in(one)
        if version is not None:
            yield version


def version_in(text: str) -> Version | None:
    """Parse a released version into numbers; return None for other text, such as a pre-release."""
    found = _VERSION.fullmatch(text)
    return tuple(int(one) for one in found.groups()) if found else None
