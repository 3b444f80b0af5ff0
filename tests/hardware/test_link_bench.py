"""`tapis bench link`: what it says of a line is what the line carried."""

from pathlib import Path

import msgspec
import pytest
import typer
from typer.testing import CliRunner

from firmware import messages, wire
from hardware.link_bench import LinkBench, bench_link, measure
from hardware.twin.board import NoInterpreter

LEAST = 0.85


def test_most_of_a_snapshot_of_ten_tags_is_uids() -> None:
    """None of the uids in it has anything to do with its length."""
    snapshot = messages.pack_snapshot(3, 1234, [bytes([255] * 8)] * 10)
    assert 80 / len(wire.encode(wire.SNAPSHOT, 1, snapshot)) > LEAST


@pytest.mark.parametrize("baud", [115_200, 1_000_000])
def test_a_full_line_is_uids_and_no_faster_than_its_rate(baud: int) -> None:
    """What this machine has no time for is missing from the line, not from its share.

    What is under way when the clock starts and stops makes a difference in so short a time.
    """
    carried = measure(baud, 1.0)
    assert 0.2 < carried.line_share < 1.15
    assert carried.useful_share / carried.line_share == pytest.approx(80 / 91, abs=0.08)


def test_the_command_prints_its_figures() -> None:
    app = typer.Typer()
    app.command()(bench_link)
    run = CliRunner().invoke(app, ["--seconds", "0.5", "--antennas", "3", "--tags", "12", "--json"])
    assert run.exit_code == 0, run.output
    bench = msgspec.json.decode(run.output, type=LinkBench)
    assert (bench.antennas, bench.tags) == (3, 12)
    assert bench.antennas_per_node > bench.antennas_by_air == 3


def test_without_the_interpreter_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoInterpreter, match=r"it needs Node\.js and, .* make setup"):
        measure(115_200, 1.0)
