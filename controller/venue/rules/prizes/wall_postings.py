"""What must be posted on the wall before the start: options, changes to the rules, and prizes."""

from collections.abc import Iterable, Mapping

from controller.contract.rules import NoticeText
from controller.contract.venue.outputs import Notify, NotifyOff
from controller.venue.rules.books.work import Refused, Work, refuse_if
from controller.venue.rules.tournament import Posted

LANGUAGES = "languages"
"""The name of the notice about the languages that may be spoken."""

OF_EVENTS = frozenset({
    "alternates", "break_order", "deal_policy", "final_table_size", "h4h", "late", "rebuy",
})  # fmt: skip
"""Options that a house posts only at tournaments."""


def check(work: Work) -> None:
    """Raise `Refused` unless everything that must be posted is posted in all official languages."""
    rules = work.rules
    posting = rules.posting
    if _lacking(posting.required.value, posting.options, posting.languages.value):
        raise Refused("options-not-posted")
    displayed = posting.displayed.value
    if "rules" in displayed and _lacking(rules.changed, posting.changes, posting.languages.value):
        raise Refused("changes-not-posted")
    refuse_if("payouts" in displayed and not work.room.shares, "prizes-not-posted")


def announce(work: Work) -> None:
    """If the rules require it, show at each table which languages may be spoken there."""
    if work.rules.posting.announced.value:
        text = NoticeText.LANGUAGES
        work.order_all(Notify, work.room.occupied, text=text, notice=LANGUAGES)


def announced(work: Work) -> None:
    """Remove from all tables the notice about the languages that may be spoken."""
    if work.rules.posting.announced.value:
        work.order_all(NotifyOff, work.room.occupied, notice=LANGUAGES)


def _lacking(words: Iterable[str], texts: Mapping[str, Posted], languages: Iterable[str]) -> bool:
    every = tuple(languages) or ("",)
    return any(not text_in(texts.get(word, ""), one) for word in words for one in every)


def text_in(text: Posted, language: str) -> str:
    """Return a posted text in a language; "" if it has no text in that language."""
    return text if isinstance(text, str) else text.get(language, "")
