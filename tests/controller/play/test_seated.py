"""Who took a seat at the end of a hand has their name, and their own cards, in what goes out."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.admin.journals.statistics import statistics_of
from controller.contract.observations import FloorSaid
from controller.contract.public import SeatTaken
from controller.houses.loader import load_house
from controller.play.game import DealtGame, Setup
from controller.play.records.phh_export import hands_of
from controller.play.records.seated import Awaited
from controller.play.runner import Runner
from controller.play.script.language import parse

SCRIPT = """
seat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000
button 1
hand ; deal
stand-up 2 at-rest order m7
sit-down 2 Dora 3000 player p_d at-rest
1 folds ; 2 folds ; push
hand ; deal
2 folds ; 3 folds ; push
"""


@pytest.fixture
def journal() -> Iterator[Path]:
    """Return the journal of two hands; Dora takes Bruno's seat between them."""
    game = DealtGame(Setup(load_house("tda"), 3, journal=True))
    outcome = Runner(game).play(parse(SCRIPT))
    assert not outcome.failures, outcome.failures
    assert game.journal is not None
    yield game.journal.path
    game.close()


def test_they_have_their_name_and_their_cards(journal: Path) -> None:
    before, after = hands_of(journal)
    assert (set(before.names), set(after.names)) == (
        {"Anne", "Bruno", "Chloe"}, {"Anne", "Dora", "Chloe"})  # fmt: skip
    (own,) = hands_of(journal, hero="Dora")
    dealt = [word for word in own.actions if " dh " in word and not word.endswith("????")]
    assert len(dealt) == 1
    assert dealt[0].split()[2] == f"p{own.names.index('Dora') + 1}"
    assert {one.name for one in statistics_of(journal).players} == {
        "Anne", "Bruno", "Chloe", "Dora"}  # fmt: skip


def said(name: str) -> FloorSaid:
    text = f'{{"type":"sit-down","seat":2,"name":"{name}","stack":1000,"when":"at-rest"}}'
    return FloorSaid(0, "floor", text)


def test_of_two_names_nobody_knows_which_was_refused() -> None:
    awaited, sits = Awaited(), SeatTaken(2, "", 1000)
    for names, told in ((["Dora"], "Dora"), (["Dora", "Dora"], "Dora"), (["Dora", "Eva"], "")):
        for name in names:
            awaited.named(said(name), [])
        assert awaited.named(None, [sits]) == [SeatTaken(2, told, 1000)]
    assert awaited.named(None, [sits]) == [sits], "nobody waits any more"
    assert awaited.named(FloorSaid(0, "floor", "{"), [sits]) == [sits]
