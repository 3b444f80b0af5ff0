"""Bets read from chips: late tags, motions that have not come to rest, chips of another set."""

import msgspec
import pytest
from msgspec.structs import replace

from controller.contract.commands import Command, SetButton, SetLevel, SitDown
from controller.contract.observations import (
    CardAt,
    ChipsAt,
    Declared,
    FloorSaid,
    Observation,
    TimePassed,
)
from controller.contract.public import (
    ActionMade,
    FoundView,
    IrregularityFound,
    PublicEvent,
    RulingClosed,
)
from controller.contract.rules import Kind, Outcome
from controller.houses.loader import load_house
from controller.table.betting.bets_from_chips import (
    _completed,
    _from_who_is_out,
    _short_as_well,
    _was_made_full,
    put_in_hidden,
    read_action,
    read_bet,
)
from controller.table.chips_in_front import Motion
from controller.table.chips_in_front.lifted_bets import LIFTED_MS
from controller.table.engine import step
from controller.table.state import ALL_IN, FOLDED, LIVE, Legal, Noted, Play, Ruling, play_on, put
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


def play_of(*, house: str = "tda") -> Play:
    """Return a play in which seat 1 has raised to 300, and seat 2 with 50 in front is to act."""
    game = played("hand ; deal\n1 raises to 300", house=house)
    return play_on(game.table, game.house, game.table.at)


def motion(seat: int, front: int, *settled: int, provisional: bool = False) -> Motion:
    seen = ChipsAt(0, f"bet.{seat}", (*settled, front - sum(settled)), 0, provisional)
    return Motion(seen, seat, front, settled)


def adding(seat: int, lies: tuple[int, ...], adds: tuple[int, ...]) -> Motion:
    """Return a motion that adds chips to those that lie in front of a seat."""
    seen = ChipsAt(0, f"bet.{seat}", (*lies, *adds), 0)
    return Motion(seen, seat, sum(seen.chips), lies)


def found(play: Play) -> list[tuple[str, int]]:
    return [(e.kind, e.seat) for e in play.public if isinstance(e, IrregularityFound)]


@pytest.mark.parametrize(
    ("kind", "outcome", "seat", "ago", "full"),
    [
        (Kind.BET_SHORT, Outcome.MADE_FULL, 2, (0, 0), True),
        (Kind.BET_SHORT_RAISE, Outcome.MADE_FULL, 2, (0, 0), True),
        (Kind.BET_SHORT_CALL, Outcome.MADE_FULL, 2, (0, 0), False),
        (Kind.BET_SHORT, Outcome.CALL, 2, (0, 0), False),
        (Kind.BET_SHORT, Outcome.MADE_FULL, 1, (0, 0), False),
        (Kind.BET_SHORT, Outcome.MADE_FULL, 2, (1, 0), False),
        (Kind.BET_SHORT, Outcome.MADE_FULL, 2, (0, 1), False),
    ],
)
def test_who_was_held_to_a_full_bet_in_this_round(
    kind: Kind, outcome: Outcome, seat: int, ago: tuple[int, int], full: bool
) -> None:
    play = play_of()
    assert not _was_made_full(play, 2)
    hands, rounds = ago
    view = FoundView(kind, seat=seat, outcome=outcome)
    play.record(noted=Noted(view, play.hand.number - hands, play.hand.rounds - rounds))
    assert _was_made_full(play, 2) is full


@pytest.mark.parametrize(
    ("call", "least", "front", "act"),
    [
        (300, None, 299, []),
        (300, None, 300, [("call", 300, False)]),
        (300, None, 350, [("call", 300, False)]),
        (None, 100, 99, []),
        (None, 100, 100, [("bet", 100, False)]),
        (None, 100, 150, [("bet", 100, False)]),
        (None, None, 150, []),
    ],
)
def test_too_few_chips_are_completed_to_a_call_or_the_least_bet(
    call: int | None, least: int | None, front: int, act: list[tuple[str, int, bool]]
) -> None:
    play = play_of()
    may = Legal(2, False, call, least, least, None, opens=call is None, whole=5000, multiple=0)
    _completed(play, may, front)
    assert acts(play.public) == act


@pytest.mark.parametrize(
    ("kind", "of", "seat", "front", "house", "words"),
    [
        (Kind.BET_SHORT_CALL, 2, 3, 200, "tda", "in-a-row"),
        (Kind.BET_SHORT_CALL, 2, 3, 101, "tda", "in-a-row"),
        (Kind.BET_SHORT_CALL, 2, 3, 100, "tda", ""),
        (Kind.BET_SHORT_CALL, 2, 3, 300, "tda", ""),
        (Kind.BET_SHORT_CALL, 2, 3, 200, "ppc", ""),
        (Kind.BET_SHORT, 2, 3, 200, "tda", ""),
        (Kind.BET_SHORT_CALL, 3, 2, 200, "tda", ""),
        (Kind.BET_SHORT_CALL, 1, 3, 200, "tda", ""),
    ],
)
def test_a_second_short_call_in_a_row_is_ruled_on_where_the_house_has_that_rule(
    kind: Kind, of: int, seat: int, front: int, house: str, words: str
) -> None:
    play = play_of(house=house)
    play.table = replace(play.table, rulings=(Ruling(1, kind, "", None, of, ()),))
    _short_as_well(play, motion(seat, front))
    assert found(play) == ([("bet.short-call", seat)] if words else [])
    if words:
        tags = set(play.table.rulings[-1].tags)
        assert tags == {"in-a-row", "several", "raised"}


def test_more_than_a_stack_is_hidden_and_the_words_say_whether_that_is_all_in() -> None:
    for status, tags in ((ALL_IN, {"all-in"}), (LIVE, set())):
        play = play_of()
        play.hand = replace(play.hand, status=put(play.hand.status, 2, status))
        put_in_hidden(play, 2)
        assert found(play) == [("bet.hidden", 2)]
        assert play.hand.round.faulty == (2,)
        assert {tag for ruling in play.table.rulings for tag in ruling.tags} == tags


@pytest.mark.parametrize(
    ("front", "status", "provisional", "rules"),
    [
        (400, FOLDED, False, True),
        (400, FOLDED, True, False),
        (400, LIVE, False, False),
        (300, FOLDED, False, False),
    ],
)
def test_chips_that_a_folded_player_adds_are_ruled_on_once_they_rest(
    front: int, status: int, provisional: bool, rules: bool
) -> None:
    play = play_of()
    folded = FOLDED if status == FOLDED else LIVE
    play.hand = replace(play.hand, status=put(play.hand.status, 1, folded))
    _from_who_is_out(play, motion(1, front, 100, provisional=provisional))
    assert bool(found(play)) is rules


@pytest.mark.parametrize(
    ("puts", "to"), [((500,), 500), ((500, 500), 1050), ((200,), 200), ((100, 50), 200)]
)
def test_a_single_chip_behind_a_raise_is_its_whole_amount_and_several_are_added(
    puts: tuple[int, ...], to: int
) -> None:
    game = played("hand ; deal ; 1 folds\n2 says raise", house="tda")
    play = play_on(game.table, game.house, 0)
    read_action(play, adding(2, (50,), puts))
    assert [(e.action, e.to) for e in play.public if isinstance(e, ActionMade)] == [("raise", to)]


@pytest.mark.parametrize(
    ("lies", "adds", "says"),
    [
        # One chip or 50 are still to come of the bet of 300.
        ((299,), (500,), "bet.oversized"),
        ((299,), (500, 1), "bet.contradicts"),
        # As much as seat 2 owes beyond it.
        ((299,), (251,), "bet.oversized"),
        ((250,), (500, 25), "bet.contradicts"),
        ((250,), (500, 49), "bet.contradicts"),
        ((250,), (49, 25), "bet.oversized"),
        ((300,), (500,), "bet.string"),
        ((300,), (1,), "bet.string"),
        ((300,), (10_000,), "bet.hidden"),
    ],
)
def test_chips_beyond_a_bet_are_change_or_another_bet_by_what_was_still_to_come(
    lies: tuple[int, ...], adds: tuple[int, ...], says: str
) -> None:
    game = played("hand ; deal\n1 raises to 300\n2 says call", house="tda")
    play = play_on(game.table, game.house, 0)
    read_bet(play, adding(1, lies, adds))
    opened = [ruling.kind for ruling in play.table.rulings]
    assert ([kind for kind, _ in found(play)] or opened) == [says]
