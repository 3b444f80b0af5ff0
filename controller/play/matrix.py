"""Every possible move of a card at every moment in a hand, and how the table responds.

A cell is one combination of a moment in a hand, a place that cards come from, a place that they go
to, and how many move together. Each cell is played at a new table: the hand is played to that
moment, the cards are moved, and then play continues as the table directs. The cell's answer is the
table's response under the rules of the house. If the table does not respond, a row of `UNSAID`
explains why.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from enum import StrEnum
from itertools import product
from typing import Final, NamedTuple

import msgspec

from controller.contract.public import (
    Action,
    ActionMade,
    HandKilled,
    IrregularityFound,
    PublicEvent,
    RulingOpened,
    Task,
)
from controller.contract.readings.step_notation import step_written
from controller.contract.scans import zone_seat
from controller.houses.model import House
from controller.play.game import DealtGame, Depth, Noise
from controller.play.people.leak_watch import Doors
from controller.play.people.play_on import PlayOn
from controller.play.situations import (
    EMPTY_SEAT,
    FOLDED_SEAT,
    PLAYERS,
    SITUATIONS,
    STACK,
    play_to,
    table_of,
)
from display.words.locale import N_


class Says(StrEnum):
    """The kinds of response from a table after a card is moved."""

    PLAY = "play"
    """The table treats the card as a regular part of the hand."""
    IRREGULAR = "irregular"
    """The table reports an irregularity, or a ruling that is already open gets another step."""
    ASKS = "asks"
    """A player or the floor is asked to decide."""
    LATER = "later"
    """The table responds only when play continues."""
    NOTHING = "nothing"
    """The move does not concern the table; `Answer.why` gives the reason."""


class Cell(msgspec.Struct, frozen=True):
    """One cell: a card move at a particular moment in a hand.

    `moment` is a key of `SITUATIONS`. `origin` is where the cards come from. `place` is where they
    go. `many` is `one` or `all`; from the stub, `all` means the next two cards.

    As an origin or a place, `own` is the hand of the seat that acts or shows next, and `other` is
    another live hand. As a place, `front` and `other-front` are beyond the betting lines of those
    two seats. As an origin, `deck` is a card from another deck, `unknown` a card whose tag was
    never enrolled, and `off` a card of the `own` hand that has fallen to the ground.
    """

    moment: str
    origin: str
    place: str
    many: str


class Found(msgspec.Struct, frozen=True):
    """An irregularity that the table found; `article` is the rule that applies, or ""."""

    kind: str
    article: str


class Answer(msgspec.Struct, frozen=True):
    """A table's response to a cell, and how the hand continued.

    `says` is the kind of response. `found` lists the irregularities. `steps` are the steps of the
    last ruling opened. `told` lists the types of the other events that the move caused. `asks`
    names the person asked to decide: `floor`, a seat such as `seat 3`, or "" for nobody. `later`
    lists the irregularities, folds and killed hands during the rest of the hand. `why` explains a
    missing response. `trouble` says why play could not continue, or describes another fault; it is
    "" if there was none.
    """

    cell: Cell
    says: Says
    found: tuple[Found, ...] = ()
    steps: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    asks: str = ""
    later: tuple[str, ...] = ()
    why: str = ""
    trouble: str = ""

    @property
    def is_trouble(self) -> bool:
        """Whether `trouble` is set, or a missing response has no explanation."""
        return bool(self.trouble) or (self.says is Says.NOTHING and not self.why)


ORIGINS: Final = ("stub", "own", "other", "board", "burn", "muck", "off", "deck", "unknown")
PLACES: Final = (
    "own", "other", "folded", "empty", "front", "other-front", "board", "burn", "muck", "pot",
    "stub", "off",
)  # fmt: skip
MANY: Final = ("one", "all")
_ALONE: Final = frozenset({"off", "deck", "unknown"})
_UNREAD: Final = frozenset({"stub", "off"})
_NOT_IN: Final = frozenset({"empty", "waiting", "folded", "dead"})
_ASKED: Final = frozenset({"floor_decides"})


class Unsaid(NamedTuple):
    """A reason why the table does not respond in some cells, and the cells to which it applies.

    The reason applies to a cell if each of the cell's values is in the corresponding set; an empty
    set or "" accepts any value.
    """

    why: str
    moments: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    many: str = ""
    line: str = ""
    """The house's `cards.beyond_line` setting, or "" for any."""

    def holds(self, cell: Cell, house: House) -> bool:
        """Return whether this reason applies to a matrix cell under the rules of a house."""
        return self.line in {"", house.cards.beyond_line.value} and all(
            not among or one in among
            for one, among in (
                (cell.moment, self.moments),
                (cell.origin, self.origins),
                (cell.place, self.places),
                (cell.many, frozenset({self.many} if self.many else ())),
            )
        )


_HANDS: Final = frozenset({"own", "other", "off"})
_FORWARD: Final = frozenset({"front", "other-front", "pot"})
UNSAID: Final = (
    Unsaid(
        N_("no hand is in progress: it does not matter where the cards are"),
        frozenset({"before", "over"}),
    ),
    Unsaid(
        N_("in a chip zone, an unenrolled tag may be anything, such as a phone or a wallet"),
        origins=frozenset({"unknown"}), places=_FORWARD,
    ),
    Unsaid(
        N_("a player may lift their cards, and no antenna shows where the cards go"),
        origins=_HANDS, places=_UNREAD,
    ),
    Unsaid(
        N_("a hand is released only as a whole: sliding one card forward does not count"),
        origins=_HANDS, places=_FORWARD, many="one",
    ),
    Unsaid(
        N_("a hand that was lifted is back in front of its player"),
        origins=frozenset({"off"}), places=frozenset({"own"}),
    ),
    Unsaid(
        N_("a card from a live hand can't get mixed with others where there are none"),
        origins=_HANDS, places=frozenset({"folded", "empty"}),
    ),
    Unsaid(
        N_("a hand pushed forward is announced only once its player says they are showing it"),
        moments=frozenset({"showdown"}), origins=_HANDS, places=_FORWARD,
    ),
    Unsaid(
        N_("under these house rules, cards beyond the line stay live"),
        origins=_HANDS, places=_FORWARD, line="live",
    ),
    Unsaid(
        N_("play has stopped: a hand pushed forward is ruled on when play resumes"),
        moments=frozenset({"board-ruling", "paused"}), origins=_HANDS, places=_FORWARD,
    ),
    Unsaid(
        N_("a card moving from the stub counts only once it comes to rest among other cards"),
        origins=frozenset({"stub"}), places=_FORWARD,
    ),
    Unsaid(
        N_("a street is announced once its last card is on the board"),
        moments=frozenset({"burn-due", "board-due", "flop-begun"}), origins=frozenset({"stub"}),
        places=frozenset({"board"}),
    ),
    Unsaid(
        N_("no more cards will be dealt, so the stub may go in the muck"),
        moments=frozenset({"river", "showdown"}), origins=frozenset({"stub"}),
        places=frozenset({"muck"}),
    ),
    Unsaid(
        N_("play has stopped, and no card from the stub is due"),
        moments=frozenset({"board-ruling", "paused"}), origins=frozenset({"stub"}),
        places=frozenset({"muck"}),
    ),
    Unsaid(
        N_("a hand counts as mucked once its last card is in the muck"),
        moments=frozenset({"showdown"}), origins=_HANDS, places=frozenset({"muck", "burn"}),
        many="one",
    ),
    Unsaid(
        N_("the board stays as dealt: a covered or lifted card is still shown on the screens"),
        origins=frozenset({"board"}), places=_UNREAD,
    ),
    Unsaid(
        N_("the pending ruling requires the board to be picked up, so its cards may be "
            "anywhere for now"),
        moments=frozenset({"board-ruling"}), origins=frozenset({"board"}),
    ),
    Unsaid(
        N_("a dead or burned card stays out of play wherever it is"),
        origins=frozenset({"burn", "muck"}),
        places=_FORWARD | _UNREAD | {"folded", "empty", "burn", "muck"},
    ),
)  # fmt: skip
"""The reasons for a missing response; the first one that applies to a cell counts."""


class Moving:
    """Makes the card movements of one matrix cell.

    `own` is the seat that acts or shows next, and `other` another seat with a live hand.
    """

    def __init__(self, game: DealtGame) -> None:
        self.game = game
        state = game.look()
        live = [view.seat for view in state.seats if view.status not in _NOT_IN]
        step = state.next_step
        shows = step.seat if step is not None and step.task is Task.TABLE else 0
        self.own = state.turn or shows or (live[-1] if live else 5)
        self.other = next((seat for seat in live if seat != self.own), 3)

    def _cards(self, origin: str, many: str) -> list[str]:
        """Return the cards to move from an origin, or [] if there are too few."""
        dealer = self.game.dealer
        if origin == "stub":
            return dealer.stub[: len(MANY) if many == "all" else 1]
        if origin in {"deck", "unknown"}:
            there = dealer.stub[-1:]
        else:
            there = dealer.lying_in(self._zone("own" if origin == "off" else origin))
        if many == "one":
            return there[-1:]
        return there if len(there) > 1 else []

    def _zone(self, place: str) -> str:
        zones = {
            "own": f"hand.{self.own}",
            "other": f"hand.{self.other}",
            "folded": f"hand.{FOLDED_SEAT}",
            "empty": f"hand.{EMPTY_SEAT}",
            "front": f"bet.{self.own}",
            "other-front": f"bet.{self.other}",
            "off": "floor",
        }
        return zones.get(place, place)

    def move(self, cell: Cell) -> bool:
        """Make a cell's move and wait until it has been sensed; return False if it is impossible.

        The move is impossible if there are too few cards, or if the table has no such seat.
        """
        dealer, sink = self.game.dealer, self.game.sink
        cards, zone = self._cards(cell.origin, cell.many), self._zone(cell.place)
        if not cards or (zone_seat(zone) or 0) > self.game.setup.seats:
            return False
        if cell.origin == "off":
            dealer.lay(cards[0], "floor")
            sink.settle()
        if cell.origin == "deck":
            dealer.slip_in(cards[0], zone)
        elif cell.origin == "unknown":
            dealer.slip_in_unknown(zone)
        elif zone == "stub":
            dealer.to_stub(cards)
        else:
            dealer.stub = [card for card in dealer.stub if card not in cards]
            dealer.lay_all(cards, zone, together=True)
        # The antenna of the pot is scanned rarely.
        sink.settle(slow=zone == "pot")
        return True


def cells() -> Iterator[Cell]:
    """Yield every cell whose move changes something that an antenna could detect.

    For an origin with a single card, `many` is always `one`.
    """
    for one, origin, place, many in product(SITUATIONS, ORIGINS, PLACES, MANY):
        unseen = origin in {*_ALONE, "stub"} and place in _UNREAD
        if origin != place and not unseen and not (origin in _ALONE and many == "all"):
            yield Cell(one, origin, place, many)


def answer(
    house: House, cell: Cell, *, depth: Depth = "engine", noise: Noise = "typical", seed: int = 0
) -> Answer | None:
    """Play a cell and return its answer, or None if the move is impossible at that moment."""
    doors = Doors()
    watch = doors.watch
    with closing(table_of(house, depth=depth, noise=noise, seed=seed, watch=watch)) as game:
        play_to(game, cell.moment)
        moving, mark = Moving(game), len(game.events)
        if not moving.move(cell):
            return None
        said, after = _said(cell, game, game.since(mark)), len(game.events)
        hand = PlayOn(game)
        hand.to_the_end()
        later = tuple(
            event.kind if isinstance(event, IrregularityFound) else event.type
            for event in game.since(after)
            if _counts(event)
        )
        says, why = said.says, ""
        if says is Says.NOTHING:
            why = next((row.why for row in UNSAID if row.holds(cell, house)), "")
            says = Says.LATER if later and not why else says
        trouble = hand.trouble or _lost(game) or doors.trouble
        return msgspec.structs.replace(said, says=says, later=later, why=why, trouble=trouble)


def _said(cell: Cell, game: DealtGame, events: Sequence[PublicEvent]) -> Answer:
    found = tuple(
        Found(event.kind, event.article) for event in events if isinstance(event, IrregularityFound)
    )
    opened = [event for event in events if isinstance(event, RulingOpened)]
    steps = tuple(step_written(step) for step in opened[-1].steps) if opened else ()
    others = (e.type for e in events if not isinstance(e, IrregularityFound | RulingOpened))
    told = tuple(dict.fromkeys(others))
    asked = game.table.hand.awaits.asked
    asks = "floor" if _ASKED.intersection(steps[:1]) else ""
    if asked is not None:
        asks = f"seat {asked.seat}"
    says = Says.NOTHING
    if found or opened:
        says = Says.IRREGULAR
    elif asks:
        says = Says.ASKS
    elif told:
        says = Says.PLAY
    return Answer(cell, says, found, steps, told, asks)


def _counts(event: PublicEvent) -> bool:
    """Return whether an event later in the hand can only result from the cards that were moved.

    A fold counts as such a result, because the players of `PlayOn` never fold on their own.
    """
    folds = isinstance(event, ActionMade) and event.action is Action.FOLD
    return folds or isinstance(event, IrregularityFound | HandKilled)


def _lost(game: DealtGame) -> str:
    """Return a message if the recorded stacks and bets do not add up to all chips, otherwise ""."""
    state = game.look()
    books = sum((view.stack or 0) + (view.bet or 0) for view in state.seats) + state.carried
    return "" if books == PLAYERS * STACK else f"{books} chips in the books, not {PLAYERS * STACK}"
