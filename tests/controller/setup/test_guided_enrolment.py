"""Enrolling as a volunteer does it: at a terminal, with noise, with mistakes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.config.model import TableConfig
from controller.contract.scans import AntennaPlan, BadgeTag, CardTag, ChipTag
from controller.sensing.registry import FRESH_PACK, Registry, load_registry, save_registry
from controller.setup.dialogue import Quit
from controller.setup.reading.enrolment_desk import at_the_desk
from controller.setup.tags.guided_enrolment import (
    Station,
    enroll_badge,
    enroll_chips,
    enroll_deck,
    replace_card,
    replace_chip,
)
from tests.controller.setup.terminal import Terminal, Work
from tests.controller.setup.twin_table import TwinTable

DESK = AntennaPlan("desk", "desk", 25)


def uid(number: int) -> str:
    return f"E00401500000{number:04X}"


class Desk:
    """A volunteer at the enrolment desk: terminal, reader, and the file that is written."""

    def __init__(self, folder: Path, noise: str) -> None:
        self.path = folder / "tags.toml"
        self.registry = Registry()
        self.terminal = Terminal()
        self.table = TwinTable([DESK], noise)
        self._config = TableConfig(
            name="t", antennas=(DESK,), hardware="twin", journal=str(folder / "t.db")
        )
        self._works: list[Work] = []

    def save(self) -> None:
        """Put the registry on disk."""
        save_registry(self.registry, self.path)

    @property
    def saved(self) -> Registry:
        """Return what is on disk."""
        return load_registry(self.path)

    def begin(self, what: Callable[[Station], object], language: str = "en") -> Work:
        """Begin something at the desk, as a command does."""

        def run() -> object:
            with at_the_desk(self._config, self.registry, self.table.open) as desk:
                return what(Station(desk, DESK, self.terminal.talk(language), self.registry))

        return Work(run)

    @contextmanager
    def lying(self, *uids: str) -> Iterator[None]:
        """Lay tags down, and take them away again afterwards."""
        self.table.lay(*uids)
        yield
        self.table.take(*uids)


@pytest.fixture(params=["clean", "typical"])
def desk(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Desk]:
    desk = Desk(tmp_path, request.param)
    yield desk
    desk.terminal.close()


def test_a_deck_is_enrolled_card_by_card(desk: Desk) -> None:
    """In the order of a new pack, each on disk before the next is asked for."""
    work = desk.begin(lambda station: enroll_deck(station, 1, desk.save))
    for number, card in enumerate(FRESH_PACK):
        if number % 10 == 9:
            desk.terminal.see(f"next: {card}, ")
            assert len(desk.saved) == number
        desk.table.lay(uid(number))
        desk.terminal.see(f"{card}  ")
        desk.table.take(uid(number))
    desk.terminal.see("Deck 1 is complete: 52 cards.")
    assert work.done() is True
    assert [desk.saved.card(card) for card in FRESH_PACK] == [uid(n) for n in range(52)]


def test_a_pass_goes_on_where_it_was_broken_off(desk: Desk) -> None:
    work = desk.begin(lambda station: enroll_deck(station, 2, desk.save))
    for number in range(3):
        with desk.lying(uid(number)):
            desk.terminal.see(f"{FRESH_PACK[number]}  ")
    desk.terminal.press("q")
    with pytest.raises(Quit):
        work.done()
    assert len(desk.saved) == 3
    desk.registry = desk.saved
    work = desk.begin(lambda station: enroll_deck(station, 2, desk.save))
    desk.terminal.see("3/52")
    desk.terminal.see("next: 4s")
    with desk.lying(uid(3)):
        desk.terminal.see("4s  ")
    desk.terminal.press("q")
    with pytest.raises(Quit):
        work.done()
    assert desk.saved.get(uid(3)) == CardTag("4s", 2)


def test_the_last_card_is_undone(desk: Desk) -> None:
    work = desk.begin(lambda station: enroll_deck(station, 1, desk.save))
    with desk.lying(uid(0)):
        desk.terminal.see("As  ")
        desk.terminal.see("This one has already been read: remove it, wait 1 s")
        desk.terminal.press("u")
        desk.terminal.see(
            "As is no longer enrolled: take it away, and put down the right card (ace of spades)."
        )
        desk.terminal.see("This one has already been read: remove it, wait 1 s")
        assert len(desk.saved) == 0
    with desk.lying(uid(1)):
        desk.terminal.see("As  ace")
    desk.terminal.press("u")
    desk.terminal.see("As is no longer enrolled")
    desk.terminal.press("u")
    desk.terminal.see("There is nothing left to undo in this run.")
    desk.terminal.press("q")
    with pytest.raises(Quit):
        work.done()


def test_cards_that_are_not_there_are_skipped_and_named(desk: Desk) -> None:
    for number, card in enumerate(FRESH_PACK[2:]):
        desk.registry.enrol(uid(100 + number), CardTag(card))
    work = desk.begin(lambda station: enroll_deck(station, 1, desk.save))
    desk.terminal.press("s")
    desk.terminal.see("As skipped.")
    with desk.lying(uid(1)):
        desk.terminal.see("2s  ")
    desk.terminal.see("Deck 1 is missing 1: As.")
    assert work.done() is False


def test_doubles_and_unknown_tags_are_refused(desk: Desk) -> None:
    desk.registry.enrol(uid(7), CardTag("7h", 1))
    desk.registry.enrol(uid(8), ChipTag(500))
    work = desk.begin(lambda station: enroll_deck(station, 2, desk.save))
    with desk.lying(uid(7)):
        desk.terminal.see("This tag is already enrolled: it is in 7h from deck 1.")
    with desk.lying(uid(8)):
        desk.terminal.see("This tag is already enrolled: it is in a chip worth 500 (set 1).")
    with desk.lying(uid(1), uid(2)):
        desk.terminal.see("2 new tags are on the antenna: put down one at a time.")
    with desk.lying("08A1B2C3"):
        desk.terminal.see("This tag gives a different number each time it is read")
    with desk.lying(uid(3)):
        desk.terminal.see("As  ace of spades")
    with desk.lying(uid(4)):
        desk.terminal.see("2s  ")
    with desk.lying(uid(3)):
        desk.terminal.see("it is in As from deck 2.")
    desk.terminal.press("q")
    with pytest.raises(Quit):
        work.done()
    assert len(desk.registry) == 4


def test_a_stack_is_enrolled_when_its_count_is_confirmed(desk: Desk) -> None:
    stack = [uid(number) for number in range(20)]
    work = desk.begin(lambda station: enroll_chips(station, 100, 1, desk.save))
    with desk.lying(*stack):
        desk.terminal.see("20/?")
        desk.terminal.see("Enter")
        desk.terminal.press("\n")
        desk.terminal.answer("How many chips are there? [20]", "21")
        desk.terminal.see("20 chips, but you counted 21: nothing has been enrolled.")
        assert not desk.path.exists()
        desk.terminal.see("20/? Enter")
        desk.terminal.press("\n")
        desk.terminal.answer("How many chips are there? [20]", "")
        desk.terminal.see("Chips enrolled, each worth 100: 20. Total: 20.")
    desk.terminal.see("put a stack down")
    with desk.lying(*stack[:5], uid(20)):
        desk.terminal.see("6/? Enter")
        desk.terminal.press("\n")
        desk.terminal.answer("How many chips are there? [6]", "6")
        desk.terminal.see("Chips enrolled, each worth 100: 1; already enrolled: 5. Total: 21.")
    desk.terminal.see("put a stack down")
    desk.terminal.press("q")
    assert work.done() == 21
    assert set(desk.saved) == {*stack, uid(20)}


def test_a_stack_with_a_chip_of_another_value_is_refused_whole(desk: Desk) -> None:
    desk.registry.enrol(uid(50), ChipTag(500))
    desk.registry.enrol(uid(51), CardTag("Kh"))
    work = desk.begin(lambda station: enroll_chips(station, 100, 1, desk.save))
    with desk.lying(uid(0), uid(50), uid(51)):
        desk.terminal.see("3/? Enter")
        desk.terminal.press("\n")
        desk.terminal.see("it is in a chip worth 500 (set 1).")
        desk.terminal.see(
            "No chips from this stack were enrolled: take the rejected chips out of it."
        )
    desk.terminal.see("put a stack down")
    desk.terminal.press("q")
    assert work.done() == 0
    assert uid(0) not in desk.registry


@pytest.mark.parametrize(("answer", "language"), [("back", "en"), ("passer", "fr")])
def test_a_stack_that_is_not_counted_is_not_enrolled(
    desk: Desk, answer: str, language: str
) -> None:
    enter, question, nothing = {
        "en": (
            "2/? Enter",
            "How many chips are there? [2]",
            "No chips from this stack were enrolled.",
        ),
        "fr": ("2/? Entrée", "Combien y a-t-il de jetons ? [2]", "Rien n'est enregistré de cette"),
    }[language]
    work = desk.begin(lambda station: enroll_chips(station, 100, 1, desk.save), language)
    with desk.lying(uid(0), uid(1)):
        desk.terminal.see(enter)
        desk.terminal.press("\n")
        desk.terminal.answer(question, answer)
        desk.terminal.see(nothing)
    desk.terminal.press("q")
    assert work.done() == 0
    assert not desk.path.exists()


def test_a_deck_is_enrolled_in_french(desk: Desk) -> None:
    for number, card in enumerate(FRESH_PACK[3:]):
        desk.registry.enrol(uid(100 + number), CardTag(card))
    work = desk.begin(lambda station: enroll_deck(station, 1, desk.save), "fr")
    desk.terminal.see("Paquet 1, sur l'antenne desk : posez-y une carte à la fois.")
    desk.terminal.press("s")
    desk.terminal.see("As : carte sautée.")
    with desk.lying(uid(100)):
        desk.terminal.see("elle est dans la carte 4s du paquet 1.")
    with desk.lying(uid(1)):
        desk.terminal.see("2s  2 de pique")
        desk.terminal.press("u")
        desk.terminal.see(
            "2s n'est plus enregistrée. Retirez-la, et posez la bonne carte (2 de pique)."
        )
    for number, card in enumerate(("2s", "3s")):
        with desk.lying(uid(10 + number)):
            desk.terminal.see(f"{card}  ")
    desk.terminal.see("Au paquet 1, il en manque 1 : As.")
    assert work.done() is False


def test_a_badge_is_enrolled(desk: Desk) -> None:
    work = desk.begin(lambda station: enroll_badge(station, "Xavier", desk.save, floor=True))
    desk.terminal.see("Put Xavier's badge on antenna desk.")
    with desk.lying(uid(0)):
        desk.terminal.see("Xavier's badge has been enrolled as a floor badge.")
    work.done()
    assert desk.saved.get(uid(0)) == BadgeTag("Xavier", "floor")


def test_a_damaged_card_is_replaced_and_no_other(desk: Desk) -> None:
    for number, card in enumerate(FRESH_PACK):
        desk.registry.enrol(uid(number), CardTag(card))
    old = desk.registry.card("7h")
    work = desk.begin(lambda station: replace_card(station, "7h", 1, desk.save))
    desk.terminal.see("Put the new 7h (7 of hearts) for deck 1")
    with desk.lying(uid(99)):
        desk.terminal.see("7h in deck 1 has been replaced")
    work.done()
    saved = desk.saved
    assert (saved.card("7h"), old in saved, len(saved)) == (uid(99), False, 52)


@pytest.mark.parametrize("readable", [True, False])
def test_a_damaged_chip_is_replaced(desk: Desk, readable: bool) -> None:
    for number in range(3):
        desk.registry.enrol(uid(number), ChipTag(100))
    work = desk.begin(lambda station: replace_chip(station, 100, 1, desk.save))
    desk.terminal.see("Put the damaged chip on antenna desk")
    if readable:
        with desk.lying(uid(77)):
            desk.terminal.see(
                "This tag is not enrolled, so it is not in a chip worth 100: take it away."
            )
        with desk.lying(uid(1)):
            desk.terminal.see("This is a chip worth 100 (set 1); it will be removed from the set.")
    else:
        desk.terminal.press("\n")
    desk.terminal.see("Put the new 100 chip on the antenna.")
    with desk.lying(uid(9)):
        desk.terminal.see("A chip worth 100 has been replaced.")
    work.done()
    assert set(desk.saved) == {uid(0), uid(2), uid(9)} | (set() if readable else {uid(1)})
