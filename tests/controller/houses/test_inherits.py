"""A house that inherits says what is its own, and nothing else."""

import re
from pathlib import Path

import pytest

from controller.admin.house_files.houses import check_file
from controller.contract.rules import Kind
from controller.houses.loader import house_hash, load_house
from controller.houses.vocabulary import CASES, UNSAID, words_of
from controller.toml.file import FileProblems
from tests.documents import HOUSES, with_cases

HEAD = 'name = "{name}"\ntitle = "The club"\ninherits = "{parent}"\n'


def write(folder: Path, parent: str, text: str = "", name: str = "club") -> Path:
    """Write a house file."""
    path = folder / f"{name}.toml"
    path.write_text(HEAD.format(name=name, parent=parent) + text, encoding="utf-8")
    return path


def test_a_seventh_house_is_a_file_and_nothing_else(tmp_path: Path) -> None:
    parent = load_house("ppc")
    house = load_house(str(write(tmp_path, "ppc")))
    assert (house.name, house.title) == ("club", "The club")
    for section in ("betting", "button", "deal", "pots", "showdown", "clock", "remedies", "prefix"):
        assert getattr(house, section) == getattr(parent, section)
    assert house_hash(house) != house_hash(parent)


def test_a_value_replaces_its_parents_with_its_reading(tmp_path: Path) -> None:
    """The parent's reading is about the parent's value: it does not stay behind."""
    assert load_house("ppc").betting.knock_facing_bet.reading
    text = '[betting]\nknock_facing_bet = { value = "refused", article = "Club 1" }\n'
    house = load_house(str(write(tmp_path, "ppc", text)))
    assert house.betting.knock_facing_bet.value == "refused"
    assert house.betting.knock_facing_bet.article == "Club 1"
    assert house.betting.knock_facing_bet.reading == ""
    assert house.betting.least_raise == load_house("ppc").betting.least_raise


def test_a_house_that_is_edited_is_read_again_and_so_is_its_parent(tmp_path: Path) -> None:
    """A room may open two tournaments in an evening: the second follows what was written since."""
    seconds = "[clock]\nseconds = {{ value = {}, article = 'Club 1' }}\n"
    count = "[clock]\ncount = {{ value = {}, article = 'Club 1' }}\n"
    write(tmp_path, "ppc", seconds.format(40), name="parent")
    path = str(write(tmp_path, "./parent.toml", count.format(5)))
    first = load_house(path)
    assert load_house(path) is first
    write(tmp_path, "./parent.toml", count.format(15))
    assert [load_house(path).clock.seconds.value, load_house(path).clock.count.value] == [40, 15]
    write(tmp_path, "ppc", seconds.format(100), name="parent")
    assert [load_house(path).clock.seconds.value, load_house(path).clock.count.value] == [100, 15]


def test_own_remedies_come_before_the_parents(tmp_path: Path) -> None:
    text = '[[remedies]]\nkind = "hand.phone"\noutcome = "live"\narticle = "Club 2"\n'
    house = load_house(str(write(tmp_path, "ppc", text)))
    assert house.remedy(Kind.HAND_PHONE, frozenset()).article == "Club 2"
    assert house.remedies[1:] == load_house("ppc").remedies


def test_a_mistake_in_the_parent_has_the_parents_line(tmp_path: Path) -> None:
    bad = '[[remedies]]\nkind = "hand.fone"\noutcome = "dead"\narticle = "Club 2"\n'
    write(tmp_path, "ppc", bad, name="parent")
    path = write(tmp_path, "./parent.toml", '[clock]\nseconds = { value = 30, article = "C" }\n')
    found, _, _ = check_file(path)
    assert [(Path(one.file).name, one.line) for one in found] == [("parent.toml", 5)]


def test_a_parent_that_is_not_there_is_named_with_the_nearest(tmp_path: Path) -> None:
    unknown = 'club.toml:3: inherits: "fidppa": there is no house with this name'
    with pytest.raises(FileProblems, match=unknown) as no:
        load_house(str(write(tmp_path, "fidppa")))
    assert '"fidpa"' in str(no.value)


@pytest.mark.parametrize("parent", ["a" * 5000, "./" + "a" * 5000 + ".toml"])
def test_a_parent_of_a_name_that_no_file_can_have_is_not_there(tmp_path: Path, parent: str) -> None:
    with pytest.raises(FileProblems, match=r"there is no house with this name|no such house file"):
        load_house(str(write(tmp_path, parent)))


def test_a_house_can_not_inherit_from_itself(tmp_path: Path) -> None:
    write(tmp_path, "./club.toml", name="other")
    path = write(tmp_path, "./other.toml")
    round_it_goes = "is circular: club inherits from other inherits from club"
    with pytest.raises(FileProblems, match=round_it_goes):
        load_house(str(path))


def test_the_deauville_is_redcactus_with_other_chips() -> None:
    house, parent = load_house("deauville"), load_house("redcactus")
    assert house.tournament is not None
    assert parent.tournament is not None
    assert house.tournament.starting_stack.value == 5000
    assert parent.tournament.starting_stack.value == 3000
    assert (house.tournament.rebuy.value, parent.tournament.rebuy.value) == (0, 2000)
    assert house.betting == parent.betting
    assert house.remedies == parent.remedies


def test_articles_of_another_edition_have_its_numbers() -> None:
    house, parent = load_house("tda-2026"), load_house("tda")
    assert parent.betting.least_raise.article == "TDA 43"
    assert house.betting.least_raise.article == "TDA 45"
    assert house.blinds.big_blind_ante == parent.blinds.big_blind_ante
    late = frozenset({"late", "unknown"})
    assert house.remedy(Kind.DECK_STRANGER, late).article == "TDA 37-E"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("renumbered = [{ first = 30, last = 20, by = 1 }]\n",
         "30 to 20 is not an ascending range"),
        ("renumbered = [{ first = 1, last = 9, by = 1 }, { first = 9, last = 9, by = 2 }]\n",
         "9 to 9 is not an ascending range that starts after 9"),
        ("renumbered = [{ first = 0, last = 9, by = 1 }]\n", "0 is not allowed"),
    ],
)  # fmt: skip
def test_articles_that_can_not_move_so_are_named(tmp_path: Path, text: str, wrong: str) -> None:
    found, _, _ = check_file(write(tmp_path, "tda", text))
    assert any(wrong in one.wrong and one.line == 4 for one in found)


@pytest.mark.parametrize(("house", "parent"), [("salle", "fidpa"), ("ramponneau", "fidpa")])
def test_what_the_text_leaves_out_has_the_parents_article(house: str, parent: str) -> None:
    found = load_house(house)
    assert found.clock.seconds == load_house(parent).clock.seconds
    assert found.clock.seconds.article.startswith("FIDPA")


def test_the_house_of_the_document_holds(tmp_path: Path) -> None:
    blocks = re.findall(r"^```toml\n(.*?)^```", HOUSES.read_text(), flags=re.MULTILINE | re.DOTALL)
    path = tmp_path / "club.toml"
    path.write_text(blocks[0])
    assert check_file(path)[0] == ()
    house = load_house(str(path))
    assert house.remedy(Kind.HAND_PHONE, frozenset()).article == "Club 14"
    assert house.pots == load_house("tda").pots


def test_the_document_lists_every_word() -> None:
    rows = dict(
        re.findall(r"^\| `([a-z]+\.[a-z-]+)` \| (.*) \|$", HOUSES.read_text(), flags=re.MULTILINE)
    )
    assert set(rows) == set(CASES)
    for kind, told in rows.items():
        assert set(re.findall(r"`([^`]+)`", told)) == words_of(kind) - UNSAID
    assert with_cases(HOUSES.read_text("utf-8")) == HOUSES.read_text("utf-8"), "make documents"
