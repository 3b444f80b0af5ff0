"""What a window or a stranger may command of a demo."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.demo.embedded import EmbeddedBroker
from controller.demo.script import read_scripts
from controller.demo.table import PIN, DemoTable, demo_config
from controller.table.state.table import Table
from display.ask import Asker, Token
from display.feed import FeedSource
from tests.mqtt import until
from tests.rig.footprint import SCENES

TOKEN = "a-token-of-the-windows-own"


@pytest.fixture
def commanded(tmp_path: Path) -> Iterator[tuple[DemoTable, Asker, FeedSource]]:
    """A demo that plays and that its window commands, and the window's line to it."""
    played = threading.Event()
    with EmbeddedBroker() as broker:
        config = demo_config(tmp_path, broker.port, "clean", TOKEN)
        table = DemoTable(read_scripts(SCENES), config, 8.0)
        source = FeedSource(port=broker.port, root=table.topics.root, protocol="3.1.1")
        table.watchers.append(lambda *_: played.set())
        table.start()
        try:
            assert played.wait(60)
            with Asker(source, Token(TOKEN, "screen")) as window:
                yield table, window, source
        finally:
            table.stop()


def test_whoever_looks_on_may_be_the_floor(
    commanded: tuple[DemoTable, Asker, FeedSource],
) -> None:
    table, window, _ = commanded
    states: list[Table] = []
    table.watchers.append(lambda _, done: states.append(done.table))

    def says(name: str, **data: object) -> str:
        reply = window.wait(window.ask(name, data))
        assert reply.ok == (not reply.reason)
        return reply.reason

    assert says("pause") == "locked"
    assert says("unlock", pin="0000") == "wrong-pin"
    assert says("unlock", pin=PIN) == ""
    # The hand may be over before the word has come.
    until(lambda: says("misdeal") == "", 60, "a hand is void")
    assert says("pause") == ""
    until(lambda: states[-1].paused, 60)
    until(lambda: not states[-1].hand.running, 60)
    hands = states[-1].played.hands
    assert says("kill-hand", seat=2) in {"no-live-hand", "no-hand"}
    assert says("resume") == ""
    # The show goes on with a hand that is as it should be.
    until(lambda: states[-1].played.hands > hands + 1, 120)
    assert table.trouble is None


def test_who_has_no_token_commands_nothing(
    commanded: tuple[DemoTable, Asker, FeedSource],
) -> None:
    source = commanded[2]
    with Asker(source, Token("somebody-elses-token")) as stranger:
        # The broker in this process may be slow to let a client in.
        until(lambda: stranger.wait(stranger.ask("pause", {})).reason == "token", 60)
