"""League points of a formula, before an evening is played and after it."""

from msgspec.structs import replace

from controller.contract.venue import inputs as i
from controller.houses.model import Ruled
from controller.venue.rules.prizes.league_points import preview, scored
from controller.venue.tournament_files import load_tournament
from tests.controller.venue.rules.told import playing, told


def test_a_shared_place_counts_as_its_mean() -> None:
    shown = preview("10 * place + entries", [("a", 1, 1), ("b", 2, 3), ("c", 2, 3)])
    assert shown == {"a": 13, "b": 28, "c": 28}


def test_a_place_for_which_a_formula_has_no_value_scores_nothing() -> None:
    base = load_tournament("ppc")
    for formula, points in (
        ("60 / (place - 1)", {"c": 0, "b": 60, "a": 30}),
        ("1000 * knockouts + 10 * rebuys + entries", dict.fromkeys("cba", 3)),
    ):
        rules = replace(base, results=replace(base.results, formula=Ruled(formula, "")))
        leave = [i.PlayerRemoved(player=one) for one in "ab"]
        assert scored(rules, told(playing(rules), rules, *leave).room) == points
