"""Hands in the export format of PokerGFX 3.2: one JSON document for an evening's hands.

PokerGFX has published no specification. The format follows published exports (see docs/HANDS.md).
Fields that never vary in those exports have the same fixed values here. The amount of a bet or call
is the total in front of the player after the action. The pot stated for a check, bet or call is the
pot before the action; for a fold or a board card, 0 is stated.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from controller.contract.public import Action
from controller.contract.rules import Structure, Variant
from controller.play.formats.course import Course, NoWords
from controller.play.records.hand_record import HandRecord, Where, local_time
from controller.play.records.phh_left_out import LeftOut, leave_out
from controller.play.records.recorded import StreetDealt

GAMES: Final = {Variant.HOLDEM: "HOLDEM", Variant.OMAHA: "OMAHA"}
BETTING: Final[dict[Structure, str]] = {
    "no-limit": "NOLIMIT", "pot-limit": "POTLIMIT", "limit": "LIMIT",
}  # fmt: skip
SOFTWARE: Final = "PokerGFX 3.2"
TICKS_1970: Final = 621_355_968_000_000_000
"""The start of 1970 in ticks, the time unit of the format.

A tick is 100 ns. Ticks are counted from the start of the year 1.
"""
YEAR_1: Final = datetime(1, 1, 1)  # noqa: DTZ001
"""The start of the year 1; without a video, an export counts recording offsets from this time."""
PAYOUTS: Final = 10


def document(hands: Iterable[HandRecord], where: Where, left_out: list[LeftOut] | None) -> str:
    """Return the hands as one JSON document; hands are left out as by `formats.write`."""
    told: list[dict[str, Any]] = []
    began = 0
    won: dict[str, int] = {}
    for record in hands:
        try:
            told.append(_hand(record, where, won))
        except NoWords as error:
            leave_out(left_out, record.table, record.number, str(error))
            continue
        began = began or record.began
    fields = {
        "CreatedDateTimeUTC": _instant(began),
        "EventTitle": where.event,
        "Hands": told,
        "ID": TICKS_1970 + began * 10_000,
        "Payouts": [0] * PAYOUTS,
        "SoftwareVersion": SOFTWARE,
        "Type": "FEATURE_TABLE",
    }
    return msgspec.json.format(msgspec.json.encode(fields)).decode() + "\n"


def _hand(record: HandRecord, where: Where, won: dict[str, int]) -> dict[str, Any]:
    read = Course(record)
    read.check_folds()
    if record.game not in GAMES:
        raise NoWords("gfx-game")
    level, money = record.level, where.money
    posts = {one.what: one for one in record.posted}
    return {
        "AnteAmt": money(level.ante or level.big_blind_ante),
        "BetStructure": BETTING[record.structure],
        "BombPotAmt": money(level.ante) if record.bomb else 0,
        "Description": "; ".join(record.notes),
        "Duration": "PT0S",
        "Events": list(_events(record, read, where)),
        "FlopDrawBlinds": {
            "AnteType": "BB_ANTE_BB1ST" if level.big_blind_ante else "STD_ANTE",
            "BigBlindAmt": money(level.big_blind),
            "BigBlindPlayerNum": posts["big"].seat if "big" in posts else 0,
            "BlindLevel": level.number,
            "ButtonPlayerNum": record.button or record.seats[-1],
            "SmallBlindAmt": money(level.small_blind),
            "SmallBlindPlayerNum": posts["small"].seat if "small" in posts else 0,
            "ThirdBlindAmt": money(posts["straddle"].amount) if "straddle" in posts else 0,
            "ThirdBlindPlayerNum": posts["straddle"].seat if "straddle" in posts else 0,
        },
        "GameClass": "FLOP",
        "GameVariant": GAMES[record.game],
        "HandNum": record.number,
        "NumBoards": 1,
        "Players": list(_players(record, read, where, won)),
        "RecordingOffsetStart": _offset(record.began, where),
        "RunItNumTimes": 1,
        "StartDateTimeUTC": _instant(record.began),
        "StudLimits": {
            "BringInAmt": 0, "BringInPlayerNum": 1, "HighLimitAmt": 0, "LowLimitAmt": 0,
        },
    }  # fmt: skip


def _events(record: HandRecord, read: Course, where: Where) -> Iterator[dict[str, Any]]:
    pot = sum(one.amount for one in record.posted)
    for act in read.acts:
        if isinstance(act, StreetDealt):
            for card in act.cards:
                yield _event("BOARD CARD", 0, 0, 0, _card(card))
            continue
        # In this format, a bet or call of the last chips has its own event type.
        name = "ALL IN" if act.all_in and act.amount else act.action.upper().replace("RAISE", "BET")
        amount = act.to if act.amount else 0
        before = 0 if act.action is Action.FOLD else where.money(pot)
        yield _event(name, act.seat, where.money(amount), before)
        pot += act.amount


def _event(name: str, seat: int, amount: Any, pot: Any, card: str | None = None) -> dict[str, Any]:
    return {
        "BetAmt": amount, "BoardCards": card, "BoardNum": int(card is not None),
        "DateTimeUTC": None,
        "EventType": name, "NumCardsDrawn": 0, "PlayerNum": seat, "Pot": pot,
    }  # fmt: skip


def _players(
    record: HandRecord, read: Course, where: Where, won: dict[str, int]
) -> Iterator[dict[str, Any]]:
    """Yield the players of a hand in seat order.

    `won` maps each name to the player's net winnings so far, and is updated with this hand's.
    """
    players = zip(
        record.seats, record.names, record.starting_stacks, record.finishing_stacks, strict=True
    )
    for seat, name, before, after in sorted(players):
        won[name] = won.get(name, 0) + after - before
        yield {
            "AggressionFrequencyPercent": 0,
            "BlindBetStraddleAmt": 0,
            "CumulativeWinningsAmt": where.money(won[name]),
            "EliminationRank": -1,
            "EndStackAmt": where.money(after),
            "HoleCards": [" ".join(map(_card, read.holes.get(seat, ())))],
            "LongName": name,
            "Name": name,
            "PlayerNum": seat,
            "PreFlopRaisePercent": 0,
            "SittingOut": False,
            "StartStackAmt": where.money(before),
            "VPIPPercent": 0,
            "WentToShowDownPercent": 0,
        }


def _card(card: str) -> str:
    rank = "10" if card[0] == "T" else card[0].lower()
    return f"{rank}{card[1]}"


def _offset(wall: int, where: Where) -> str:
    """Return a time as an ISO 8601 duration since the start of the year 1, in local time.

    `wall` is the time in ms since 1970.
    """
    at = local_time(wall, where).replace(tzinfo=None) - YEAR_1
    minutes, seconds = divmod(at.seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"P{at.days}DT{hours}H{minutes}M{seconds}S"


def _instant(wall: int) -> str:
    at = datetime.fromtimestamp(wall / 1000, UTC)
    return f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond:06d}0Z"
