"""A room at an instant: who sits where is what its players say, whatever was asked before."""

from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract.venue.seats import Seat
from controller.venue.rules.books.room import Player, Room, Standing

STANDINGS: tuple[Standing, ...] = (
    "entered", "alternate", "seated", "moving", "waiting", "out", "removed",
)  # fmt: skip
SEATS = [None, *(Seat(table, seat) for table in (1, 2) for seat in (1, 2, 3))]


def as_the_players_say(room: Room) -> tuple[object, ...]:
    """Return chips, who is in, who waits and who sits where, from each player alone."""
    players = list(room.players.values())
    seated: dict[int, dict[int, Player]] = {}
    for one in players:
        if one.seat is not None and one.standing in ("seated", "waiting"):
            seated.setdefault(one.seat.table, {})[one.seat.seat] = one
    inside = ("seated", "moving", "waiting")
    return (
        sum(one.stack for one in players),
        [one for one in players if one.standing in inside and not one.unsold],
        [one for one in players if one.standing == "alternate"],
        {table: dict(sorted(there.items())) for table, there in seated.items()},
    )


def as_the_room_says(room: Room) -> tuple[object, ...]:
    tables = {table: room.seated(table) for table in (1, 2) if room.crowd(table)}
    return room.chips, list(room.left), list(room.alternates), tables


changes: st.SearchStrategy[dict[str, object]] = st.one_of(
    st.builds(dict, stack=st.integers(0, 50)),
    st.builds(dict, standing=st.sampled_from(STANDINGS)),
    st.builds(dict, seat=st.sampled_from(SEATS)),
    st.builds(dict, unsold=st.booleans()),
)


# Two are told on one seat, which chance hardly comes to; the first of them plays a hand.
@example([(1, {"seat": Seat(1, 1)}), (0, {"stack": 20})], {0, 1})
@given(st.lists(st.tuples(st.integers(0, 7), changes), max_size=30), st.sets(st.integers(0, 29)))
def test_who_sits_where_is_what_the_players_say(
    steps: list[tuple[int, dict[str, object]]], looked_at: set[int]
) -> None:
    """Players change one by one or several at once, come and go, and seats may be told twice."""
    players = {
        f"p{n}": Player(f"p{n}", "seated", Seat(1 + n // 3, 1 + n % 3), 10) for n in range(6)
    }
    room = Room(players=players)
    assert as_the_room_says(room) == as_the_players_say(room)
    for nth, (n, changed) in enumerate(steps):
        one = replace(room.players.get(f"p{n}", Player(f"p{n}")), **changed)
        room = replace(room, players={**room.players, one.id: one})
        if nth in looked_at:
            assert as_the_room_says(room) == as_the_players_say(room)
    gone = dict(list(room.players.items())[1:])
    assert as_the_room_says(replace(room, players=gone)) == as_the_players_say(
        replace(room, players=gone)
    )
    assert as_the_room_says(room) == as_the_players_say(room)


def test_another_room_with_others_in_the_same_seats_is_not_taken_for_the_last() -> None:
    """Rooms are asked in turn: who sits there is theirs, and so is who has not been sold yet."""
    for name, unsold in (("a", False), ("b", False), ("b", True), ("c", True), ("c", False)):
        room = Room(players={name: Player(name, "seated", Seat(1, 1), 10, unsold=unsold)})
        assert as_the_room_says(room) == as_the_players_say(room)
    assert as_the_room_says(Room()) == as_the_players_say(Room())
