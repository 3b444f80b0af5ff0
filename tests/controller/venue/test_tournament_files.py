"""Tournament files: what ships holds, what inherits says only what differs, mistakes are told."""

from pathlib import Path

import pytest

from controller.houses.loader import load_house
from controller.toml.file import FileProblems
from controller.venue.tournament_files import (
    find_tournament,
    load_tournament,
    shipped_tournaments,
)


@pytest.mark.parametrize("name", shipped_tournaments())
def test_every_shipped_tournament_reads_and_its_house_too(name: str) -> None:
    """Its own name is the file's, and the house that it names is there."""
    tournament = load_tournament(name)
    assert tournament.name == name
    assert load_house(tournament.house).name == tournament.house


def test_what_a_child_leaves_out_is_its_parents() -> None:
    """The Deauville has no rebuy, and everything else of the league."""
    child, parent = load_tournament("deauville"), load_tournament("redcactus")
    assert (parent.start.rebuy.value, child.start.rebuy.value) == (2000, 0)
    assert (parent.start.starting_stack.value, child.start.starting_stack.value) == (3000, 5000)
    assert (child.breaking, child.balancing) == (parent.breaking, parent.balancing)


def written(folder: Path, text: str) -> Path:
    """Return a file with a tournament that inherits from FIDPA's."""
    path = folder / "mine.toml"
    path.write_text(f'name = "mine"\ntitle = "Mine"\ninherits = "fidpa"\n{text}', "utf-8")
    return path


def test_three_mistakes_are_told_at_once_each_with_its_line(tmp_path: Path) -> None:
    """A typo in a key, a word that isn't one, a number out of range."""
    path = written(
        tmp_path,
        "[balancing]\n"
        'gap = { value = 1, article = "" }\n'
        'givng = { value = "drawn", article = "" }\n'
        "[colour_up]\n"
        'method = { value = "rase", article = "" }\n',
    )
    with pytest.raises(FileProblems) as wrong:
        load_tournament(str(path))
    lines = {(problem.line, problem.key) for problem in wrong.value.problems}
    assert lines == {
        (5, "balancing.gap.value"),
        (6, "balancing.givng"),
        (8, "colour_up.method.value"),
    }
    assert '"race"' in str(wrong.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('house = "fidpaa"', '"fidpa"'),
        ("[balancing]\nlate_gap = { value = 4, article = '' }", "at most 3"),
        ("[balancing]\nhalt_gap = { value = 2, article = '' }", "or at least 3"),
        ("[breaking]\nposted = [1, 2, 1]", "twice"),
        ("[cash]", "has no cash-game rules"),
        (
            "house = 'ramponneau'\n[cash]\nmoney = { value = 'currency', article = '' }",
            "requires a licence",
        ),
        ('[bank]\nmoney = { value = "currency", article = "" }', "requires a licence"),
        ("[bank]\nentry = { value = 5, article = '' }", "entry must be free"),
        ("[hand_for_hand]\nwhen = { value = ['players-left'], article = '' }", "2 or more"),
    ],
)
def test_what_contradicts_itself_is_told(tmp_path: Path, text: str, says: str) -> None:
    """A file that would have to be guessed at is not used."""
    with pytest.raises(FileProblems, match=says):
        load_tournament(str(written(tmp_path, text)))


def test_a_name_that_is_none_gets_the_nearest() -> None:
    """And a path says that it is no file."""
    with pytest.raises(FileProblems, match='"redcactus"'):
        find_tournament("redcatus")
    with pytest.raises(FileProblems, match="no such tournament file"):
        find_tournament("./nowhere.toml")


def test_tournaments_that_inherit_from_each_other_are_refused(tmp_path: Path) -> None:
    """A circle is told as one."""
    for name, other in (("one", "two"), ("two", "one")):
        text = f'name = "{name}"\ntitle = ""\nhouse = "ppc"\ninherits = "{other}.toml"\n'
        (tmp_path / f"{name}.toml").write_text(text, "utf-8")
    with pytest.raises(FileProblems, match="is circular"):
        load_tournament(str(tmp_path / "one.toml"))
    path = tmp_path / "lost.toml"
    path.write_text(
        'name = "lost"\ntitle = ""\nhouse = "ppc"\ninherits = "nowhere.toml"\n', "utf-8"
    )
    with pytest.raises(FileProblems, match="no such tournament file"):
        load_tournament(str(path))
