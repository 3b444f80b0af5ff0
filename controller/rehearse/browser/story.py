"""Recent events at a rehearsal table, each as a sentence with its time and article."""

import re
from datetime import datetime
from typing import Final

import msgspec

from controller.contract.public import (
    Action,
    ActionMade,
    CardsMucked,
    Envelope,
    HandStarted,
    PublicEvent,
    event_data,
)
from controller.rehearse.table import Seen
from display.voice.written import sentence
from display.words.names import Words

MOST: Final = 14
LEFT_OUT: Final = {"turn.started", "ruling.step", "ruling.opened", "hand.ended", "pot.changed"}
"""The types of events that need no sentence, because the page already shows them elsewhere."""


class Told(msgspec.Struct, frozen=True):
    """A sentence about an event.

    `at` is the time of day. `article` is the article of the house rules that the event cites, or
    "".
    """

    at: str
    text: str
    article: str = ""


def story(seen: Seen, said: Words) -> list[Told]:
    """Return the latest events of this hand as sentences, newest first."""
    told = list(zip(seen.told, seen.told_at, strict=True))
    begun = [nth for nth, (event, _) in enumerate(told) if isinstance(event, HandStarted)]
    told = told[begun[-1] if begun else 0 :]
    folded = {
        event.seat
        for event, _ in told
        if isinstance(event, ActionMade) and event.action is Action.FOLD
    }
    lines = [
        _told(event, at, seen, said)
        for event, at in told
        # A folded hand goes into the muck: the move needs no sentence of its own.
        if not (isinstance(event, CardsMucked) and event.seat in folded)
    ]
    return [line for line in lines if line.text][::-1][:MOST]


def _told(event: PublicEvent, at: float, seen: Seen, said: Words) -> Told:
    data = event_data(event)
    article = str(data.get("article", "") or "")
    when = datetime.fromtimestamp(at).astimezone().strftime("%H:%M:%S")
    if event.type in LEFT_OUT:
        return Told(when, "")
    whole = Envelope(1, 0, "", when, seen.state.table, seen.state.hand, event.type, data)
    text = sentence(whole, seen.state, said)
    return Told(when, text, article)


def anchor(article: str) -> str:
    """Return the id of an article on the rules page, for links to it.

    >>> anchor("PPC 39-B")
    'ppc-39-b'
    """
    return re.sub(r"[^a-z0-9]+", "-", article.lower()).strip("-")
