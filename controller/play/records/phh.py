"""Reads recorded hands from PHH files into `RecordedHand`.

A .phh file has one hand, and a .phhs file many. As the PHH standard requires, p1 is to the left of
the button and posts any small blind, and the last player has the button. With two players, p1 is
the big blind, and the blinds and antes are listed in reverse order.
"""

# Tapis does not use pokerkit's reader: its errors name no action, and tables don't install it.

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import repeat
from pathlib import Path
from typing import Any, NoReturn

from controller.contract.limits import MOST_CHIPS
from controller.contract.rules import STRUCTURES, Structure, Variant
from controller.play.records.phh_course import Course, Start
from controller.play.records.recorded import PhhError, RecordedHand, RecordedSeat, hand_title
from controller.play.script.words import SEATS
from controller.table.state import OF_VARIANT
from controller.toml.parse import NotToml, parse

VARIANTS: dict[str, tuple[Variant, Structure]] = {
    "NT": (Variant.HOLDEM, "no-limit"),
    "FT": (Variant.HOLDEM, "limit"),
    "PO": (Variant.OMAHA, "pot-limit"),
    "FO/8": (Variant.OMAHA_HI_LO, "limit"),
    "NS": (Variant.SHORT_DECK, "no-limit"),
}
OTHER_GAMES = ("F7S", "F7S/8", "FR", "N2L1D", "F2L3D", "FB")
_HEAD = re.compile(r"^\[[^\[\]\n]+\][ \t]*$", re.MULTILINE)
"""The heading above each hand of a .phhs file."""
WHOLE = Decimal(1)
NEEDED = ("variant", "antes", "blinds_or_straddles", "starting_stacks", "actions")


def read_hands(path: Path) -> list[RecordedHand]:
    """Return the hands in a .phh or .phhs file in order; raises `PhhError` at the first bad one."""
    hands: list[RecordedHand] = []
    for hand in each_hand(path):
        if isinstance(hand, PhhError):
            raise hand
        hands.append(hand)
    return hands


def each_hand(path: Path, unit: Decimal = WHOLE) -> Iterator[RecordedHand | PhhError]:
    """Yield each hand in a .phh or .phhs file, or a `PhhError` in place of an unreadable hand.

    `unit` is the value of one chip in the file's amounts: 0.01 if they are dollars and cents.
    Raises `PhhError` for a file that can't be read at all.
    """
    file = str(path)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise PhhError(file, "", f"can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise PhhError(file, "", "is not UTF-8 text") from None
    tables = _tables(text, file)
    if not tables:
        raise PhhError(file, "", "contains no hand")
    for number, table in enumerate(tables, start=1):
        try:
            yield _hand_of(table, file, number, unit)
        except PhhError as error:
            yield error


def _hand_of(table: object, file: str, number: int, unit: Decimal) -> RecordedHand:
    if isinstance(table, NotToml):
        raise PhhError(file, hand_title(number, ""), f"is not TOML: {table}")
    if not isinstance(table, dict):
        message = "is not a hand: a .phh file has variant, actions ...; a .phhs file [1], [2] ..."
        raise PhhError(file, hand_title(number, ""), message)
    return read_hand(table, file, number, unit)


def _tables(text: str, file: str) -> list[object]:
    """Return a file's hands as TOML tables, with an error in place of a hand that is not TOML.

    Raises `PhhError` if the file is not TOML and can't be split into hands.
    """
    try:
        found = parse(text, Decimal)
    except NotToml as error:
        parts = [part for part in _HEAD.split(text) if part.strip()]
        if len(parts) < 2 or _HEAD.match(text.lstrip()) is None:
            raise PhhError(file, "", f"is not a PHH file: {error}") from None
        return [_parsed(part) for part in parts]
    return [found] if "variant" in found or "actions" in found else list(found.values())


def _parsed(text: str) -> object:
    try:
        return parse(text, Decimal)
    except NotToml as error:
        return error


def read_hand(
    table: dict[str, Any], file: str = "", number: int = 1, unit: Decimal = WHOLE
) -> RecordedHand:
    """Return the hand described by PHH fields. Raises `PhhError` if they are invalid.

    `table` maps the names of the fields to their values. `file` and `number` identify the hand in
    error messages. `unit` is the value of one chip in the amounts.
    """
    return _Reading(table, file, number, unit).read()


class _Reading:
    """Reads the PHH fields of one hand."""

    def __init__(self, table: dict[str, Any], file: str, number: int, unit: Decimal) -> None:
        self.table = table
        self.unit = unit
        self.file = file
        self.hand = hand_title(number, str(table.get("hand", "")))
        self.number = number

    def refuse(self, message: str) -> NoReturn:
        raise PhhError(self.file, self.hand, message)

    def read(self) -> RecordedHand:
        variant = self.table.get("variant")
        if variant is None:
            self.refuse("variant is missing")
        if not isinstance(variant, str) or variant not in VARIANTS:
            known = "is another game" if variant in OTHER_GAMES else "is not a known variant"
            self.refuse(f"variant {variant!r} {known}: this table plays {', '.join(VARIANTS)}")
        for name in NEEDED:
            if name not in self.table:
                self.refuse(f"{name} is missing")
        game, structure = self.game(variant)
        start = self.start(variant, structure, OF_VARIANT[game].hole_cards)
        finish = self.stacks_after("finishing_stacks", len(start.seats))
        winnings = self.stacks_after("winnings", len(start.seats))
        course = Course(start, self.file, self.hand, self.unit)
        for action in self.texts("actions") or []:
            course.play(action)
        course.end()
        holes = map(course.hole_of, range(len(start.seats)))
        players = map(
            RecordedSeat, start.seats, start.names, start.stacks, start.antes, start.blinds, holes,
            finish or repeat(None), winnings or repeat(None),
        )  # fmt: skip
        return RecordedHand(
            self.file,
            self.number,
            str(self.table.get("hand", "")),
            game,
            structure,
            tuple(players),
            start.seats[-1],
            start.small_bet,
            tuple(course.found),
        )

    def game(self, variant: str) -> tuple[Variant, Structure]:
        """Return the game and its betting structure.

        They come from the PHH code, unless Tapis's own fields `_game` and `_structure` override it.
        """
        game, structure = VARIANTS[variant]
        own_game, own_structure = self.table.get("_game"), self.table.get("_structure")
        if own_game is not None and own_game not in tuple(Variant):
            self.refuse(f"_game {own_game!r:.40} is not known: it is {', '.join(Variant)}")
        if own_structure is not None and own_structure not in STRUCTURES:
            self.refuse(f"_structure {own_structure!r:.40} is none of {', '.join(STRUCTURES)}")
        return Variant(own_game or game), own_structure or structure

    def start(self, variant: str, structure: Structure, hole_cards: int) -> Start:
        stacks = self.chips("starting_stacks")
        count = len(stacks)
        if not 2 <= count <= len(SEATS):
            self.refuse(f"has {count} players: 2 to {len(SEATS)} can play")
        if min(stacks) <= 0:
            self.refuse("a starting stack is empty")
        antes = self.for_each("antes", count)
        blinds = self.for_each("blinds_or_straddles", count)
        seats = self.seats(count)
        names = self.texts("players", count) or [f"p{place + 1}" for place in range(count)]
        return Start(
            tuple(seats), tuple(names), tuple(stacks), tuple(antes), tuple(blinds),
            *self.bets_of(variant), hole_cards, structure == "limit",
        )  # fmt: skip

    def chips(self, name: str) -> list[int]:
        values = self.table[name]
        if not isinstance(values, list):
            self.refuse(f"{name} is not a list")
        return [self.whole(name, value) for value in values]

    def whole(self, name: str, value: Any) -> int:
        chips = self.amount(name, value, MOST_CHIPS)
        if chips != int(chips):
            self.refuse(f"{name} holds {value!s:.40}: {self.wholes()}")
        return int(chips)

    def wholes(self) -> str:
        """Return the part of an error message that explains which amounts are valid."""
        if self.unit == WHOLE:
            return "amounts are whole chips, 0 or more (with --unit 0.01 they are cents)"
        return f"amounts are multiples of {self.unit}, 0 or more"

    def amount(self, name: str, value: Any, most: int) -> Decimal:
        """Return an amount in chips; raises `PhhError` if it is invalid or above `most` chips.

        `name` is the field's name for error messages. The limit is necessary because `int` would
        not finish for a value such as 1e99999999.
        """
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            self.refuse(f"{name} holds {value!r:.40}, which is not an amount")
        if not Decimal(value).is_finite() or value < 0:
            self.refuse(f"{name} holds {value!s:.40}: {self.wholes()}")
        if value > most * self.unit:
            self.refuse(f"{name} holds more than {most}, the most that a table can count")
        return Decimal(value) / self.unit

    def for_each(self, name: str, count: int) -> list[int]:
        values = self.chips(name)
        if len(values) != count:
            self.refuse(f"{name} names {len(values)} players, starting_stacks {count}")
        return values[::-1] if count == 2 else values

    def seats(self, count: int) -> list[int]:
        given = self.table.get("seats")
        if given is None:
            return list(range(1, count + 1))
        if not isinstance(given, list) or len(given) != count:
            self.refuse(f"seats are not a list of {count} seats")
        if any(type(seat) is not int or seat not in SEATS for seat in given):
            self.refuse(f"seats are not {count} seats of 1 to {len(SEATS)}")
        if len(set(given)) < count:
            self.refuse("seats are not a list of different seats")
        start = given.index(min(given))
        if given[start:] + given[:start] != sorted(given):
            self.refuse("seats are not in clockwise order")
        return list(given)

    def texts(self, name: str, count: int | None = None) -> list[str] | None:
        values = self.table.get(name)
        if values is None:
            return None
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            self.refuse(f"{name} is not a list of texts")
        if count is not None and len(values) != count:
            self.refuse(f"{name} names {len(values)} players, starting_stacks {count}")
        return values

    def stacks_after(self, name: str, count: int) -> list[Decimal] | None:
        """Return each player's amount in the field `name`, or None if there is no such field.

        Raises `PhhError` unless the field lists `count` amounts, one for each player.
        """
        values = self.table.get(name)
        if values is None:
            return None
        if not isinstance(values, list) or len(values) != count:
            self.refuse(f"{name} are not {count} {name.rpartition('_')[2]}")
        return [self.amount(name, value, count * MOST_CHIPS) for value in values]

    def bets_of(self, variant: str) -> tuple[int, int]:
        """Return the minimum bets for the first two streets and for the last two."""
        limit = VARIANTS[variant][1] == "limit"
        names = ("small_bet", "big_bet") if limit else ("min_bet", "min_bet")
        for name in names:
            if name not in self.table:
                self.refuse(f"{name} is missing")
        small, big = (self.whole(name, self.table[name]) for name in names)
        return small, big
