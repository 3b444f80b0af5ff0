"""Postings required before the start: options, changed values, and prizes."""

from collections.abc import Iterable, Mapping

from controller.contract.rules import NoticeText
from controller.contract.venue.outputs import Notify, NotifyOff
from controller.venue.rules.books.work import Refused, Work
from controller.venue.rules.tournament import Posted

LANGUAGES = "languages"
"""The name of the notice about the languages that may be spoken."""

OF_EVENTS = frozenset({
    "alternates", "break_order", "deal_policy", "final_table_size", "h4h", "late", "rebuy",
})  # fmt: skip
"""Options that a house posts only at tournaments."""


def check(work: Work) -> None:
    """Refuse the start until everything required is posted in every official language."""
    rules = work.rules
    posting = rules.posting
    if _lacking(posting.required.value, posting.options, posting.languages.value):
        raise Refused("options-not-posted")
    displayed = posting.displayed.value
    if "rules" in displayed and _lacking(rules.changed, posting.changes, posting.languages.value):
        raise Refused("changes-not-posted")
    if "payouts" in displayed and not work.room.shares:
        raise Refused("prizes-not-posted")


def announce(work: Work) -> None:
    """Show at each table which languages may be spoken there, if the house announces them."""
    if work.rules.posting.announced.value:
        for number in work.room.occupied:
            work.order(Notify, number, text=NoticeText.LANGUAGES, notice=LANGUAGES)


def announced(work: Work) -> None:
    """Remove the language notice from the tables."""
    if work.rules.posting.announced.value:
        for number in work.room.occupied:
            work.order(NotifyOff, number, notice=LANGUAGES)


def _lacking(words: Iterable[str], texts: Mapping[str, Posted], languages: Iterable[str]) -> bool:
    every = tuple(languages) or ("",)
    return any(not text_in(texts.get(word, ""), one) for word in words for one in every)


def text_in(text: Posted, language: str) -> str:
    """Return the text posted in a language, or "" if nothing has been posted."""
    return text if isinstance(text, str) else text.get(language, "")
