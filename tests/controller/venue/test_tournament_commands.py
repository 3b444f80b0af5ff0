"""`tapis venue`: what a volunteer types before an evening, and reads when it can't be so."""

import json
import stat
from pathlib import Path

from typer.testing import CliRunner, Result

from controller.cli import app


def tapis(*words: object) -> Result:
    """Run `tapis venue ...`."""
    return CliRunner().invoke(app, ["venue", *map(str, words)], env={"COLUMNS": "200"})


def players(folder: Path, count: int = 11) -> Path:
    """Return a file with so many players."""
    file = folder / "players.txt"
    file.write_text("".join(f"member-{number}\n" for number in range(1, count + 1)), "utf-8")
    return file


def test_the_list_and_what_a_tournament_says() -> None:
    """Every value has its article, or says that the text has none."""
    assert "deauville: RedCactus league night at the Deauville (house deauville)" in (
        tapis("list").stdout
    )
    shown = tapis("show", "deauville").stdout
    assert "structure.rebuy = 0  (RedCactus spécificités, structure)" in shown
    assert 'breaking.order = "last-out"  (RedCactus déroulement 6c)' in shown
    assert "(not in the rules: The text does not provide for late entry.)" in shown
    rows = {row["key"]: row for row in json.loads(tapis("show", "fidpa", "--json").stdout)}
    assert rows["balancing.gap"]["value"] == 3


def test_a_file_is_checked(tmp_path: Path) -> None:
    """It holds, or every mistake has its line."""
    assert "is valid" in tapis("check", "ppc").stdout
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "mine"\ntitle = "M"\ninherits = "ppc"\n[breaking]\nordr = 1\n', "utf-8")
    wrong = tapis("check", mine)
    assert wrong.exit_code == 2
    assert f"{mine}:5: breaking.ordr: is not a known key" in wrong.output


def test_a_draw_in_three_steps_and_its_check(tmp_path: Path) -> None:
    """Closed with two hashes, drawn with a witness, repeated by whoever wants to."""
    closed, published = tmp_path / "closed.json", tmp_path / "draw.json"
    first = tapis(
        "draw", players(tmp_path), "--tables", 2, "--close", closed,
        "--grant", "member-3=2-1", "--needs-ear", "member-5", "--ear", "1-7",
    )  # fmt: skip
    assert first.exit_code == 0, first.output
    assert stat.S_IMODE(closed.stat().st_mode) == 0o600
    drawn = tapis("draw", "--from", closed, "--witness", "7h Ks 2d", "--into", published)
    lines = drawn.stdout.splitlines()
    assert len(lines) == 11
    assert "2-1  member-3" in lines
    assert "1-7  member-5" in lines
    done = json.loads(published.read_text("utf-8"))
    assert f"list hash: {done['list_hash']}" in first.stdout
    assert f"secret hash: {done['secret_hash']}" in first.stdout
    assert tapis("check-draw", published).exit_code == 0
    again = tapis("draw", "--from", closed, "--witness", "7h Ks 2d")
    assert again.stdout == drawn.stdout
    assert "can verify this draw" not in again.output
    assert (
        "the list was not closed first (--close)"
        in tapis("draw", players(tmp_path), "--tables", 2).stderr
    )
    published.write_text(json.dumps(done | {"witness": "As"}), "utf-8")
    assert tapis("check-draw", published).exit_code == 2


def test_a_closed_list_is_never_overwritten(tmp_path: Path) -> None:
    """Closing again would let somebody try until they like the outcome."""
    closed = tmp_path / "closed.json"
    tapis("draw", players(tmp_path), "--tables", 2, "--close", closed)
    before = closed.read_bytes()
    again = tapis("draw", players(tmp_path), "--tables", 2, "--close", closed)
    assert again.exit_code == 2
    assert "exists" in again.output
    assert closed.read_bytes() == before


def test_what_cannot_be_meant_is_told_in_one_line(tmp_path: Path) -> None:
    """Too many players, no list or two, seats that are none, files that are something else."""
    file = players(tmp_path, 9)
    other = tmp_path / "other.json"
    other.write_text("{}", "utf-8")
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe")
    for words, says in (
        ((file,), "9 players for 8 seats"),
        ((), "give either a file of players"),
        ((file, "--from", other), "give either a file of players"),
        (("--from", other), "is not a closed list"),
        ((file, "--tables", 2, "--grant", "member-1"), "does not reserve a seat"),
        ((file, "--tables", 2, "--ear", "1-²"), "is not a seat"),
        ((binary,), "is not UTF-8 text"),
        ((tmp_path / "nowhere",), "nowhere"),
    ):
        told = tapis("draw", *words)
        assert told.exit_code == 2, told.output
        assert says in told.output
        assert told.output.count("\n") == 1
    told = tapis("check-draw", other)
    assert told.exit_code == 2
    assert "is not a draw" in told.output


def test_what_the_prizes_are_worth() -> None:
    """By chips and by ICM, side by side; what is typed wrong is named."""
    shown = tapis("deal", "anne=6000", "bruno=3000", "chloe=1000", "--prizes", "50,30,20")
    assert [line.split() for line in shown.stdout.splitlines()[1:]] == [
        ["anne", "6000", "44", "41"],
        ["bruno", "3000", "32", "34"],
        ["chloe", "1000", "24", "25"],
    ]
    rows = json.loads(tapis("deal", "a=1", "b=1", "--prizes", "50,30", "--json").stdout)
    assert rows[0] == {"player": "a", "stack": 1, "chips": 40, "icm": 40}
    for words, why in (
        (("a=1", "a=2", "--prizes", "5"), "named twice"),
        (("a", "b=2", "--prizes", "5"), "is not a stack"),
        (("a=1", "b=2", "--prizes", "5,x"), "is not an amount"),
        (("a=1", "b=2", "--prizes", "5,6"), "more than the one above"),
    ):
        wrong = tapis("deal", *words)
        assert wrong.exit_code == 2
        assert why in wrong.output


def test_a_formula_is_tried_on_results_that_are_known(tmp_path: Path) -> None:
    """As the room's pages give them; what is no formula, and no results, is told."""
    file = tmp_path / "results.csv"
    file.write_text("first,last,player,points\n1,1,Anne,100\n2,3,Bruno,\n2,3,Chloe,\n", "utf-8")
    formula = "10 * (entries - place + 1)"
    told = CliRunner().invoke(app, ["venue", "points", formula, str(file)])
    assert told.exit_code == 0
    assert [line.split() for line in told.output.splitlines()] == [
        ["30", "Anne"], ["15", "Bruno"], ["15", "Chloe"],
    ]  # fmt: skip
    assert CliRunner().invoke(app, ["venue", "points", "open('x')", str(file)]).exit_code
    file.write_text("nothing\n1\n", "utf-8")
    assert CliRunner().invoke(app, ["venue", "points", formula, str(file)]).exit_code == 2
