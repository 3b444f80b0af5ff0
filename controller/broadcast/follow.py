"""Receives the frames of a table's stream, and calculates the equities for each frame."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import msgspec

from controller.broadcast.equity import of_spot
from controller.broadcast.shown import Overlay, Spot, overlay_of, spot_of
from controller.contract.private import StreamFrame, StreamOff
from controller.run.sockets.unix_socket import reachable
from display.words.names import Words

log = logging.getLogger(__name__)

LONGEST: Final = 1024 * 1024
AGAIN: Final = 1.0
_decode = msgspec.json.Decoder(StreamFrame | StreamOff).decode


class Follower:
    """Follows a table's stream. `shown` is the overlays' content, or None if they are empty."""

    def __init__(self, path: Path, said: Words) -> None:
        """Follow the stream at the socket `path`; `said` translates the words on the overlays."""
        self.shown: Overlay | None = None
        self._path = path
        self._said = said
        self._changed = asyncio.Condition()
        self._spot: Spot | None = None
        self._equities: dict[int, float] = {}

    async def follow(self) -> None:
        """Follow the stream until cancelled; retry every second while it is unreachable."""
        while True:
            try:
                await self._listen()
            except (OSError, ValueError, msgspec.MsgspecError) as error:
                log.debug("no stream at %s: %s", self._path, error)
            await self._show(None)
            await asyncio.sleep(AGAIN)

    async def changes(self) -> AsyncIterator[Overlay | None]:
        """Yield the overlays' current content, and then every change."""
        while True:
            now = self.shown
            yield now
            async with self._changed:
                await self._changed.wait_for(lambda: self.shown is not now)  # noqa: B023

    async def _listen(self) -> None:
        with reachable(self._path) as name:
            reader, writer = await asyncio.open_unix_connection(name, limit=LONGEST)
        try:
            while line := await reader.readline():
                told = _decode(line)
                await self._show(await self._made(told) if isinstance(told, StreamFrame) else None)
        finally:
            writer.close()

    async def _made(self, frame: StreamFrame) -> Overlay:
        spot = spot_of(frame)
        if spot != self._spot:
            self._spot, self._equities = spot, {}
            if spot is not None:
                self._equities = await asyncio.to_thread(of_spot, spot)
        return overlay_of(frame, self._equities, self._said)

    async def _show(self, overlay: Overlay | None) -> None:
        async with self._changed:
            self.shown = overlay
            self._changed.notify_all()
