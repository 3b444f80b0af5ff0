"""Splits the lines of a scenario into words, and reads cards, seats and amounts from them."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from difflib import SequenceMatcher
from typing import NoReturn, Self, TypeVar

import msgspec

from controller.contract.errors import TapisError
from controller.contract.limits import MOST_CHIPS

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
SEATS = range(1, 11)
PLAIN_ZONES = ("board", "burn", "muck", "pot", "shoe", "stub", "pocket")
SEAT_ZONES = ("hand", "bet", "stack", "badge")
ZONES = (*PLAIN_ZONES, *(f"{zone}.{seat}" for zone in SEAT_ZONES for seat in SEATS))
MOST_DIGITS = 12
ELLIPSES = ("...", "\N{HORIZONTAL ELLIPSIS}")
Choice = TypeVar("Choice", bound=str)
T = TypeVar("T")


class ScenarioError(TapisError, ValueError):
    """A scenario can't be parsed.

    `line` and `column` give the location, counted from 1. `word` is the word that can't be parsed,
    or "" if one is missing. `nearest` is the closest word that would be valid there, or "".
    """

    def __init__(
        self, file: str, line: int, column: int, word: str, message: str, nearest: str = ""
    ) -> None:
        super().__init__(message)
        self.file = file
        self.line = line
        self.column = column
        self.word = word
        self.message = message
        self.nearest = nearest

    def __str__(self) -> str:
        where = f"{self.file or 'scenario'}:{self.line}:{self.column}: {self.message}"
        return f'{where}; the nearest known word is "{self.nearest}"' if self.nearest else where


class Word(msgspec.Struct, frozen=True):
    """One word of a line, without any quotes; `quoted` means that part of it was in quotes.

    `column` counts from 1.
    """

    text: str
    column: int
    quoted: bool = False


LONGEST_WORD = 40
"""How many characters of a word are compared with the known words.

All known words are shorter. Without this limit, a very long word would take too long to compare.
"""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the word in `known` that is closest to `word`, ignoring case.

    Return "" if `known` is empty.
    """
    folded = word[:LONGEST_WORD].casefold()
    return max(
        known,
        key=lambda other: SequenceMatcher(None, folded, other.casefold()).ratio(),
        default="",
    )


_QUOTED = re.compile(r'"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"')
_ESCAPED = re.compile(r'\\(["\\])')
_TOKEN = re.compile(
    rf"""(?P<word>(?:{_QUOTED.pattern}|[^\s#;"])+)|(?P<end>;)|(?P<comment>\#)|(?P<unclosed>")"""
)


def split_line(text: str, file: str, line: int) -> list[list[Word]]:
    """Split a line into statements at `;`, and each statement into words; drop comments.

    Within quotes, `#`, `;` and spaces are ordinary characters, and a backslash escapes a quote or
    another backslash. Raises `ScenarioError` for an unclosed quote.
    """
    found: list[list[Word]] = [[]]
    for token in _TOKEN.finditer(text):
        column = token.start() + 1
        match token.lastgroup:
            case "word":
                plain = _QUOTED.sub(lambda part: _ESCAPED.sub(r"\1", part[1]), token[0])
                found[-1].append(Word(plain, column, '"' in token[0]))
            case "end":
                found.append([])
            case "comment":
                break
            case "unclosed":
                rest = text[column - 1 :].rstrip()
                message = f"the quote at {rest} is not closed"
                raise ScenarioError(file, line, column, rest, message, '"')
    return [words for words in found if words]


class Cursor:
    """Reads the words of one statement from left to right.

    In all methods, `what` describes the expected word in error messages, and `known` lists the
    words that are valid. A method that can't read its word raises `ScenarioError`.
    """

    def __init__(self, words: Sequence[Word], file: str, line: int) -> None:
        self.words = words
        self.file = file
        self.line = line
        self.position = 0

    @property
    def more(self) -> bool:
        """Return whether a word is left."""
        return self.position < len(self.words)

    def at(self, *texts: str) -> bool:
        """Return whether the next word is one of `texts`, without consuming it."""
        return self.more and self.words[self.position].text in texts

    def take(self, *texts: str) -> bool:
        """Consume the next word if it is one of `texts`; return whether it was consumed."""
        found = self.at(*texts)
        self.position += found
        return found

    def next(self, what: str, known: Collection[str] = ()) -> Word:
        """Consume the next word and return it; if there is none, raise `ScenarioError`."""
        if not self.more:
            last = self.words[-1]
            column = last.column + len(last.text) + 2 * last.quoted
            listed = f" ({' '.join(known)})" if 0 < len(known) <= 12 else ""
            self.fail(Word("", column), f"{what} is missing here{listed}")
        self.position += 1
        return self.words[self.position - 1]

    def fail(self, word: Word, message: str, near: str = "") -> NoReturn:
        """Raise `ScenarioError` with `message` about `word`.

        `near` is the closest valid word, or "" if none is known.
        """
        raise ScenarioError(self.file, self.line, word.column, word.text, message, near)

    def unknown(self, word: Word, what: str, known: Collection[str]) -> NoReturn:
        """Raise `ScenarioError` about `word`, which the caller did not find in `known`.

        The message names the word in `known` that is closest to it.
        """
        listed = f" ({' '.join(known)})" if len(known) <= 12 else ""
        self.fail(word, f'"{word.text}" is not {what}{listed}', nearest(word.text, known))

    def choose(self, what: str, known: Collection[Choice]) -> Choice:
        """Consume the next word, which must be in `known`; return that member of `known`."""
        word = self.next(what, known)
        if word.text not in known:
            self.unknown(word, what, known)
        return next(one for one in known if one == word.text)

    def after(self, text: str) -> Self:
        """Consume the next word, which must be `text`, and return this cursor."""
        self.choose(text, (text,))
        return self

    def last(self, text: str) -> bool:
        """Consume the optional last word `text`; return whether it was there.

        Raises `ScenarioError` if any other word is left.
        """
        found = self.take(text)
        self.end(() if found else (text,))
        return found

    def number(self, what: str, least: int = 1) -> int:
        """Consume the next word and return it as a whole number, `least` or greater."""
        return self.as_number(self.next(what), what, least)

    def as_number(self, word: Word, what: str, least: int = 1) -> int:
        """Return `word` as a whole number, `least` or greater."""
        if not is_number(word.text):
            digits = re.sub(r"[^0-9]", "", word.text)[:MOST_DIGITS]
            self.fail(word, f'"{word.text}" is not {what}: a whole number, digits only', digits)
        value = int(word.text)
        if value < least:
            self.fail(word, f'"{word.text}" is too small for {what}', str(least))
        if value > MOST_CHIPS:
            self.fail(word, f'"{word.text}" is too large for {what}', str(MOST_CHIPS))
        return value

    def rest(self, read: Callable[[], T]) -> tuple[T, ...]:
        """Consume all remaining words by calling `read` repeatedly, at least once."""
        found = [read()]
        while self.more:
            found.append(read())
        return tuple(found)

    def numbers(self, what: str) -> tuple[int, ...]:
        """Consume all remaining words, at least one, and return them as whole numbers."""
        return self.rest(lambda: self.number(what))

    def seat(self, what: str = "a seat", none: bool = False) -> int:
        """Consume the next word and return it as a seat number.

        If `none` is true, the word `none` is allowed too, and 0 is returned for it.
        """
        word = self.next(what)
        return 0 if none and word.text == "none" else self.as_seat(word, none)

    def as_seat(self, word: Word, none: bool = False) -> int:
        """Return `word` as a seat number from 1 to 10.

        If `none` is true, the error message for an unknown word also lists the word `none`.
        """
        known = [str(seat) for seat in SEATS] + ["none"] * none
        if word.text not in known:
            if is_number(word.text):
                near = min(SEATS, key=lambda seat: abs(seat - int(word.text)))
                self.fail(
                    word, f'"{word.text}" is not a seat: they are 1 to {SEATS[-1]}', str(near)
                )
            self.unknown(word, "a seat", known)
        return int(word.text)

    def card(self) -> str:
        """Consume the next word and return it as a card such as `Kh`."""
        return self.as_card(self.next("a card"))

    def as_card(self, word: Word) -> str:
        """Return `word` as a card such as `Kh`."""
        if word.text not in CARDS:
            near = nearest_card(word.text)
            self.fail(word, f'"{word.text}" is not a card: they are written Kh or Td', near)
        return word.text

    def cards(self) -> tuple[str, ...]:
        """Consume the words up to `...` or the end of the statement, and return them as cards.

        There must be at least one card. Raises `ScenarioError` if a card appears twice.
        """
        found: list[str] = []
        while self.more or not found:
            if found and self.take(*ELLIPSES):
                break
            word = self.next("a card")
            card = self.as_card(word)
            if card in found:
                self.fail(word, f'"{card}" appears twice')
            found.append(card)
        return tuple(found)

    def zone(self) -> str:
        """Consume the next word and return it as a zone such as `board` or `bet.3`."""
        return self.choose("a zone", ZONES)

    def place(self) -> str:
        """Consume the next word and return it as a zone; a seat number means that seat's hand."""
        word = self.next("a seat or a zone")
        if is_number(word.text):
            return f"hand.{self.as_seat(word)}"
        if word.text not in ZONES:
            self.unknown(word, "a zone", ZONES)
        return word.text

    def end(self, known: Collection[str] = ()) -> None:
        """Raise `ScenarioError` if any word is left.

        `known` lists the words that could have come next; they are listed in the error message.
        """
        if not self.more:
            return
        word = self.words[self.position]
        if known:
            self.unknown(word, "known here", known)
        self.fail(
            word, f'"{word.text}" is one word too many: write ";" before a new statement', ";"
        )


def is_number(text: str) -> bool:
    """Return whether a string is a whole number of at most 12 digits, without a sign."""
    return text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS


def nearest_card(text: str) -> str:
    """Return the card that a misspelt one most likely stands for, such as `Th` for `10h` or `th`.

    There is always a result, even for a string that resembles no card.
    """
    written = text.replace("10", "T").replace("1", "T")
    plain = written[:1].upper() + written[1:].lower()
    return plain if plain in CARDS else nearest(plain, CARDS)
