"""Evenings of a league by seed: points are what the formula says of what was played."""

import math
from collections import Counter

import pytest
from msgspec.structs import replace

from controller.contract.venue.outputs import TournamentEnded
from controller.contract.venue.prizes.bounties import BountyWon
from controller.houses.model import Ruled
from controller.venue.rules.standings.season import Season
from controller.venue.rules.tournament import BountyRules, Tournament
from controller.venue.scenarios.staff import entered
from controller.venue.tournament_files import load_tournament
from tests.controller.venue.rules.evenings import Evening
from tests.controller.venue.rules.test_evenings import decide_head, ruled

PPC = load_tournament("ppc")
HEAD = 1000
"""A head is worth as many units as a knockout has parts, so that pockets tell knockouts."""

FORMULA = "10 * sqrt(entries / place) + 3 * knockouts - rebuys + buyin / 100"


def rules() -> Tournament:
    """Return a tournament with re-entries, heads, and points by the formula."""
    return replace(
        PPC, bank=ruled(PPC.bank, money="points", entry=100),
        entries=ruled(PPC.entries, reentries=2, reentry_levels=3),
        bounties=BountyRules(Ruled("fixed", ""), Ruled(HEAD, "")),
        results=ruled(PPC.results, formula=FORMULA, best=2),
    )  # fmt: skip


def played(seed: int) -> Evening:
    """Return an evening that is over; the floor has said of each head who took it."""
    evening = Evening(seed, rules())
    players = [f"p{n}" for n in range(evening.chance.randint(4, 16))]
    evening.open(3, 8, players)
    evening.start()
    while not evening.room.ended:
        evening.round()
        while evening.room.heads.open and not evening.room.ended:
            decide_head(evening)
        for one in [one for one in evening.room.players.values() if one.standing == "out"]:
            if evening.chance.random() < 0.4 and not evening.room.ended:
                evening.tell(entered(one.id))
    return evening


@pytest.mark.parametrize("seed", range(25))
def test_points_are_of_what_was_played(seed: int) -> None:
    evening = played(seed)
    knocked: Counter[str] = Counter()
    for event in evening.said:
        if isinstance(event, BountyWon) and event.by != event.player:
            knocked[event.by] += event.pocket
        if isinstance(event, TournamentEnded):
            break
    else:
        raise AssertionError("it does not end")
    players = evening.room.players.values()
    entries = sum(one.entries for one in players)
    assert entries == evening.room.money.accounts["till"] // (100 + HEAD)
    for one in players:
        assert one.place is not None
        place = sum(one.place) / 2
        worth = 10 * math.sqrt(entries / place) + 3 * knocked[one.id] / HEAD - (one.entries - 1) + 1
        assert event.points[one.id] == math.floor(worth + 0.5 + 1e-9), one


def test_a_season_of_such_evenings_counts_the_best_two_of_each() -> None:
    season, scores = Season(best=2), dict[str, list[int]]()
    for seed in range(6):
        ended = [one for one in played(seed).said if isinstance(one, TournamentEnded)]
        season.put(f"t{seed}", ended[-1].points)
        for player, points in ended[-1].points.items():
            scores.setdefault(player, []).append(points)
    assert {one.player: one.points for one in season.standings()} == {
        player: sum(sorted(points)[-2:]) for player, points in scores.items()
    }
