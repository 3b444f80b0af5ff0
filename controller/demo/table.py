"""The demo's table: a Dealer, the twin, the controller and its outputs, in real time.

One thread does all that a real table's people and controller do: it moves things on the twin,
senses, observes, writes the journal. The broker and the ring have threads of their own.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence

import msgspec

from controller.config.model import BrokerConfig, Ring, TableConfig
from controller.contract.commands import LevelClock, Reply, Request
from controller.contract.observations import FloorSaid, Observation
from controller.contract.public import Health, PublicEvent, Status, Topics
from controller.demo.script import HOUSE, SEATS, Script, Show
from controller.houses.loader import load_house
from controller.journal import JournalReader
from controller.journal.session import SOFTWARE
from controller.play.game import Game, Noise, Setup
from controller.run.broker import Broker
from controller.run.drivers import open_ring
from controller.run.floor_pin import FloorLock, pin_for
from controller.run.requests import Answered, Refusal, Tokens, command_of
from controller.run.rights import Rights
from controller.run.ring_output import RingOutput
from controller.table.engine import Step
from controller.table.state import Table

log = logging.getLogger(__name__)

VENUE = "demo"
NAME = "1"
DENOMINATIONS = (25, 100, 500, 1000, 5000)
MOST_LATE = 0.5
LEVEL_S = 900
LOOKS_S = 0.05
"""So often somebody may have asked for something while the table waits."""

PIN = "2468"
"""What opens the floor's panel of the demo's window."""
HEALTH_EVERY = 5.0


class Ended(Exception):
    """The demo's time is over, wherever the hand is."""


class Pace:
    """Lets table time pass as fast as the clock on the wall, or `speed` times as fast."""

    def __init__(
        self, speed: float, stop: threading.Event, meanwhile: Callable[[int], None] | None = None
    ) -> None:
        """Start the clock when it is first asked; `stop` ends every waiting.

        `meanwhile` is called while it waits, with the table time that will not be passed.
        """
        self._speed = speed
        self._stop = stop
        self._meanwhile = meanwhile
        self._zero: float | None = None

    def __call__(self, at: int) -> None:
        """Wait until table time is `at` (ms); raises `Ended` when the time is over."""
        now = time.monotonic()
        due = at / 1000 / self._speed
        if self._zero is None:
            self._zero = now - due
        if self._zero + due - now < -MOST_LATE:
            # A machine that has slept or can't keep up goes on from here, and does not race.
            self._zero = now - due
        while True:
            if self._meanwhile is not None:
                self._meanwhile(at)
            left = self._zero + due - time.monotonic()
            if self._stop.is_set() or self._stop.wait(min(max(0.0, left), LOOKS_S)):
                raise Ended
            if left <= LOOKS_S:
                return

    def now(self) -> int:
        """Return table time in ms."""
        if self._zero is None:
            return 0
        return int((time.monotonic() - self._zero) * 1000 * self._speed)


class DemoTable:
    """A table that plays its scripts over and over, from `start` to `stop`.

    `watchers` are shown the table after each observation, in the table's own thread.
    """

    def __init__(
        self,
        scripts: Sequence[Script],
        port: int,
        speed: float,
        noise: Noise,
        seed: int,
        token: str = "",
    ) -> None:
        """Prepare it for a broker on this machine's `port`, which speaks MQTT 3.1.1.

        Who has the `token` commands it as a table's own screen does: the floor's word by its `PIN`.
        """
        self._scripts = tuple(scripts)
        self._seed = seed
        self._stop = threading.Event()
        self._pace = Pace(speed, self._stop, self._answer)
        self._asked: deque[tuple[str, Request]] = deque()
        self._answered = Answered()
        self._rights = Rights(
            Tokens({"screen": token} if token else {}, ("screen",)),
            FloorLock((pin_for("floor", PIN),)),
            tuple,
        )
        self._setup = Setup(
            load_house(HOUSE),
            SEATS,
            denominations=DENOMINATIONS,
            depth="sensed",
            noise=noise,
            seed=seed,
            journal=True,
            name=NAME,
        )
        self._config = TableConfig(
            name=NAME,
            venue=VENUE,
            house=HOUSE,
            seats=SEATS,
            hardware="twin",
            ring=Ring("apa102"),
            broker=BrokerConfig(port=port, protocol="3.1.1"),
        )
        self.port = port
        self.watchers: list[Callable[[Table], None]] = []
        self.topics = Topics(f"{self._config.broker.root}/{VENUE}/{NAME}")
        self.trouble: BaseException | None = None
        self.over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="demo-table", daemon=True)

    def start(self) -> None:
        """Begin to play; gives at once."""
        self._thread.start()

    def stop(self) -> None:
        """End, wherever the hand is; the journal is gone with it."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join(10)

    def _run(self) -> None:
        try:
            game = Game(self._setup, self._watch, self._pace)
            try:
                self._play(game)
            finally:
                game.close()
        except Ended:
            pass
        except BaseException as error:  # noqa: BLE001
            self.trouble = error
        finally:
            self.over.set()

    def _play(self, game: Game) -> None:
        self._game = game
        self._ring: RingOutput | None = open_ring(self._config, self._pace.now)
        try:
            self._plug_in(game)
            try:
                show = Show(game, self._seed)
                while True:
                    for script in self._scripts:
                        show.play(script)
            finally:
                self._unplug()
        finally:
            if self._ring is not None:
                self._ring.close()

    def _plug_in(self, game: Game) -> None:
        """Connect the controller that runs now to the broker."""
        journal = game.journal
        assert journal is not None
        self._session = journal.session
        self._reader = JournalReader(journal.path)
        self._health_due = 0.0
        self._broker = Broker(
            self._config.broker,
            self.topics,
            Status("online", journal.session, NAME, SOFTWARE),
            self._reader,
            confirmed=journal.acknowledged,
            committed=journal.seq,
            on_confirmed=journal.acknowledge,
            on_request=lambda name, request: self._asked.append((name, request)),
        )
        self._broker.show_state(game.runtime.state())
        game.runtime.public[:] = [self._announce]
        self._broker.start()

    def _unplug(self) -> None:
        self._broker.stop(1.0)
        self._reader.close()

    def _announce(self, seq: int, _: tuple[PublicEvent, ...]) -> None:
        self._broker.committed(seq)

    def _watch(self, _: Observation, done: Step) -> None:
        journal = self._game.journal
        if journal is not None and journal.session != self._session:
            # The power was cut: it is another controller that goes on.
            self._unplug()
            self._plug_in(self._game)
        for watch in self.watchers:
            watch(done.table)
        now = time.monotonic()
        if now >= self._health_due:
            self._broker.show_health(Health(self._session, backlog=self._broker.backlog))
            self._health_due = now + HEALTH_EVERY
        if done.public:
            state = self._game.runtime.state()
            self._broker.show_state(state)
            if self._ring is not None:
                self._ring.show(state)

    def _answer(self, until: int) -> None:
        """Carry out what was asked for while the table waited; all of it is before `until` (ms)."""
        self._keep_time(until)
        while self._asked:
            name, request = self._asked.popleft()
            reply = self._answered.reply(name, request)
            if reply is None:
                try:
                    reply = self._carry_out(name, request, until)
                    self._answered.keep(name, reply)
                except Refusal as no:
                    reply = Reply(request.id, ok=False, error=str(no), reason=no.reason)
            self._broker.answer(name, reply)

    def _keep_time(self, until: int) -> None:
        """Let the level have an end, as in a tournament, though each script sets its own."""
        table, level = self._game.table, self._game.table.level
        if table.level_clock is None and table.hand.number and level.big_blind:
            now = min(self._pace.now(), until)
            left = LEVEL_S - now // 1000 % LEVEL_S
            clock = LevelClock(left, 2 * level.small_blind, 2 * level.big_blind)
            self._game.take(FloorSaid(now, "demo", msgspec.json.encode(clock).decode()))

    def _carry_out(self, name: str, request: Request, until: int) -> Reply:
        runtime = self._game.runtime
        by = self._rights.by(name, request)
        if by:
            text = msgspec.json.encode(command_of(name, request)).decode()
            if request.if_seq not in (None, runtime.seq):
                raise Refusal("moved-on", f"the table has moved on to event {runtime.seq}")
            done = self._game.take(FloorSaid(min(self._pace.now(), until), by, text))
            if done.refused:
                raise Refusal(done.refused)
        return Reply(request.id, ok=True, seq=runtime.seq)
