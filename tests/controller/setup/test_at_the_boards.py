"""A volunteer sets a table of simulated boards up: the real commands, in a real terminal."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.config.model import load_config
from controller.contract.scans import AntennaPlan
from controller.sensing.registry import load_registry
from tests.controller.setup.boards import boards
from tests.controller.setup.terminal import Terminal

WEST = tuple(AntennaPlan(name, name, 100, x=600 * n) for n, name in enumerate(
    ("bet.2", "hand.1", "hand.2")
))  # fmt: skip
EAST = tuple(AntennaPlan(name, name, 100, x=600 * n, y=600) for n, name in enumerate(
    ("board", "extra", "pot", "bet.1")
))  # fmt: skip


@contextmanager
def tapis(terminal: Terminal, folder: Path, *words: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a command at a terminal."""
    process = subprocess.Popen(
        [sys.executable, "-c", "from controller.cli import app; app()", *words],
        cwd=folder, stdin=terminal.theirs, stdout=terminal.theirs, stderr=terminal.theirs,
        env={**os.environ, "COLUMNS": "100", "TERM": "xterm", "PYTHONPATH": str(Path.cwd())},
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.wait(30)


def test_a_table_is_set_up_and_its_deck_begun(tmp_path: Path) -> None:
    """Names, house, seats and chips; which board is where; then the first cards."""
    terminal = Terminal()
    card = "E004015000000001"
    with boards(tmp_path / "ports", {"west": WEST, "east": EAST}, keyed=True) as table:
        with tapis(terminal, tmp_path, "setup", "--ports", "ports", "--no-readers") as process:
            terminal.answer("Name of the table?", "3")
            terminal.answer("Name of the club or bar?", "back")
            terminal.answer("Name of the table? [3]", "4")
            terminal.answer("Name of the club or bar? [home]", "é" * 41)
            terminal.see("Answer with 1 to 40 letters")
            terminal.answer("Name of the club or bar? [home]", "zinc")
            terminal.answer("Which house rules? [ppc]", "fidpa")
            terminal.answer("How many seats? [10]", "2")
            terminal.answer("How are the chips counted? [rfid]", "")
            terminal.answer("Values of the chips in play?", "25 100 500")
            terminal.answer("Small blind? [50]", "30")
            terminal.see("The smallest chip is 25.")
            terminal.answer("Small blind? [50]", "25")
            terminal.answer("Big blind? [100]", "50")
            terminal.answer("How many decks are in use? [2]", "quit")
            terminal.see("Stopped. Run tapis setup to continue.")
            assert process.wait(30) == 1
        with tapis(terminal, tmp_path, "setup", "--ports", "ports", "--no-readers") as process:
            terminal.answer(
                "A setup was interrupted after this step: big blind. Continue from there? [yes]",
                "",
            )
            terminal.answer("How many decks are in use? [2]", "")
            terminal.answer("Are open questions decided", "absent")
            terminal.answer("Which language does the display use (en: English, fr: French)?", "fr")
            terminal.answer("Are the cards dealt from a shoe that reads them?", "no")
            terminal.answer("Which of these does your table have? [burn]", "none")
            terminal.see('node "east", role antennas')
            terminal.see('node "west", role antennas')
            terminal.answer("Are these all the devices that are plugged in (2)? [yes]", "")
            for zone, words, found in (
                ("hand.1", "the hand zone at seat 1", "hand.1 is antenna 1 of west."),
                ("bet.1", "the bet zone at seat 1", "bet.1 is antenna 3 of east."),
                ("hand.2", "the hand zone at seat 2", "hand.2 is antenna 2 of west."),
                ("bet.2", "the bet zone at seat 2", "bet.2 is antenna 0 of west."),
                ("board", "the board, where the first flop", "board.1 is antenna 0 of east."),
            ):
                terminal.see(f"Put the card on {words}")
                table.lay(card, on=zone)
                terminal.see(found)
            terminal.see("Put the card on board position 2")
            terminal.press("s")
            terminal.see("Put the card on the muck.")
            table.lay(card, on="hand.1")
            terminal.see("That antenna has already been identified: it is the hand zone at seat 1")
            terminal.press("s")
            terminal.see("Put the card on the pot.")
            table.lay(card, on="pot")
            terminal.see("pot is antenna 2 of east.")
            table.take(card)
            terminal.see("Saved in table.toml.")
            terminal.see("All 7 antennas respond.")
            assert process.wait(30) == 0
        config = load_config(tmp_path / "table.toml")
        assert (config.name, config.venue, config.house, config.seats) == ("4", "zinc", "fidpa", 2)
        assert (config.level.small_blind, config.level.big_blind) == (25, 50)
        assert config.display.language == "fr"
        assert config.links.keys == "required"
        assert [(a.name, a.zone, a.device) for a in config.antennas] == [
            ("board.1", "board", "east"), ("spare.east.1", "spare", "east"), ("pot", "pot", "east"),
            ("bet.1", "bet.1", "east"), ("bet.2", "bet.2", "west"), ("hand.1", "hand.1", "west"),
            ("hand.2", "hand.2", "west"),
        ]  # fmt: skip
        with tapis(terminal, tmp_path, "enroll", "deck", "2") as process:
            terminal.see("Deck 2, on antenna board.1")
            for number, face in enumerate(("As", "2s", "3s")):
                table.lay(f"E0040150000001{number:02X}", on="board")
                terminal.see(f"{face}  ")
                table.take(f"E0040150000001{number:02X}")
            terminal.press("q")
            terminal.see("Stopped. Enrolled items stay enrolled")
            assert process.wait(30) == 1
    terminal.close()
    saved = load_registry(tmp_path / "tags.toml")
    assert [saved.card(face, 2) for face in ("As", "2s", "3s", "4s")] == [
        "E004015000000100", "E004015000000101", "E004015000000102", "",
    ]  # fmt: skip
