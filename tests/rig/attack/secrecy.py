"""A secrecy test: secret cards are swapped in every scenario, and no public byte may change.

A card is secret if it has lain neither on the board nor beyond a seat's line, if nobody has
declared it shown, and if no count of the deck between two hands has named it.
"""

import random
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.contract.observations import CardAt, DeckRead, Declared, Observation
from controller.contract.public import CardsSeen, CardsTabled, DeckFouled
from controller.houses.loader import shipped_houses
from controller.houses.model import House
from controller.play.game import DealtGame
from controller.play.runner import Runner, set_up
from controller.play.script import language
from controller.table.engine import Transition, step
from controller.table.state import DECK, Table, deck_of
from controller.table.view import public_state
from tests.rig.attack.row import Asked, Row

BAR: Final = "0 differing public bytes, every scenario three times"
SCENARIOS: Final = Path(__file__).parents[3] / "tests/scenarios"
TIMES: Final = 3
MOST: Final = 20


class Course(msgspec.Struct):
    """A scenario as it was played: its observations, its first table, and its secret cards.

    `lowest` is the lowest ranks of the decks in play.
    """

    house: House
    table: Table
    seen: list[Observation]
    shown: set[str]
    lowest: set[str]

    def hear(self, seen: Observation, done: Transition) -> None:
        """Record an observation, and the cards that it has shown to everybody."""
        self.seen.append(seen)
        self.lowest.add(done.table.hand.game.lowest)
        if isinstance(seen, CardAt) and seen.zone.startswith(("board", "bet")):
            self.shown.add(seen.card)
        for event in done.public:
            if isinstance(event, CardsTabled) and _says_shown(seen, event.seat):
                self.shown.update(event.cards)
            if isinstance(event, CardsSeen):
                # The player who asked had the right to see it, so everybody has.
                self.shown.update(event.cards)
            if isinstance(event, DeckFouled) and not done.table.hand.running:
                self.shown.update(card for card in DECK if card in _words(event))


class Played(msgspec.Struct, frozen=True):
    """The output of a course: public events, and private ones by recipient."""

    public: tuple[bytes, ...]
    private: bytes


def attack(asked: Asked) -> Row:
    """Play scenarios once unchanged, and then with their secret cards swapped."""
    began = time.monotonic()
    rng = random.Random(asked.seed)
    files = sorted(SCENARIOS.rglob("*.scn"))
    count = min(asked.trials(len(files)), len(files))
    broken: list[str] = []
    exchanged = whispers = events = 0
    for file in rng.sample(files, count):
        course = course_of(file)
        before = played(course, {})
        events += len(before.public)
        for _ in range(TIMES):
            names = exchange(course, rng)
            after = played(course, names)
            exchanged += len(names)
            whispers += after.private != before.private
            if after.public != before.public:
                broken.append(f"{file.relative_to(SCENARIOS)}: {_difference(before, after)}")
    figures = {
        "scenarios": float(count),
        "public_messages": float(events),
        "cards_exchanged": float(exchanged),
        "plays_whose_whispers_differ": float(whispers),
        "plays_that_differ": float(len(broken)),
    }
    seconds = time.monotonic() - began
    return Row("secrecy", BAR, count * TIMES, seconds, figures, tuple(broken[:MOST]))


def course_of(file: Path) -> Course:
    """Return a scenario as it is played at the engine."""
    statements = language.read(file, shipped_houses())
    setup = set_up(statements, beside=file.parent)
    course: Course | None = None

    def hear(seen: Observation, done: Transition) -> None:
        assert course is not None
        course.hear(seen, done)

    game = DealtGame(setup, hear)
    try:
        course = Course(setup.house, game.table, [], set(), set())
        Runner(game).play(statements)
    finally:
        game.close()
    return course


def exchange(course: Course, rng: random.Random) -> dict[str, str]:
    """Return a new name for each secret card of the deck.

    A card that does not belong to a short deck is foreign to everybody, and keeps its name.
    """
    decks = [deck_of(lowest) for lowest in sorted(course.lowest)]
    alike: dict[tuple[bool, ...], list[str]] = {}
    for card in DECK:
        if card not in course.shown:
            alike.setdefault(tuple(card in deck for deck in decks), []).append(card)
    names: dict[str, str] = {}
    for secret in alike.values():
        names.update(zip(secret, rng.sample(secret, len(secret)), strict=True))
    return names


def played(course: Course, names: Mapping[str, str]) -> Played:
    """Play a course with its cards renamed; a card without an entry in `names` is unchanged."""
    table = course.table
    public: list[bytes] = []
    private = bytearray()
    for seen in course.seen:
        done = step(table, renamed(seen, names), course.house)
        table = done.table
        public.append(msgspec.json.encode(done.public))
        public.append(msgspec.json.encode(public_state(table, course.house, 0, "")))
        private += msgspec.json.encode(done.private)
    return Played(tuple(public), bytes(private))


def renamed(seen: Observation, names: Mapping[str, str]) -> Observation:
    """Return an observation with its cards renamed."""
    found: Observation = msgspec.convert(_renamed(msgspec.to_builtins(seen), names), Observation)
    if isinstance(found, DeckRead):
        # A count of the deck does not reveal its order.
        cards, extra = tuple(sorted(found.cards)), tuple(sorted(found.extra))
        return msgspec.structs.replace(found, cards=cards, extra=extra)
    return found


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, dict):
        return {key: _renamed(one, names) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(one, names) for one in value]
    return value


def _says_shown(seen: Observation, seat: int) -> bool:
    return isinstance(seen, Declared) and seen.what == "shown" and seen.seat == seat


def _words(event: DeckFouled) -> str:
    return msgspec.json.encode(event).decode()


def _difference(before: Played, after: Played) -> str:
    """Return where two plays first differ, without naming a card that is secret."""
    pairs = zip(before.public, after.public, strict=True)
    number, one, other = next((n, a, b) for n, (a, b) in enumerate(pairs) if a != b)
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return f"message {number}: {one[max(at - 60, 0) : at + 20]!r} is {other[at : at + 20]!r}"
