"""A league night in the terminal: whole, and the same for the same seed."""

from functools import cache

from typer.testing import CliRunner

from controller.cli import app


@cache
def played(seed: int, again: int = 0) -> list[str]:
    """Play a night of sixteen players, and give what it said."""
    words = ["demo", "--venue", "--tables", "2", "--speed", "50", "--seed", str(seed)]
    done = CliRunner().invoke(app, words)
    assert not done.exit_code, done.output
    first, *lines = done.output.splitlines()
    assert "a league night at 2 tables" in first
    return lines


def test_a_night_has_a_break_a_final_table_a_winner_and_all_places() -> None:
    lines = played(3)
    told = "\n".join(lines)
    assert "break of 15 minutes" in told
    assert "has no chips left, and waits for the break" in told
    assert "(RedCactus déroulement 5)" in told
    assert "the final table is table" in told
    assert "wins: 100 points" in told
    assert lines[-16].split()[0] == "1"


def test_a_seed_is_one_evening() -> None:
    assert played(3) == played(3, again=1)
