"""Hands as Open Hand History (https://hh-specs.handhistory.org) 1.4.7: one JSON object per hand.

The amount of an action is the number of chips that the action adds. A bet that nobody called is not
shown as returned, but as won by its player. The pots therefore add up to the chips put in by all
players, and a player's final stack is the starting stack, minus the player's amounts, plus the
player's winnings. Facts for which the specification has no field are under `_tapis`.
"""

from collections import Counter, defaultdict
from datetime import UTC, datetime
from typing import Any

import msgspec

from controller.contract.rules import Structure, Variant
from controller.play.formats.course import Course, NoWords
from controller.play.records.hand_record import WHOLE, HandRecord, Where, converted
from controller.play.records.recorded import StreetDealt, TabledHand

VERSION = "1.4.7"
GAMES = {
    Variant.HOLDEM: "Holdem",
    Variant.OMAHA: "Omaha",
    Variant.OMAHA_HI_LO: "OmahaHiLo",
}
LIMITS: dict[Structure, str] = {"no-limit": "NL", "pot-limit": "PL", "limit": "FL"}
POSTS = {
    "ante": "Post Ante",
    "small": "Post SB",
    "big": "Post BB",
    "straddle": "Straddle",
    "kill": "Post Extra Blind",
}
PLAY_CHIPS = "PPC"
"""The specification's currency for chips that are not money."""


def hand(record: HandRecord, where: Where, hero: str = "") -> str:
    """Return a hand as one line of an .ohh file, followed by a blank line.

    `hero` names the player for whom the hand is exported; "" means that it is for everybody.
    Raises `NoWords` for a game that the specification does not cover.
    """
    said = fields(record, where, hero)
    if where.unit != WHOLE:
        said = converted(said, AMOUNTS, lambda chips: float(where.money(chips)))
    return msgspec.json.encode({"ohh": said}).decode() + "\n\n"


AMOUNTS = frozenset({
    "small_blind_amount", "big_blind_amount", "ante_amount", "starting_stack", "amount", "rake",
    "win_amount", "finishing_stacks", "timed",
})  # fmt: skip
"""The names of the JSON members that contain amounts."""


def fields(record: HandRecord, where: Where, hero: str) -> dict[str, Any]:
    """Return the fields of the hand's `ohh` object, with amounts in chips; see `hand`."""
    if record.game not in GAMES:
        raise NoWords("ohh-game")
    read = Course(record)
    level = record.level
    ids = dict(zip(record.names, record.seats, strict=True))
    return {
        "spec_version": VERSION,
        "site_name": where.venue or "Tapis",
        "network_name": "Tapis",
        "internal_version": VERSION,
        "tournament": bool(where.event),
        **_tournament(record, where),
        "game_number": str(record.id),
        "start_date_utc": _instant(record.began),
        "table_name": record.table,
        "game_type": GAMES[record.game],
        "bet_limit": {"bet_type": LIMITS[record.structure], "bet_cap": 0},
        "table_size": max(where.seats, *record.seats, record.button),
        "currency": where.currency or PLAY_CHIPS,
        "dealer_seat": record.button or record.seats[-1],
        "small_blind_amount": level.small_blind,
        "big_blind_amount": level.big_blind,
        "ante_amount": level.ante or level.big_blind_ante,
        **({"hero_player_id": ids[hero]} if hero in ids else {}),
        "flags": [] if hero in ids else ["Observed"],
        "players": [
            {
                "id": seat,
                "seat": seat,
                "name": name,
                "display": name,
                "starting_stack": stack,
            }
            for seat, name, stack in zip(
                record.seats, record.names, record.starting_stacks, strict=True
            )
        ],
        "rounds": _rounds(record, read),
        "pots": _pots(record, read),
        "_tapis": {
            "hand": record.number,
            "house": record.house,
            "finishing_stacks": dict(
                zip(map(str, record.seats), record.finishing_stacks, strict=True)
            ),
            "timed": record.timed,
            "notes": record.notes,
        },
    }


def _instant(wall: int) -> str:
    return datetime.fromtimestamp(wall // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _tournament(record: HandRecord, where: Where) -> dict[str, Any]:
    """Return the `tournament_info` field, or {} for a cash game; unknown numbers are 0."""
    if not where.event:
        return {}
    about = {
        "tournament_number": where.event,
        "name": where.event,
        "start_date_utc": _instant(record.began),
        "currency": where.currency or PLAY_CHIPS,
        "buyin_amount": 0,
        "fee_amount": 0,
        "initial_stack": 0,
        "type": "MTT",
        "speed": {"type": "Normal", "round_time": 0},
    }
    return {"tournament_info": about}


class _Rounds:
    """Collects the rounds of a hand; actions are numbered consecutively across all rounds."""

    def __init__(self) -> None:
        self.all: list[dict[str, Any]] = []
        self.count = 0

    def begin(self, street: str, cards: tuple[str, ...] = ()) -> None:
        more = {"cards": cards} if cards else {}
        self.all.append({"id": len(self.all), "street": street, **more, "actions": []})

    def add(self, seat: int, action: str, amount: int = 0, *, all_in: bool = False) -> None:
        more = {"amount": amount} if amount else {}
        self.tell(seat, action, **more, **({"is_allin": True} if all_in else {}))

    def tell(self, seat: int, action: str, **more: Any) -> None:
        told = {"action_number": self.count, "player_id": seat, "action": action}
        self.all[-1]["actions"].append(told | more)
        self.count += 1


def _rounds(record: HandRecord, read: Course) -> list[dict[str, Any]]:
    rounds = _Rounds()
    rounds.begin("Preflop")
    stacks = dict(zip(record.seats, record.starting_stacks, strict=True))
    for posted in record.posted:
        stacks[posted.seat] -= posted.amount
        all_in = not stacks[posted.seat]
        rounds.add(posted.seat, POSTS[posted.what], posted.amount, all_in=all_in)
    for seat, hole in read.holes.items():
        rounds.tell(seat, "Dealt Cards", cards=hole)
    for act in read.acts:
        if isinstance(act, StreetDealt):
            rounds.begin(act.street.capitalize(), act.cards)
        else:
            rounds.add(act.seat, act.action.capitalize(), act.amount, all_in=act.all_in)
    if read.showdown:
        rounds.begin("Showdown")
    for one in read.showdown:
        if isinstance(one, TabledHand):
            rounds.tell(one.seat, "Shows Cards", cards=one.cards)
        else:
            rounds.tell(one.seat, "Mucks Cards")
    return rounds.all


def _pots(record: HandRecord, read: Course) -> list[dict[str, Any]]:
    """Return the pots, each with its rake and its winners.

    A returned bet counts as a separate pot, won by the player who made the bet. If that player is
    also the only winner of the last pot, the bet is added to the last pot instead.
    """
    wins: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for award in read.awards():
        wins[award.pot][award.seat] += award.amount or 0
    for seat, amount in read.uncalled().items():
        last = max(wins, default=0)
        number = last if wins and [*wins[last]] == [seat] else last + 1
        wins[number][seat] += amount
    rakes = dict(enumerate(record.rakes))
    return [
        {
            "number": number,
            "amount": of_pot.total() + rakes.get(number, 0),
            "rake": rakes.get(number, 0),
            "player_wins": [
                {"player_id": seat, "win_amount": amount} for seat, amount in of_pot.items()
            ],
        }
        for number, of_pot in sorted(wins.items())
    ]
