"""Hand for hand: when each house has it, and that no table goes on early."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract.venue import inputs as i
from controller.contract.venue.outputs import HandForHandEnded, PlayerOut
from controller.contract.venue.seats import Seat
from controller.venue.rules.books.room import Player, Room, Table
from controller.venue.rules.books.work import Work
from controller.venue.rules.calculations.hand_for_hand import Round, due, ended
from controller.venue.rules.evening.tables_hand_for_hand import NAME, hand_ended_again
from controller.venue.rules.standings.places import Out
from controller.venue.rules.step import new_room
from controller.venue.tournament_files import load_tournament
from tests.controller.venue.rules.told import playing, told

PPC = load_tournament("ppc").hand_for_hand
FIDPA = load_tournament("fidpa").hand_for_hand
RULES = load_tournament("redcactus")
REDCACTUS = RULES.hand_for_hand


def test_before_the_prizes_fidpa_must_and_ppc_may() -> None:
    """The one who goes out next gets nothing."""
    must = due(FIDPA, 10, 2, 9, 9)
    assert must is not None
    assert (must.moment, must.must, must.article) == ("one-before-prizes", True, "FIDPA 48-1")
    may = due(PPC, 10, 3, 9, 9)
    assert may is not None
    assert not may.must
    assert due(PPC, 12, 3, 9, 9) is None
    assert due(FIDPA, 10, 1, 9, 9) is None


def test_before_the_final_table_with_two_tables_left() -> None:
    """PPC 10.1 asks for two tables; without prizes there is no bubble."""
    may = due(PPC, 10, 2, 0, 9)
    assert may is not None
    assert may.moment == "one-before-final"
    assert due(PPC, 10, 3, 0, 9) is None


def test_redcactus_may_with_nine_left() -> None:
    """K.d: nine players, two tables."""
    may = due(REDCACTUS, 9, 2, 0, 8)
    assert may is not None
    assert may.article == "RedCactus K.d"
    assert due(REDCACTUS, 10, 2, 0, 8) is None


@given(st.permutations(range(1, 8)))
def test_the_next_hand_waits_for_the_last_table(order: list[int]) -> None:
    """In whatever order the tables end: nobody goes on before all have."""
    now = Round(1, frozenset(order))
    for number, table in enumerate(order, 1):
        assert not now.over
        now = ended(now, table)
        assert now.over == (number == 7)
    assert now.over


def test_a_hand_that_is_reported_again_has_its_places_when_the_round_is_over() -> None:
    """As long as another table still plays it, nobody knows who else goes out in it."""
    rules = load_tournament("ppc")
    players = {one: Player(one, "seated", Seat(at, 1), 100) for at, one in enumerate("abc", 1)}
    room = replace(new_room(rules), players=players, started=True)
    gone = [Out("a", 1, 100)]
    for tables, standing, unplaced in (({2, 3}, "seated", tuple(gone)), (set(), "out", ())):
        work = Work(replace(room, synchronised=Round(1, frozenset(tables))), rules)
        for number in (1, 2, 3):
            work.change(tables={**work.room.tables, number: Table(number, 8)})
        hand_ended_again(work, gone)
        assert (work.room.players["a"].standing, work.room.gone) == (standing, unplaced)


def a_round_with_a_loser() -> tuple[Room, str, i.HandReported]:
    """Return a room in a round of two tables, who loses all at the first, and its hand."""
    room = playing(RULES, [f"p{n}" for n in range(12)], tables=2)
    held = [i.TableHeld(table=number) for number in (1, 2)]
    room = told(room, RULES, i.HandForHand(), *held).room
    first = room.seated(1)
    loser, winner = sorted(first)[:2]
    stacks = {seat: one.stack for seat, one in first.items()}
    stacks |= {loser: 0, winner: stacks[winner] + stacks[loser]}
    return room, first[loser].id, i.HandReported(table=1, hand=1, stacks=stacks)


def test_who_is_put_out_before_the_round_is_over_stays_out() -> None:
    """They have lost all their chips, but their place is not assigned yet."""
    room, loser, bust = a_round_with_a_loser()
    stacks = {seat: one.stack for seat, one in room.seated(2).items()}
    ends = i.HandReported(table=2, hand=1, stacks=stacks)
    done = told(room, RULES, bust, i.PlayerRemoved(player=loser), ends)
    assert done.room.players[loser].standing == "removed"
    assert not done.room.gone
    assert not [one for one in done.events if isinstance(one, PlayerOut)]


def test_releasing_its_hold_ends_hand_for_hand() -> None:
    """Where each hand takes a fixed time, its hold is among those that stop the clock."""
    rules = load_tournament("tda")
    room = playing(rules, [f"p{n}" for n in range(12)], tables=2)
    held = told(room, rules, i.HandForHand()).room
    assert held.clock.holds == (NAME,)
    done = told(held, rules, i.RoomReleased(name=NAME))
    assert done.room.synchronised is None
    assert done.room.clock.since is not None
    assert [one for one in done.events if isinstance(one, HandForHandEnded)]


def test_who_gets_the_rebuy_for_everybody_in_a_round_is_not_out_at_its_end() -> None:
    room, loser, bust = a_round_with_a_loser()
    pause = next(at for at, level in enumerate(room.levels) if level.is_break)
    again = told(room, RULES, bust, i.LevelJumped(index=pause)).room
    ends = {seat: again.players[one.id].stack for seat, one in room.seated(2).items()}
    over = told(again, RULES, i.HandReported(table=2, hand=1, stacks=ends)).room
    one = over.players[loser]
    assert (one.standing, one.stack, one.place) == ("seated", RULES.start.rebuy.value, None)
