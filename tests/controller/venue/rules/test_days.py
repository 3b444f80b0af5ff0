"""Bags: what goes on is by the house's rule, whatever the order of flights; nothing is lost."""

import random
from typing import Literal

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract.venue import inputs as i
from controller.contract.venue.floor.chips import ChipsTaken
from controller.contract.venue.floor.undoing import DeedUndone
from controller.contract.venue.kinds import RoomInput
from controller.contract.venue.outputs import ChipsRemoved, GiveChips, HoldTable
from controller.contract.venue.seats import Seat
from controller.contract.venue.tournament_formats.days import (
    Bag,
    BagOpened,
    BagsBrought,
    DayEnds,
    DayOver,
    StackBagged,
)
from controller.houses.model import Ruled
from controller.venue.rules.evening.days import merged
from controller.venue.rules.step import new_room, step
from controller.venue.rules.tournament import BountyRules, DayRules
from controller.venue.tournament_files import load_tournament
from tests.controller.venue.rules.told import playing, told

Merge = Literal["best", "all", "average"]
MERGES: tuple[Merge, ...] = ("best", "all", "average")
MERGE = st.sampled_from(MERGES)
STACKS = st.lists(st.integers(1, 40_000).map(lambda pieces: pieces * 25), min_size=1, max_size=6)
BAGS = st.lists(
    st.tuples(st.sampled_from("abcdef"), st.integers(1, 40_000).map(lambda n: n * 25)),
    min_size=1, max_size=20,
)  # fmt: skip
PPC = load_tournament("ppc")


def rules(merge: Merge) -> DayRules:
    """Return the rules of an event that merges bags so."""
    return DayRules("spring", merge=Ruled(merge, ""))


@given(STACKS, MERGE, st.randoms(use_true_random=False))
def test_a_stack_is_between_the_least_and_all_and_order_says_nothing(
    stacks: list[int], merge: Merge, chance: random.Random
) -> None:
    found = merged(stacks, rules(merge), 25)
    assert min(stacks) <= found <= sum(stacks)
    assert found % 25 == 0
    shuffled = stacks.copy()
    chance.shuffle(shuffled)
    assert merged(shuffled, rules(merge), 25) == found


@given(STACKS, MERGE, st.integers(0, 5), st.integers(1, 1000))
def test_a_larger_bag_never_makes_a_smaller_stack(
    stacks: list[int], merge: Merge, at: int, more: int
) -> None:
    larger = stacks.copy()
    larger[at % len(stacks)] += more * 25
    assert merged(larger, rules(merge), 25) >= merged(stacks, rules(merge), 25)


@given(BAGS, MERGE, st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_bags_that_are_brought_are_all_in_play_or_out_of_it(
    bags: list[tuple[str, int]], merge: Merge, money: int, chance: random.Random
) -> None:
    """Chips and money are conserved, and the order in which bags come says nothing."""
    event = replace(PPC, bank=replace(PPC.bank, money=Ruled("points", "")), days=rules(merge))

    def brought(order: list[tuple[str, int]]) -> dict[str, int]:
        said = BagsBrought(
            bags=tuple(
                Bag(name, chips, chips, str(at), flight=str(at))
                for at, (name, chips) in enumerate(order)
            ),
            money=money, entries=len(order),
        )  # fmt: skip
        done = step(new_room(event), said, event)
        assert not done.refused
        assert done.room.issued == sum(chips for _, chips in order)
        assert done.room.chips == done.room.issued - done.room.removed
        assert done.room.money.accounts.get("pool", 0) == -money
        return {name: one.stack for name, one in done.room.players.items()}

    first = brought(bags)
    chance.shuffle(bags)
    assert brought(bags) == first


def test_a_bag_that_is_counted_anew_has_one_chip_at_least() -> None:
    """Where the count is what counts, too; the stack is put right by what the table has."""
    days = DayRules("spring", differs=Ruled("count", "Spring 4"))
    event = replace(PPC, days=days)
    bags = tuple(Bag(name, 9_000, 9_000, name) for name in "abc")
    room = new_room(event)
    happen: list[RoomInput] = [
        i.TableOpened(table=1, seats=4), BagsBrought(bags=bags, entries=3),
        i.SeatsDrawn(secret="00", witness="x"),
    ]  # fmt: skip
    for said in happen:
        done = step(room, said, event)
        assert not done.refused
        room = done.room
    for counted, refused in ((0, "count-cannot-be"), (-1, "count-cannot-be"), (1, "")):
        opened = BagOpened(player="a", counted=counted, again=True)
        assert step(room, opened, event).refused == refused
        assert step(room, replace(opened, again=False), event).refused == "count-differs"
    less = step(room, BagOpened(player="a", counted=8_999, again=True), event)
    assert [one.chips for one in less.room.taking] == [1]
    taken = ChipsTaken(order=less.room.taking[0].order, chips=1)
    removed = [one for one in step(less.room, taken, event).events if isinstance(one, ChipsRemoved)]
    assert removed == [ChipsRemoved("a", 1, "bag", "Spring 4")]
    more = step(room, BagOpened(player="a", counted=9_001, again=True), event)
    assert [one.chips for one in more.orders if isinstance(one, GiveChips)] == [1]
    assert (more.room.issued, more.room.removed) == (27_001, 0)


def test_a_table_that_a_player_is_on_the_way_to_is_held_too_when_the_day_ends() -> None:
    event = replace(PPC, days=DayRules("spring"))
    room = told(playing(event, "abcdef"), event, i.TableOpened(table=2, seats=8)).room
    moves = told(room, event, i.PlayerMoved(player="a", seat=Seat(2, 1))).room
    ends = told(moves, event, DayEnds())
    held = [one for one in ends.orders if isinstance(one, HoldTable)]
    assert [(one.table, one.name, one.clock_runs) for one in held] == [
        (1, "day", False), (2, "day", False)
    ]  # fmt: skip


def test_the_money_for_envelopes_goes_on_to_the_next_day() -> None:
    """It is not on anybody's head, and still to be won."""
    bounties = BountyRules(Ruled("mystery", ""), Ruled(50, ""))
    bank = replace(PPC.bank, money=Ruled("points", ""), entry=Ruled(100, ""))
    event = replace(PPC, days=DayRules("spring"), bounties=bounties, bank=bank)
    room = told(playing(event), event, DayEnds(), i.TableHeld(table=1)).room
    bags = [
        StackBagged(player=one.id, counted=one.stack, seal=one.id, signed=True) for one in room.left
    ]
    (over,) = [one for one in told(room, event, *bags).events if isinstance(one, DayOver)]
    assert (over.money, over.heads) == (300, 150)
    brought = BagsBrought(bags=over.bags, money=over.money, heads=over.heads, entries=3)
    heads = told(new_room(event), event, brought).room.heads
    assert (heads.pot, heads.put, heads.unclaimed) == (150, 150, 0)


def test_the_bag_of_a_removed_player_need_not_and_cannot_be_opened() -> None:
    """Its chips have left play with the player, and play starts without them."""
    event = replace(PPC, days=DayRules("spring", differs=Ruled("count", "")))
    bags = tuple(Bag(name, 9_000, 9_000, name) for name in "abc")
    seats = [i.PlayerSeated(player=name, seat=Seat(1, at)) for at, name in enumerate("abc", 1)]
    opened = [BagOpened(player=name, counted=9_000) for name in "ab"]
    room = told(
        new_room(event), event, i.TableOpened(table=1, seats=4),
        BagsBrought(bags=bags, entries=3), *seats, *opened,
    ).room  # fmt: skip
    assert step(room, i.PlayStarted(), event).refused == "bags-not-opened"
    removed = told(room, event, i.PlayerRemoved(player="c")).room
    late = BagOpened(player="c", counted=9_100, again=True)
    assert step(removed, late, event).refused == "no-bag-to-open"
    assert told(removed, event, i.PlayStarted()).room.started


def test_only_a_bag_that_is_closed_can_be_opened_again() -> None:
    """A stack that changes makes its bag void; undoing that bag later would undo the change."""
    event = replace(PPC, days=DayRules("spring"))
    room = told(playing(event), event, DayEnds()).room
    stack = room.players["a"].stack
    bagged = StackBagged(player="a", counted=stack, seal="1", signed=True)
    first = told(room, event, bagged).room
    (deed,) = first.deeds
    chips = i.ChipsBought(player="a", chips=100)
    bought = told(first, event, chips).room
    assert not bought.day.bags
    assert [one.kind for one in bought.deeds] == ["rebuy"]
    second = told(bought, event, replace(bagged, counted=stack + 100, seal="2")).room
    assert step(second, DeedUndone(deed=deed.n), event).refused == "nothing-to-undo"
    undone = told(second, event, DeedUndone(deed=second.deeds[-1].n)).room
    assert (undone.day.bags, undone.players["a"].stack) == ({}, stack + 100)


def test_an_average_is_rounded_to_the_smallest_chip_and_to_one_where_no_chips_are_said() -> None:
    for chips, stack in ((PPC.start.chips.value, 6_500), ((), 6_513)):
        start = replace(PPC.start, chips=replace(PPC.start.chips, value=chips))
        event = replace(PPC, days=rules("average"), structure=start)
        bags = (Bag("a", 5_000, 5_000, "1"), Bag("a", 8_027, 8_027, "2"))
        done = step(new_room(event), BagsBrought(bags=bags, entries=2), event)
        assert done.room.players["a"].stack == stack
