"""Paper: PDF that a screen reader can read, made of nothing that has to be fetched."""

import re
import sys
from base64 import b64decode
from io import BytesIO
from itertools import pairwise

import pygame
import pytest
import segno

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
    # Headings begin with the first level and leave none out (ISO 14289-1, 7.4.2); each picture and
    # each font is there for who can't see it (7.3, 7.21).
    levels = [int(level) for level in re.findall(rb"/S\s*/H([1-6])", opened)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert len(re.findall(rb"/S\s*/Figure", opened)) == opened.count(b"/Alt ")
    # Each head of a table is one that some cell names (7.5): it is known by no place alone.
    named = b"".join(re.findall(rb"/Headers \[([^\]]*)\]", opened))
    heads = re.findall(rb"/ID (\([^)]*\))", opened)
    assert [head for head in heads if head not in named] == []
    assert bool(heads) is (template in ("posted.html", "results.html"))
    assert opened.count(b"/Type0") == opened.count(b"/ToUnicode") > 0


def test_a_qr_code_is_the_link_in_black_and_white() -> None:
    head, _, data = paper.qr_image(CARD.link).partition(",")
    image = pygame.image.load(BytesIO(b64decode(data)), "qr.png")
    expected = segno.make(CARD.link, error="m", micro=False, mask=2).matrix_iter(border=2)
    assert head == "data:image/png;base64"
    dots = [[image.get_at((x, y))[0] for x in range(image.get_width())]
            for y in range(image.get_height())]  # fmt: skip
    assert dots == [[0 if dark else 255 for dark in row] for row in expected]


@pytest.mark.parametrize("label", [True, False])
def test_a_long_name_leaves_a_card_on_its_page(label: bool) -> None:
    long = paper.Card("Wolfeschlegelsteinhausenbergerdorff " * 2, CARD.link, member_no="R1")
    made = paper.pdf("cards.html", words("fr"), "Ligue " * 12, cards=[long], label=label)
    assert len(re.findall(rb"/Type\s*/Page\b", unpacked(made))) == 1


@pytest.mark.parametrize(
    ("template", "said"),
    [("posted.html", "Nothing is posted yet."), ("cards.html", "Nobody has signed in yet."),
     ("receipts.html", "Nobody has signed in yet.")],
)  # fmt: skip
def test_paper_with_nothing_on_it_says_so(template: str, said: str) -> None:
    """Before a tournament is open, somebody has a look at what there is to print."""
    known = {"cards": [], "label": False, "posting": None, "structure": None}
    html = paper.html_of(template, words("en"), "Ligue", **known)
    assert said in html


def test_ten_cards_are_a_sheet_and_a_label_has_one() -> None:
    assert (measure_print(11).pages, measure_print(3, label=True).pages) == (2, 3)


def test_what_is_not_installed_is_said_with_what_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with pytest.raises(paper.NoPaper, match=r"tapis-table\[paper\].*libpango-1\.0-0"):
        paper.pdf("cards.html", words("en"), "", cards=[], label=False)
