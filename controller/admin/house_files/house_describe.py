"""Describes house rules in plain language, by article, and lists differences between two houses."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from controller.admin.house_files import house_phrases as phrases
from controller.admin.house_files import house_remedy_phrases as remedies
from controller.contract.rules import Kind
from controller.houses.check import Case, cases, in_fewer, in_force
from controller.houses.model import House, Remedy, Ruled
from controller.houses.vocabulary import CASES, tags_of
from display.words import levels
from display.words.irregularities import RULINGS
from display.words.names import N_, Words
from display.words.vocabulary import GAMES

_PART = re.compile(r"\d+|\D+")


class HouseStatement(msgspec.Struct, frozen=True):
    """A statement about a house, in plain language.

    `topic` is the section of the house file. `key` is a setting (`betting.least_raise`) or an
    irregularity. `article` is the rule-book article on which the statement is based, or "". `text`
    is the statement. `reading` is the house's interpretation of the article, or "". If a club wrote
    the interpretation itself, it is not translated.
    """

    topic: str
    key: str
    article: str
    text: str
    reading: str = ""


class HouseDifference(msgspec.Struct, frozen=True):
    """One difference between two houses.

    `topic` is the section of the house files. `about` is a setting or an irregularity. `case`
    describes the cases concerned, or is "" for a setting. `one` is the first house's rule as a
    sentence, based on its article `one_article`; `other` and `other_article` are the second's.
    """

    topic: str
    about: str
    case: str
    one: str
    one_article: str
    other: str
    other_article: str


def statements(house: House, said: Words) -> Iterator[HouseStatement]:
    """Yield all statements about a house: its settings first, then remedies for irregularities."""
    for (section, key), ruled in _settings(house).items():
        text = value_text(section, key, ruled.value, said)
        reading = said.say(ruled.reading)
        yield HouseStatement(section, f"{section}.{key}", ruled.article, text, reading)
    for _, row in in_force(house):
        what = said.say(RULINGS[row.kind])
        case = case_text(row.when, said)
        head = f"{what} ({case})" if case else what
        text = said.say(phrases.REMEDY, what=head, done=remedy_text(row, said))
        yield HouseStatement("remedies", row.kind, row.article, text, said.say(row.reading))


def _settings(house: House) -> dict[tuple[str, str], Ruled[Any]]:
    """Return the settings of a house by (section, key), leaving out those that are not set."""
    parts = {section: getattr(house, section) for section in phrases.TOPICS}
    return {
        (section, key): ruled
        for section, part in parts.items() if isinstance(part, msgspec.Struct)
        for key in part.__struct_fields__ if (ruled := getattr(part, key)) is not None
    }  # fmt: skip


def by_article(
    found: Iterable[HouseStatement], house: House
) -> list[tuple[str, list[HouseStatement]]]:
    """Return statements grouped by article, in article order.

    The house's own articles come first, then inherited ones. Statements without an article come
    last, under "".
    """
    groups: dict[str, list[HouseStatement]] = {}
    for one in found:
        groups.setdefault(one.article, []).append(one)

    def order(article: str) -> tuple[bool, bool, list[tuple[bool, int, str]]]:
        foreign = not article.startswith(house.prefix)
        parts = [(part.isdecimal(), int(part) if part.isdecimal() else 0, part)
                 for part in _PART.findall(article)]  # fmt: skip
        return not article, foreign, parts

    return [(article, groups[article]) for article in sorted(groups, key=order)]


def value_text(section: str, key: str, value: object, said: Words) -> str:
    """Return a sentence that explains the value of the setting `key` in a section of a house."""
    if section == "tournament" and key in _OF_TOURNAMENT:
        return _OF_TOURNAMENT[key](value, said)
    texts = phrases.VALUES.get((section, key), {})
    if value in texts:
        return said.say(texts[value])
    if isinstance(value, int) and None in texts:
        return said.say(texts[None], n=said.amount(value))
    return said.named(key, str(value))


def _pieces(value: Any, said: Words) -> str:
    pieces = ", ".join(f"{count} × {said.amount(worth)}" for count, worth in value)
    return said.say(phrases.PIECES, pieces=pieces)


def _levels(value: Any, said: Words) -> str:
    told = []
    for small, big, minutes in value:
        blinds = f"{said.amount(small)}/{said.amount(big)}"
        if not big:
            told.append(said.say(phrases.BREAK, n=minutes))
        elif minutes:
            told.append(said.say(phrases.LEVEL, blinds=blinds, n=minutes))
        else:
            told.append(said.say(phrases.LAST_LEVEL, blinds=blinds))
    return said.say(phrases.LEVELS, levels=", ".join(told))


def _games(value: Any, said: Words) -> str:
    told = []
    for number, game, structure in value:
        played = levels.played(game, structure, said) or said.of(GAMES, game)
        told.append(said.say(phrases.GAME_AT, n=number, game=played))
    return ", ".join(told) or said.say(phrases.ONE_GAME)


_OF_TOURNAMENT: Mapping[str, Callable[[Any, Words], str]] = {
    "chips": _pieces, "levels": _levels, "games": _games,
}  # fmt: skip

_BINDING: Mapping[Kind, str] = {
    Kind.BET_CONTRADICTS: N_("the announcement is binding"),
    Kind.BET_TAKEN_BACK: N_("the bet is binding"),
}
"""Phrases for the outcome `binds`, where something other than an action is binding."""


def case_text(words: Iterable[str], said: Words) -> str:
    """Return the conditions of a case in plain language, such as `flop, nobody has acted`."""
    return ", ".join(said.of(remedies.CASES, word) for word in words)


def remedy_text(row: Remedy, said: Words) -> str:
    """Return a phrase in plain language for a remedy and its effect.

    If the remedy has neither steps nor an outcome, or if no article covers the case, the phrase
    says that the floor decides.
    """
    if not row.article and row.outcome == "floor":
        return said.say(phrases.SILENT)
    steps = [step_text(step, said) for step in row.steps]
    if row.kind is Kind.DEAL_EXPOSED and row.outcome == "choose":
        return f"{said.say(phrases.KEEP_CARD)} {', '.join(steps)}"
    if row.outcome and row.outcome != "floor":
        binding = _BINDING.get(row.kind) if row.outcome == "binds" else None
        steps.insert(0, said.say(binding or remedies.OUTCOMES[row.outcome]))
    return ", ".join(steps) or said.say(remedies.FLOOR)


def step_text(step: str, said: Words) -> str:
    """Return a ruling's step, written in house-file notation, in plain language."""
    word, _, about = step.partition(" ")
    if about in remedies.CARDS:
        return said.say(remedies.STEPS[word], cards=said.say(remedies.CARDS[about]))
    for key in (f"{step} ", step, word):
        if key in remedies.STEPS:
            return said.say(remedies.STEPS[key])
    return step


def differences(one: House, other: House, said: Words) -> Iterator[HouseDifference]:
    """Yield every difference between two houses in plain language, topic by topic."""
    mine, yours = _settings(one), _settings(other)
    for section, key in mine | yours:
        first, second = mine.get((section, key)), yours.get((section, key))
        if first is None or second is None or first.value != second.value:
            yield _value_difference(section, key, first, second, said)
    for kind in CASES:
        yield from _remedy_differences(kind, one, other, said)


def _value_difference(
    section: str, name: str, one: Ruled[Any] | None, other: Ruled[Any] | None, said: Words
) -> HouseDifference:
    texts = [
        (value_text(section, name, ruled.value, said), ruled.article)
        if ruled is not None
        else (said.say(phrases.SILENT), "")
        for ruled in (one, other)
    ]
    return HouseDifference(section, f"{section}.{name}", "", *texts[0], *texts[1])


def _remedy_differences(
    kind: Kind, one: House, other: House, said: Words
) -> Iterator[HouseDifference]:
    def rule(house: House, case: Case) -> tuple[str, str]:
        row = house.remedy(kind, tags_of(kind, case))
        return remedy_text(row, said), row.article

    grouped: dict[tuple[tuple[str, str], tuple[str, str]], list[Case]] = {}
    rows = (*one.remedies, *other.remedies)
    for case in cases(kind, rows):
        pair = rule(one, case), rule(other, case)
        if pair[0][0] != pair[1][0]:
            grouped.setdefault(pair, []).append(case)
    for (mine, yours), found in grouped.items():
        told = "; ".join(case_text(case, said) for case in in_fewer(kind, found, rows))
        yield HouseDifference("remedies", kind, told, *mine, *yours)


def about_text(about: str, said: Words) -> str:
    """Return the subject of a difference as text: an irregularity, or the topic of a setting."""
    if about in RULINGS:
        return said.say(RULINGS[about])
    return said.say(phrases.TOPICS[about.partition(".")[0]])
