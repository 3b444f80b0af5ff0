"""A recorded hand, in the model from which every export is made, and as PHH text.

PHH is the most complete of the formats, so the model uses its notation; the other formats are
derived from it.
"""

from datetime import UTC, datetime
from decimal import Decimal
from zlib import crc32
from zoneinfo import ZoneInfo

import msgspec
import tomlkit

from controller.contract.public import LevelView
from controller.contract.rules import Half, Structure, Variant
from controller.play.records.phh import VARIANTS

SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£"}
"""The symbols that amounts of a currency begin with."""


WHOLE = Decimal(1)


class Where(msgspec.Struct, frozen=True):
    """Facts that no journal contains: the place, the event, and the local time zone.

    `event` is a tournament's name, or empty for a cash game. `currency` is an ISO code if chips are
    money. `zone` is an IANA name (Europe/Paris), or empty for UTC. `seats` is the size of the
    table, or 0 if unknown. `unit` is the value of one chip in the written amounts: 0.01 if chips
    are cents.
    """

    venue: str = ""
    event: str = ""
    currency: str = ""
    zone: str = ""
    seats: int = 0
    unit: Decimal = WHOLE

    def money(self, chips: int) -> int | Decimal:
        """Return an amount of chips as it is written in exports, in terms of `unit`."""
        return chips if self.unit == WHOLE else chips * self.unit


NOWHERE = Where()


class Posted(msgspec.Struct, frozen=True):
    """A post before the deal: `what` is ante, small, big, straddle or kill."""

    seat: int
    what: str
    amount: int


class Returned(msgspec.Struct, frozen=True):
    """An uncalled bet, or the uncalled part of a bet, that was returned to a seat."""

    seat: int
    amount: int


class Award(msgspec.Struct, frozen=True):
    """A seat's share of a pot; pot 0 is the main pot. `amount` is None where stacks are hidden."""

    pot: int
    seat: int
    amount: int | None
    half: Half = ""


class Made(msgspec.Struct, frozen=True):
    """The value of a tabled hand: the id of the hand's name, and its ranks."""

    seat: int
    name: str
    ranks: tuple[str, ...]


def _toml(value: object) -> str:
    """Return a value as TOML text.

    Numbers, lists and plain words are written here, because that halves the time for an evening's
    hands.
    """
    if type(value) is int or isinstance(value, Decimal):
        return str(value)
    if isinstance(value, str) and value.isascii() and value.isprintable():
        return f'"{value}"' if not set(value) & {'"', "\\"} else tomlkit.item(value).as_string()
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_toml, value))}]"
    return tomlkit.item(value).as_string()


def local_time(wall: int, where: Where) -> datetime:
    """Return a time (ms since 1970) in the local time zone of a place, in whole seconds."""
    zone = ZoneInfo(where.zone) if where.zone else UTC
    return datetime.fromtimestamp(wall // 1000, zone)


class HandRecord(msgspec.Struct, frozen=True):
    """One hand in PHH notation; players are listed clockwise from the button's left.

    `antes` and `blinds` are the amounts that each player owed, in player order, even if the stack
    was too small. `min_bet` is the big blind, which is the smaller bet in a limit game; it is lower
    if PHH would otherwise read a call over a short big blind as a raise. `completed` means that a
    limit hand contains a bet that completes an all-in; PHH's limit games do not allow that, so the
    hand is written as no-limit. `button` may be an empty seat, and `began` is wall time in ms (0 if
    unknown). `posted` is in posting order, `acted` is the amount that each player put in by acting,
    `rakes` lists the rake from each pot, and `notes` describe irregularities in public terms only.
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
    returned: tuple[Returned, ...] = ()
    awards: tuple[Award, ...] = ()
    rakes: tuple[int, ...] = ()
    made: tuple[Made, ...] = ()
    notes: tuple[str, ...] = ()
    bomb: bool = False
    house: str = ""
    acted: tuple[int, ...] = ()

    @property
    def id(self) -> int:
        """A unique hand number, made from the hand's start time and a digest of the table name.

        If the start time is unknown, this is just the hand's number at its table.
        """
        return self.began * 1000 + crc32(self.table.encode()) % 1000 if self.began else self.number

    @property
    def winnings(self) -> tuple[int, ...] | None:
        """Each player's winnings from the pots, or None if the house rules hide amounts."""
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
        """Return the hand as the fields of a .phh file; Tapis's own fields begin with "_"."""
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
            **self.when(where),
            "hand": self.number,
            **({"level": self.level.number} if self.level.number else {}),
            "seats": self.seats,
            **({"seat_count": where.seats} if where.seats else {}),
            "table": self.table,
            "players": self.names,
            "finishing_stacks": self.finishing_stacks,
            **({"winnings": self.winnings} if self.winnings is not None else {}),
            **({"currency": where.currency} if where.currency else {}),
            **({"currency_symbol": SYMBOLS[where.currency]} if where.currency in SYMBOLS else {}),
            # PHH has no words for these: custom fields begin with "_".
            **self.own(code),
            **({"_id": str(self.id)} if self.began else {}),
            **({"_raked": self.raked} if self.raked else {}),
            **({"_timed": self.timed} if self.timed else {}),
            **({"_notes": self.notes} if self.notes else {}),
        }
        return said if where.unit == WHOLE else _in_money(said, where)

    def when(self, where: Where) -> dict[str, object]:
        """Return the fields for where and when the hand was played."""
        found: dict[str, object] = {
            name: text for name, text in (("venue", where.venue), ("event", where.event)) if text
        }
        if self.began:
            at = local_time(self.began, where)
            found |= {
                "time": at.time(),
                "time_zone": where.zone or "UTC",
                "day": at.day,
                "month": at.month,
                "year": at.year,
            }
        return found

    def variant(self) -> str:
        """Return the PHH code for the game, or the nearest code if PHH has none."""
        played = self.game, self.structure
        nearest = {
            Variant.HOLDEM: "FT" if self.structure == "limit" else "NT",
            Variant.SHORT_DECK: "NS",
        }
        for code, known in VARIANTS.items():
            if known == played:
                return "NT" if code == "FT" and self.completed else code
        return nearest.get(self.game, "PO")

    def own(self, code: str) -> dict[str, object]:
        """Return Tapis's own fields, including the actual game if PHH has no code for it."""
        if VARIANTS[code] == (self.game, self.structure):
            return {}
        return {"_game": str(self.game), "_structure": self.structure}

    def bets(self) -> dict[str, object]:
        """Return the fields for the bet sizes."""
        if VARIANTS[self.variant()][1] == "limit":
            return {"small_bet": self.min_bet, "big_bet": 2 * self.min_bet}
        return {"min_bet": self.min_bet}


AMOUNTS = frozenset({
    "antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet", "starting_stacks",
    "finishing_stacks", "winnings", "_raked", "_timed",
})  # fmt: skip
"""The fields of PHH that are amounts."""


def _in_money(said: dict[str, object], where: Where) -> dict[str, object]:
    """Return the fields of a .phh file with their amounts in the unit of `where`."""

    def action(text: str) -> str:
        words = text.split()
        if words[1] == "cbr":
            words[2] = str(where.money(int(words[2])))
        return " ".join(words)

    def written(name: str, value: object) -> object:
        if name == "actions" and isinstance(value, tuple):
            return tuple([action(one) for one in value])
        if name not in AMOUNTS:
            return value
        if isinstance(value, tuple):
            return tuple([where.money(one) for one in value])
        return where.money(value) if isinstance(value, int) else value

    return {name: written(name, value) for name, value in said.items()}
