"""The loudspeaker's announcements in writing, with symbols for cards and digits for amounts."""

from collections.abc import Iterable

from controller.contract.public import Envelope, PublicState
from display.voice.speaking.spoken import Spoken
from display.voice.spoken_events import announce
from display.words.names import Words
from display.words.sentences import event_text


class Written(Spoken):
    """One language's words for announcements that are read instead of heard.

    Cards are written with symbols for their suits, and amounts in digits.
    """

    def aloud(self, text: str) -> str:
        """Return the text unchanged, because it is already in written form."""
        return text

    def cards(self, cards: Iterable[str]) -> str:
        """Return cards with their suits as symbols."""
        return self.written.cards(" ".join(cards))

    def amount(self, chips: int) -> str:
        """Return an amount in digits, with this language's separators."""
        return self.written.amount(chips)


def sentence(event: Envelope, state: PublicState, said: Words) -> str:
    """Return an event as a sentence to read, or "" if it has none (such as a dealt card).

    The sentence is in the language of `said`. `state` is the table's state at or after the event.
    """
    text = event_text(event.type, event.data, state, said)
    return text or announce(event, state, 0, "full", Written(said.language))
