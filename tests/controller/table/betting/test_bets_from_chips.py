"""Bets read from chips: late tags, motions that have not come to rest, chips of another set."""

import msgspec
import pytest

from controller.contract.commands import Command, SetButton, SetLevel, SitDown
from controller.contract.observations import (
    CardAt,
    ChipsAt,
    Declared,
    FloorSaid,
    Observation,
    TimePassed,
)
from controller.contract.public import ActionMade, IrregularityFound, PublicEvent, RulingClosed
from controller.houses.loader import load_house
from controller.table.chips_in_front.lifted_bets import LIFTED_MS
from controller.table.engine import step
from controller.table.state.ranking import DECK
from controller.table.state.table import Table, new_table
from tests.controller.table.scripted import played


class Bets:
    """A table of four, dealt, with seat 4 to act on a big blind of 100."""

    def __init__(self, house: str = "ppc") -> None:
        self.house = load_house(house)
        self.table: Table = new_table(4)
        self.at = 0
        for seat in range(1, 5):
            self.floor(SitDown(seat, f"P{seat}", 5000))
        self.floor(SetLevel(50, 100))
        self.floor(SetButton(1))
        self.see(Declared(self.now(), 1, "done"))
        self.chips(2, 50)
        self.chips(3, 100)
        for card, seat in zip(DECK, (2, 3, 4, 1) * 2, strict=False):
            at = self.now()
            self.see(CardAt(at, card, f"hand.{seat}", at))

    def now(self) -> int:
        """Return the time half a second later."""
        self.at += 500
        return self.at

    def floor(self, command: Command) -> None:
        """Return a command with the floor's rights."""
        self.see(FloorSaid(self.at, "floor", msgspec.json.encode(command).decode()))

    def see(self, observation: Observation) -> tuple[PublicEvent, ...]:
        """Let the engine see something, and give what it publishes."""
        done = step(self.table, observation, self.house)
        self.table = done.table
        return done.public

    def chips(
        self, seat: int, *pieces: int, since: int = 0, provisional: bool = False, foreign: int = 0
    ) -> tuple[PublicEvent, ...]:
        """Lay all these chips before a seat."""
        at = self.now()
        return self.see(ChipsAt(at, f"bet.{seat}", pieces, since or at, provisional, foreign))


def acts(events: tuple[PublicEvent, ...]) -> list[tuple[str, int, bool]]:
    return [(e.action, e.to, e.amended) for e in events if isinstance(e, ActionMade)]


def kinds(events: tuple[PublicEvent, ...]) -> list[str]:
    return [e.kind for e in events if isinstance(e, IrregularityFound)]


def test_a_call_is_acted_on_before_the_chips_have_come_to_rest() -> None:
    bets = Bets()
    assert acts(bets.chips(4, 100, since=9000, provisional=True)) == [("call", 100, False)]
    assert bets.chips(4, 100, since=9000) == ()


def test_a_tag_read_late_amends_the_call_to_a_raise() -> None:
    bets = Bets()
    bets.chips(4, 100, since=9000, provisional=True)
    amended = bets.chips(4, 100, 100, 100, since=9000, provisional=True)
    assert acts(amended) == [("raise", 300, True)]
    assert bets.chips(4, 100, 100, 100, since=9000) == ()
    hand = bets.table.hand
    assert (hand.bets[4], hand.turn) == (300, 1)


def test_chips_that_are_still_being_read_are_no_more_than_a_call_only_when_they_rest() -> None:
    """The small blind raises with three chips that are read one after the other (tda 45, 46)."""
    bets = Bets("tda")
    for seat in (4, 1):
        bets.see(Declared(bets.now(), seat, "fold"))
    assert acts(bets.chips(2, 50, 50, since=9000, provisional=True)) == [("call", 100, False)]
    more = bets.chips(2, 50, 50, 50, since=9000, provisional=True)
    assert (acts(more), kinds(more)) == ([], [])
    raised = bets.chips(2, 50, 50, 50, 50, since=9000)
    assert (acts(raised), kinds(raised)) == ([("raise", 200, False)], [])


def test_an_amount_on_its_way_is_no_action() -> None:
    bets = Bets()
    assert bets.chips(4, 50, since=9000, provisional=True) == ()
    assert acts(bets.chips(4, 100, 50, 50, since=9000)) == [("raise", 200, False)]


def test_a_second_motion_is_no_late_tag() -> None:
    bets = Bets()
    bets.chips(4, 100, since=9000, provisional=True)
    bets.chips(4, 100, since=9000)
    assert kinds(bets.chips(4, 100, 100, 100, since=12_000)) == ["bet.string"]


def test_foreign_chips_are_found_once_and_gone_when_taken_back() -> None:
    bets = Bets()
    assert kinds(bets.chips(4, foreign=2)) == ["bet.foreign"]
    assert kinds(bets.chips(4, foreign=2)) == []
    bets.chips(4)
    assert kinds(bets.chips(4, foreign=1)) == ["bet.foreign"]


def test_chips_that_come_back_are_forgotten() -> None:
    bets = Bets()
    bets.chips(4, 100, 100, 100)
    for _ in range(2):
        assert kinds(bets.chips(4, 100)) == []
        bets.at += LIFTED_MS
        assert kinds(bets.see(TimePassed(bets.at))) == ["bet.taken-back"]
        assert kinds(bets.chips(4, 100, 100, 100)) == []


def test_a_string_bet_is_closed_by_the_chips_that_go_back() -> None:
    bets = Bets()
    bets.chips(4, 100)
    bets.chips(4, 100, 100, 100)
    closed = bets.chips(4, 100)
    assert [e.outcome for e in closed if isinstance(e, RulingClosed)] == ["done"]


def test_an_action_that_the_chips_take_back_is_told() -> None:
    bets = Bets("redcactus")
    bets.chips(4, 100, since=9000, provisional=True)
    events = bets.chips(4, 100, 100, 50, since=9000)
    assert [e.type for e in events[:2]] == ["action.undone", "turn.started"]
    assert kinds(events) == ["bet.not-multiple"]
    hand = bets.table.hand
    assert (hand.bets[4], hand.turn) == (0, 4)


def test_what_is_read_again_leaves_the_actions_before_it_to_be_undone() -> None:
    bets = Bets()
    bets.chips(4, 100)
    bets.chips(1, 100, since=9000, provisional=True)
    bets.chips(1, 100, 100, 100, since=9000, provisional=True)
    assert [past.seat for past in bets.table.past] == [4, 1]


@pytest.mark.parametrize(
    ("pieces", "to"), [("1x500", 500), ("1x100", 150), ("2x500", 1050), ("1x500 1x100", 650)]
)
def test_one_chip_over_the_bet_is_the_whole_of_a_raise_said_early(pieces: str, to: int) -> None:
    # The blind of 50 lies in front already.
    game = played(f"hand ; deal\n2 says raise\n2 puts {pieces}")
    assert [(early.what, early.to) for early in game.table.hand.betting.early] == [("raise", to)]
