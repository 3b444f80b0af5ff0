"""A window is touched, and a real table on a real broker does it, or says why not."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pygame
from msgspec.structs import replace

from controller.config.model import TableConfig
from controller.contract.observations import CardAt, CardLeft, Declared
from controller.contract.public import Action, Award, NextStep, PublicState, Street, Task
from controller.contract.readings.legal_actions import choice
from controller.contract.scans import AntennaPlan, BadgeTag, Scan
from controller.play.sinks.servers import Mosquitto
from controller.run.loop.daemon import Daemon
from controller.sensing.registry import save_registry
from display.ask import Token
from display.feed import Feed, FeedSource
from display.felt.console.commands import Console, page_of
from display.felt.console.commands_live import LiveConsole
from display.felt.console.key_pages import CLOSE, page_boxes
from display.felt.draw import places_of
from display.felt.drawing.look import Look
from display.felt.screen import Options, ScreenLoop
from display.felt.window import Window
from display.words.names import words
from hardware.twin.bank import new_registry
from tests.controller.run.test_daemon import Desk as Asker
from tests.controller.run.test_daemon import alive
from tests.controller.run.test_floor_pin import PIN, SCREEN, keyed
from tests.display.felt.test_commands_evening import click
from tests.display.felt.test_commands_evening import key as press
from tests.mqtt import Subscriber, until

SIZE = (1280, 800)
XAVIERS = "E0040150FFFFFF01"
EN = words("en")


class Screen:
    """A window of a table, as somebody sees and touches it."""

    def __init__(self, live: LiveConsole, state: Callable[[], PublicState | None]) -> None:
        self._live = live
        self._state = state

    @property
    def console(self) -> Console:
        """What is open."""
        return self._live.console

    @property
    def state(self) -> PublicState:
        """What the screen knows of the table."""
        state = self._state()
        assert state is not None
        return state

    def touch(self, name: str) -> None:
        """Touch a key of the open page, once it is there and no answer is due."""

        def there() -> bool:
            page = page_of(self.console, self._state(), EN)
            known = page is not None and (name == CLOSE or page.key(name) is not None)
            return known and not self.console.waiting

        until(there, what=f"key {name}")
        page = page_of(self.console, self.state, EN)
        assert page is not None
        before = self.console
        click(dict(page_boxes(places_of(self.state, SIZE, Look()), page).keys)[name].centre)
        until(lambda: self.console is not before, what=f"{name} touched")

    def turn(self, seat: int) -> None:
        """Wait until the pad of a seat is there by itself."""
        until(
            lambda: self.state.turn == seat and self.console.pad is not None
            and self.console.pad.seat == seat and not self.console.waiting,
            what=f"pad of seat {seat}",
        )  # fmt: skip


@contextmanager
def screen(port: int) -> Iterator[Screen]:
    source, stop = FeedSource("127.0.0.1", port, "tapis/home/t1"), threading.Event()
    opened = threading.Event()
    made: list[Screen] = []

    def run() -> None:
        options = Options(SIZE, token=Token(SCREEN, "screen"))
        with Feed(source) as feed, LiveConsole(source, options.token, "en", seconds=3) as live:
            made.append(Screen(live, lambda: feed.wait(0, 0)[1].state))
            target = Window(SIZE, fullscreen=False)
            opened.set()
            ScreenLoop(feed, live, target, options).run(stop)
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
    """Return a table whose amounts are keyed, on a broker, with its screen."""
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


def with_a_floor_reader(config: TableConfig) -> TableConfig:
    """Return a table with the antennas that it has, and one for the floor's badge."""
    plans = (*config.plans(), AntennaPlan("floor-badge", "floor-badge", 500))
    return replace(config, layout=None, antennas=plans)


def deal(daemon: Daemon, shown: Screen) -> dict[int, list[str]]:
    """Lay two cards before each player, as the antennas see it; give who has which."""
    hands: dict[int, list[str]] = {}
    for card in ("Ah", "Kd", "7c", "2s"):
        until(lambda: shown.state.to_deal)
        left = shown.state.to_deal
        at = daemon.clock()
        daemon.put(CardAt(at, card, f"hand.{left[0]}", at))
        until(lambda left=left: shown.state.to_deal != left)  # type: ignore[misc]
        hands.setdefault(left[0], []).append(card)
    return hands


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


def test_the_floors_badge_opens_the_panel_without_a_pin(tmp_path: Path) -> None:
    with Mosquitto(tmp_path) as broker, Subscriber(broker.port) as ear:
        config = with_a_floor_reader(keyed(tmp_path, broker.port))
        registry = new_registry()
        registry.enrol(XAVIERS, BadgeTag("Xavier", "floor"))
        save_registry(registry, tmp_path / "tags.toml")
        with alive(config) as daemon, screen(broker.port) as shown:
            two_players(ear)
            deal(daemon, shown)
            shown.turn(shown.state.turn or 1)
            shown.touch(CLOSE)
            press("f")
            until(lambda: shown.console.floor is not None and shown.console.floor.page == "pin")
            shown.touch(CLOSE)
            until(lambda: shown.console.floor is None)
            for at in range(0, 2000, 500):
                daemon.put(Scan("floor-badge", (XAVIERS,), daemon.clock() + at))
            until(lambda: daemon.sensing.badges_in("floor-badge"))
            press("f")
            until(lambda: shown.console.floor is not None and shown.console.floor.page == "menu")
            shown.touch("do:misdeal")
            shown.touch("yes")
            until(lambda: any(e["type"] == "hand.voided" for e in ear.events()))
            voided = next(e for e in ear.events() if e["type"] == "hand.voided")
            assert voided["data"]["by"] == "Xavier"


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
        until(lambda: shown.console.floor is not None and shown.console.floor.page == "pin")
        pin(shown, "9999")
        until(lambda: shown.console.refused is not None)
        assert shown.console.refused is not None
        assert shown.console.refused.key == "ok"
        assert shown.console.refused.text == EN.say("Wrong PIN")
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
        until(lambda: shown.console.refused is not None)
        assert shown.console.refused is not None
        assert "PIN" in shown.console.refused.text
        assert shown.console.floor is not None
        assert shown.console.floor.page == "pin"
        assert PIN not in repr(shown.console)


def test_a_broker_that_is_gone_is_said_where_the_finger_is(tmp_path: Path) -> None:
    with keyed_table(tmp_path) as (broker, daemon, ear, shown):
        two_players(ear)
        deal(daemon, shown)
        until(lambda: shown.state.turn)
        shown.turn(shown.state.turn)
        broker.kill()
        shown.touch("fold")
        until(lambda: shown.console.refused is not None)
        refused: Any = shown.console.refused
        assert refused.key == "fold"
        assert "broker" in refused.text or "No answer" in refused.text


def lay(daemon: Daemon, shown: Screen, zone: str, *cards: str) -> None:
    """Lay cards somewhere, as the antennas see it, and wait until the table has understood."""
    before = shown.state.seq
    for card in cards:
        at = daemon.clock()
        daemon.put(CardAt(at, card, zone, at))
    until(lambda: shown.state.seq > before, what=f"{cards} in {zone}")


def test_a_whole_keyed_hand_is_played_by_touches_up_to_the_pot(tmp_path: Path) -> None:
    """Streets are dealt on the felt; all that is said or put in is touched on the pads."""
    deck = iter(("2c", "9h", "8s", "3d", "4c", "Qs", "5c", "Jd"))
    said: list[tuple[str, str]] = []
    with keyed_table(tmp_path) as (_, daemon, ear, shown):
        two_players(ear)
        hands = deal(daemon, shown)
        for _ in range(60):
            until(lambda: shown.state.turn or shown.state.next_step or shown.state.awards)
            state = shown.state
            step = state.next_step
            if state.turn:
                shown.turn(state.turn)
                said.append((str(state.street), said_on_the_pad(shown)))
                until(lambda seq=state.seq: shown.state.seq > seq)  # type: ignore[misc]
            elif step == NextStep(Task.BURN):
                lay(daemon, shown, "burn", next(deck))
            elif step is not None and step.task is Task.DEAL:
                cards = 3 if step.street is Street.FLOP else 1
                lay(daemon, shown, "board", *(next(deck) for _ in range(cards)))
            elif step is not None and step.task is Task.TABLE:
                at, of = daemon.clock(), step.seat
                for card in hands[of]:
                    daemon.put(CardLeft(at, card, f"hand.{of}", at))
                for card in hands[of]:
                    daemon.put(CardAt(at, card, f"bet.{of}", at))
                daemon.put(Declared(daemon.clock(), of, "shown"))
                until(lambda before=state: shown.state.next_step != before.next_step)  # type: ignore[misc]
            else:
                break
        assert [word for _, word in said] == ["call", "check", *["bet", "call"] * 2, *["check"] * 2]
        # 200 before the flop, 300 each on it, then the pot of 800 each.
        assert shown.state.awards == (Award(0, 3, 2400),)
        assert [seat.stack for seat in shown.state.seats if seat.name] == [3800, 6200]
        until(lambda: any(event["type"] == "pot.awarded" for event in ear.events()))
        made = [event["data"] for event in ear.events() if event["type"] == "action.made"]
        assert [one["action"] for one in made] == [word for _, word in said]
        assert not [event for event in ear.events() if event["type"] == "irregularity.found"]


def said_on_the_pad(shown: Screen) -> str:
    """Touch what this player says: on the flop and the turn a bet that is called, else a check."""
    legal = shown.state.legal
    if choice(legal, Action.BET) and shown.state.street in ("flop", "turn"):
        shown.touch("amount")
        shown.touch("pot" if shown.state.street == "turn" else "digit:3")
        if shown.state.street == "flop":
            shown.touch("digit:00")
        shown.touch("ok")
        return "bet"
    word = "check" if choice(legal, Action.CHECK) else "call"
    shown.touch(word)
    return word
