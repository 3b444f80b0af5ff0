"""Chips that are cents are written as dollars and cents, and come back as chips."""

import csv
import json
import tomllib
from decimal import Decimal
from pathlib import Path

import pytest

from controller.demo import scenes
from controller.play.formats import write
from controller.play.records.hand_record import HandRecord, Where
from controller.play.records.phh import read_hand
from tests.rig.formats import recorded

CENT = Decimal("0.01")
WHERE = Where(currency="USD", unit=CENT)
EVENING = Path(scenes.__path__[0]) / "1-evening.phhs"


@pytest.fixture(scope="module")
def hands() -> list[HandRecord]:
    return list(recorded(EVENING, "fidpa"))


def test_phh_comes_back_as_the_same_chips(hands: list[HandRecord]) -> None:
    for record in hands:
        cents = read_hand(tomllib.loads(record.text(WHERE), parse_float=Decimal), unit=CENT)
        assert cents == read_hand(tomllib.loads(record.text()))
        assert f"starting_stacks = [{record.starting_stacks[0] * CENT}" in record.text(WHERE)


def test_every_amount_of_the_other_forms_is_a_hundredth(hands: list[HandRecord]) -> None:
    for whole, cents in zip(_told(hands, Where(currency="USD")), _told(hands, WHERE), strict=True):
        assert whole == pytest.approx([100 * one for one in cents])
    text = write("pokerstars", hands, WHERE)
    assert "($0.50/$1.00 USD)" in text
    assert "pot $" in text


def _told(hands: list[HandRecord], where: Where) -> list[list[float]]:
    """Return the amounts of Open Hand History and of the rows, in their order."""
    ohh = [json.loads(one)["ohh"] for one in write("ohh", hands, where).split("\n\n")[:-1]]
    acts = [act for one in ohh for part in one["rounds"] for act in part["actions"]]
    pots = [pot for one in ohh for pot in one["pots"]]
    rows = list(csv.DictReader(write("csv", hands, where).splitlines()))
    found = [
        [act["amount"] for act in acts if "amount" in act],
        [pot["amount"] for pot in pots] + [pot["rake"] for pot in pots],
        [stack for one in ohh for stack in one["_tapis"]["finishing_stacks"].values()],
        [float(row[name]) for row in rows for name in ("stack", "amount") if row[name]],
        [float(row["to"]) for row in rows if row["to"] and row["action"] not in ("wins", "rake")],
    ]
    assert all(found)
    return found
