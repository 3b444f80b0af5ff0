"""PokerGFX's export: its fields and values as they are known, and every chip accounted for."""

import json
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from controller.demo import scenes
from controller.play.formats import write
from controller.play.records.hand_record import HandRecord, Where
from controller.play.records.phh_left_out import NO_WORDS, LeftOut
from tests.rig.formats import random_hands, recorded

EVENING = Path(scenes.__path__[0]) / "1-evening.phhs"
FIELDS = {
    "": {"CreatedDateTimeUTC", "EventTitle", "Hands", "ID", "Payouts", "SoftwareVersion", "Type"},
    "Hands": {
        "AnteAmt", "BetStructure", "BombPotAmt", "Description", "Duration", "Events",
        "FlopDrawBlinds", "GameClass", "GameVariant", "HandNum", "NumBoards", "Players",
        "RecordingOffsetStart", "RunItNumTimes", "StartDateTimeUTC", "StudLimits",
    },
    "Events": {
        "BetAmt", "BoardCards", "BoardNum", "DateTimeUTC", "EventType", "NumCardsDrawn",
        "PlayerNum", "Pot",
    },
    "Players": {
        "AggressionFrequencyPercent", "BlindBetStraddleAmt", "CumulativeWinningsAmt",
        "EliminationRank", "EndStackAmt", "HoleCards", "LongName", "Name", "PlayerNum",
        "PreFlopRaisePercent", "SittingOut", "StartStackAmt", "VPIPPercent",
        "WentToShowDownPercent",
    },
    "FlopDrawBlinds": {
        "AnteType", "BigBlindAmt", "BigBlindPlayerNum", "BlindLevel", "ButtonPlayerNum",
        "SmallBlindAmt", "SmallBlindPlayerNum", "ThirdBlindAmt", "ThirdBlindPlayerNum",
    },
    "StudLimits": {"BringInAmt", "BringInPlayerNum", "HighLimitAmt", "LowLimitAmt"},
}  # fmt: skip
"""The fields of exports of PokerGFX 3.2 that are known."""
CARDS = {
    f"{rank}{suit}"
    for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a")
    for suit in "shdc"
}


@pytest.fixture(scope="module")
def hands() -> list[HandRecord]:
    return [*recorded(EVENING, "fidpa"), *random_hands(60, 5, "fidpa")]


def test_it_has_the_fields_and_no_others(hands: list[HandRecord]) -> None:
    told = json.loads(write("pokergfx", hands))
    assert told.keys() == FIELDS[""]
    assert len(told["Payouts"]) == 10
    for hand in told["Hands"]:
        assert hand.keys() == FIELDS["Hands"]
        for part in ("FlopDrawBlinds", "StudLimits"):
            assert hand[part].keys() == FIELDS[part]
        for part in ("Events", "Players"):
            assert all(one.keys() == FIELDS[part] for one in hand[part])
        kinds = {event["EventType"] for event in hand["Events"]}
        assert kinds <= {"FOLD", "CHECK", "CALL", "BET", "ALL IN", "BOARD CARD"}
        board = [one["BoardCards"] for one in hand["Events"] if one["EventType"] == "BOARD CARD"]
        holes = [card for one in hand["Players"] for card in one["HoleCards"][0].split()]
        assert {*board, *holes} <= CARDS
        assert len({*board, *holes}) == len(board) + len(holes)


def test_what_is_put_in_is_the_pot_and_comes_to_the_stacks(hands: list[HandRecord]) -> None:
    said = [one for one in hands if one.game in ("holdem", "omaha")]
    told = json.loads(write("pokergfx", hands))["Hands"]
    assert len(told) == len(said) > 20
    for record, hand in zip(said, told, strict=True):
        start = sum(one["StartStackAmt"] for one in hand["Players"])
        end = sum(one["EndStackAmt"] for one in hand["Players"])
        assert start - end == record.raked + record.timed
        front = {one.seat: one.amount for one in record.posted if one.what != "ante"}
        for seat in record.seats:
            posts = [one.amount for one in record.posted if one.seat == seat and one.what != "ante"]
            front[seat] = sum(posts)
        pot = sum(one.amount for one in record.posted)
        for event in hand["Events"]:
            kind, seat = event["EventType"], event["PlayerNum"]
            # In PokerGFX's own exports the pot is that before the action, and folds have none.
            assert event["Pot"] == (0 if kind in {"FOLD", "BOARD CARD"} else pot)
            assert event["BoardNum"] == (kind == "BOARD CARD")
            if kind == "BOARD CARD":
                assert seat == event["BetAmt"] == 0
                front = dict.fromkeys(front, 0)
            elif event["BetAmt"]:
                pot += event["BetAmt"] - front[seat]
                front[seat] = event["BetAmt"]
        assert pot >= sum(one.amount or 0 for one in record.awards)


def test_the_offset_of_a_recording_is_the_clock_of_the_place(hands: list[HandRecord]) -> None:
    """As in exports of tables whose recorder was off: days since the year 1, and a local time."""
    at = datetime(2025, 10, 16, 11, 37, 35, tzinfo=UTC)
    record = msgspec.structs.replace(hands[0], began=int(at.timestamp() * 1000))
    (hand,) = json.loads(write("pokergfx", [record], Where(zone="Asia/Tbilisi")))["Hands"]
    assert hand["RecordingOffsetStart"] == "P739539DT15H37M35S"


def test_a_game_without_a_name_is_left_out_with_a_word(hands: list[HandRecord]) -> None:
    left: list[LeftOut] = []
    others = [one for one in hands if one.game not in ("holdem", "omaha")]
    assert others
    assert json.loads(write("pokergfx", others, left_out=left))["Hands"] == []
    assert [one.why for one in left] == ["gfx-game"] * len(others)
    assert "gfx-game" in NO_WORDS
