"""A table that reads nothing: set up by questions, players sign up, a hand keyed on its screen."""

from itertools import count
from pathlib import Path

from typer.testing import CliRunner

from controller.cli import app
from controller.config.model import load_config
from controller.contract.commands import Request
from controller.contract.public import PublicState
from controller.contract.rules import Kind
from controller.run.loop.daemon import Daemon
from controller.run.loop.inbox import Ask
from display.felt.console.commands import Console, Room, followed, press, tap
from display.words.names import words
from tests.controller.run.test_drivers import playing
from tests.mqtt import until

ANSWERS = ("k", "home", "tda", "3", "keyed", "", "50", "100", "1", "absent", "en", "no", "none",
           "no", "yes")  # fmt: skip
"""To the questions of a set-up, where no reader answers."""

TOKEN = "a-token-of-the-screen"
FLOOR = "a-token-of-the-floor"


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


def test_from_the_box_to_the_first_pot_and_the_first_ruling_with_a_screen_alone(
    tmp_path: Path,
) -> None:
    path, tokens = tmp_path / "table.toml", tmp_path / "tokens"
    tokens.write_text(f"screen {TOKEN} local\nfloor {FLOOR}\n")
    tokens.chmod(0o600)
    (tmp_path / "answers").write_text("".join(f"{answer}\n" for answer in ANSWERS))
    asked = ["setup", "--config", str(path), "--ports", str(tmp_path / "none"), "--no-readers"]
    told = CliRunner().invoke(app, [*asked, "--answers", str(tmp_path / "answers")])
    assert told.exit_code == 0, told.output
    daemon = Daemon(load_config(path), broker=False)
    screen = Screen(daemon)
    with playing(daemon):
        for seat, name in enumerate(("Anne", "Bea", "Carl"), 1):
            data = {"seat": seat, "name": name, "stack": 5000}
            daemon.put(Ask("sit-down", Request(name, "floor", FLOOR, data=data)))
        until(lambda: screen.states and all(seat.name for seat in screen.state.seats))
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
        # The next hand: somebody raises before their turn, and the table rules.
        dealer = screen.state.next_dealer
        screen.touches(f"seat:{dealer}")
        screen.keys("done")
        screen.waits(dealer, "betting")
        early = dealer % 3 + 1
        data = {"seat": early, "what": "raise", "amount": 300}
        daemon.put(Ask("act", Request("early", "screen", TOKEN, data=data)))
        until(lambda: screen.state.found is not None, what="a ruling")
        assert screen.state.found is not None
        assert screen.state.found.kind is Kind.BET_OUT_OF_TURN
        assert screen.state.found.article.startswith("TDA")
