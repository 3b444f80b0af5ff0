"""Bounties: all that was put on heads is somewhere, more chips win no less, order says nothing."""

import random
from typing import Any, Literal, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract.venue import inputs
from controller.contract.venue.kinds import RoomInput
from controller.contract.venue.prizes.bounties import EnvelopeDrawn, HeadDecided, PotResult
from controller.contract.venue.seats import Seat
from controller.houses.model import Ruled
from controller.venue.rules.books.bounty_books import (
    EnvelopeList,
    Fell,
    Heads,
    Knocked,
    envelope_at,
    envelopes_of,
    heads_lost,
    last_pot,
    parted,
    split,
)
from controller.venue.rules.books.room import Player, Room
from controller.venue.rules.books.work import Refused, Work
from controller.venue.rules.prizes import bounties
from controller.venue.rules.step import new_room, step
from controller.venue.rules.tournament import BountyRules, Tournament
from controller.venue.scenarios.staff import entered
from controller.venue.tournament_files import load_tournament
from tests.controller.venue.rules.told import playing, told

PARTS = st.dictionaries(
    st.text("abcdefgh", min_size=1, max_size=4), st.integers(1, 10**9), min_size=1, max_size=9
)
Kind = Literal["fixed", "progressive", "mystery"]
AMOUNT = st.integers(0, 10**9)


@given(AMOUNT, PARTS, st.randoms(use_true_random=False))
def test_parts_are_all_of_it_and_order_says_nothing(
    amount: int, parts: dict[str, int], chance: random.Random
) -> None:
    """Who has won more of the pot gets no less of the head; nobody gets less than rounded down."""
    shares = parted(amount, parts)
    assert sum(shares.values()) == amount
    names = list(parts)
    chance.shuffle(names)
    assert parted(amount, {name: parts[name] for name in names}) == shares
    whole = sum(parts.values())
    for one, part in parts.items():
        assert amount * part // whole <= shares[one] <= amount * part // whole + 1
        assert all(shares[one] >= shares[other] for other in parts if parts[other] < part)


@given(AMOUNT, st.integers(1, 100), st.booleans())
def test_a_share_is_pocket_and_head(share: int, kept: int, still_in: bool) -> None:
    """The pocket has its part and the odd unit; who is out pockets all."""
    pocket, head = split(share, kept, still_in=still_in)
    assert pocket + head == share
    assert head == (share * (100 - kept) // 100 if still_in else 0)


@given(AMOUNT, st.integers(1, 200), st.lists(st.integers(1, 1000), max_size=250))
def test_envelopes_have_all_of_the_pot(pot: int, heads: int, weights: list[int]) -> None:
    """One for each head, the largest first; one that weighs more has no less in it."""
    found = envelopes_of(pot, heads, weights)
    assert len(found) == heads
    assert sum(found) == pot
    assert list(found) == sorted(found, reverse=True)


@given(st.permutations([(1, 2, 3), (2, 3), (3, 4)]))
def test_the_last_pot_is_by_the_order_of_pots(order: list[tuple[int, ...]]) -> None:
    """What a seat could not have won says nothing of who has put it out."""
    won = [(seats, {max(seats): 10 * at + 10}) for at, seats in enumerate(order)]
    last = max(at for at, seats in enumerate(order) if 2 in seats)
    assert last_pot(2, won) == won[last][1]


def test_an_envelope_is_drawn_by_hash_secret_and_witness() -> None:
    """Each is as likely as the others, and another witness another draw."""
    listed = EnvelopeList("t1", "p1", (500, 100, 100, 100))
    drawn = [envelope_at(listed, b"secret", str(n)) for n in range(4000)]
    assert drawn[0] == envelope_at(listed, b"secret", "0")
    assert all(900 < drawn.count(at) < 1100 for at in range(4))


class Night:
    """A knock-out evening by chance at one table; each step holds chips, money and heads."""

    def __init__(self, seed: int, kind: Kind) -> None:
        self.chance = random.Random(seed)
        base = load_tournament("ppc")
        rules = BountyRules(
            Ruled(kind, ""), Ruled(self.chance.choice((1, 50, 99)), ""),
            Ruled(self.chance.randint(1, 100), ""), players=Ruled(self.chance.choice((0, 3)), ""),
            envelopes=Ruled((9, 4), ""), rebuy_head=Ruled(self.chance.choice((0, 20)), ""),
            unclaimed=Ruled(self.chance.choice(("winner", "house")), ""),
        )  # fmt: skip
        late = 0 if kind == "mystery" else 1
        rebuys = 0 if kind == "mystery" else 2
        entries = replace(base.entries, late_levels=Ruled(late, ""), rebuy_levels=Ruled(rebuys, ""))
        bank = replace(base.bank, money=Ruled("points", ""), entry=Ruled(100, ""))
        self.rules: Tournament = replace(base, bounties=rules, entries=entries, bank=bank)
        self.room: Room = new_room(self.rules)

    def tell(self, said: RoomInput) -> None:
        """Let something happen; books that don't hold raise `ChipsLost` there."""
        done = step(self.room, said, self.rules)
        assert not done.refused, (said, done.refused)
        self.room = done.room
        assert not heads_lost(self.room.heads)
        assert sum(self.room.money.accounts.values()) == 0

    def play(self) -> None:
        """Play until somebody has won, and every head has fallen."""
        self.tell(inputs.TableOpened(table=1, seats=8))
        for player in range(self.chance.randint(2, 8)):
            self.tell(entered(f"p{player}"))
        self.tell(inputs.SeatsDrawn(secret="00", witness=str(self.chance.random())))
        self.tell(inputs.PlayStarted())
        for _ in range(500):
            if self.room.ended:
                break
            self.hand()
            self.aftermath()
        assert self.room.ended
        while self.room.heads.open:
            self.heads()

    def hand(self) -> None:
        """Two to four put chips in; the main pot and a side pot have winners of their own."""
        seated = {seat: one for seat, one in self.room.seated(1).items() if one.stack}
        if len(seated) < 2:  # who may still buy chips goes home instead
            for one in list(self.room.may_rebuy):
                self.tell(inputs.PlayerRemoved(player=one.player, why="left"))
            return
        seats = self.chance.sample(sorted(seated), min(len(seated), self.chance.randint(2, 4)))
        least = min(seated[seat].stack for seat in seats)
        main = least if self.chance.random() < 0.7 else max(1, least // 2)
        stacks = {seat: one.stack for seat, one in self.room.seated(1).items()}
        for seat in seats:
            stacks[seat] -= main
        pots = [self.pot(seats, main * len(seats), stacks)]
        more = [seat for seat in seats if stacks[seat] and main == least]
        if len(more) > 1 and self.chance.random() < 0.6:
            side = min(stacks[seat] for seat in more)
            for seat in more:
                stacks[seat] -= side
            pots.append(self.pot(more, side * len(more), stacks))
        known = tuple(pots) if self.chance.random() < 0.8 else ()
        self.tell(
            inputs.HandReported(
                table=1, hand=self.room.tables[1].hand + 1, stacks=stacks,
                began={seat: one.stack for seat, one in self.room.seated(1).items()}, pots=known,
            )
        )  # fmt: skip

    def pot(self, seats: list[int], chips: int, stacks: dict[int, int]) -> PotResult:
        """Give a pot to one or two of its seats."""
        winners = self.chance.sample(seats, self.chance.choice((1, 1, 2)))
        won = parted(chips, {str(seat): 1 for seat in winners})
        for seat, share in won.items():
            stacks[int(seat)] += share
        return PotResult(tuple(seats), {int(seat): share for seat, share in won.items()})

    def aftermath(self) -> None:
        """Buy chips again, or not; take the end back, or not; go on to another level."""
        for one in self.room.may_rebuy if not self.room.ended else ():
            if self.chance.random() < 0.3:
                self.tell(inputs.ChipsBought(player=one.player, chips=5000))
        if self.chance.random() < 0.1 and not self.room.ended:
            table = self.room.tables[1]
            out = self.room.busted.get(1, ())
            stacks = {seat: one.stack for seat, one in self.room.seated(1).items()}
            giver = max(stacks, key=lambda seat: stacks[seat])
            if out and stacks[giver] > 100 and not self.room.may_rebuy:
                stacks[giver] -= 100
                stacks[out[0][0]] = 100
                self.tell(
                    inputs.HandReported(table=1, hand=table.hand, stacks=stacks, began=stacks)
                )
        if self.chance.random() < 0.3 and not self.room.ended:
            self.tell(inputs.LevelJumped(index=min(self.room.clock.at + 1, 8)))
        if self.chance.random() < 0.5:
            self.heads()

    def heads(self) -> None:
        """Have the floor say whose heads these were, and draw envelopes."""
        for one in self.room.heads.open:
            if one.out and not one.parts:
                other = next(name for name in self.room.players if name != one.player)
                self.tell(HeadDecided(player=one.player, parts={other: 1}))
        for one in self.room.heads.open:
            if one.out and one.parts and self.room.heads.envelopes:
                self.tell(EnvelopeDrawn(player=one.player, secret="0102", witness="7h"))


@pytest.mark.parametrize("kind", ["fixed", "progressive", "mystery"])
def test_an_evening_of_bounties_by_seed(kind: Kind) -> None:
    """Chips, money and heads hold at every step, and nothing is on a head at the end."""
    for seed in range(60):
        night = Night(seed, kind)
        night.play()
        heads = night.room.heads
        assert not heads.on
        assert not heads.open
        assert heads.pot == heads.unclaimed == sum(heads.envelopes) == 0
        assert sum(heads.won.values()) + heads.house == heads.put
        owed = {
            name.removeprefix("owed "): -sum_
            for name, sum_ in night.room.money.accounts.items() if name.startswith("owed ")
        }  # fmt: skip
        assert owed == {name: won for name, won in heads.won.items() if won}


def taken_back(heads: Heads) -> Heads:
    """Return what there is of bounties once c, whose end at table 1 was reversed, is back."""
    work = Work(Room(heads=heads), ruled("progressive", 50))
    bounties.taken_back(work, 1, "c")
    return work.room.heads


def ruled(kind: Literal["none", "fixed", "progressive", "mystery"], head: int) -> Tournament:
    """Return a tournament with such bounties."""
    return replace(load_tournament("ppc"), bounties=BountyRules(Ruled(kind, ""), Ruled(head, "")))


def test_a_head_is_taken_back_while_all_that_it_added_is_still_there() -> None:
    fell = Fell("c", 50, (("b", 25, 25), ("out", 0, 0)), {"b": 700, "out": 300})
    heads = Heads(
        {"b": 25}, {"b": 25, "out": 0}, 50, fell={1: (fell,)}, knocks={"b": 1700, "out": 300}
    )
    back = taken_back(heads)
    assert (back.on, back.won, back.knocks, back.fell) == ({"c": 50}, {}, {"b": 1000}, {1: ()})
    with pytest.raises(Refused, match="head-fell-since"):
        taken_back(replace(heads, on={"b": 24}))
    little = replace(fell, paid=(("b", 49, 1),))
    with pytest.raises(Refused, match="head-fell-since"):
        taken_back(replace(heads, on={}, fell={1: (little,)}))


def test_nothing_is_put_on_heads_where_there_are_none_or_they_cost_nothing() -> None:
    for kind, head in (("none", 50), ("fixed", 0), ("mystery", 0)):
        work = Work(Room(), ruled(cast("Any", kind), head))
        bounties.entered(work, "a")
        bounties.returned(work, "a", head)
        assert not work.events
        assert work.room.heads == Heads()


def test_the_winner_draws_an_envelope_for_their_own_head() -> None:
    """In a house where a head that nobody can win goes to the winner."""
    rules = ruled("mystery", 50)
    rules = replace(rules, bounties=replace(rules.bounties, unclaimed=Ruled("winner", "")))
    drawing = Heads(put=50, envelopes=(50,), drawing=True)
    work = Work(Room(players={"b": Player("b", place=(1, 1))}, heads=drawing, ended=True), rules)
    bounties.ended(work, "b")
    assert work.room.heads.open == (Knocked("b", {"b": 1}, out=True),)
    bounties.take(work, EnvelopeDrawn(player="b", secret="0102", witness="7h"))
    assert work.room.heads.won == {"b": 50}
    heads = work.room.heads
    assert not heads.open
    assert not heads.fell


def test_who_has_won_nothing_and_has_no_head_yet_has_what_is_won_now() -> None:
    """Then what nobody can win goes to the first of those in the first place."""
    inside = Player("b", "seated", Seat(1, 2), 100)
    fallen = Heads({"c": 50}, put=50, open=(Knocked("c", {"b": 90}, 1, 3, 4),))
    work = Work(Room(players={"b": inside}, heads=fallen), ruled("progressive", 50))
    bounties.out(work, "c")
    heads = work.room.heads
    assert (heads.on, heads.won, heads.knocks) == ({"b": 25}, {"b": 25}, {"b": 1000})
    assert not heads_lost(heads)
    left = Heads({"b": 50}, put=57, open=(Knocked("c", {}, out=True, worth=7),))
    first = [replace(inside, id=name, place=(1, 2)) for name in "bd"]
    room = Room(players={one.id: one for one in first}, heads=left, ended=True)
    work = Work(room, ruled("fixed", 50))
    bounties.ended(work, "b")
    assert work.room.heads.unclaimed == 50
    bounties.take(work, HeadDecided(player="c", parts={"d": 1, "b": 0}))
    assert (work.room.heads.won, work.room.heads.house) == ({"d": 7, "b": 50}, 0)
    assert not heads_lost(work.room.heads)


def test_what_nobody_won_in_a_cancelled_tournament_goes_to_nobody() -> None:
    """There is no winner; a bounty that was still open may be decided all the same."""
    fixed = BountyRules(Ruled("fixed", ""), Ruled(5, ""))
    rules = replace(load_tournament("ppc"), bounties=fixed)
    room = playing(rules, "abcde")
    loser, first, second, third, removed = room.seated(1).values()
    stacks = {one.seat.seat: one.stack for one in (loser, first, second, third) if one.seat}
    at = list(stacks)
    stacks |= {at[0]: 0, at[1]: stacks[at[1]] + stacks[at[0]] - 500, at[2]: stacks[at[2]] + 500}
    busts = inputs.HandReported(table=1, hand=1, stacks=stacks)
    out = told(room, rules, inputs.PlayerRemoved(player=removed.id), busts).room
    assert [one.player for one in out.heads.open] == [loser.id]
    decided = HeadDecided(player=loser.id, parts={first.id: 1})
    done = told(out, rules, inputs.TournamentCancelled(why="fire"), decided).room
    assert (done.heads.won, done.heads.unclaimed) == ({first.id: 5}, 5)
