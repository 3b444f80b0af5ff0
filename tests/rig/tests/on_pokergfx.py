"""Our PokerGFX export held against PokerGFX's own, and read by somebody else's reader.

`make formats GFX=folder` runs it: `TAPIS_GFX` is a checkout of garimto81/automation_schema from
GitHub, in which there are exports of PokerGFX 3.2 from tables of a tournament (`gfx_json_data`),
and a reader of them (`src/gfx_normalizer.py`).
"""

import importlib
import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.demo import scenes
from controller.play.formats import write
from controller.play.records.hand_record import HandRecord
from tests.controller.play.test_pokergfx import CARDS, FIELDS
from tests.rig.formats import random_hands, recorded

CHECKOUT = Path(os.environ["TAPIS_GFX"])
EVENING = Path(scenes.__path__[0]) / "1-evening.phhs"
KINDS = {"FOLD", "CHECK", "CALL", "BET", "ALL IN", "BOARD CARD"}


def theirs() -> Iterator[dict[str, Any]]:
    for path in sorted(CHECKOUT.glob("gfx_json_data/**/*.json")):
        yield json.loads(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def ours() -> list[HandRecord]:
    hands = [*recorded(EVENING, "fidpa"), *random_hands(200, 5, "fidpa")]
    return [one for one in hands if one.game in ("holdem", "omaha")]


def shape(value: object) -> str:
    """Return the type of a JSON value, and for times their form."""
    if isinstance(value, str):
        digits = "".join("9" if mark.isdigit() else mark for mark in value)
        return digits if digits.startswith("9999-") else "text"
    return type(value).__name__


def form(document: dict[str, Any]) -> dict[str, set[str]]:
    """Return each field of an export with the types of its values."""
    found: dict[str, set[str]] = defaultdict(set)

    def look(value: object, name: str) -> None:
        if isinstance(value, dict):
            for key, one in value.items():
                look(one, f"{name}.{key}")
        elif isinstance(value, list):
            for one in value:
                look(one, f"{name}[]")
        else:
            found[name].add(shape(value))

    look(document, "")
    return found


def judge(hand: dict[str, Any]) -> int:
    """Assert what holds for each event of a hand; return the number of events."""
    blinds = hand["FlopDrawBlinds"]
    left = {one["PlayerNum"]: one["StartStackAmt"] for one in hand["Players"]}
    bets = dict.fromkeys(left, 0)
    for post in ("SmallBlind", "BigBlind", "ThirdBlind"):
        if (seat := blinds[f"{post}PlayerNum"]) in left:
            bets[seat] = min(blinds[f"{post}Amt"], left[seat])
    pots = [one["Pot"] for one in hand["Events"] if one["Pot"]]
    pot = pots[0] if pots else 0
    for event in hand["Events"]:
        kind, seat, to = event["EventType"], event["PlayerNum"], event["BetAmt"]
        assert kind in KINDS
        if kind == "BOARD CARD":
            assert (event["BoardNum"], event["Pot"], to, seat) == (1, 0, 0, 0)
            assert event["BoardCards"] in CARDS
            bets = dict.fromkeys(left, 0)
            continue
        assert (event["BoardNum"], event["BoardCards"]) == (0, None)
        assert event["Pot"] == (0 if kind == "FOLD" else pot)
        assert to == 0 if kind in {"FOLD", "CHECK"} else to > bets[seat]
        if kind == "CALL":
            assert to == max(bets.values())
        pot += max(to - bets[seat], 0)
        bets[seat] = max(to, bets[seat])
    for player in hand["Players"]:
        assert {*player["HoleCards"][0].split()} <= CARDS
    return len(hand["Events"])


def test_their_exports_are_as_we_think() -> None:
    hands = [hand for document in theirs() for hand in document["Hands"]]
    played = [hand for hand in hands if hand["FlopDrawBlinds"]["BigBlindPlayerNum"]]
    assert len(played) > 1_500
    assert sum(map(judge, played)) > 20_000


def test_ours_has_their_fields_with_their_types(ours: list[HandRecord]) -> None:
    found = form(json.loads(write("pokergfx", ours)))
    wanted: dict[str, set[str]] = defaultdict(set)
    for document in theirs():
        for name, types in form(document).items():
            wanted[name] |= types
    assert found.keys() == wanted.keys()
    assert {name: types for name, types in found.items() if not types <= wanted[name]} == {}
    assert {name.split(".")[1].removesuffix("[]") for name in wanted} == FIELDS[""]


def test_ours_is_as_theirs(ours: list[HandRecord]) -> None:
    hands = json.loads(write("pokergfx", ours))["Hands"]
    assert len(hands) == len(ours) > 90
    assert sum(map(judge, hands)) > 1_000


def test_a_reader_of_theirs_reads_ours(ours: list[HandRecord], tmp_path: Path) -> None:
    path = tmp_path / "export.json"
    path.write_text(write("pokergfx", ours), encoding="utf-8")
    sys.path.insert(0, str(CHECKOUT / "src"))
    read = importlib.import_module("gfx_normalizer").GFXNormalizer().normalize_file(path)
    assert len(read.hands) == len(ours)
    for record, hand, players, events in zip(
        ours, read.hands, read.players, read.events, strict=True
    ):
        stacks = {one.seat_num: (one.start_stack_amt, one.end_stack_amt) for one in players}
        both = zip(record.starting_stacks, record.finishing_stacks, strict=True)
        assert stacks == dict(zip(record.seats, both, strict=True))
        assert [one.player_name for one in players] == [
            name for _, name in sorted(zip(record.seats, record.names, strict=True))
        ]
        board = [word for word in record.actions if word.startswith("d db")]
        assert "".join(hand.board_cards) == "".join(
            word.split()[2].replace("T", "10").lower() for word in board
        )
        acts = [word for word in record.actions if word.split()[1] in ("f", "cc", "cbr")]
        said = [one for one in events if one.event_type != "BOARD_CARD"]
        assert len(said) == len(acts)
        for word, one in zip(acts, said, strict=True):
            who, what, *_ = word.split()
            assert record.seats[int(who[1:]) - 1] == one.player_num
            kinds = {"f": {"FOLD"}, "cc": {"CHECK", "CALL", "ALL_IN"}, "cbr": {"BET", "ALL_IN"}}
            assert one.event_type in kinds[what]
            if what == "cbr":
                assert one.bet_amt == int(word.split()[2])
