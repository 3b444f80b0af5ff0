"""A window is touched, and a real table on a real broker does it, or says why not."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pygame

from controller.contract.observations import CardAt
from controller.contract.public import PublicState
from controller.daemon import Daemon
from display.ask import Token
from display.feed import Feed, Source
from display.felt.commands import Desk, page_of
from display.felt.commands_live import LiveDesk
from display.felt.draw import places_of
from display.felt.look import Look
from display.felt.screen import Loop, Options
from display.felt.target import Window
from display.felt.touch import CLOSE, page_boxes
from display.words import words
from tests.controller.test_daemon import Desk as Asker
from tests.controller.test_daemon import alive
from tests.controller.test_floor_pin import PIN, SCREEN, keyed
from tests.display.test_commands_evening import click
from tests.display.test_commands_evening import key as press
from tests.mqtt import Mosquitto, Subscriber, until

SIZE = (1280, 800)
EN = words("en")


class Screen:
    """A window of a table, as somebody sees and touches it."""

    def __init__(self, live: LiveDesk, state: Callable[[], PublicState | None]) -> None:
        self._live = live
        self._state = state

    @property
    def desk(self) -> Desk:
        """What is open."""
        return self._live.desk

    @property
    def state(self) -> PublicState:
        """What the screen knows of the table."""
        state = self._state()
        assert state is not None
        return state

    def touch(self, name: str) -> None:
        """Touch a key of the open page, once it is there and no answer is due."""

        def there() -> bool:
            page = page_of(self.desk, self._state(), EN)
            known = page is not None and (name == CLOSE or page.key(name) is not None)
            return known and not self.desk.waiting

        until(there, what=f"key {name}")
        page = page_of(self.desk, self.state, EN)
        assert page is not None
        before = self.desk
        click(dict(page_boxes(places_of(self.state, SIZE, Look()), page).keys)[name].centre)
        until(lambda: self.desk is not before, what=f"{name} touched")

    def turn(self, seat: int) -> None:
        """Wait until the pad of a seat is there by itself."""
        until(
            lambda: self.state.turn == seat and self.desk.pad is not None
            and self.desk.pad.seat == seat and not self.desk.waiting,
            what=f"pad of seat {seat}",
        )  # fmt: skip


@contextmanager
def screen(port: int) -> Iterator[Screen]:
    source, stop = Source("127.0.0.1", port, "tapis/home/t1"), threading.Event()
    opened = threading.Event()
    made: list[Screen] = []

    def run() -> None:
        options = Options(SIZE, token=Token(SCREEN, "screen"))
        with Feed(source) as feed, LiveDesk(source, options.token, "en", seconds=3) as live:
            made.append(Screen(live, lambda: feed.wait(0, 0)[1].state))
            target = Window(SIZE, fullscreen=False)
            opened.set()
            Loop(feed, live, target, options).run(stop)
        pygame.display.quit()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        assert opened.wait(20)
        until(lambda: made[0]._state() is not None)
        yield made[0]
    finally:
        stop.set()
        thread.join(20)
        assert not thread.is_alive()


@contextmanager
def keyed_table(folder: Path) -> Iterator[tuple[Mosquitto, Daemon, Subscriber, Screen]]:
    """Give a table whose amounts are keyed, on a broker, with its screen."""
    with (
        Mosquitto(folder) as broker,
        Subscriber(broker.port) as ear,
        alive(keyed(folder, broker.port)) as daemon,
        screen(broker.port) as shown,
    ):
        yield broker, daemon, ear, shown


def two_players(ear: Subscriber) -> None:
    until(lambda: ear.last("/state"))
    desk = Asker(ear)
    for seat in (1, 3):
        assert desk.ask("sit-down", seat=seat, name=f"P{seat}", stack=5000)["ok"]
    assert desk.ask("set-level", small_blind=50, big_blind=100)["ok"]
    assert desk.ask("start-hand")["ok"]


def deal(daemon: Daemon, shown: Screen) -> None:
    """Lay two cards before each player, as the antennas see it."""
    for card in ("Ah", "Kd", "7c", "2s"):
        until(lambda: shown.state.to_deal)
        left = shown.state.to_deal
        at = daemon.clock()
        daemon.put(CardAt(at, card, f"hand.{left[0]}", at))
        until(lambda left=left: shown.state.to_deal != left)  # type: ignore[misc]


def test_a_keyed_hand_is_played_by_touches_alone(tmp_path: Path) -> None:
    with keyed_table(tmp_path) as (_, daemon, ear, shown):
        two_players(ear)
        deal(daemon, shown)
        until(lambda: shown.state.turn)
        first, other = shown.state.turn, 4 - shown.state.turn
        shown.turn(first)
        shown.touch("amount")
        shown.touch("more")
        shown.touch("ok")
        shown.turn(other)
        bet = next(s.bet for s in shown.state.seats if s.seat == first)
        assert bet == 300
        shown.touch("all-in")
        shown.turn(first)
        shown.touch("fold")
        until(lambda: any(event["type"] == "pot.awarded" for event in ear.events()))
        made = [e["data"] for e in ear.events() if e["type"] == "action.made"]
        assert [(m["seat"], m["action"]) for m in made] == [
            (first, "raise"), (other, "raise"), (first, "fold"),
        ]  # fmt: skip


def pin(shown: Screen, digits: str) -> None:
    for digit in digits:
        shown.touch(f"digit:{digit}")
    shown.touch("ok")


def test_the_panel_opens_by_the_pin_and_voids_a_hand(tmp_path: Path) -> None:
    with keyed_table(tmp_path) as (_, daemon, ear, shown):
        two_players(ear)
        deal(daemon, shown)
        shown.turn(shown.state.turn or 1)
        shown.touch(CLOSE)
        press("f")
        until(lambda: shown.desk.floor is not None and shown.desk.floor.page == "pin")
        pin(shown, "9999")
        until(lambda: shown.desk.refused is not None)
        assert shown.desk.refused is not None
        assert shown.desk.refused.key == "ok"
        assert shown.desk.refused.text == EN.say("This is not the PIN of anybody here")
        pin(shown, PIN)
        shown.touch("do:misdeal")
        assert not any(e["type"] == "hand.voided" for e in ear.events())
        shown.touch("yes")
        until(lambda: any(e["type"] == "hand.voided" for e in ear.events()))
        voided = next(e for e in ear.events() if e["type"] == "hand.voided")
        assert voided["data"]["by"] == "Xavier"
        # Somebody locks it elsewhere: the open panel is refused, and asks for the PIN.
        desk = Asker(ear)
        assert desk.ask("lock", token=SCREEN)["ok"]
        shown.touch("do:undo")
        until(lambda: shown.desk.refused is not None)
        assert shown.desk.refused is not None
        assert "PIN" in shown.desk.refused.text
        assert shown.desk.floor is not None
        assert shown.desk.floor.page == "pin"
        assert PIN not in repr(shown.desk)


def test_a_broker_that_is_gone_is_said_where_the_finger_is(tmp_path: Path) -> None:
    with keyed_table(tmp_path) as (broker, daemon, ear, shown):
        two_players(ear)
        deal(daemon, shown)
        until(lambda: shown.state.turn)
        shown.turn(shown.state.turn)
        broker.kill()
        shown.touch("fold")
        until(lambda: shown.desk.refused is not None)
        refused: Any = shown.desk.refused
        assert refused.key == "fold"
        assert "broker" in refused.text or "No answer" in refused.text
