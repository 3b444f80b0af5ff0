"""A scenario's statements: one frozen struct for each kind of line.

`str(statement)` returns source text that `controller.play.script.language` parses back into the
same statement. Nothing is executed here. Statements about anything outside the hand are in
`controller.play.script.outside`, those that give the table a command in
`controller.play.script.room`, and expectations in `controller.play.script.expectations`.
"""

import re
from typing import Final, Literal

import msgspec

from controller.contract.observations import Declaration
from controller.contract.rules import BlindForm, Structure, Variant

BoardStreet = Literal["flop", "turn", "river"]
Chance = Literal["", "exposed", "off-table"]
Deed = Literal[
    "knocks", "mucks", "pushes", "turns-up", "tables", "lifts", "drops", "leaves", "returns",
    "phones", "agrees", "done", "straddles",
]  # fmt: skip
Pieces = tuple[tuple[int, int], ...]
_FIELD = re.compile(r"\{(\w+)(?::([^}]+))?\}")
_OPTION = re.compile(r"\[([^]]+)\]")
LEVEL = (
    "{small_blind} {big_blind}[ ante {ante}][ big-blind-ante {big_blind_ante}]"
    "[ game {game}][ {structure}][ {blinds}-blind]"
)


AND: Final = "&"
THEN: Final = "then"
"""The word that, like `&` (`AND`), combines several actions into one statement unless quoted."""


def quoted(text: str) -> str:
    """Return a string as a scenario word, in quotes if it needs them.

    It needs them if it is empty, has a space, `#`, `;` or `"`, or joins actions (`&` or `then`).
    """
    if text not in {"", AND, THEN} and not any(c.isspace() or c in '#;"' for c in text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def listed(amount: int, pieces: Pieces) -> tuple[str, ...]:
    """Return chips as scenario words: `2x100` and so on if `pieces` lists them, or the amount."""
    return tuple(f"{count}x{value}" for count, value in pieces) or (str(amount),)


def written(value: object) -> str:
    """Return a field's value in scenario notation.

    The items of a tuple are separated by spaces; in a tuple within a tuple, `=` separates them.
    """
    if isinstance(value, tuple):
        return " ".join(
            "=".join(map(written, part)) if isinstance(part, tuple) else written(part)
            for part in value
        )
    return quoted(value) if isinstance(value, str) else str(value)


def printed(form: str, source: msgspec.Struct) -> str:
    """Return the template `form`, filled with the fields of `source` in scenario notation.

    In `{seat:none}`, the word after the colon stands for an empty value such as 0. A part in
    brackets is left out if its first field has its default value; `[ at-once]`, which has no
    braces, stands for the field `at_once`.
    """
    names = source.__struct_fields__

    def option(part: re.Match[str]) -> str:
        field = _FIELD.search(part[1])
        name = field[1] if field else part[1].strip().replace("-", "_")
        default = source.__struct_defaults__[names.index(name) - len(names)]
        return "" if getattr(source, name) == default else part[1]

    def value(field: re.Match[str]) -> str:
        found = getattr(source, field[1])
        return field[2] if field[2] and not found else written(found)

    return _FIELD.sub(value, _OPTION.sub(option, form))


def place(zone: str) -> str:
    """Return a zone in scenario notation, as a destination; `hand.3` is written as just `3`."""
    return zone.removeprefix("hand.")


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """Base class for statements; `line` and `column` are where it begins, counted from 1.

    `form` is a template for the source text (see `printed`).
    """

    form = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return printed(self.form, self)


class Expectation(Statement, frozen=True):
    """A statement that begins with `expect`: see `controller.play.script.expectations`."""


# -- set-up -----------------------------------------------------------------------------


class UseHouse(Statement, frozen=True):
    """The house rules to play by: the name of a shipped or installed house, or a file's path."""

    form = "house {name}"
    name: str


class Chips(Statement, frozen=True):
    """How chip amounts reach the table: read by antennas (`rfid`) or entered manually (`keyed`)."""

    form = "chips {mode}"
    mode: Literal["rfid", "keyed"]


class CardsKeyed(Statement, frozen=True):
    """The table reads no cards; the board and the hands shown are entered manually."""

    form = "cards keyed"


class Level(Statement, frozen=True):
    """Base class for statements that set a level: blinds, antes and, optionally, the game."""

    small_blind: int
    big_blind: int
    ante: int = 0
    big_blind_ante: int = 0
    game: Variant | None = None
    structure: Structure | None = None
    blinds: BlindForm | None = None


class Blinds(Level, frozen=True):
    """The level for the first hand."""

    form = f"blinds {LEVEL}"


class SeatPlayer(Statement, frozen=True):
    """A player sits in a seat with a stack; `absent` means that the player is away."""

    form = "seat {seat} {name} {stack}[ absent]"
    seat: int
    name: str
    stack: int
    absent: bool = False


class PlaceButton(Statement, frozen=True):
    """The seat of the button, which may be an empty seat."""

    form = "button {seat}"
    seat: int


class Deck(Statement, frozen=True):
    """The cards on top of the deck, top card first."""

    form = "deck {cards}"
    cards: tuple[str, ...]


class Decks(Statement, frozen=True):
    """The number of decks, 1 or 2; with 2, one is shuffled while the other is dealt."""

    form = "decks {count}"
    count: int


class DeckHolds(Statement, frozen=True):
    """From now on, the shoe's deck has extra cards or lacks some.

    `cards` are extra or, if `lacks` is true, missing. `unknown` adds a card whose tag was never
    enrolled. Without `cards` and `unknown`, the deck is complete again.
    """

    cards: tuple[str, ...] = ()
    lacks: bool = False
    unknown: bool = False

    def __str__(self) -> str:
        if self.unknown:
            return "deck holds unknown"
        if not self.cards:
            return "deck whole"
        return " ".join(("deck", "lacks" if self.lacks else "holds", *self.cards))


class ShuffleDeck(Statement, frozen=True):
    """The shoe shuffles the deck and, if it can, counts it; then a hand may start."""

    form = "shuffle"


class Denominations(Statement, frozen=True):
    """The values of the chips in play."""

    form = "denominations {values}"
    values: tuple[int, ...]


class UseShoe(Statement, frozen=True):
    """Whether cards come from a shoe that reads them.

    `counts` means that the shoe also counts the deck before each hand.
    """

    present: bool
    counts: bool = False

    def __str__(self) -> str:
        if self.counts:
            return "shoe counts"
        return "shoe" if self.present else "no-shoe"


class StacksRead(Statement, frozen=True):
    """Antennas also read the players' stacks."""

    form = "stacks read"


class Gate(Statement, frozen=True):
    """The shoe has a gate, which lets no card out during a betting round."""

    form = "gate"


SET_UP: Final = (UseHouse, Chips, CardsKeyed, Denominations, Decks, UseShoe, Gate, StacksRead)
"""The statements about the table itself, which are in effect as soon as it is set up."""


# -- the dealer -------------------------------------------------------------------------


class NewHand(Statement, frozen=True):
    """The next hand starts: the deck is shuffled, the button moves and the blinds are posted."""

    form = "hand"


class DealHands(Statement, frozen=True):
    """The dealer completes the initial deal without errors."""

    form = "deal"


class DealTo(Statement, frozen=True):
    """The dealer deals the next card from the stub to a seat.

    `chance` is `exposed` if the card's face was seen, `off-table` if it fell off the table, or "".
    Seat 0 means that the card was meant for no particular seat.
    """

    form = "deal[ to {seat}][ {chance}]"
    seat: int = 0
    chance: Chance = ""


class BurnCards(Statement, frozen=True):
    """The dealer burns cards from the stub; if `together`, their order is unknown."""

    form = "burn[ {count}][ together]"
    count: int = 1
    together: bool = False


class DealStreet(Statement, frozen=True):
    """The dealer gathers the bets, burns a card if the house requires it, and deals a street."""

    form = "{street}"
    street: BoardStreet


class DealBoard(Statement, frozen=True):
    """The dealer deals cards to the board without a burn; if `together`, in unknown order."""

    form = "board[ {count}][ together]"
    count: int = 1
    together: bool = False


class MoveCard(Statement, frozen=True):
    """Somebody moves a card from the zone `source` to the zone `target`."""

    form = "move {card} {source} {target}"
    card: str
    source: str
    target: str


class MoveChips(Statement, frozen=True):
    """Somebody moves chips from one zone to another in one motion.

    `pieces` are (count, value) pairs.
    """

    form = "move {chips} {source} {target}"
    amount: int
    pieces: Pieces
    source: str
    target: str

    @property
    def chips(self) -> tuple[str, ...]:
        """The chips as scenario words."""
        return listed(self.amount, self.pieces)


class CollectCards(Statement, frozen=True):
    """The dealer collects and shuffles all cards."""

    form = "collect"


class Swap(Statement, frozen=True):
    """The dealer mistakenly swaps a card from one seat with a card from another."""

    form = "swap {seat} {other}"
    seat: int
    other: int


class Foreign(Statement, frozen=True):
    """Somebody puts a card from another deck into a zone; `card` is its rank and suit."""

    card: str
    zone: str

    def __str__(self) -> str:
        return f"foreign {self.card} to {place(self.zone)}"


class Clone(Statement, frozen=True):
    """Somebody puts a copy of a card's tag into a zone or, if `zone` is "", removes the copy."""

    card: str
    zone: str = ""

    def __str__(self) -> str:
        return f"clone {self.card} " + (f"to {place(self.zone)}" if self.zone else "away")


class Unknown(Statement, frozen=True):
    """Somebody puts an unenrolled card into a zone."""

    zone: str

    def __str__(self) -> str:
        return f"unknown to {place(self.zone)}"


class Follow(Statement, frozen=True):
    """The dealer carries out the open ruling's next step or, if `all`, all remaining steps."""

    form = "follow[ all]"
    all: bool = False


class Gather(Statement, frozen=True):
    """The dealer gathers the bets into the pot."""

    form = "gather"


class Push(Statement, frozen=True):
    """The dealer pushes the pots to their winners."""

    form = "push"


# -- a seat -----------------------------------------------------------------------------


class SeatActs(Statement, frozen=True):
    """A player acts correctly, pressing the key and moving the chips or cards.

    `amount` is the total of a bet or raise, and 0 for any other action.
    """

    seat: int
    action: Literal["fold", "check", "call", "bet", "raise", "all-in"]
    amount: int = 0

    def __str__(self) -> str:
        if self.action == "all-in":
            return f"{self.seat} goes all-in"
        if self.action == "raise":
            return f"{self.seat} raises to {self.amount}"
        return f"{self.seat} {self.action}s" + (f" {self.amount}" if self.action == "bet" else "")


class Says(Statement, frozen=True):
    """A player presses a key without moving chips or cards.

    `amount` is the announced total, or 0. `of` is the seat that the announcement concerns: its hand
    was shown, has lost a card, or should be shown. It is 0 if no seat is named. `pot` means that
    the floor is called about the last pot.
    """

    seat: int
    what: Declaration
    amount: int = 0
    of: int = 0
    pot: bool = False

    def __str__(self) -> str:
        to = " to" if self.what == "raise" else ""
        said = f"{self.seat} says {self.what}" + (f"{to} {self.amount}" if self.amount else "")
        return said + (f" {self.of}" if self.of else "") + " pot" * self.pot


class HandlesChips(Statement, frozen=True):
    """Base class for statements in which a player moves chips without an announcement.

    `pieces` are (count, value) pairs; if there are none, any chips that make up `amount` are moved.
    """

    seat: int
    amount: int
    pieces: Pieces = ()

    @property
    def chips(self) -> tuple[str, ...]:
        """The chips as scenario words."""
        return listed(self.amount, self.pieces)


class Puts(HandlesChips, frozen=True):
    """In one motion, a player puts chips (from another set if `foreign`) in front of the seat."""

    form = "{seat} puts[ foreign] {chips}"
    foreign: bool = False


class Takes(HandlesChips, frozen=True):
    """A player moves chips from in front of the seat back to the stack.

    `foreign` chips belong to another set, and leave the table instead.
    """

    form = "{seat} takes[ foreign] {chips}"
    foreign: bool = False


class Splashes(HandlesChips, frozen=True):
    """A player splashes the pot, throwing chips straight into it."""

    form = "{seat} splashes {chips}"


class Does(Statement, frozen=True):
    """A player does something other than bet, such as `knocks` or `mucks`; `deed` names it."""

    seat: int
    deed: Deed

    def __str__(self) -> str:
        return f"{self.seat} {self.deed}" + (" card" if self.deed == "drops" else "")


class Sees(Statement, frozen=True):
    """A player reports an exposed card.

    `target` is the seat to which it belongs, such as "5", or a zone, such as "stub" or "burn".
    """

    form = "{seat} sees card of {target}"
    seat: int
    target: str


class Clocks(Statement, frozen=True):
    """A player calls the clock on the player in the seat `target`."""

    form = "{seat} clocks {target}"
    seat: int
    target: int


class NamedStep(msgspec.Struct, frozen=True):
    """A step of a ruling or of a hand: the step's name, and its details separated by spaces."""

    step: str
    detail: str = ""

    def __str__(self) -> str:
        return f'"{self.step} {self.detail}"' if self.detail else self.step
