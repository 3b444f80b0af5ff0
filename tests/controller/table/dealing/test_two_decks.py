"""Two decks by turns: one is gathered and shuffled while the other is dealt."""

import random

import pytest
from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.observations import CardAt, CardLeft
from controller.contract.public import IrregularityFound
from controller.contract.rules import Kind
from controller.houses.loader import load_house
from controller.table.dealing import two_decks
from controller.table.dealing.two_decks import Seen
from controller.table.state.play import play_on
from controller.table.state.ranking import DECK
from controller.table.state.table import Ruling, Table, new_table
from tests.controller.table.random_table import PlayedTable


class Evening:
    """A table of three with keyed chips, at which two decks are used."""

    def __init__(self, decks: int = 2) -> None:
        table = new_table(3, keyed=True, decks=decks)
        self.play = PlayedTable(load_house("ppc"), random.Random(1), table)
        self.play.command(c.SetLevel(50, 100))
        for seat in (1, 2, 3):
            self.play.command(c.SitDown(seat, f"P{seat}", 5000))
        self.play.command(c.SetButton(1))
        self.stub = {deck: list(DECK) for deck in (1, 2)}
        self.lying: list[tuple[str, str, int]] = []

    def lay(self, zone: str, deck: int, card: str = "") -> str:
        """Lay a card of a deck into a zone."""
        card = card or self.stub[deck].pop()
        at = self.play.table.at + 400
        self.play.tell(CardAt(at, card, zone, at, deck))
        self.lying.append((card, zone, deck))
        return card

    def gather(self, deck: int) -> None:
        """Take all cards of a deck up, to shuffle them."""
        for card, zone, of in self.lying:
            if of == deck:
                self.play.tell(CardLeft(self.play.table.at + 50, card, zone, deck))
        self.lying = [entry for entry in self.lying if entry[2] != deck]
        self.stub[deck] = list(DECK)

    def deal(self, deck: int) -> None:
        """Deal two cards to each, those of the small blind first."""
        for seat in self.play.look().to_deal:
            self.lay(f"hand.{seat}", deck)

    def fold_out(self) -> None:
        """Let all but one fold; their cards go to the muck."""
        while (hand := self.play.table.hand) is not None and hand.turn:
            seat = hand.turn
            self.play.key(seat, "fold")
        self.to_muck()

    def to_muck(self) -> None:
        """Push all cards to the muck."""
        for card, zone, deck in list(self.lying):
            if zone != "muck":
                self.lying.remove((card, zone, deck))
                self.lay("muck", deck, card)

    def irregular(self) -> list[str]:
        """Return the kinds of irregularity found so far."""
        return [e.kind for e in self.play.events if isinstance(e, IrregularityFound)]

    def start(self) -> None:
        """Start a hand at the button's word."""
        who = self.play.look().next_dealer
        self.play.key(who, "done")


def test_the_first_card_of_a_hand_says_which_deck_is_in_play() -> None:
    evening = Evening()
    evening.start()
    evening.deal(2)
    hand = evening.play.table.hand
    assert hand.phase == "betting"
    assert evening.irregular() == []
    assert evening.play.table.deck == 2


def test_decks_by_turns_while_the_other_lies_in_the_muck_and_is_gathered() -> None:
    """Faces come twice, and nobody is accused."""
    evening = Evening()
    for number in range(6):
        deck = number % 2 + 1
        evening.start()
        evening.deal(deck)
        # Now the deck before is taken out of the muck, while this one is played.
        evening.gather(3 - deck)
        evening.fold_out()
        hand = evening.play.table.hand
        assert (hand.number, hand.phase, evening.play.table.deck) == (number + 1, "over", deck)
    assert evening.irregular() == []


def test_a_card_of_the_other_deck_on_the_table_is_found() -> None:
    for deck in (1, 2):
        evening = Evening()
        evening.start()
        order = evening.play.table.hand
        assert order is not None
        evening.lay(f"hand.{order.entitled[0]}", deck)
        evening.lay(f"hand.{order.entitled[1]}", 3 - deck, "2c")
        assert evening.irregular() == ["deck.stranger"]


def test_a_face_that_has_been_seen_is_a_double() -> None:
    evening = Evening()
    evening.start()
    evening.deal(2)
    face = evening.play.table.hand.holes[1][0]
    evening.lay("board", 1, face)
    assert evening.irregular() == ["deck.double"]


def test_with_one_deck_in_use_the_other_is_a_stranger_from_the_first_card_on() -> None:
    evening = Evening(decks=1)
    evening.start()
    hand = evening.play.table.hand
    evening.lay(f"hand.{hand.entitled[0]}", 2)
    assert evening.irregular() == ["deck.stranger"]


def in_play(table: Table, seen: Seen) -> tuple[Table, Seen]:
    """Return the table that knows where a card is, and the card as the engine takes it."""
    play = play_on(table, load_house("ppc"), seen.at)
    taken = two_decks.in_play(play, seen)
    return play.result(), taken


def two() -> Table:
    return new_table(3, decks=2)


def at(zone: str, deck: int = 2) -> CardAt:
    return CardAt(100, "2c", zone, 100, deck)


@pytest.mark.parametrize("zone", ["hand.1", "shoe"])
def test_a_card_that_begins_a_hand_brings_its_deck_into_play(zone: str) -> None:
    table, seen = in_play(two(), at(zone))
    assert table.deck == 2
    assert seen == at(zone, deck=1), "the deck in play is the first, whatever its number is"
    assert in_play(table, at("board", deck=1))[1].deck == 2


@pytest.mark.parametrize("zone", ["board", "burn", "muck", "bet.1"])
def test_where_no_hand_begins_a_card_of_another_deck_lies_aside(zone: str) -> None:
    table, seen = in_play(two(), at(zone))
    assert (table.deck, table.others, seen) == (1, {"2c/2": zone}, at(zone))
    table, _ = in_play(table, CardLeft(200, "2c", zone, 2))
    assert table.others == {"2c/2": ""}


def test_a_card_that_leaves_begins_nothing() -> None:
    table, _ = in_play(two(), CardLeft(100, "2c", "hand.1", 2))
    assert table.deck == 1


def test_a_card_that_nobody_has_enrolled_is_of_no_deck() -> None:
    assert in_play(two(), at("hand.1", deck=0)) == (two(), at("hand.1", deck=0))


def test_a_third_deck_never_comes_into_play() -> None:
    table, seen = in_play(two(), at("hand.1", deck=3))
    assert (table.deck, seen.deck) == (1, 3)


def test_no_deck_changes_while_a_ruling_is_open() -> None:
    ruling = Ruling(1, Kind.BLIND_WRONG_SEAT, "", None, 1, ())
    table, _ = in_play(replace(two(), rulings=(ruling,)), at("hand.1"))
    assert table.deck == 1


@pytest.mark.parametrize("zone", ["hand.2", "bet.2", "board", "burn"])
def test_no_deck_changes_while_cards_of_the_other_lie_before_the_players(zone: str) -> None:
    table, _ = in_play(replace(two(), places={"Ah": zone}), at("hand.1"))
    assert table.deck == 1
    table, _ = in_play(replace(two(), places={"Ah": "muck"}), at("hand.1"))
    assert table.deck == 2


def test_what_lay_aside_is_known_where_it_lies_when_its_deck_comes_back() -> None:
    lay = {"Kd/2": "muck", "Qd/2": "", "Jd/3": "muck"}
    table, _ = in_play(replace(two(), places={"Ah": "muck", "As": ""}, others=lay), at("hand.1"))
    assert table.places == {"Kd": "muck"}
    assert table.others == {"Ah/1": "muck", "Jd/3": "muck"}


def test_the_deck_of_a_hand_that_has_begun_stays_and_the_next_may_have_another() -> None:
    evening = Evening()
    evening.start()
    evening.deal(2)
    assert in_play(evening.play.table, at("hand.1", deck=1))[0].deck == 2
    evening.fold_out()
    assert in_play(evening.play.table, at("hand.1", deck=1))[0].deck == 1
