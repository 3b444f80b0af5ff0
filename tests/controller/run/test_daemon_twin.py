"""A controller over the simulated table in real time, and what it makes of coming back."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec

from controller.config.model import TableConfig, load_config
from controller.contract.commands import Command, SitDown, StartHand
from controller.contract.observations import FloorSaid, TimePassed
from controller.contract.public import PublicState, SeatView
from controller.run.loop.daemon import Daemon
from controller.sensing.registry import Registry, save_registry
from hardware.ports import Clock, Driver
from hardware.twin.bank import Bank, new_registry
from hardware.twin.driver import TwinDriver
from hardware.twin.table import Twin
from tests.mqtt import until


class Room:
    """A simulated table that stays as it is while its controller comes and goes."""

    def __init__(self, folder: Path) -> None:
        config = folder / "table.toml"
        config.write_text(
            'name = "t"\nhouse = "ppc"\nseats = 2\nhardware = "twin"\nlayout = "reference"\n'
            "[broker]\nport = 1\n"
        )
        self.config = load_config(config)
        self.twin = Twin(self.config.plans(), "clean", seed=3)
        self.registry = new_registry()
        self.bank = Bank(self.registry, self.twin.rng)
        self.chips = [self.bank.chip(value) for value in (25, 25, 100, 25, 25)]
        save_registry(self.registry, folder / "tags.toml")
        self.driver: TwinDriver | None = None

    def drivers(self, _config: TableConfig, _registry: Registry, clock: Clock) -> Sequence[Driver]:
        """Return the driver of this table to a controller that starts."""
        self.driver = TwinDriver(self.twin, clock)
        return (self.driver,)

    def put(self, zone: str, *uids: str) -> None:
        """Lay things into a zone, all at once."""
        assert self.driver is not None
        with self.driver.hands_on() as twin:
            for uid in uids:
                twin.put(uid, zone)

    @contextmanager
    def controller(self) -> Iterator[Daemon]:
        """Return a controller of this table, from ready to stopped."""
        daemon = Daemon(self.config, self.drivers, broker=False)
        thread = threading.Thread(target=lambda: asyncio.run(daemon.run()))
        thread.start()
        try:
            assert daemon.ready.wait(30)
            yield daemon
        finally:
            daemon.stop()
            thread.join(20)


def say(daemon: Daemon, command: Command) -> None:
    daemon.put(FloorSaid(daemon.clock(), "floor", msgspec.json.encode(command).decode()))


def seat(state: PublicState, number: int) -> SeatView:
    return state.seats[number - 1]


def has_dealt(daemon: Daemon, cards: int) -> bool:
    return sum(view.cards for view in daemon.runtime.state().seats) == cards


def post_blinds(room: Room, daemon: Daemon) -> tuple[int, int]:
    """Begin a hand of two, whose blinds are there; gives the button and the other."""
    for number, name in ((1, "Anne"), (2, "Bea")):
        say(daemon, SitDown(number, name, 5000))
    say(daemon, StartHand())
    until(lambda: daemon.runtime.state().hand == 1)
    button = daemon.runtime.state().button
    other = 3 - button
    room.put(f"bet.{button}", *room.chips[:2])
    room.put(f"bet.{other}", room.chips[2])
    until(lambda: seat(daemon.runtime.state(), other).bet == 100)
    until(lambda: seat(daemon.runtime.state(), button).bet == 50)
    return button, other


def test_the_engine_hears_until_when_the_hands_have_been_told(tmp_path: Path) -> None:
    room = Room(tmp_path)
    heard: list[str] = []
    passed: list[TimePassed] = []
    with room.controller() as daemon:
        button, _ = post_blinds(room, daemon)
        daemon.runtime.public.append(lambda _, new: heard.extend(event.type for event in new))
        daemon.on_result.append(
            lambda seen, _: passed.append(seen) if isinstance(seen, TimePassed) else None
        )
        dealt = daemon.clock()
        room.put(f"hand.{button}", room.registry.card("Kh"))
        until(lambda: "irregularity.found" in heard)
    assert passed[-1].told > dealt


def test_a_hand_goes_on_where_it_was(tmp_path: Path) -> None:
    room = Room(tmp_path)
    cards = [room.registry.card(card) for card in ("Kh", "7c", "2d", "As")]
    heard: list[str] = []
    with room.controller() as daemon:
        button, other = post_blinds(room, daemon)
        for index, card in enumerate(cards):
            number = (other, button)[index % 2]
            room.put(f"hand.{number}", card)
            until(partial(has_dealt, daemon, index + 1))
        until(lambda: daemon.runtime.state().turn == button)
        before = daemon.runtime.state()
    with room.controller() as daemon:
        daemon.runtime.public.append(lambda _, new: heard.extend(event.type for event in new))
        assert daemon.runtime.state() == before
        room.put(f"bet.{button}", *room.chips[3:])
        until(lambda: "action.made" in heard)
        assert seat(daemon.runtime.state(), button).last_action == "call"
        assert "irregularity.found" not in heard
