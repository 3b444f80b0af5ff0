"""Sanctions that a house knows: the mildest of an offence's own is enough, and no milder one."""

import pytest
from msgspec.structs import replace

from controller.contract.venue import inputs as i
from controller.contract.venue.floor.conduct import Offence
from controller.houses.model import Ruled
from controller.venue.rules.step import step
from controller.venue.rules.tournament import ConductRule, Tournament
from controller.venue.tournament_files import load_tournament
from tests.controller.venue.rules.told import playing

PPC = load_tournament("ppc")


def house(rule: ConductRule) -> Tournament:
    """Return a house with a single rule on conduct, and all kinds of sanctions."""
    penalties = replace(
        PPC.penalties, hands=Ruled((2, 4), ""), minutes=Ruled((5, 10), ""),
        rounds=Ruled((1, 2), ""), chips=Ruled((500,), ""), forced_bet=Ruled(True, ""),
    )  # fmt: skip
    return replace(PPC, conduct=(rule,), penalties=penalties)


@pytest.mark.parametrize(
    ("rule", "sanction", "refused"),
    [
        ({"least": "5m"}, "4h", "another-penalty"),
        ({"least": "5m"}, "5m", ""),
        ({"least": "5m"}, "1r", ""),
        ({"only": "5m"}, "5m", ""),
        ({"only": "5m"}, "10m", "another-penalty"),
        ({"when": "repeated"}, "warning", ""),
        ({"when": "repeated"}, "1bb", "not-the-first-time"),
    ],
)
def test_a_sanction_is_one_that_the_rule_allows(
    rule: dict[str, str], sanction: str, refused: str
) -> None:
    rules = house(replace(ConductRule(Offence.PHONE_CALL, "1"), **rule))
    said = i.ConductNoted(player="a", offence=Offence.PHONE_CALL, sanction=sanction, director=True)
    assert step(playing(rules, "abcde"), said, rules).refused == refused
