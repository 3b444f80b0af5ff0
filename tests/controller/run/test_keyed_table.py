"""A table that reads nothing, from its config to a whole hand, by the touches of its own screen."""

from itertools import count
from pathlib import Path

from controller.config.model import load_config
from controller.contract.commands import Request
from controller.contract.public import PublicState
from controller.run.daemon import Daemon
from controller.run.inbox import Ask
from display.felt.commands import Console, Room, followed, press, tap
from display.words.names import words
from tests.controller.run.test_drivers import playing
from tests.mqtt import until

CONFIG = """
name = "k"
house = "tda"
seats = 3
chips = "keyed"
tokens = "tokens"
[cards]
read = false
[[players]]
seat = 1
name = "Anne"
stack = 5000
[[players]]
seat = 2
name = "Bea"
stack = 5000
[[players]]
seat = 3
name = "Carl"
stack = 5000
"""
TOKEN = "a-token-of-the-screen"


class Screen:
    """The screen at the table: it has the seats' keys and no word of the floor."""

    def __init__(self, daemon: Daemon) -> None:
        self._daemon = daemon
        self._console = Console()
        self._ids = count(1)
        self.states: list[PublicState] = []
        daemon.outputs.on_state.append(self.states.append)

    @property
    def state(self) -> PublicState:
        """Return what the screen shows now."""
        return self.states[-1]

    def keys(self, *names: str) -> None:
        """Touch keys of the page that is open by itself, once the table is as they need it."""
        for name in names:
            self.touches(f"page:{name}")

    def types(self, letters: str) -> None:
        """Type on a keyboard, and Enter behind it."""
        for letter in [*letters, "enter"]:
            self.touches(letter)

    def waits(self, turn: int, phase: str) -> None:
        """Wait until the screen shows this."""
        until(
            lambda: self.states and (self.state.turn, self.state.phase) == (turn, phase),
            what=f"{turn} {phase}",
        )

    def touches(self, what: str) -> None:
        """Touch a key of a page (`page:call`) or a seat, or type a letter."""
        room = Room(self.state, words("en"), 0.0)
        act = tap if ":" in what else press
        self._console = followed(self._console, self.state)
        self._console, orders = act(self._console, what, room)
        assert self._console.refused is None, self._console.refused
        for order in orders:
            seen = len(self.states)
            request = Request(str(next(self._ids)), "screen", TOKEN, data=dict(order.data))
            self._daemon.put(Ask(order.name, request))
            until(lambda: len(self.states) > seen, what=str(order))  # noqa: B023
            self._console = Console(pad=self._console.pad, turn=self._console.turn)


def test_a_whole_hand_is_played_with_a_screen_alone(tmp_path: Path) -> None:
    path, tokens = tmp_path / "table.toml", tmp_path / "tokens"
    path.write_text(CONFIG)
    tokens.write_text(f"screen {TOKEN} local\n")
    tokens.chmod(0o600)
    daemon = Daemon(load_config(path), broker=False)
    screen = Screen(daemon)
    with playing(daemon):
        screen.waits(0, "idle")
        dealer = screen.state.next_dealer
        screen.touches(f"seat:{dealer}")
        screen.keys("done")
        first, small, big = dealer, dealer % 3 + 1, (dealer + 1) % 3 + 1
        screen.waits(first, "betting")
        assert screen.state.cards_keyed
        assert not screen.state.blind_zones
        screen.keys("call")
        screen.waits(small, "betting")
        screen.keys("call")
        screen.waits(big, "betting")
        screen.keys("check")
        screen.waits(0, "board")
        screen.keys("rank:2", "suit:c", "rank:7", "suit:d", "rank:J", "suit:h", "ok")
        screen.waits(small, "betting")
        assert screen.state.board == ("2c", "7d", "Jh")
        screen.keys("fold")
        screen.waits(big, "betting")
        screen.keys("check")
        screen.waits(first, "betting")
        screen.keys("check")
        for card in ("9s", "td"):
            screen.waits(0, "board")
            screen.types(card)
            screen.waits(big, "betting")
            screen.keys("check")
            screen.waits(first, "betting")
            screen.keys("check")
        screen.waits(0, "showdown")
        screen.types("ahkd")
        until(lambda: screen.state.seats[big - 1].shown == ("Ah", "Kd"))
        screen.types("jsjd")
        screen.waits(0, "over")
        assert [(won.seat, won.amount) for won in screen.state.awards] == [(first, 300)]
