"""A standby process, which waits while another one runs the room or the database is unavailable.

If the log is on a server, several processes may be started for one room; all but one wait here.
"""

import asyncio
import logging

from controller.run.upkeep.sdnotify import notify
from controller.venue.core.config import VenueConfig, is_server
from controller.venue.core.run import VenueDaemon
from controller.venue.store.faults import StoreBusy, StoreFailed, StoreLost

log = logging.getLogger(__name__)

LOOK_EVERY = 0.25
"""The interval, in seconds, between checks of whether the room is free."""


class Standby:
    """A process that runs a room only while no other process does.

    `daemon` is the running room, or None while this process waits.
    """

    def __init__(self, config: VenueConfig) -> None:
        self._config = config
        self._stopping = False
        self._said = ""
        self.daemon: VenueDaemon | None = None

    async def run(self) -> None:
        """Run the room whenever no other process is running it, until `stop` is called.

        The process waits for its turn only if the log is on a server. If the log is a file and the
        room can't be run now, `StoreBusy` or `StoreFailed` is raised.
        """
        while not self._stopping:
            self.daemon = self._taken()
            if self.daemon is None:
                await asyncio.sleep(LOOK_EVERY)
                continue
            row = self.daemon.core.head.n
            log.info("room %s, its log at row %s", self._config.name, row)
            notify(f"READY=1\nSTATUS=room {self._config.name}, its log at row {row}")
            try:
                await self.daemon.run()
            except StoreLost as lost:
                log.error("%s; no more decisions are made here", lost)  # noqa: TRY400

    def stop(self) -> None:
        """Stop waiting, or stop the running room. May be called from any thread."""
        self._stopping = True
        daemon = self.daemon
        if daemon is not None:
            daemon.stop()

    def _taken(self) -> VenueDaemon | None:
        """Take over the room, and return its `VenueDaemon`, or None if that is not possible yet.

        If the log is a file, raises `StoreBusy` or `StoreFailed` instead of returning None.
        """
        try:
            daemon = VenueDaemon(self._config)
        except (StoreBusy, StoreFailed) as why:
            if not is_server(self._config.database):
                raise
            if str(why) != self._said:
                self._said = str(why)
                log.warning("%s; this core waits to take over the room", why)
                notify(f"READY=1\nSTATUS=waits: {why}")
            return None
        self._said = ""
        return daemon
