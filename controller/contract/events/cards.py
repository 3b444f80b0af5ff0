"""Public events: cards dealt, burned, shown and mucked."""

from typing import ClassVar

from controller.contract.cards_become_public import Asks, Door
from controller.contract.events.event import PublicEvent
from controller.contract.rules import Street
from controller.contract.state import BoardHand


class CardDealt(PublicEvent, frozen=True):
    """A seat has been dealt its `nth` hole card (from 1). The card is not identified."""

    type: ClassVar[str] = "card.dealt"
    seat: int
    nth: int


class CardBurned(PublicEvent, frozen=True):
    """`count` cards have been burned before `street`. They are not identified."""

    type: ClassVar[str] = "card.burned"
    street: Street
    count: int = 1


class BoardDealt(PublicEvent, frozen=True):
    """A street has been dealt to the board: its new cards, in order.

    If there are two boards side by side, each board has its own event, and `run` is the board's
    number, from 1.
    """

    type: ClassVar[str] = "board.dealt"
    street: Street
    cards: tuple[str, ...]
    board: tuple[str, ...]
    run: int = 0


class RunTwice(PublicEvent, frozen=True):
    """A seat agrees to have the rest of the board dealt twice.

    `settled` is true once all eligible seats have agreed.
    """

    type: ClassVar[str] = "run.twice"
    seat: int
    settled: bool = False


class SecondBoard(PublicEvent, frozen=True):
    """The first board is complete; the second starts with the cards that both boards share."""

    type: ClassVar[str] = "board.second"
    cards: tuple[str, ...]


class BoardChanged(PublicEvent, frozen=True):
    """The board has been corrected; `cards` are all its cards, in order.

    If there are two boards side by side, `run` is the board's number, from 1.
    """

    type: ClassVar[str] = "board.changed"
    cards: tuple[str, ...]
    run: int = 0


class StreetOpened(PublicEvent, frozen=True):
    """A betting round has started."""

    type: ClassVar[str] = "street.opened"
    street: Street


class CardsTabled(PublicEvent, frozen=True):
    """A seat's hand has been turned face up; its ranking is given if five or more cards are known.

    `name` is the id of the hand ("two-pair"). `ranks` are the ranks that complete the name ("K",
    "7"). `best` lists the five cards that make the hand. `low` lists the cards of the seat's low
    hand, if it has one and low hands count. With two boards, `name`, `ranks`, `best` and `low`
    describe the hand with the second board, and `first` describes the hand with the first. `door`
    is how the hand became public. `article` is the article under which it was turned up.
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
    """A player is asked about the hand that they pushed forward; `about` is the question."""

    type: ClassVar[str] = "word.asked"
    seat: int
    about: Asks


class HandAsked(PublicEvent, frozen=True):
    """A player (`by`) asks to see a seat's hand at the showdown.

    `granted` means that the player who asks has the right to see it; otherwise the floor decides. A
    granted hand is either tabled or revealed by `cards.seen`.
    """

    type: ClassVar[str] = "hand.asked"
    seat: int
    by: int
    granted: bool
    article: str = ""


class CardsSeen(PublicEvent, frozen=True):
    """A hand mucked at the showdown is revealed, because a player had the right to see it.

    `article` is the article that gives that right.
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
    """A seat's hand is dead; `by` is the floor person who killed it, or empty if a rule did so."""

    type: ClassVar[str] = "hand.killed"
    seat: int
    reason: str
    article: str = ""
    by: str = ""
