"""Replies that people type or speak, understood in every supported language."""

from collections.abc import Mapping
from typing import TypeVar

from display.words.locale import C_, ENGLISH, N_, languages
from display.words.names import Words, words

T = TypeVar("T")

YES_OR_NO = {
    N_("yes"): True,
    C_("the short answer", "y"): True,
    N_("no"): False,
    C_("the short answer", "n"): False,
}


def understood(answers: Mapping[str, T], said: Words) -> dict[str, T]:
    """Return a mapping from each accepted reply, in lower case, to its meaning.

    `answers` maps English replies to their meanings. Replies are accepted in every language. If a
    word means different things in two languages, its meaning in the language of `said` takes
    precedence, then its meaning in English.
    """
    known: dict[str, T] = {}
    for one in (*map(words, (*languages(), ENGLISH)), said):
        known |= {one.say(text).lower(): meant for text, meant in answers.items()}
    return known
