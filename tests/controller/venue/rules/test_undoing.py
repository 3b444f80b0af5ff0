"""What staff did in the room is undone: seats, chips and places are as if it had never been."""

from msgspec.structs import replace

from controller.contract.venue import inputs as i
from controller.contract.venue.floor.chips import ChipsTaken
from controller.contract.venue.floor.undoing import DeedReversed, DeedUndone
from controller.contract.venue.outputs import MoveCancelled, SitDown, StandUp, StayThere
from controller.contract.venue.seats import Seat
from controller.houses.model import Ruled
from controller.venue.rules.books.room import Room
from controller.venue.rules.step import Step, step
from controller.venue.tournament_files import load_tournament
from tests.controller.venue.rules.told import playing, told

RULES = load_tournament("redcactus")
PLAYING = playing(RULES, [f"p{n}" for n in range(12)], tables=2)


def undone(room: Room) -> Step:
    """Undo what staff did last."""
    return step(room, DeedUndone(deed=room.deeds[-1].n), RULES)


def books(room: Room) -> dict[str, tuple[object, ...]]:
    """Return where everybody sits, with what, and in which place."""
    return {one.id: (one.standing, one.seat, one.stack, one.place) for one in room.players.values()}


def test_who_was_taken_out_by_mistake_sits_where_they_sat() -> None:
    before = PLAYING
    first = told(before, RULES, i.PlayerRemoved(player="p3")).room
    second = told(first, RULES, i.PlayerRemoved(player="p1")).room
    back = step(second, DeedUndone(deed=first.deeds[-1].n), RULES)
    assert not back.refused
    assert [one.kind for one in back.events if isinstance(one, DeedReversed)] == ["remove"]
    (stay,) = [one for one in back.orders if isinstance(one, StayThere)]
    gone = i.OrderRefused(order=stay.id, kind="stay", player="p3", why="not-leaving")
    again = step(back.room, gone, RULES)
    (seat,) = [one for one in again.orders if isinstance(one, SitDown)]
    assert (seat.player, seat.stack) == ("p3", before.players["p3"].stack)
    assert (seat.table, seat.seat) == before.players["p3"].seat
    assert back.room.players["p1"].place == (
        12,
        12,
    )  # one more is in, so it is a place further down
    whole = undone(back.room)
    assert books(whole.room) == books(before)
    assert (whole.room.removed, whole.room.chips) == (before.removed, before.chips)
    assert whole.room.heads == before.heads
    assert undone_again(whole.room, first) == "nothing-to-undo"


def undone_again(room: Room, was: Room) -> str:
    """Return why what was undone can't be undone once more."""
    return step(room, DeedUndone(deed=was.deeds[-1].n), RULES).refused


def test_a_seat_that_another_has_taken_is_not_given_twice() -> None:
    room = told(PLAYING, RULES, i.PlayerRemoved(player="p3")).room
    seat = room.deeds[-1].seat
    assert seat is not None
    other = next(one for one in room.left if one.seat and one.seat.table != seat.table)
    moved = told(room, RULES, i.PlayerMoved(player=other.id, seat=seat)).room
    assert step(moved, DeedUndone(deed=room.deeds[-1].n), RULES).refused == "seat-is-taken"


def test_a_move_that_is_not_made_yet_is_called_off() -> None:
    before = PLAYING
    player = next(one for one in before.left if one.seat and one.seat.table == 1)
    free = next(seat for seat in range(1, 9) if seat not in before.seated(2))
    room = told(before, RULES, i.PlayerMoved(player=player.id, seat=Seat(2, free))).room
    back = undone(room)
    (stay,) = [one for one in back.orders if isinstance(one, StayThere)]
    stays = told(back.room, RULES, i.PlayerStays(order=stay.order))
    assert any(isinstance(one, MoveCancelled) for one in stays.events)
    assert books(stays.room) == books(before)


def test_a_move_that_was_made_is_made_back() -> None:
    before = PLAYING
    player = next(one for one in before.left if one.seat and one.seat.table == 1)
    free = next(seat for seat in range(1, 9) if seat not in before.seated(2))
    planned = told(before, RULES, i.PlayerMoved(player=player.id, seat=Seat(2, free)))
    order = next(one.id for one in planned.orders if isinstance(one, StandUp))
    left = i.PlayerLeft(order=order, player=player.id, stack=player.stack)
    on_the_way = told(planned.room, RULES, left).room
    assert undone(on_the_way).refused == "on-the-way"
    sits = i.PlayerArrived(order=order, player=player.id, stack=player.stack)
    room = told(on_the_way, RULES, sits).room
    assert [(one.player, one.reason) for one in room.moved] == [(player.id, "floor")]
    back = undone(room)
    (up,) = [one for one in back.orders if isinstance(one, StandUp)]
    assert (up.player, up.target) == (player.id, player.seat)


def test_a_rebuy_that_was_not_theirs_is_taken_by_the_table() -> None:
    first = i.ChipsBought(player="p1", chips=1_000)
    before = told(PLAYING, RULES, first).room
    room = told(before, RULES, i.ChipsBought(player="p2", chips=1_000)).room
    assert (before.rebuys, room.rebuys) == (1, 2)
    back = undone(room)
    (taking,) = back.room.taking
    taken = told(back.room, RULES, ChipsTaken(order=taking.order, chips=1_000)).room
    assert books(taken) == books(before)
    assert (taken.issued, taken.removed, taken.rebuys) == (before.issued, 0, 1)


def test_chips_that_were_lost_already_are_not_taken() -> None:
    room = told(PLAYING, RULES, i.ChipsBought(player="p2", chips=1_000)).room
    poor = replace(room.players["p2"], stack=900)
    rich = replace(room.players["p1"], stack=room.players["p1"].stack + 3_100)
    lost = replace(room, players={**room.players, "p2": poor, "p1": rich})
    assert undone(lost).refused == "no-chips-besides"
    assert step(room, DeedUndone(deed=7), RULES).refused == "nothing-to-undo"


def moved(room: Room, player: str, target: Seat) -> Room:
    """Return the room after a player was moved by hand, and has arrived."""
    planned = told(room, RULES, i.PlayerMoved(player=player, seat=target))
    order = next(one.id for one in planned.orders if isinstance(one, StandUp))
    stack = room.players[player].stack
    return told(
        planned.room, RULES, i.PlayerLeft(order=order, player=player, stack=stack),
        i.PlayerArrived(order=order, player=player, stack=stack),
    ).room  # fmt: skip


def test_a_move_is_undone_only_while_the_player_still_sits_there() -> None:
    """Whoever was moved on since would be moved from where nobody meant."""
    before = PLAYING
    player = next(one for one in before.left if one.seat and one.seat.table == 1)
    first = moved(before, player.id, Seat(2, min(before.view(2).free)))
    second = moved(first, player.id, Seat(1, min(first.view(1).free)))
    assert step(second, DeedUndone(deed=first.deeds[-1].n), RULES).refused == "nothing-to-undo"
    assert not undone(second).refused


def test_an_add_on_that_is_undone_was_never_bought() -> None:
    addon = replace(RULES.entries, addon=Ruled((0,), ""))
    """A rebuy before it still counts."""
    rules = replace(RULES, entries=addon)
    before = told(PLAYING, rules, i.ChipsBought(player="p1", chips=1_000)).room
    buys = i.ChipsBought(player="p2", chips=1_000, addon=True)
    room = told(before, rules, buys).room
    assert step(room, buys, rules).refused == "had-already"
    back = told(room, rules, DeedUndone(deed=room.deeds[-1].n)).room
    taken = told(back, rules, ChipsTaken(order=back.taking[0].order, chips=1_000)).room
    assert taken.players == before.players
    assert (before.rebuys, room.rebuys, taken.rebuys) == (1, 1, 1)
    assert not step(taken, buys, rules).refused


def test_the_last_twenty_deeds_can_be_undone() -> None:
    """Whatever was done before them stands."""
    room = PLAYING
    for _ in range(21):
        room = told(room, RULES, i.ChipsBought(player="p2", chips=100)).room
    rows = range(room.n - 20, room.n + 1)
    why = [step(room, DeedUndone(deed=row), RULES).refused for row in rows]
    assert why == ["nothing-to-undo", *[""] * 20]
