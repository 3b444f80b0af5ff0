"""Moves: whose a refused one is, who goes instead of another, and that chips go along."""

import pytest
from msgspec.structs import replace

from controller.contract.venue import inputs as i
from controller.contract.venue.floor.chips import ChipsDiffer
from controller.contract.venue.kinds import RoomInput, RoomOrder
from controller.contract.venue.outputs import (
    GiveChips,
    MoveEnded,
    ReleaseTable,
    SetButton,
    SitDown,
    StandUp,
)
from controller.contract.venue.seats import Seat
from controller.houses.model import Ruled
from controller.venue.rules.books.room import Moving, Room
from controller.venue.rules.books.work import Work
from controller.venue.rules.seating import redraw
from controller.venue.rules.seating.refused_orders import plans_again
from controller.venue.rules.step import step
from controller.venue.scenarios.staff import entered
from controller.venue.tournament_files import load_tournament
from tests.controller.venue.rules.told import playing, told

RULES = load_tournament("ppc")
PLAYING = playing(RULES, [f"p{n}" for n in range(12)], tables=2)


def test_who_is_refused_a_seat_is_not_who_is_on_the_way() -> None:
    room = PLAYING
    mover, stays = list(room.seated(1).values())[:2]
    planned = told(
        room, RULES, i.PlayerMoved(player=mover.id, seat=Seat(2, min(room.view(2).free)))
    )
    order = next(one.order for one in planned.room.moves if one.player == mover.id)
    assert [one.player for one in planned.orders if isinstance(one, StandUp)] == [mover.id]
    on_the_way = told(
        planned.room, RULES, i.PlayerLeft(order=order, player=mover.id, stack=mover.stack)
    ).room
    said = i.OrderRefused(order="1.1", kind="sit-down", player=stays.id, table=1, why="no-reader")
    refused = told(on_the_way, RULES, said).room
    assert {one.player: one.refused for one in refused.moves} == {
        mover.id: "", stays.id: "no-reader"
    }  # fmt: skip
    assert refused.players[stays.id].standing == "moving"
    again = told(refused, RULES, replace(said, player=mover.id, why="seat-is-taken")).room
    assert {one.player: one.refused for one in again.moves}[mover.id] == "seat-is-taken"


def test_who_has_not_been_seated_is_not_moved_from_there_but_sent_on() -> None:
    """The move was planned before the table answered that the seat is not theirs."""
    one = next(iter(PLAYING.seated(1).values()))
    seat = Seat(2, PLAYING.view(2).free[0])
    refused = i.OrderRefused(order="1.1", kind="sit-down", player=one.id, table=1, why="no-reader")
    given = told(PLAYING, RULES, i.PlayerMoved(player=one.id, seat=seat), refused)
    (move,) = given.room.moves
    assert (move.target, move.left) == (seat, True)
    (sit,) = [each for each in given.orders if isinstance(each, SitDown)]
    assert (sit.table, sit.seat) == seat


def test_who_has_not_been_seated_is_not_the_one_whom_that_table_lets_go() -> None:
    """A table that chooses who leaves lets somebody else go: there is one move of each player."""
    one = next(iter(PLAYING.seated(1).values()))
    assert one.seat is not None
    target = Seat(2, PLAYING.view(2).free[0])
    room = replace(PLAYING, moves=(Moving("9.9", one.id, one.seat, target, by_table=True),))
    said = i.OrderRefused(order="1.1", kind="sit-down", player=one.id, table=1, why="no-reader")
    handed, own = sorted(told(room, RULES, said).room.moves, key=lambda move: move.left)
    assert (own.player, own.order, own.left, own.refused) == (one.id, "1.1", True, "no-reader")
    assert (handed.order, handed.target, handed.left) == ("9.9", target, False)
    assert handed.player != one.id


def test_who_waits_for_chips_is_not_moved() -> None:
    """They have a seat, but nothing to take along to another."""
    room = PLAYING
    one = next(iter(room.seated(1).values()))
    waits = replace(room, players={**room.players, one.id: replace(one, standing="waiting")})
    said = i.PlayerMoved(player=one.id, seat=Seat(2, min(room.view(2).free)))
    assert step(waits, said, RULES).refused == "not-seated"
    assert not step(room, said, RULES).refused


def test_who_goes_instead_of_another_takes_along_what_they_have() -> None:
    """The table knows who the next big blind is; nobody has bought chips meanwhile."""
    names = [one.id for one in list(PLAYING.seated(2).values())[:2]]
    room = told(PLAYING, RULES, *(i.PlayerRemoved(player=one) for one in names)).room
    (move,) = room.moves
    other = next(one for one in room.seated(1).values() if one.id != move.player)
    done = told(room, RULES, i.PlayerLeft(order=move.order, player=other.id, stack=other.stack))
    assert not [one for one in done.events if isinstance(one, ChipsDiffer)]
    assert [one.player for one in done.room.moves] == [other.id]


def test_chips_given_while_a_player_has_no_seat_are_part_of_what_they_sit_down_with() -> None:
    rules = load_tournament("redcactus")
    room = playing(rules, [f"p{n}" for n in range(12)], tables=2)
    one = next(iter(room.seated(1).values()))
    first, second = [Seat(2, seat) for seat in room.view(2).free]
    planned = told(room, rules, i.PlayerMoved(player=one.id, seat=first)).room
    order = planned.moves[0].order
    pause = next(n for n, level in enumerate(room.levels) if level.is_break)
    seated = told(
        planned, rules, i.PlayerLeft(order=order, player=one.id, stack=one.stack),
        i.OrderRefused(order=order, kind="sit-down", player=one.id, table=2, why="no-reader"),
        i.LevelJumped(index=pause), i.PlayerMoved(player=one.id, seat=second),
    )  # fmt: skip
    stack = one.stack + rules.start.rebuy.value
    assert [each.stack for each in seated.orders if isinstance(each, SitDown)] == [stack]
    sits = i.PlayerArrived(order=order, player=one.id, stack=stack)
    ended = [each for each in told(seated.room, rules, sits).events if isinstance(each, MoveEnded)]
    assert ended == [MoveEnded(order, one.id, second, 0)]


@pytest.mark.parametrize("ordered", [True, False])
def test_a_penalty_and_missed_blinds_go_along_to_the_seat_that_the_floor_gives(
    *, ordered: bool
) -> None:
    """Whether the first new seat was refused, or the player stood up on their own."""
    room = PLAYING
    one = next(iter(room.seated(1).values()))
    first, second = [Seat(2, seat) for seat in room.view(2).free][:2]
    if ordered:
        room = told(room, RULES, i.PlayerMoved(player=one.id, seat=first)).room
    order = next((move.order for move in room.moves if move.player == one.id), "")
    left = i.PlayerLeft(
        order=order, player=one.id, stack=one.stack, absent=True, penalty="3h", owes=150
    )
    refused = i.OrderRefused(order=order, kind="sit-down", player=one.id, table=2, why="no-reader")
    given = i.PlayerMoved(player=one.id, seat=second)
    sits = told(room, RULES, left, *([refused] if ordered else []), given)
    (sit,) = [each for each in sits.orders if isinstance(each, SitDown)]
    assert (sit.table, sit.seat, sit.stack) == (*second, one.stack)
    assert (sit.absent, sit.penalty, sit.owes) == (True, "3h", 150)


@pytest.mark.parametrize("early", [True, False])
def test_chips_given_in_a_redraw_are_at_the_new_seat_once(*, early: bool) -> None:
    """A player has them before they stand up, or while they wait for the others to do so."""
    rules = load_tournament("redcactus")
    rules = replace(rules, breaking=replace(rules.breaking, redraw=Ruled(value=True, article="")))
    room = playing(rules, [f"p{n}" for n in range(12)], tables=2)
    pause = next(n for n, level in enumerate(room.levels) if level.is_break)
    room = told(room, rules, i.RedrawAsked()).room
    happen: list[RoomInput] = [
        i.PlayerLeft(order=move.order, player=move.player, stack=room.players[move.player].stack)
        for move in room.moves
    ]
    happen.insert(0 if early else 1, i.LevelJumped(index=pause))
    orders: list[RoomOrder] = []
    for said in happen:
        done = told(room, rules, said)
        room = done.room
        orders += done.orders
    first = room.moves[0]
    stack = room.players[first.player].stack
    (sit,) = [one for one in orders if isinstance(one, SitDown) and one.player == first.player]
    assert sit.stack == stack
    assert first.player not in {one.player for one in orders if isinstance(one, GiveChips)}
    sits = i.PlayerArrived(order=first.order, player=first.player, stack=stack)
    (ended,) = [one for one in told(room, rules, sits).events if isinstance(one, MoveEnded)]
    assert ended.differs == 0


REDRAWN = replace(RULES, breaking=replace(RULES.breaking, redraw=Ruled(value=True, article="")))


def test_the_last_two_meet_though_neither_is_let_go_and_no_table_can_deal() -> None:
    room = playing(RULES, ["a", "b"], tables=2)
    assert plans_again(room) is None
    refused = [
        i.OrderRefused(
            order=move.order, kind="stand-up", player=move.player, table=move.source.table,
            why="too-many", at=5_000,
        )
        for move in room.moves
    ]  # fmt: skip
    kept = told(room, RULES, *refused).room
    assert (kept.moves, plans_again(kept)) == ((), 15_000)
    again = told(kept, RULES, i.ClockTicked(at=15_000)).room
    assert len(again.moves) == 1
    assert plans_again(again) is None


def redrawn() -> tuple[Room, list[i.PlayerLeft]]:
    """Return a room in a redraw, and all players who are to stand up for it."""
    room = playing(REDRAWN, [f"p{n}" for n in range(12)], tables=2)
    room = told(room, REDRAWN, i.RedrawAsked()).room
    return room, [
        i.PlayerLeft(order=move.order, player=move.player, stack=room.players[move.player].stack)
        for move in room.moves
    ]


def test_a_redraw_goes_on_without_a_player_who_is_removed_before_standing_up() -> None:
    room, stand = redrawn()
    waits = told(room, REDRAWN, *stand[:-1])
    assert not [one for one in waits.orders if isinstance(one, SitDown)]
    sits = told(waits.room, REDRAWN, i.PlayerRemoved(player=stand[-1].player))
    seated = {one.player for one in sits.orders if isinstance(one, SitDown)}
    assert seated == {one.player for one in stand[:-1]}


def test_a_redraw_goes_on_without_a_player_who_stands_up_unasked() -> None:
    room, stand = redrawn()
    own = replace(stand[-1], order="")
    sits = told(room, REDRAWN, *stand[:-1], own)
    assert len([one for one in sits.orders if isinstance(one, SitDown)]) == len(stand) - 1


def test_a_player_who_stands_up_unasked_has_an_order_of_their_own() -> None:
    """Otherwise another player whose seat is refused would take their place in the room."""
    room, stand = redrawn()
    own = replace(stand[-1], order="")
    sits = told(room, REDRAWN, *stand[:-1], own)
    (unasked,) = [one for one in sits.room.moves if one.player == own.player]
    assert unasked.order not in {one.id for one in sits.orders}


def test_a_redraw_is_over_when_the_last_player_on_the_way_is_removed() -> None:
    """The tables may deal again, and know their buttons."""
    room, stand = redrawn()
    sit = [i.PlayerArrived(order=one.order, player=one.player, stack=one.stack) for one in stand]
    done = told(room, REDRAWN, *stand, *sit[:-1], i.PlayerRemoved(player=sit[-1].player))
    assert not done.room.moves
    assert {one.table for one in done.orders if isinstance(one, SetButton)} == {1, 2}
    released = [one for one in done.orders if isinstance(one, ReleaseTable)]
    assert {(one.table, one.name) for one in released} == {(1, "redraw"), (2, "redraw")}


def test_a_table_that_is_empty_after_a_redraw_is_not_held_for_ever() -> None:
    """A late entrant may still be seated there."""
    room, stand = redrawn()
    stay = {move.player for move in room.moves if move.source.table == move.target.table == 1}
    assert len(stay) > 1
    gone = [one.id for one in room.left if one.id not in stay]
    removed = [i.PlayerRemoved(player=name) for name in gone]
    stand = [one for one in stand if one.player not in gone]
    sit = [i.PlayerArrived(order=one.order, player=one.player, stack=one.stack) for one in stand]
    over = told(room, REDRAWN, *removed, *stand, *sit)
    assert (over.room.occupied, over.room.open_tables) == ([1], [1, 2])
    released = [one.table for one in over.orders if isinstance(one, ReleaseTable)]
    assert released == [1, 2]


def test_a_redraw_for_a_final_table_that_everybody_has_left_ends_all_the_same() -> None:
    work = Work(replace(PLAYING, final=3), RULES)
    redraw.look_whether_over(work)
    assert {one.table for one in work.orders if isinstance(one, SetButton)} == {1, 2}


@pytest.mark.parametrize("left", ["to-move", "cleared"])
def test_a_player_who_is_back_does_not_leave_the_new_seat_for_an_order_about_the_old_one(
    left: str,
) -> None:
    """They were to stand up for a redraw, went out in that hand, and entered again."""
    entries = replace(
        REDRAWN.entries, reentries=Ruled(1, ""), reentry_levels=Ruled(9, ""),
        late_levels=Ruled(9, ""),
    )  # fmt: skip
    rules = replace(REDRAWN, entries=entries)
    room, _ = redrawn()
    move = next(one for one in room.moves if one.source.table == 1)
    stacks = {seat: one.stack for seat, one in room.seated(1).items()}
    other = next(seat for seat in stacks if seat != move.source.seat)
    ended = {**stacks, other: stacks[other] + stacks[move.source.seat], move.source.seat: 0}
    hand = i.HandReported(
        table=1, hand=1, stacks=ended, began=stacks, small_blind=1, big_blind=2,
        played=tuple(stacks),
    )  # fmt: skip
    back = told(room, rules, hand, entered(move.player)).room
    assert back.players[move.player].standing == "seated"
    order = {"to-move": move.order, "cleared": back.cleared[move.player]}[left]
    seat = back.players[move.player].seat
    stays = told(back, rules, i.PlayerLeft(order=order, player=move.player)).room
    assert (stays.players[move.player].standing, stays.players[move.player].seat) == (
        "seated", seat
    )  # fmt: skip
