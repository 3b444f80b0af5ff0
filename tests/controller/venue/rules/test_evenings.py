"""Whole evenings by seed: seats to be won, several days, games by turns, deals, re-entries.

Chips, money and heads are held at every step (`evenings.py`); here is what must be so in the end.
"""

from collections import Counter
from typing import Any, cast

import pytest
from msgspec.structs import replace

from controller.contract.venue import inputs as i
from controller.contract.venue.floor.undoing import DeedUndone
from controller.contract.venue.prizes.bounties import HeadDecided
from controller.contract.venue.prizes.deals import DealAnswered, DealProposed
from controller.contract.venue.prizes.registration import AddOnForAll, BonusGiven
from controller.contract.venue.tournament_formats.days import (
    BagOpened,
    BagsBrought,
    DayEnds,
    DayOver,
    StackBagged,
)
from controller.contract.venue.tournament_formats.games import GameChosen, GameSet
from controller.contract.venue.tournament_formats.satellites import (
    LastSeatsDecided,
    SeatWon,
    TicketTaken,
)
from controller.houses.model import Ruled
from controller.venue.rules.books.bounty_books import parted
from controller.venue.rules.books.room import Room
from controller.venue.rules.tournament import (
    BountyRules,
    DayRules,
    MixedRules,
    SatelliteRules,
    Tournament,
)
from controller.venue.scenarios.staff import entered
from controller.venue.tournament_files import load_tournament
from tests.controller.venue.rules.evenings import Evening

SEEDS = range(25)
PPC = load_tournament("ppc")


def ruled(section: Any, **values: Any) -> Any:
    """Return a section of a tournament's file with other values."""
    return replace(section, **{name: Ruled(value, "") for name, value in values.items()})


def owed(room: Room) -> int:
    """Return what all players are owed together."""
    accounts = room.money.accounts.items()
    return -sum(amount for name, amount in accounts if name.startswith("owed "))


def of(room: Room, account: str) -> int:
    """Return what is in an account."""
    return room.money.accounts.get(account, 0)


# -- seats that are won ------------------------------------------------------------------


def satellite(evening_seed: int) -> Evening:
    """Return a satellite that was played to its end, with its last seats decided."""
    evening = Evening(evening_seed, PPC)
    chance = evening.chance
    seats, worth = chance.choice((0, 1, 2, 3, 4)), chance.choice((150, 250, 301))
    evening.rules = replace(
        PPC,
        bank=ruled(PPC.bank, money="points", entry=100, fee=chance.choice((0, 10))),
        entries=ruled(PPC.entries, late_levels=chance.choice((0, 1)), rebuy_levels=0),
        hand_for_hand=ruled(PPC.hand_for_hand, ties=chance.choice(("shared", "by-stack"))),
        satellite=SatelliteRules(
            Ruled(seats, ""), Ruled(worth, ""), "sunday",
            Ruled(chance.choice(("by-stack", "shared", "floor")), ""),
            Ruled(chance.choice(("next", "shared", "house")), ""),
        ),
    )  # fmt: skip
    players = [f"p{n}" for n in range(chance.randint(5, 20))]
    evening.open(3, 8, players)
    evening.start()
    evening.to_the_end()
    won = evening.room.seats_won
    if won.tied:
        named = tuple(chance.sample(won.tied, won.open))
        assert evening.tell(LastSeatsDecided(players=(*named, won.tied[0]))) == "not-so-many-seats"
        evening.do(LastSeatsDecided(players=named))
    return evening


@pytest.mark.parametrize("seed", SEEDS)
def test_a_satellite_gives_as_many_seats_as_there_are_and_no_unit_is_lost(seed: int) -> None:
    evening = satellite(seed)
    room, rules = evening.room, evening.rules.satellite
    winners = [one.player for one in evening.said if isinstance(one, SeatWon)]
    assert len(winners) == len(set(winners)) == len(room.seats_won.winners)
    entries = len(room.players)
    seats = rules.seats.value or 100 * entries // rules.worth.value
    assert len(winners) <= seats
    if rules.ties.value != "shared":
        assert len(winners) == min(seats, entries)
    # Whoever is left has a seat, and nobody who is behind somebody without one.
    assert {one.id for one in room.left} <= set(winners)
    last = max(room.players[name].place or (0, 0) for name in winners)
    assert all(
        one.place >= last for one in room.players.values()
        if one.place is not None and one.id not in winners
    )  # fmt: skip
    assert of(room, "pool") == 0
    assert of(room, "tickets") == -rules.worth.value * len(winners)
    assert of(room, "till") == owed(room) - of(room, "house") - of(room, "tickets")


@pytest.mark.parametrize("seed", range(8))
def test_tickets_pay_entries_once_and_both_books_are_one(seed: int) -> None:
    won = satellite(seed)
    worth = won.rules.satellite.worth.value
    evening = Evening(seed, replace(
        PPC, bank=ruled(PPC.bank, money="points", entry=200, fee=30),
        entries=ruled(PPC.entries, tickets=True),
    ))  # fmt: skip
    evening.open(3, 8, ["q1", "q2"])
    names = won.room.seats_won.winners
    for name in names:
        said = replace(entered(name), ticket=f"t1.{name}", ticket_worth=worth)
        evening.do(said)
        assert evening.tell(replace(said, player=f"not-{name}")) == "ticket-is-used"
    assert sum(isinstance(one, TicketTaken) for one in evening.said) == len(names)
    assert of(evening.room, "tickets") + of(won.room, "tickets") == 0
    assert of(evening.room, "pool") == -200 * (2 + len(names))
    evening.start()
    evening.to_the_end()
    assert of(evening.room, "pool") == 0


# -- several days ------------------------------------------------------------------------


def flight(seed: int, rules: Tournament, players: list[str]) -> Evening:
    """Return a flight whose day is over: every stack is in a bag."""
    evening = Evening(seed, rules)
    evening.open(3, 8, players)
    evening.start()
    for _ in range(200):
        if evening.room.day.ending or evening.room.ended:
            break
        evening.round()
        if evening.chance.random() < 0.05 and not evening.room.day.ending:
            evening.tell(DayEnds())
    evening.settle()
    if evening.room.ended:
        return evening  # one player has won it all before the day was over
    for at, one in enumerate(evening.room.left):
        bag(evening, one.id, one.stack, f"s{at}")
    return evening


def bag(evening: Evening, player: str, stack: int, seal: str) -> None:
    """Put a stack into a bag; some are counted wrongly, some by mistake."""
    wrong = max(1, stack + evening.chance.choice((0, 0, 0, -25, 25)))
    said = StackBagged(player=player, counted=wrong, seal=seal, signed=True)
    if wrong != stack:
        assert evening.tell(said) == "count-differs"
        evening.do(replace(said, again=True))
    else:
        evening.do(said)
    if not evening.room.day.over and evening.chance.random() < 0.2:
        evening.do(evening_undo(evening))
        evening.do(replace(said, counted=stack))


def evening_undo(evening: Evening) -> DeedUndone:
    """Return that the last deed of staff is undone."""
    return DeedUndone(deed=evening.room.deeds[-1].n)


@pytest.mark.parametrize("merge", ["best", "all", "average"])
@pytest.mark.parametrize("seed", range(8))
def test_flights_are_merged_and_played_to_the_end(seed: int, merge: str) -> None:
    kind = cast("Any", "progressive" if seed % 2 else "none")
    days = DayRules(
        "spring", Ruled(2, ""), Ruled(cast("Any", merge), ""),
        Ruled(cast("Any", "count" if seed % 3 else "books"), ""),
    )  # fmt: skip
    rules = replace(
        PPC, bank=ruled(PPC.bank, money="points", entry=100), days=days,
        bounties=BountyRules(Ruled(kind, ""), Ruled(40 if kind != "none" else 0, "")),
    )  # fmt: skip
    first = flight(seed, rules, [f"p{n}" for n in range(4 + seed)])
    second = flight(seed + 100, rules, [f"p{n}" for n in range(2, 9 + seed)])
    flights = [one for one in (first, second) if one.room.day.over]
    told = [event for one in flights for event in one.said if isinstance(event, DayOver)]
    assert len(told) == len(flights) > 0
    for one, over in zip(flights, told, strict=True):
        assert sum(each.chips for each in over.bags) == one.room.chips
        assert (of(one.room, "pool"), of(one.room, "heads")) == (0, 0)
        assert not one.room.heads.on
        assert one.room.heads.put == sum(one.room.heads.won.values())
    bags = tuple(
        replace(each, flight=str(at)) for at, over in enumerate(told) for each in over.bags
    )
    evening = Evening(seed, replace(rules, days=replace(days, last_level=Ruled(0, ""))))
    evening.open(3, 8, [])
    evening.do(
        BagsBrought(
            bags=bags, money=sum(one.money for one in told), heads=sum(one.heads for one in told),
            entries=sum(one.entries for one in told), level=2,
        )
    )  # fmt: skip
    assert evening.room.issued == sum(each.chips for each in bags)
    assert of(evening.room, "forward") + sum(of(one.room, "forward") for one in flights) == 0
    counts = Counter(each.player for each in bags)
    for name, player in evening.room.players.items():
        stacks = [each.chips for each in bags if each.player == name]
        average = max(min(stacks), sum(stacks) // len(stacks) // 25 * 25)
        wanted = {"best": max(stacks), "all": sum(stacks), "average": average}[merge]
        assert player.stack == (wanted if counts[name] > 1 else stacks[0])
    evening.do(i.SeatsDrawn(secret="00", witness="7h"))
    if len(evening.room.left) > 1:
        assert evening.tell(i.PlayStarted()) == "bags-not-opened"
    for name in list(evening.room.players):
        recount(evening, name)
    evening.settle()
    if len(evening.room.left) > 1:
        evening.do(i.PlayStarted())
        assert evening.room.clock.at == 2
        evening.settle()
        evening.to_the_end()
        assert of(evening.room, "pool") == 0
        while evening.room.heads.open:
            decide_head(evening)
        assert of(evening.room, "heads") == 0


def recount(evening: Evening, player: str) -> None:
    """Open a bag, and count it; some differ, and some are counted again."""
    chips = evening.room.day.brought[player].chips
    counted = max(1, chips + evening.chance.choice((0, 0, -25, 25)))
    said = BagOpened(player=player, counted=counted)
    if counted == chips:
        evening.do(said)
        evening.do(evening_undo(evening))
        evening.do(said)
    else:
        assert evening.tell(said) == "count-differs"
        evening.do(replace(said, again=True))


def decide_head(evening: Evening) -> None:
    """Have the floor record who put a player out: no table of these knows."""
    one = evening.room.heads.open[0]
    other = next(name for name in evening.room.players if name != one.player)
    evening.do(HeadDecided(player=one.player, parts={other: 1}))


# -- games by turns ----------------------------------------------------------------------


@pytest.mark.parametrize("change", ["level", "by-hand", "choice"])
@pytest.mark.parametrize("seed", range(8))
def test_every_table_plays_what_the_room_says(seed: int, change: str) -> None:
    games: Any = (("holdem", "no-limit"), ("omaha", "pot-limit"), ("omaha-hi-lo", "limit"))
    mixed = MixedRules(
        Ruled(games, ""), Ruled(cast("Any", change), ""), Ruled(seed % 2 + 1, ""), Ruled(3, "")
    )
    evening = Evening(seed, replace(PPC, mixed=mixed))
    evening.open(3, 8, [f"p{n}" for n in range(15)])
    evening.start()
    seen = set()
    for _ in range(2_000):
        if evening.room.ended:
            break
        evening.round()
        room = evening.room
        level = room.levels[room.clock.at]
        if room.occupied and evening.chance.random() < 0.3 and not room.ended:
            at = evening.chance.randrange(3)
            if change == "by-hand":
                assert evening.tell(GameSet(game=at)) in ("", "nothing-changes")
            elif change == "choice":
                evening.do(GameChosen(table=evening.chance.choice(room.occupied), game=at))
            else:
                assert evening.tell(GameSet(game=at)) == "no-such-change-of-games"
        room = evening.room
        level = room.levels[room.clock.at]
        for table in room.occupied if not (level.is_break or room.ended) else ():
            game = room.tables[table].game or (level.game, level.structure)
            assert evening.games[table] == tuple(map(str, game))
            seen.add(evening.games[table])
    assert evening.room.ended
    assert len(seen) > 1


# -- deals and re-entries ----------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_a_deal_shares_all_that_is_left_whoever_wins(seed: int) -> None:
    rules = replace(PPC, bank=ruled(PPC.bank, money="points", entry=100))
    evening = Evening(seed, rules)
    count = evening.chance.randint(6, 18)
    evening.open(3, 8, [f"p{n}" for n in range(count)])
    pool = 100 * count
    shares = sorted(parted(pool, {"1": 5, "2": 3, "3": 2, "4": 1}).values(), reverse=True)
    evening.do(i.PrizesPosted(pool=pool, shares=tuple(shares)))
    evening.start()
    while not evening.room.ended:
        evening.round()
        left = [one.id for one in evening.room.left]
        if evening.room.ended or evening.room.deal or len(left) > 5:
            continue
        prizes = (*shares, 0, 0)[: len(left)]
        least = prizes[-1]
        more = sum(prizes) - least * len(left)
        played_for = evening.chance.randint(0, more)
        weights = {name: evening.chance.randint(1, 9) for name in left}
        parts = parted(more - played_for, weights)
        said = DealProposed(
            shares={name: part + least for name, part in parts.items()}, left=(played_for,)
        )
        assert evening.tell(replace(said, left=(played_for + 1,))) == "shares-are-not-the-pool"
        evening.do(said)
        for name in left:
            agrees = evening.chance.random() < 0.9
            if evening.room.offer is not None:
                evening.do(DealAnswered(player=name, agrees=agrees))
    assert owed(evening.room) == pool
    assert (of(evening.room, "pool"), of(evening.room, "house")) == (0, 0)
    for name, share in evening.room.deal.items():
        assert -of(evening.room, f"owed {name}") >= share


@pytest.mark.parametrize("seed", SEEDS)
def test_re_entries_add_ons_and_bonuses_are_counted_and_paid_for(seed: int) -> None:
    entries = ruled(
        PPC.entries, reentries=2, reentry_levels=3, addon=(0, 1, 2), early_bird=500,
        bonuses=(("dealer", 2000),),
    )  # fmt: skip
    rules = replace(
        PPC, bank=ruled(PPC.bank, money="points", entry=100), entries=entries,
        bounties=BountyRules(Ruled("fixed", ""), Ruled(50, "")),
    )  # fmt: skip
    evening = Evening(seed, rules)
    players = [f"p{n}" for n in range(evening.chance.randint(4, 14))]
    evening.open(3, 8, players)
    evening.start()
    again = 0
    while not evening.room.ended:
        evening.round()
        for one in [one for one in evening.room.players.values() if one.standing == "out"]:
            if evening.chance.random() < 0.6 and not evening.room.ended:
                refused = evening.tell(entered(one.id))
                assert refused in ("", "no-re-entry-now", "no-re-entries-left", "no-free-seat")
                again += not refused
                assert (one.reentries < 2) or refused
        if evening.room.ended:
            break
        if evening.chance.random() < 0.1:
            evening.tell(AddOnForAll(chips=1000, but=(evening.chance.choice(players),)))
            evening.settle()
        evening.tell(BonusGiven(player=evening.chance.choice(players), bonus="dealer"))
        evening.settle()
    assert again == sum(one.reentries for one in evening.room.players.values())
    assert of(evening.room, "till") == 150 * (len(players) + again)
    while evening.room.heads.open:
        decide_head(evening)
    assert of(evening.room, "heads") == 0
    assert sum(evening.room.heads.won.values()) == 50 * (len(players) + again)
