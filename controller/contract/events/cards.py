"""Public events: cards that are dealt, burned, shown and mucked."""

from typing import ClassVar

from controller.contract.doors import Asks, Door
from controller.contract.events.event import PublicEvent
from controller.contract.rules import Street
from controller.contract.state import BoardHand


class CardDealt(PublicEvent, frozen=True):
    """A seat has got its `nth` hole card (from 1). No identity."""

    type: ClassVar[str] = "card.dealt"
    seat: int
    nth: int


class CardBurned(PublicEvent, frozen=True):
    """A card has been burned before `street`. No identity."""

    type: ClassVar[str] = "card.burned"
    street: Street
    count: int = 1


class BoardDealt(PublicEvent, frozen=True):
    """A street lies on the board: its new cards, in order.

    Where two boards lie side by side, `run` is which of them, from 1; each is told by itself.
    """

    type: ClassVar[str] = "board.dealt"
    street: Street
    cards: tuple[str, ...]
    board: tuple[str, ...]
    run: int = 0


class RunTwice(PublicEvent, frozen=True):
    """A seat wants the rest of the board twice; with `settled` all who can win have said so."""

    type: ClassVar[str] = "run.twice"
    seat: int
    settled: bool = False


class SecondBoard(PublicEvent, frozen=True):
    """The first board is whole; the second one begins with the cards that both have."""

    type: ClassVar[str] = "board.second"
    cards: tuple[str, ...]


class BoardChanged(PublicEvent, frozen=True):
    """The board has been mended: all its cards, in order; `run` as in `BoardDealt`."""

    type: ClassVar[str] = "board.changed"
    cards: tuple[str, ...]
    run: int = 0


class StreetOpened(PublicEvent, frozen=True):
    """A betting round begins."""

    type: ClassVar[str] = "street.opened"
    street: Street


class CardsTabled(PublicEvent, frozen=True):
    """A seat's hand lies face up; with five or more cards known, what it is worth.

    `name` is the id of the hand ("two-pair"), `ranks` its parameters ("K", "7"), `best` the
    five cards that make it. `low` are those of its low hand, where there is one and it counts.
    Where there are two boards these are of the second, and `first` is what it is on the first.
    `door` is by what it became public, `article` the article that turns it up.
    """

    type: ClassVar[str] = "cards.tabled"
    seat: int
    cards: tuple[str, ...]
    name: str = ""
    ranks: tuple[str, ...] = ()
    best: tuple[str, ...] = ()
    low: tuple[str, ...] = ()
    first: BoardHand | None = None
    door: Door = Door.SAID
    article: str = ""


class WordAsked(PublicEvent, frozen=True):
    """A player is asked for a word on the hand that lies forward: `about` is fold, or show."""

    type: ClassVar[str] = "word.asked"
    seat: int
    about: Asks


class HandAsked(PublicEvent, frozen=True):
    """A player asks to see the hand of a seat at the showdown.

    `granted`: they have the right to; else the floor decides. A hand that is to be seen is tabled,
    or `cards.seen` tells it.
    """

    type: ClassVar[str] = "hand.asked"
    seat: int
    by: int
    granted: bool
    article: str = ""


class CardsSeen(PublicEvent, frozen=True):
    """A hand that was mucked at the showdown is seen all the same: somebody had the right to.

    `article` is what gives that right.
    """

    type: ClassVar[str] = "cards.seen"
    seat: int
    cards: tuple[str, ...]
    door: Door = Door.ASKED
    article: str = ""


class CardsMucked(PublicEvent, frozen=True):
    """A seat's cards are in the muck."""

    type: ClassVar[str] = "cards.mucked"
    seat: int


class HandKilled(PublicEvent, frozen=True):
    """A seat's hand is dead; `by` is who of the floor killed it, empty when the rules did."""

    type: ClassVar[str] = "hand.killed"
    seat: int
    reason: str
    article: str = ""
    by: str = ""
