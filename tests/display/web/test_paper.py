"""Paper: PDF that a screen reader can read, made of nothing that has to be fetched."""

import re
import sys

import pytest

from controller.bench.venue_print import TAGGED, measure_print, unpacked
from display.web import paper
from display.words.names import words
from tests.display.web.world import EVENING, views

CARD = paper.Card("Élodie <b>", "https://poker.example/me/secret", 3, 7, "R12", "N° 12")


@pytest.mark.parametrize("template", ["cards.html", "receipts.html", "posted.html", "results.html"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_document_is_tagged_and_in_its_language(template: str, language: str) -> None:
    """Its tree of parts, its language, and the mark of PDF/UA; no secret stands in it as a text."""
    known = views()
    made = paper.pdf(
        template, words(language), "Ligue du jeudi", cards=[CARD], label=False,
        posting=known[f"tournament/{EVENING}/posting"],
        structure=known[f"tournament/{EVENING}/structure"],
        tables=[("Places", known[f"tournament/{EVENING}/places"].places)],  # type: ignore[attr-defined]
    )  # fmt: skip
    opened = unpacked(made)
    assert all(mark in opened for mark in TAGGED)
    assert re.search(rb"/Lang \(" + language.encode(), opened)
    assert b"secret" not in opened


def test_ten_cards_are_a_sheet_and_a_label_has_one() -> None:
    assert (measure_print(11).pages, measure_print(3, label=True).pages) == (2, 3)


def test_what_is_not_installed_is_said_with_what_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with pytest.raises(paper.NoPaper, match=r"tapis-table\[paper\].*libpango-1\.0-0"):
        paper.pdf("cards.html", words("en"), "", cards=[], label=False)
