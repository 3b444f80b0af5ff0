"""Stops the table's service while a job runs, but never in the middle of a hand.

The service is stopped once the table has confirmed that no hand is in progress and none will begin.
After the job, the service is started again, whatever the outcome.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from controller.contract.commands import Reply
from controller.contract.errors import TapisError
from controller.contract.public import PublicState
from controller.setup.checks.examined_machine import System
from controller.setup.dialogue import Talk
from controller.setup.words import N_
from controller.table_page.words import hand_runs
from display.ask import UNANSWERED
from display.feed import Feed, FeedSource
from display.words.refusals import REASONS

UNIT: Final = "tapis.service"
HEARD_WITHIN_S: Final = 10.0
STARTED_WITHIN_S: Final = 60.0
PAUSE_S: Final = 0.5

Say = Callable[[str, dict[str, Any]], Reply]
"""A function that sends the table a command, given its name and data, and returns the reply."""


class NotNow(TapisError):
    """Raised if the table's service can't be stopped or started now."""


class Standstill:
    """Stops a table's service, and starts it again. `say` sends a command to the table."""

    def __init__(self, system: System, source: Callable[[], FeedSource], say: Say) -> None:
        self._system = system
        self._source = source
        self._say = say

    def plays(self) -> bool:
        """Return whether the table's service is running."""
        return self._system.run(("systemctl", "is-active", "--quiet", UNIT)).status == 0

    def start(self) -> None:
        """Start the service. Raises `NotNow` if that is not possible."""
        self._tell("start")

    @contextmanager
    def __call__(self, talk: Talk) -> Iterator[None]:
        """Stop the table's service before the block runs, and start it again afterwards.

        `talk` announces both to the user. If the service is not running, it is neither stopped nor
        started. Raises `NotNow` if the service can't be stopped or started.
        """
        if not self.plays():
            # A table started by hand keeps its readers; a job that needs them reports that.
            yield
            return
        paused = self._pause()
        try:
            self._tell("stop")
        except NotNow:
            if paused:
                self._say("resume", {})
            raise
        talk.say(N_("The table stops for this and restarts afterwards."))
        try:
            yield
        finally:
            self._tell("start")
            talk.say(N_("The table has been restarted."))
            if paused:
                self._resume()

    def _tell(self, verb: str) -> None:
        ran = self._system.run(("systemctl", "--no-ask-password", verb, UNIT))
        if ran.status:
            raise NotNow(
                N_("The page is not allowed to {verb} the table. Run: sudo systemctl {verb} tapis"),
                verb=verb,
            )

    def _pause(self) -> bool:
        """Pause the table, so that no hand begins; return False if it was already paused.

        Raises `NotNow` if a hand is in progress, or if the table refuses.
        """
        with Feed(self._source()) as feed:
            state = _heard(feed, lambda _: True)
            if hand_runs(state):
                raise NotNow(REASONS["hand-running"])
            if state.paused:
                return False
            reply = self._say("pause", {})
            if not reply.ok:
                raise NotNow(REASONS.get(reply.reason, reply.error or reply.reason))
            try:
                # A hand may have begun before the table heard the command.
                if hand_runs(_heard(feed, lambda state: state.seq >= reply.seq)):
                    raise NotNow(REASONS["hand-running"])
            except NotNow:
                self._say("resume", {})
                raise
        return True

    def _resume(self) -> None:
        """Resume play, so that hands can begin again.

        The table refuses this until it has scanned its zones, so the command is repeated until the
        table accepts it, refuses it for another reason, or takes too long.
        """
        ends = time.monotonic() + STARTED_WITHIN_S
        while time.monotonic() < ends:
            reply = self._say("resume", {})
            if reply.ok or reply.reason not in {*UNANSWERED, "standing-still"}:
                return
            time.sleep(PAUSE_S)


def _heard(feed: Feed, wanted: Callable[[PublicState], bool]) -> PublicState:
    """Wait for the first state of the table for which `wanted` is true, and return it.

    Raises `NotNow` if none arrives in time.
    """
    ends, seen = time.monotonic() + HEARD_WITHIN_S, -1
    while (left := ends - time.monotonic()) > 0:
        seen, view = feed.wait(seen, left)
        if view.current and view.state is not None and wanted(view.state):
            return view.state
    raise NotNow(N_("Can't tell whether a hand is in progress: the table is not answering."))
