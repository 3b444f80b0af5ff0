"""The driver for a table's PC/SC readers, which turns the cards on each of them into scans.

A scan is made once per antenna period. One thread watches all readers for changes. Each reader also
has its own reading thread, so that a slow card delays no other reader. A supervisor thread, which
never calls pcscd, monitors all of them. pyscard's own monitors are not used, because their threads
end at the first error.
"""

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping

from controller.contract.errors import Sentence, sentence_of
from controller.contract.observations import DeviceBack, DeviceLost
from controller.contract.scans import AntennaPlan, Scan
from hardware.ports import Clock, DeviceStatus, Put, problem_of
from hardware.readers.apdu import (
    GET_UID,
    PN532_LIST_TWO,
    PN532_VERSION,
    Garbage,
    Unread,
    driver_failed,
    has_pn532,
    uid_in,
    uids_in,
    unreadable,
)
from hardware.readers.card_authentication import Doorkeeper, Proof
from hardware.readers.reader_names import Seen, match_readers
from hardware.readers.scard import (
    AWAY,
    MUTE,
    NEW_READERS,
    PRESENT,
    CardGone,
    CardReset,
    Connection,
    Context,
    NoCard,
    PcscError,
    ReaderGone,
)

Heard = Callable[[str], None]

log = logging.getLogger(__name__)

TICK_MS = 250
RETRY = 0.2
SOON = 0.02
MOST = 16
"""The maximum number of readers that pcscd serves, and the maximum number of reader names in one
call to it. The name `NEW_READERS`, which stands for readers plugged in later, counts as one."""
BLIND_AFTER = 1.0
LOOK_ANEW = 2.0
ASK_AGAIN = 0.5
STUCK_AFTER = 5.0
JOIN = 2.0
WITH_PN532 = ("ACR122",)
"""Parts of the names of readers that pass commands through to a PN532."""


class PcscDriver:
    """The driver for all PC/SC readers of a table; each reader serves as one antenna."""

    def __init__(
        self, ports: Mapping[str, str], plans: Iterable[AntennaPlan], clock: Clock, *,
        speed: float = 1.0, proofs: Mapping[str, Proof] | None = None,
    ) -> None:  # fmt: skip
        """Set up the driver; `ports` maps each device's name to the port of its reader.

        If an antenna's name is in `proofs`, cards on that antenna count only if they prove at every
        read that they are authentic.

        Readers without an antenna in `plans` (the enrolment desk's) are not used. The clock may run
        up to `speed` times as fast as the wall clock; the readers are read that much more often.
        """
        by_device = {plan.device: plan for plan in plans}
        self._plans = [by_device[device] for device in ports if device in by_device]
        self._ports = [ports[plan.device] for plan in self._plans]
        self._clock = clock
        self._speed = speed
        self._proofs = proofs or {}
        self._readers: list[Reader] = []
        self._stopping = threading.Event()
        self._threads: list[threading.Thread] = []
        self._context: Context | None = None
        self._muted: dict[str, int] = {}
        self._forget = False
        self._said = ""
        self._watched_at = self._overseen_at = time.monotonic()

    def start(self, put: Put) -> None:
        """Start reporting; a missing reader is reported as `DeviceLost`."""
        if self._threads:
            return
        self._stopping = threading.Event()
        self._watched_at = self._overseen_at = time.monotonic()
        self._readers = [
            Reader(plan, self._clock, put, self._heard, self._speed, self._proofs.get(plan.name))
            for plan in self._plans
        ]
        self._threads = [
            threading.Thread(target=run, args=(self._stopping,), name=name, daemon=True)
            for run, name in ((self._watch, "pcsc watch"), (self._oversee, "pcsc oversee"))
        ]
        for reader in self._readers:
            reader.start()
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End the threads; a thread that hangs in a call to pcscd ends when the call returns."""
        threads, self._threads = self._threads, []
        if not threads:
            return
        self._stopping.set()
        for reader in self._readers:
            reader.end()
        self._cancel()
        deadline = time.monotonic() + JOIN
        for thread in threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        for reader in self._readers:
            reader.join(max(0.0, deadline - time.monotonic()))

    def alive(self) -> bool:
        """Return whether the supervisor thread has run in the last few seconds.

        The result stays true while a reader or pcscd hangs: the readers affected are reported as
        lost, but there is no need to restart the table.
        """
        return not self._threads or time.monotonic() - self._overseen_at < STUCK_AFTER

    def statuses(self) -> tuple[DeviceStatus, ...]:
        """Return each reader's status."""
        return tuple(reader.status() for reader in self._readers)

    def last_read(self) -> Mapping[str, tuple[str, ...] | None]:
        """Return the uids in each antenna's last scan, or None while its reader is lost."""
        return {reader.antenna: reader.last_read() for reader in self._readers}

    def _cancel(self) -> None:
        if (context := self._context) is not None:
            context.cancel()

    def _heard(self, name: str) -> None:
        """Resume watching a reader that was left out because its card did not answer."""
        self._muted.pop(name, None)
        self._cancel()

    def _oversee(self, stopping: threading.Event) -> None:
        """Report a reader as lost if its read hangs, and all readers if pcscd does not answer."""
        while not stopping.wait(TICK_MS / 1000):
            now = self._overseen_at = time.monotonic()
            for reader in self._readers:
                reader.check(now)
            if now - self._watched_at > BLIND_AFTER:
                for reader in self._readers:
                    reader.tell(Seen("", why=Sentence("pcscd is not responding")))
                # Set this last, so that the watching thread then repeats the overwritten states.
                self._forget = True

    def _watch(self, stopping: threading.Event) -> None:
        """Watch the readers, reconnecting to pcscd whenever the connection fails."""
        while not stopping.is_set():
            self._watched_at = time.monotonic()
            try:
                with Context() as context:
                    self._context = context
                    self._follow(context, stopping)
            except PcscError as error:
                self._failed(sentence_of(error))
            except Exception as error:  # noqa: BLE001 - pyscard may raise any
                self._failed(driver_failed(f"{type(error).__name__}: {error}"))
            finally:
                self._context = None
                self._muted.clear()
            stopping.wait(RETRY)

    def _failed(self, why: str) -> None:
        """Report all readers as lost, and log the reason `why` once."""
        if why != self._said:
            self._said = why
            log.error("%s", why)
        for reader in self._readers:
            reader.tell(Seen("", why=why))

    def _follow(self, context: Context, stopping: threading.Event) -> None:
        """Watch all readers through one connection to pcscd, until stopped or until it fails."""
        states: dict[str, int] = {}
        arrivals = {NEW_READERS: 0}
        while not stopping.is_set():
            self._watched_at = time.monotonic()
            matched: dict[str, Reader] = {}
            found = match_readers(self._ports, context.readers())
            for reader, (name, why) in zip(self._readers, found, strict=True):
                if name:
                    matched[name] = reader
                else:
                    reader.tell(Seen("", why=why))
            for name in self._muted.keys() - matched.keys():
                self._muted.pop(name, None)
            if self._forget:
                self._forget = False
                states = {}
                self._tell_muted(matched)
            states = {name: states.get(name, 0) for name in matched if name not in self._muted}
            try:
                heard = context.wait(states if len(states) >= MOST else arrivals | states, TICK_MS)
            except ReaderGone:
                stopping.wait(SOON)  # unplugged since the list was made
                continue
            if self._said:
                log.warning("pcscd answers again")
                self._said = ""
            for name, state in heard.items():
                if name != NEW_READERS:
                    states[name] = state
                    self._say(matched[name], name, state)

    def _tell_muted(self, readers: Mapping[str, "Reader"]) -> None:
        """Repeat the stored states of readers whose cards don't answer; asking pcscd is slow."""
        for name, reader in readers.items():
            if (state := self._muted.get(name)) is not None:
                reader.tell(Seen(name, state))

    def _say(self, reader: "Reader", name: str, state: int) -> None:
        if state & AWAY:
            reader.tell(Seen("", why=Sentence("the reader is not responding")))
            return
        if state & PRESENT and state & MUTE:
            # libpcsclite sleeps 0.4 s on each such reader, so the reader's own thread checks it.
            self._muted[name] = state
        reader.tell(Seen(name, state))


class Reader:
    """One reader, and the thread that reads it."""

    def __init__(
        self, plan: AntennaPlan, clock: Clock, put: Put, heard: Heard, speed: float = 1.0,
        proof: Proof | None = None,
    ) -> None:  # fmt: skip
        """Set up the reader, which serves as the antenna in `plan`.

        A reader whose card does not answer is no longer watched; `heard` is called when it should
        be watched again.
        """
        self.device = plan.device
        self.antenna = plan.name
        self._door = Doorkeeper(proof, plan.device) if proof is not None else None
        self.faults = 0
        self._plan = plan
        self._period = plan.period / 1000 / speed
        self._clock = clock
        self._put = put
        self._heard = heard
        self._thread = threading.Thread(target=self._run, name=f"pcsc {plan.device}", daemon=True)
        self._lock = threading.Condition()
        # Under the lock, because the watching thread changes these too:
        self._seen: Seen | None = None
        self._news = False
        self._ended = False
        self._lost = False
        self._why = ""
        self._last = -1
        self._uids: tuple[str, ...] | None = None
        self._busy_since: float | None = None
        # Used by the reading thread only:
        self._doubted_since: float | None = None
        self._context: Context | None = None
        self._card: Connection | None = None
        self._name = ""
        self._pn532 = False
        self._anew_at = self._again_at = 0.0

    def start(self) -> None:
        """Start reading."""
        self._thread.start()

    def end(self) -> None:
        """Tell the thread to end."""
        with self._lock:
            self._ended = True
            self._lock.notify()

    def join(self, seconds: float) -> None:
        """Wait for the thread to end, for at most this many seconds."""
        self._thread.join(seconds)

    def status(self) -> DeviceStatus:
        """Return the reader's status; its port is the reader name that pcscd uses."""
        with self._lock:
            name = self._seen.name if self._seen is not None else ""
            up = bool(name) and not self._lost
            badge = self._door.problem if self._door is not None else ""
            why = badge if up else self._why or Sentence("pcscd has not reported this reader yet")
            problem = problem_of(self.device, why) if why else ""
            return DeviceStatus(self.device, name, up, problem, damaged=self.faults, kind="pcsc")

    def last_read(self) -> tuple[str, ...] | None:
        """Return the uids in the last reported scan, or None while the reader is lost."""
        with self._lock:
            return self._uids

    def tell(self, seen: Seen) -> None:
        """Process a state from the watching thread; if it has changed, trigger a read."""
        with self._lock:
            if seen != self._seen:
                self._seen = seen
                self._news = True
                if not seen.name:
                    self._lose(seen.why)
                self._lock.notify()

    def check(self, now: float) -> None:
        """Report the reader as lost if the current read has been running for too long."""
        with self._lock:
            if self._busy_since is not None and now - self._busy_since > BLIND_AFTER:
                self._lose(Sentence("a read has not finished: unplug and replug the reader"))

    def _run(self) -> None:
        due = time.monotonic()
        while True:
            with self._lock:
                self._lock.wait_for(
                    lambda: self._ended or self._news, max(0.0, due - time.monotonic())
                )
                if self._ended:
                    break
                self._news = False
                seen = self._seen
                self._busy_since = now = time.monotonic()
            if now >= due:
                due = max(due + self._period, now)
            try:
                self._turn(seen, now)
            except Exception as error:  # noqa: BLE001
                # Log the trace without the error's text, which might name a card.
                self._doubt(driver_failed(type(error).__name__), logging.ERROR)
                with contextlib.suppress(Exception):
                    self._let_go()
            with self._lock:
                self._busy_since = None
        self._let_go()

    def _turn(self, seen: Seen | None, now: float) -> None:
        """Read the reader once, and report the result.

        `seen` is its state according to the watching thread, or None if that is unknown. `now` is
        on the monotonic clock (s).
        """
        if seen is None or not seen.name:
            self._let_go()
            self._doubted_since = None
            return
        try:
            uids = self._read(seen, now)
        except Garbage as error:
            # Report no scan, because the reader has not said that its field is empty.
            self._doubt(unreadable(error))
            return
        except Unread as error:
            self._doubt(unreadable(error))
            uids = ()
        except CardGone as error:
            self._release()
            self._doubt(unreadable(error), logging.DEBUG)
            uids = ()
        except PcscError as error:
            self._let_go()
            self._doubt(sentence_of(error), logging.DEBUG)
            return
        else:
            self._trust()
        with self._lock:
            if not self._lost and not self._ended:
                self._last = at = max(self._clock(), self._last + 1)
                self._put(Scan(self._plan.name, uids, at))
                self._uids = uids

    # -- the card -----------------------------------------------------------------------

    def _read(self, seen: Seen, now: float) -> tuple[str, ...]:
        if not seen.state & PRESENT:
            self._release()
            return ()
        if seen.state & MUTE:
            return self._look_again(seen, now)
        if self._name != seen.name:
            self._let_go()
            self._name = seen.name
        try:
            return self._ask(now)
        except CardReset:
            self._release()
            return self._ask(now)

    def _ask(self, now: float) -> tuple[str, ...]:
        """Return the uids at the reader; now and then restart its field to notice swapped cards."""
        if self._card is None:
            self._context = self._context or Context()
            self._card = self._context.connect(self._name)
            self._anew_at = now + LOOK_ANEW
            self._pn532 = (
                self._door is None
                and any(part in self._name for part in WITH_PN532)
                and has_pn532(self._card.transmit(PN532_VERSION))
            )
        elif now >= self._anew_at:
            self._anew_at = now + LOOK_ANEW
            self._card.start_anew()
        if self._door is not None:
            uid = uid_in(self._card.transmit(GET_UID))
            return (uid,) if self._door.believed(uid, self._card.transmit, now) else ()
        if self._pn532:
            # A PN532 asked for two targets answers only every second time (NXP forum, 481864).
            for _ in range(2):
                with contextlib.suppress(Unread):
                    return uids_in(self._card.transmit(PN532_LIST_TWO))
        return (uid_in(self._card.transmit(GET_UID)),)

    def _look_again(self, seen: Seen, now: float) -> tuple[str, ...]:
        """Reconnect to a card that did not answer on arrival.

        Return no uids if the card is gone. Raises `Unread` if it is still there, even if it
        answers now: a later read then gets its uid. pcscd retries such a card only when a program
        connects to it. If asked for the state of its reader, libpcsclite sleeps 0.4 s and, from
        2.0.1 on, blocks other threads meanwhile. So the reader is watched again only once the card
        answers or is gone.
        """
        self._release()
        if now >= self._again_at:
            self._again_at = now + ASK_AGAIN
            self._context = self._context or Context()
            try:
                self._context.connect(seen.name)
                self._heard(seen.name)
            except NoCard:
                self._heard(seen.name)
                return ()
            except CardGone:
                pass
        raise Unread(Sentence("it is not responding"))

    def _release(self) -> None:
        """Release the card, if one is connected, by closing its context."""
        if self._door is not None:
            self._door.gone()
        if self._card is not None:
            self._let_go_of_line()

    def _let_go(self) -> None:
        """Release the card and the context, and forget the reader's name."""
        self._release()
        self._let_go_of_line()
        self._name = ""

    def _let_go_of_line(self) -> None:
        context, self._context, self._card = self._context, None, None
        if context is not None:
            context.close()

    # -- lost and found -----------------------------------------------------------------

    def _doubt(self, why: str, level: int = logging.INFO) -> None:
        """Count an unusable reply; report the reader as lost after `BLIND_AFTER` s of them."""
        self.faults += 1
        now = time.monotonic()
        if self._doubted_since is None:
            self._doubted_since = now
            log.log(level, "%s: %s", self.device, why)
        elif now - self._doubted_since > BLIND_AFTER:
            with self._lock:
                self._lose(why)

    def _trust(self) -> None:
        """Accept the reader's replies again, and report a lost reader as back."""
        self._doubted_since = None
        with self._lock:
            if self._lost and not self._ended and self._seen is not None and self._seen.name:
                self._lost = False
                log.warning("%s: answers again", self.device)
                self._put(DeviceBack(self._clock(), self.device, self._plan.zone))

    def _lose(self, why: str) -> None:
        """Report the reader as lost. The caller must hold the lock."""
        if not self._lost and not self._ended:
            self._lost = True
            self._uids = None
            self._why = why
            log.error("%s: %s", self.device, why)
            self._put(DeviceLost(self._clock(), self.device, self._plan.zone))
