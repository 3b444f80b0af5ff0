"""The demo's table: the product's controller, and a simulated dealer who follows a script.

One thread simulates all the people at the table. The controller has its own threads, as always.
"""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from controller.config.model import BrokerConfig, DecksConfig, TableConfig
from controller.config.ring import RingConfig
from controller.contract.commands import LevelClock
from controller.contract.observations import FloorSaid, Observation
from controller.contract.public import Topics
from controller.demo.script import HOUSE, SEATS, Script, Show
from controller.houses.loader import load_house
from controller.play.game import DealtGame, Noise, Setup
from controller.play.sinks.live import Ended, LiveSink, Pace
from controller.play.sinks.sink import Doubt
from controller.run.access.floor_pin import pin_for, save_pin
from controller.run.loop.runtime import ResultOutput
from controller.table.engine import Transition
from controller.table.state import Level, Table

VENUE = "demo"
NAME = "1"
DENOMINATIONS = (25, 100, 500, 1000, 5000)
LEVEL_S = 900

REACH_MS = 50
"""People at the demo's table are brisk: 50 ms from putting one item down to taking the next."""

PIN = "2468"
"""The PIN that opens the floor's panel of the demo's window."""


def demo_config(folder: Path, port: int, noise: Noise, token: str = "") -> TableConfig:
    """Return the config of the demo's table, and write its token and PIN files into `folder`.

    The table's broker is on port `port` of this machine and speaks MQTT 3.1.1. `noise` is the noise
    level of the antennas. A client with the `token` can give the same commands as the table's own
    screen. A client that also has the `PIN` can give the floor's commands.
    """
    tokens, pins = folder / "tokens", folder / "pins"
    tokens.touch(0o600)
    tokens.write_text(f"screen {token} local\n" if token else "", "utf-8")
    save_pin(pins, pin_for("floor", PIN))
    return TableConfig(
        name=NAME,
        venue=VENUE,
        house=HOUSE,
        seats=SEATS,
        denominations=DENOMINATIONS,
        hardware="twin",
        layout="reference",
        noise=noise,
        journal=str(folder / f"{NAME}.db"),
        tokens=str(tokens),
        floor_pin=str(pins),
        cards=DecksConfig(decks=1, registry=str(folder / "tags.toml")),
        ring=RingConfig("apa102"),
        broker=BrokerConfig(port=port, protocol="3.1.1"),
    )


class DemoTable:
    """A table that plays its scripts in a loop, from `start` to `stop`.

    `watchers` are called with each observation and its results. `on_script` is called with each
    script as it begins. Both are called in the thread that plays the scripts.
    """

    def __init__(
        self,
        scripts: Sequence[Script],
        config: TableConfig,
        speed: float,
        seed: int = 0,
        *,
        waits: bool = True,
    ) -> None:
        """Prepare the table described by `config`, as made by `demo_config`.

        `speed` is the playing speed, where 2 is twice as fast. `seed` determines the noise, the
        pauses, and the cards that no script specifies. If `waits` is false, table time does not
        wait for the wall clock, but advances as fast as possible.
        """
        self._scripts = tuple(scripts)
        self._config = config
        self._seed = seed
        self._stop = threading.Event()
        self._pace = Pace(speed, self._stop, waits=waits)
        self._sink: LiveSink
        self._timed: Level | None = None
        self.watchers: list[Callable[[Observation, Transition], object]] = []
        self.on_script: Callable[[Script], None] = lambda _: None
        self.topics = Topics(f"{config.broker.root}/{config.venue}/{config.name}")
        self.trouble: BaseException | None = None
        self.over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="demo-table", daemon=True)

    def start(self) -> None:
        """Start playing; return immediately."""
        self._thread.start()

    def stop(self) -> None:
        """Stop, even in the middle of a hand."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        try:
            config = self._config
            setup = Setup(
                load_house(config.house), config.seats, denominations=config.denominations,
                depth="sensed", noise=config.noise, seed=self._seed, name=config.name,
            )  # fmt: skip
            game = DealtGame(setup, self._watch, hosted=self._open)
            try:
                show = Show(game, self._seed)
                while True:
                    for script in self._scripts:
                        self.on_script(script)
                        show.play(script)
            finally:
                game.close()
        except Ended:
            pass
        except BaseException as error:  # noqa: BLE001
            self.trouble = error
        finally:
            self.over.set()

    def _open(self, heard: ResultOutput, doubt: Doubt) -> LiveSink:
        self._sink = LiveSink(self._config, self._seed, self._pace, heard, doubt, reach=REACH_MS)
        return self._sink

    def _watch(self, observation: Observation, done: Transition) -> None:
        for watch in self.watchers:
            watch(observation, done)
        self._keep_time(done.table)

    def _keep_time(self, table: Table) -> None:
        """Set the clock of the current level, so that the display counts down as in a tournament.

        The scripts set only the blinds, so there would be no clock otherwise.
        """
        level = table.level
        if not table.hand.running or table.level_clock is not None or self._timed == level:
            return
        self._timed = level
        now = self._sink.now
        left = LEVEL_S - now // 1000 % LEVEL_S
        clock = LevelClock(left, 2 * level.small_blind, 2 * level.big_blind)
        self._sink.put(FloorSaid(now, "demo", msgspec.json.encode(clock).decode()))
