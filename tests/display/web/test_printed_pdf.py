"""Paper: PDF that a screen reader can read, made of nothing that has to be fetched."""

import re
import sys

import page
import pytest
import typst
from msgspec.structs import replace

from controller.contract.venue.views import PlacesView, PostingView, StakeLine
from display.web.evening import printed_pdf
from display.web.evening.pages_print import DOCUMENTS
from display.words.names import words
from display.words.stakes import STAKES
from tests.display.web.world import EVENING, World, views
from tests.rig.venue_print import TAGGED, measure_print, unpacked

CARD = printed_pdf.Card("Élodie <b>", "https://poker.example/me/secret", 3, 7, "R12", "N° 12")


LONG = printed_pdf.Card("Wolfeschlegelsteinhausenbergerdorff " * 2, CARD.link, member_no="R1")


def documents() -> dict[str, tuple[str, dict[str, object]]]:
    """Return each paper that is made, by a name: its template, and what is on it."""
    known = views()
    structure = known[f"tournament/{EVENING}/structure"]
    posting = known[f"tournament/{EVENING}/posting"]
    places = known[f"tournament/{EVENING}/places"]
    assert isinstance(posting, PostingView)
    assert isinstance(places, PlacesView)
    stakes = tuple(StakeLine(word, 50, "3.2") for word in STAKES)
    bare: dict[str, object] = {"posting": None, "structure": None}
    empty: dict[str, object] = {"cards": [], "label": False}
    return {
        "cards": ("cards.typ", {"cards": [CARD, LONG] * 6, "label": False}),
        "labels": ("cards.typ", {"cards": [CARD, LONG], "label": True}),
        "no cards": ("cards.typ", empty),
        "receipts": ("receipts.typ", {"cards": [CARD, LONG] * 6}),
        "no receipts": ("receipts.typ", empty),
        "posted": ("posted.typ", {"posting": posting, "structure": structure}),
        "posted, no order": ("posted.typ", {
            "posting": replace(posting, break_order=()), "structure": None}),
        "posted, only levels": ("posted.typ", bare | {"structure": structure}),
        "posted, a cash game": ("posted.typ", {
            "posting": replace(posting, stakes=stakes, shares=()), "structure": structure}),
        "nothing posted": ("posted.typ", bare),
        "results": ("results.typ", {
            "tables": [("Places", places.places * 40), ("Season", places.places)],
            "nothing": ""}),
        "no results": ("results.typ", {"tables": [("Places", ())], "nothing": "None yet."}),
    }  # fmt: skip


def faults(made: bytes) -> list[str]:
    """Return the rules of PDF/UA-1 (ISO 14289-1) that a document breaks."""
    return [found.rule_id for found in page.validate_pdf_bytes(made, profile="ua1").failures]


@pytest.mark.parametrize("document", documents())
@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_document_is_tagged_and_in_its_language(document: str, language: str) -> None:
    """All of PDF/UA that a machine can check, and its language; no secret stands in it as text."""
    template, known = documents()[document]
    made = printed_pdf.pdf(template, words(language), "Ligue du jeudi", **known)
    assert faults(made) == []
    opened = unpacked(made)
    assert all(mark in opened for mark in TAGGED)
    assert re.search(rb"/Lang\s*\(" + language.encode(), opened)
    assert b"secret" not in opened
    # Each head of a table is one that some cell names (7.5): it is known by no place alone.
    named = b"".join(re.findall(rb"/Headers\s*\[([^\]]*)\]", opened))
    heads = re.findall(rb"/ID\s*(\([^)]*\))", opened)
    assert [head for head in heads if head not in named] == []
    assert bool(heads) is (re.search(rb"/S\s*/Table\b", opened) is not None)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("path", [*(f"/print/{name}" for name in DOCUMENTS), "/results/season.pdf"])
def test_each_document_that_the_pages_give_is_for_everybody(
    world: World, path: str, language: str
) -> None:
    answer = world.get(path, "desk", **{"Accept-Language": language})
    assert answer.headers["content-type"] == "application/pdf"
    assert faults(answer.content) == []


@pytest.mark.parametrize(
    ("good", "bad", "rule"),
    [('#set document(title: "T")', "", "METADATA-TITLE"), (', alt: "A code"', "", "FIGURE-ALT"),
     ("== B", "=== B", "HEADING-NESTING")],
)  # fmt: skip
def test_a_fault_in_a_document_is_seen(good: str, bad: str, rule: str) -> None:
    dots = 'image(bytes((0,)), format: (encoding: "luma8", width: 1, height: 1), alt: "A code")'
    whole = f'#set document(title: "T")\n= A\n== B\n#{dots}'
    assert faults(typst.compile(whole.encode(), pdf_standards=[printed_pdf.VARIANT])) == []
    broken = faults(typst.compile(whole.replace(good, bad).encode()))
    assert any(rule in fault for fault in broken)


def test_what_somebody_calls_themselves_is_text() -> None:
    """No name is code, whatever it is made of, and a letter without a font stops no paper."""
    name = 'a"; #panic(1) \\ "[*b*]'
    made = printed_pdf.pdf(
        "receipts.typ", words("en"), name, cards=[printed_pdf.Card(name, CARD.link)]
    )
    assert faults(made) == []
    strange = printed_pdf.pdf(
        "receipts.typ", words("en"), "Ligue", cards=[printed_pdf.Card("\a", CARD.link)]
    )
    assert b"/StructTreeRoot" in unpacked(strange)
    assert any("ID-PART" in fault for fault in faults(strange))


@pytest.mark.parametrize("label", [True, False])
def test_a_long_name_leaves_a_card_on_its_page(label: bool) -> None:
    made = printed_pdf.pdf("cards.typ", words("fr"), "Ligue " * 12, cards=[LONG], label=label)
    assert len(re.findall(rb"/Type\s*/Page\b", unpacked(made))) == 1


@pytest.mark.parametrize(
    ("template", "said"),
    [("posted.typ", "Open a tournament and print this page again"),
     ("cards.typ", "Print this page again once players have signed in"),
     ("receipts.typ", "Print this page again once players have signed in"),
     ("results.typ", "Nobody is out.")],
)  # fmt: skip
def test_paper_with_nothing_on_it_says_what_puts_something_there(template: str, said: str) -> None:
    """Before a tournament is open, somebody has a look at what there is to print."""
    known = {"cards": [], "label": False, "posting": None, "structure": None,
             "tables": [("Season", ())], "nothing": "Nobody is out."}  # fmt: skip
    files = printed_pdf.files_of(template, words("en"), "Ligue", **known)
    assert said in files["main"].decode()


def test_ten_cards_are_a_sheet_and_a_label_has_one() -> None:
    assert (measure_print(11).pages, measure_print(3, label=True).pages) == (2, 3)


def test_what_is_not_installed_is_said_with_what_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(printed_pdf.NoPaper, match=r"tapis-table\[paper\]"):
        printed_pdf.pdf("cards.typ", words("en"), "Ligue", cards=[], label=False)
