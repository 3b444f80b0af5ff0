"""`tapis bench link`: its figures match the traffic of the line."""

from pathlib import Path

import msgspec
import pytest
import typer
from typer.testing import CliRunner

from firmware.link import messages, wire
from hardware.twin.boards.rack import NoInterpreter
from tests.rig.link import LinkBench, bench_link, measure

LEAST = 0.85


def test_most_of_a_snapshot_of_ten_tags_is_uids() -> None:
    """None of the uids in it has anything to do with its length."""
    snapshot = messages.pack_snapshot(3, 1234, [bytes([255] * 8)] * 10)
    assert 80 / len(wire.encode(wire.SNAPSHOT, 1, snapshot)) > LEAST


SEALED_LEAST = 0.81


@pytest.mark.parametrize(
    ("baud", "sealed", "least", "frame"),
    [(115_200, False, LEAST, 91), (115_200, True, SEALED_LEAST, 96)],
)
def test_a_full_line_is_uids_and_no_faster_than_its_rate(
    baud: int, sealed: bool, least: float, frame: int
) -> None:
    """A machine that stalls for a moment sees less, and then catches up: try again."""
    shares = []
    for _ in range(10):
        carried = measure(baud, 0.5, sealed=sealed)
        shares.append(carried.useful_share)
        if least <= carried.useful_share <= 80 / frame * 1.02 and carried.line_share <= 1.02:
            return
    pytest.fail(f"of {baud} baud these shares were uids: {shares}")


def test_the_command_prints_its_figures() -> None:
    app = typer.Typer()
    app.command()(bench_link)
    run = CliRunner().invoke(app, ["--seconds", "0.5", "--antennas", "3", "--tags", "12", "--json"])
    assert run.exit_code == 0, run.output
    bench = msgspec.json.decode(run.stdout, type=LinkBench)
    assert (bench.antennas, bench.tags) == (3, 12)
    assert bench.antennas_per_node > bench.antennas_by_air == 3


def test_without_the_interpreter_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoInterpreter, match=r"it needs Node\.js and, .* make setup"):
        measure(115_200, 1.0)
