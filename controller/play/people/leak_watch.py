"""A watcher that detects any card that becomes public without permission.

A card from the stub is public once it is on the board. A hole card may become public in four ways:
its player declares it shown, all hands are turned up, a player with the right to see it asks for
it, or the floor enters it.
"""

from controller.contract.cards_become_public import Door
from controller.contract.commands import KeyBoard, KeyHand
from controller.contract.observations import CardAt, Declared, FloorSaid, FoundMoved, Observation
from controller.contract.public import (
    CardsSeen,
    CardsTabled,
    DeckFouled,
    HandAsked,
    HandStarted,
    PublicEvent,
    event_data,
)
from controller.play.script.expect import words_of
from controller.table.engine import Transition
from controller.table.observations import decode
from controller.table.state import DECK, Hand

_DECK = frozenset(DECK)


class Doors:
    """Watches a table for cards that become public without permission.

    `leaks` are the public events that revealed such a card. `public` lists the cards that everybody
    may know. The permitted ways to reveal a hole card are the members of `Door`.
    """

    def __init__(self) -> None:
        self.leaks: list[PublicEvent] = []
        self.public: set[str] = set()
        self._granted: set[int] = set()

    @property
    def trouble(self) -> str:
        """A description of the first event that revealed a card without permission, or ""."""
        return f"{self.leaks[0].type} reveals a card that nobody has shown" if self.leaks else ""

    def watch(self, seen: Observation, done: Transition) -> None:
        """Check the public events that resulted from an observation; add leaks to `leaks`."""
        # A hole card on the board may lie there face down.
        hand = done.table.hand
        for one in seen.news if isinstance(seen, FoundMoved) else (seen,):
            if isinstance(one, CardAt) and one.zone == "board" and not hand.holder(one.card):
                self.public.add(one.card)
        if isinstance(seen, FloorSaid):
            said = decode(seen.command)
            self.public.update(said.cards if isinstance(said, KeyBoard | KeyHand) else ())
        for event in done.public:
            self._take(seen, event, done.table.hand)

    def _take(self, seen: Observation, event: PublicEvent, hand: Hand) -> None:
        if isinstance(event, HandStarted):
            self.public.clear()
            self._granted.clear()
        if isinstance(event, HandAsked) and event.granted:
            self._granted.add(event.seat)
        if isinstance(event, CardsTabled) and self._is_shown(seen, event, hand):
            self.public.update(event.cards)
        if isinstance(event, CardsSeen) and event.seat in self._granted:
            self.public.update(event.cards)
        # Between hands, when nobody has a card, a fault of the deck may name cards.
        between = isinstance(event, DeckFouled) and not hand.running
        if not between and words_of(event_data(event)) & _DECK - self.public:
            self.leaks.append(event)

    def _is_shown(self, seen: Observation, event: CardsTabled, hand: Hand) -> bool:
        """Return whether the cards really became public in the way that the event states.

        `seen` is the observation that caused the event.
        """
        match event.door:
            case Door.SAID:
                return isinstance(seen, Declared) and (seen.what, seen.seat) == (
                    "shown",
                    event.seat,
                )
            case Door.ALL_IN:
                return bool(hand.face_up) and bool(event.article)
            case Door.KEYED:
                return isinstance(seen, FloorSaid)
            case Door.ASKED:
                return event.seat in self._granted
