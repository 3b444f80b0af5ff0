"""Cards, hands and amounts as they are spoken: in whole words, with articles."""

import re
from collections.abc import Iterable
from functools import lru_cache

from display.words.cards.hand_names import OF_SUIT, RANKS, hand_named
from display.words.cards.kickers import kickers
from display.words.locale import N_
from display.words.names import Words, words
from display.words.vocabulary import RUNS

_WRITTEN_CARD = re.compile("(10|[2-9JQKA])([\u2660\u2663\u2665\u2666])")
_BETWEEN_CARDS = re.compile(
    "(?<=[\u2660\u2663\u2665\u2666]) (?=(?:10|[2-9JQKA])[\u2660\u2663\u2665\u2666])"
)
_WRITTEN_SUITS = {"\u2660": "s", "\u2663": "c", "\u2665": "h", "\u2666": "d"}
_THOUSANDS = re.compile("(?<=\\d)[,\u00a0\u202f](?=\\d{3}(?!\\d))")


class Spoken:
    """One language's words, as they are spoken.

    The attribute `written` contains the words of the same language as they are written.
    """

    def __init__(self, language: str) -> None:
        """Load the words. Raises `LookupError` for a language without a translation."""
        self.written: Words = words(language)
        self.language = language

    def say(self, text: str, **values: object) -> str:
        """Return the translation of an English text with its `{fields}` filled in."""
        return _breakable(self.written.say(text, **values))

    def count(self, one: str, many: str, number: int) -> str:
        """Return a message translated in the plural form for `number`, with `{n}` filled in.

        `one` and `many` are its English singular and plural.
        """
        return self.aloud(self.written.count(one, many, number))

    def amount(self, chips: int) -> str:
        """Return a number without thousands separators, so that it is spoken as one number."""
        return str(chips)

    def aloud(self, text: str) -> str:
        """Return written text in spoken form: cards in words, numbers without separators."""
        said = _WRITTEN_CARD.sub(
            lambda card: self.card(card[1].replace("10", "T") + _WRITTEN_SUITS[card[2]]),
            _BETWEEN_CARDS.sub(", ", text),
        )
        return _breakable(_THOUSANDS.sub("", said))

    def rank(self, rank: str) -> str:
        """Return a rank in words; an unknown rank is returned unchanged."""
        return self.say(RANKS[rank]) if rank in RANKS else rank

    def card(self, card: str) -> str:
        """Return a card in words: `king of hearts`; an unknown card is returned unchanged."""
        if len(card) != 2 or card[0] not in RANKS or card[1] not in OF_SUIT:
            return card
        return self.say(OF_SUIT[card[1]], rank=self.rank(card[0]))

    def cards(self, cards: Iterable[str]) -> str:
        """Return several cards in words, in the given order."""
        return ", ".join(self.card(card) for card in cards)

    def boards(self, *texts: str | None) -> str:
        """Return one text about two boards, with each board's name in front of its part.

        `texts` contains what to say about each board; a board with None is left out.
        """
        named, form = zip(RUNS.values(), texts, strict=True), N_("{board}: {cards}")
        told = [(self.say(name), text) for name, text in named if text is not None]
        return ". ".join(self.say(form, board=name, cards=text) for name, text in told)

    def hand(self, name: str, ranks: tuple[str, ...], best: tuple[str, ...] = ()) -> str:
        """Return a hand in words, such as `pair of kings`.

        `name` is the kind of hand, and `ranks` are the ranks that its name contains. If the five
        cards `best` are given, its kickers follow. An unknown name is returned with its hyphens
        replaced by spaces.
        """
        said = hand_named(name, ranks, self.say) or name.replace("-", " ")
        rest = kickers(name, best)
        if not rest:
            return said
        return self.say(
            N_("{hand}, then {ranks}"), hand=said, ranks=", ".join(map(self.rank, rest))
        )


def _breakable(text: str) -> str:
    # Voices and braille displays handle only the plain space.
    return text.replace("\N{NO-BREAK SPACE}", " ")


@lru_cache(maxsize=8)
def spoken(language: str) -> Spoken:
    """Return a language's spoken vocabulary, which is loaded only once."""
    return Spoken(language)
