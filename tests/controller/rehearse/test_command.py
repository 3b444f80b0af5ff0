"""`tapis table` says what can't be meant, and where its pages are."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.cli import app
from controller.rehearse.command import first_lines
from display.words.names import words


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--depth", "engine"], '--depth "engine": expected one of sensed, wire'),
        (["--noise", "loud"], "expected one of clean, typical, harsh"),
        (["--language", "xx"], "xx"),
        (["--scenario", "nothing.scn"], "nothing.scn"),
        (["--scenario", "latin.scn"], "is not UTF-8 text: save it as UTF-8"),
        (["--config", "nothing.toml"], "nothing.toml"),
    ],
)
def test_what_can_not_be_meant_ends_in_a_line(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("latin.scn").write_bytes("seat 1 Zoé 5000".encode("latin-1"))
    ended = CliRunner().invoke(app, ["table", "--port", "0", *words])
    assert ended.exit_code == 2
    assert told in ended.stderr


def test_each_seat_has_a_link() -> None:
    links = {0: "own", 1: "one", 2: "two"}
    told = first_lines(links, "http://here:1", words("en"))
    assert "the table http://here:1/own" in told
    assert "Seat 2    http://here:1/two" in told
    assert "la table http://here:1/own" in first_lines(links, "http://here:1", words("fr"))
