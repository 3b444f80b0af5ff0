"""Answers commands received over MQTT: checks who sent them, carries them out and replies."""

import logging
from collections.abc import Callable

import msgspec

from controller.contract.commands import Reply
from controller.contract.observations import FloorSaid
from controller.contract.once_only import Asked
from controller.journal import JournalError, JournalStalled
from controller.run.access.command_limits import beyond
from controller.run.access.requests import Answered, Refusal, asked_by, command_of
from controller.run.access.rights import Rights
from controller.run.loop.inbox import Ask
from controller.run.loop.pending import Pending
from controller.run.loop.runtime import Runtime
from hardware.ports import Clock

log = logging.getLogger(__name__)

STUMBLED = "the table failed on this command; its log says where"


class Desk:
    """Carries out commands; a command that is received repeatedly is carried out only once."""

    def __init__(
        self,
        rights: Rights,
        runtime: Runtime,
        pending: Pending,
        clock: Clock,
        is_starting: Callable[[], bool],
    ) -> None:
        """Carry out the commands that `rights` allows, at the table that `runtime` runs.

        The commands reach the engine through `pending`. While `is_starting` returns true, every
        command is refused.
        """
        self._rights = rights
        self._runtime = runtime
        self._pending = pending
        self._clock = clock
        self._is_starting = is_starting
        self._answered = Answered(runtime.journal.asked() if runtime.journal else ())

    def answer(self, ask: Ask) -> Reply:
        """Carry out a command unless it has been carried out before, and return the reply."""
        try:
            asked = asked_by(self._rights.owner(ask.request), ask.name, ask.request)
            seq = self._answered.seq(asked)
            if seq is None:
                seq = self._carry_out(ask, asked)
                self._answered.keep(asked, seq)
        except Refusal as no:
            return self._refused(ask, no)
        except JournalError:
            raise
        except Exception as error:  # noqa: BLE001
            # No request may stop the table. The error's text is not logged: it might have a token.
            log.error("a %s could not be answered: %s", ask.name[:40], type(error).__name__)  # noqa: TRY400
            return self._refused(ask, Refusal("bug", STUMBLED))
        log.debug("%s of %s: done, seq %d", ask.name, asked.owner, seq)
        return Reply(ask.request.id, ok=True, seq=seq)

    def _refused(self, ask: Ask, no: Refusal) -> Reply:
        log.debug("%s: refused: %s", ask.name[:40], no.reason)
        return no.reply(ask.request.id, self._runtime.seq)

    def _carry_out(self, ask: Ask, asked: Asked) -> int:
        """Carry out a command, and return the number of the table's last event after it.

        A command that only locks or unlocks the floor's panel does not reach the engine. Raises
        `Refusal` if the command is not carried out.
        """
        by = self._rights.by(ask.name, ask.request)
        if not by:
            return self._runtime.seq
        request = ask.request
        command = command_of(ask.name, request)
        why = beyond(command, self._runtime.table)
        if why:
            raise Refusal(why)
        text = msgspec.json.encode(command).decode()
        if request.if_seq is not None and request.if_seq != self._runtime.seq:
            raise Refusal("moved-on", f"the table has moved on to event {self._runtime.seq}")
        if self._is_starting():
            raise Refusal("standing-still", "the table is still reading its zones")
        if self._pending.held is not None:
            raise Refusal("standing-still", str(self._pending.held))
        try:
            result = self._pending.at_once(FloorSaid(self._clock(), by, text), asked)
        except JournalStalled as stall:
            raise Refusal("standing-still", str(stall)) from None
        if result is None:
            raise Refusal("bug", STUMBLED)
        if result.refused:
            raise Refusal(result.refused)
        return result.seq
