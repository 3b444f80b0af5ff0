"""The record of one hand, from which every export format is made.

PHH is the most complete of those formats, so the record uses the notation of PHH. This module also
writes the record as PHH text.
"""

from collections.abc import Callable, Collection
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from zlib import crc32
from zoneinfo import ZoneInfo

import msgspec
import tomlkit

from controller.contract.public import BetReturned, CardsTabled, LevelView, PotAwarded
from controller.contract.rules import Structure, Variant
from controller.play.records.phh import VARIANTS

SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£"}
"""The symbol that comes before an amount, by the ISO code of the currency."""


WHOLE = Decimal(1)


class Where(msgspec.Struct, frozen=True):
    """Facts that an export may need but no journal contains, such as the name of the place.

    `venue` is the name of the place. `event` is the name of the tournament, or "" for a cash game.
    `currency` is an ISO code if the chips are money, otherwise "". `zone` is an IANA time zone such
    as Europe/Paris, or "" for UTC. `seats` is the number of seats at the table, or 0 if unknown.
    `unit` is the value of one chip in exported amounts: 0.01 if a chip is a cent.
    """

    venue: str = ""
    event: str = ""
    currency: str = ""
    zone: str = ""
    seats: int = 0
    unit: Decimal = WHOLE

    def money(self, chips: int) -> int | Decimal:
        """Return a number of chips as an exported amount, multiplied by `unit`."""
        return chips if self.unit == WHOLE else chips * self.unit


NOWHERE = Where()


class Posted(msgspec.Struct, frozen=True):
    """A post before the deal; `what` is `ante`, `small`, `big`, `straddle` or `kill`."""

    seat: int
    what: str
    amount: int


def _toml(value: object) -> str:
    """Return a value as TOML text.

    Numbers, lists and plain strings are formatted here instead of by tomlkit, so that an evening's
    hands are written in half the time.
    """
    if type(value) is int or isinstance(value, Decimal):
        return str(value)
    if isinstance(value, str) and value.isascii() and value.isprintable():
        return f'"{value}"' if not set(value) & {'"', "\\"} else tomlkit.item(value).as_string()
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_toml, value))}]"
    return tomlkit.item(value).as_string()


def local_time(wall: int, where: Where) -> datetime:
    """Return `wall`, a time in ms since 1970, in the time zone of `where`, in whole seconds."""
    zone = ZoneInfo(where.zone) if where.zone else UTC
    return datetime.fromtimestamp(wall // 1000, zone)


class HandRecord(msgspec.Struct, frozen=True):
    """One hand in PHH notation; players are listed clockwise from the left of the button.

    The start: `began` is in ms since 1970, or 0 if unknown. `button` is a seat, which may be empty.
    `antes` and `blinds` are what each player owed, even if the player's stack was smaller. `posted`
    lists the posts in order. `bomb` means a bomb pot. `min_bet` is the big blind, which in a limit
    game is the smaller bet. It is lower if the record contains a smaller raise. For example, if the
    big blind was all-in for less, PHH counts a call of the full blind as a raise.

    The play: `actions` are PHH actions. `acted` is what each player put in by actions, not counting
    blinds and antes. `completed` means that a bet in a limit hand completes a short all-in. PHH's
    limit games do not allow that, so the hand is written as no-limit.

    The end: `tabled` holds the tabled hands with their values. `rakes` is the rake from each pot.
    `notes` describe irregularities, in public terms only.
    """

    seats: tuple[int, ...]
    names: tuple[str, ...]
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    uniform_antes: bool
    min_bet: int
    starting_stacks: tuple[int, ...]
    finishing_stacks: tuple[int, ...]
    actions: tuple[str, ...]
    number: int = 0
    table: str = ""
    game: Variant = Variant.HOLDEM
    structure: Structure = "no-limit"
    raked: int = 0
    timed: int = 0
    completed: bool = False
    button: int = 0
    level: LevelView = LevelView()
    began: int = 0
    posted: tuple[Posted, ...] = ()
    returned: tuple[BetReturned, ...] = ()
    awards: tuple[PotAwarded, ...] = ()
    rakes: tuple[int, ...] = ()
    tabled: tuple[CardsTabled, ...] = ()
    notes: tuple[str, ...] = ()
    bomb: bool = False
    house: str = ""
    acted: tuple[int, ...] = ()

    @property
    def id(self) -> int:
        """A unique number for the hand, made from its start time and a digest of the table's name.

        If the start time is unknown, it is just the hand's number at its table.
        """
        return self.began * 1000 + crc32(self.table.encode()) % 1000 if self.began else self.number

    @property
    def winnings(self) -> tuple[int, ...] | None:
        """Each player's winnings from the pots, or None if the house hides stacks or nobody won."""
        won = dict.fromkeys(self.seats, 0)
        for award in self.awards:
            if award.amount is None:
                return None
            won[award.seat] = won.get(award.seat, 0) + award.amount
        return tuple(won.values()) if self.awards else None

    def text(self, where: Where = NOWHERE) -> str:
        """Return the hand as the text of a .phh file."""
        return "".join(f"{name} = {_toml(value)}\n" for name, value in self.fields(where).items())

    def fields(self, where: Where = NOWHERE) -> dict[str, object]:
        """Return the hand as the fields of a .phh file.

        Fields that PHH does not define have names that begin with "_". Amounts are in the unit of
        `where`.
        """
        swap = len(self.seats) == 2
        code = self.variant()
        said: dict[str, object] = {
            "variant": code,
            "ante_trimming_status": self.uniform_antes,
            "antes": self.antes[::-1] if swap else self.antes,
            "blinds_or_straddles": self.blinds[::-1] if swap else self.blinds,
            **self.bets(),
            "starting_stacks": self.starting_stacks,
            "actions": self.actions,
            "venue": where.venue or None,
            "event": where.event or None,
            **self.when(where),
            "hand": self.number,
            "level": self.level.number or None,
            "seats": self.seats,
            "seat_count": where.seats or None,
            "table": self.table,
            "players": self.names,
            "finishing_stacks": self.finishing_stacks,
            "winnings": self.winnings,
            "currency": where.currency or None,
            "currency_symbol": SYMBOLS.get(where.currency),
            # PHH defines no fields for these; the names of custom fields begin with "_".
            **self.own(code),
            "_id": str(self.id) if self.began else None,
            "_raked": self.raked or None,
            "_timed": self.timed or None,
            "_notes": self.notes or None,
        }
        said = {name: value for name, value in said.items() if value is not None}
        if where.unit == WHOLE:
            return said
        actions = [_action_in_money(action, where) for action in self.actions]
        return {**converted(said, AMOUNTS, where.money), "actions": actions}

    def when(self, where: Where) -> dict[str, object]:
        """Return the fields for the time at which the hand began, or {} if it is unknown."""
        if not self.began:
            return {}
        at = local_time(self.began, where)
        return {
            "time": at.time(),
            "time_zone": where.zone or "UTC",
            "day": at.day,
            "month": at.month,
            "year": at.year,
        }

    def variant(self) -> str:
        """Return the PHH code for the game or, if there is none, the code of the nearest game."""
        for code, known in VARIANTS.items():
            if known == (self.game, self.structure):
                return "NT" if code == "FT" and self.completed else code
        return {Variant.HOLDEM: "NT", Variant.SHORT_DECK: "NS"}.get(self.game, "PO")

    def own(self, code: str) -> dict[str, object]:
        """Return the fields that state the actual game, or {} if the PHH code `code` states it."""
        if VARIANTS[code] == (self.game, self.structure):
            return {}
        return {"_game": str(self.game), "_structure": self.structure}

    def bets(self) -> dict[str, object]:
        """Return the PHH fields for bet sizes: two for a limit game, otherwise `min_bet` alone."""
        if VARIANTS[self.variant()][1] == "limit":
            return {"small_bet": self.min_bet, "big_bet": 2 * self.min_bet}
        return {"min_bet": self.min_bet}


AMOUNTS = frozenset({
    "antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet", "starting_stacks",
    "finishing_stacks", "winnings", "_raked", "_timed",
})  # fmt: skip
"""The PHH fields that contain amounts."""


def _action_in_money(action: str, where: Where) -> str:
    words = action.split()
    if words[1] == "cbr":
        words[2] = str(where.money(int(words[2])))
    return " ".join(words)


def converted(
    value: Any, names: Collection[str], money: Callable[[int], object], name: str = ""
) -> Any:
    """Return a JSON-like value in which `money` has converted every amount.

    Amounts are the whole numbers stored under one of these `names`, at any depth. `name` is the
    name under which `value` itself is stored.
    """
    if isinstance(value, dict):
        return {
            key: converted(one, names, money, name if name in names else key)
            for key, one in value.items()
        }
    if isinstance(value, list | tuple):
        return [converted(one, names, money, name) for one in value]
    is_amount = name in names and isinstance(value, int) and not isinstance(value, bool)
    return money(value) if is_amount else value
