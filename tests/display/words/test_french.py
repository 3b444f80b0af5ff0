"""French as it is said at a table: no English in it, and one word for one thing."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from display.words.locale import BREAKS, texts
from display.words.names import words
from tests.texts import plain

NOT_FRENCH = frozenset(
    "the and is are was were of with your you not this that they their there what who which when "
    "where from by must can card cards seat seats hand hands deck dealer bets raise call fold "
    "stack street player players house rule rules winner nobody everybody turn's next".split()
)
"""English words that no French sentence has; poker's own that the French say are not among them."""

# What is typed as it is: commands, options, files, keys of a file; fields; the game's own name.
TYPED = re.compile(
    r"\{[^}]*\}|[Ss]hort deck|--[\w-]+|tapis \w+(?: \w+)?|\[[^]]*\]|\w+\.(?:toml|scn|md)"
    r"|sudo .*|\"[^\"]*\"|`[^`]*`|\w+_\w+|(?<!\w)/[\w/.-]+"
)

DOCS = Path(__file__).parents[3] / "docs"
PAGES = sorted((DOCS / "fr").glob("*.md"))

UNUSED = {
    "blinde": "blind", "sanction": "pénalité", "double paire": "deux paires",
    "jeu de cartes": "paquet", "street": "tour", "la turn": "le turn", "le river": "la river",
    r"boards?": "tableau",
    "main suivante": "coup suivant", "prochaine main": "prochain coup",
    r"(?:dit|dites) parole": "checker", r"parole possible": "checker",
    r"quinte(?! flush)": "suite", r"demander? le temps": "chrono", r"le temps se demande": "chrono",
    r"(?:suivre|suivi) ou passer?": "se coucher", r"règles? de la maison": "règlement",
    r"poste(?:r|nt)? (?:la|une?|l'|tout)": "poser", "micrologiciel": "firmware",
    "mise en service": "mise en place", "action notable": "action substantielle",
    r"la maison (?:ne dit|n'en dit|pénalise)": "règlement",
}  # fmt: skip
"""What docs/WORDS.md has another word for."""


@cache
def sentences() -> list[tuple[str, str]]:
    """Return the texts with their French, plural forms apart."""
    return [
        (str(message.id), str(text))
        for message in texts("fr")
        if message.id
        for text in (message.string if isinstance(message.string, tuple) else (message.string,))
    ]


def prose(page: Path) -> list[str]:
    """Return the lines of a page that are read: without what is typed, and without headings."""
    text = re.sub(r"^```.*?^```|^ {4}.*?$|`[^`]*`|^#.*?$", "", page.read_text("utf-8"),
                  flags=re.MULTILINE | re.DOTALL)  # fmt: skip
    return text.splitlines()


def used(unused: str, text: str) -> bool:
    """Return whether a text has a word that the glossary has another for."""
    return re.search(rf"(?<!\w){unused}s?(?!\w)", text, re.IGNORECASE) is not None


def test_there_is_no_english_in_the_french() -> None:
    for text, french in sentences():
        said = set(re.findall(r"[^\W\d_]+(?:'s)?", TYPED.sub(" ", french).casefold()))
        assert not said & NOT_FRENCH, f"{text}: {french}"


@pytest.mark.parametrize("unused", UNUSED)
def test_one_thing_has_one_word(unused: str) -> None:
    wrong = [french for _, french in sentences() if used(unused, TYPED.sub(" ", french))]
    assert not wrong, f"{UNUSED[unused]}: {wrong}"


def test_no_page_puts_its_colons_itself() -> None:
    """French has a blank before them: they stand in a text, as {name}: {what}."""
    root = Path(__file__).parents[3]
    rooms = (root / "display", root / "controller")
    pages = [page for room in rooms for kind in ("html", "typ") for page in room.rglob(f"*.{kind}")]
    assert len(pages) > 50
    assert [str(one) for one in pages if re.search(r"\}\}\s*:", one.read_text())] == []


def test_no_code_of_the_displays_puts_its_colons_itself() -> None:
    """They stand in a text: `Words.named`."""
    found = []
    for path in (DOCS.parent / "display").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr):
                between = [one.value for one in node.values[1:-1] if isinstance(one, ast.Constant)]
                found += [f"{path.name}:{node.lineno}" for text in between if text == ": "]
    assert found == []


def test_french_has_a_blank_before_its_colons_and_none_before_its_commas() -> None:
    for text, french in sentences():
        bare = re.sub(r"\w+://|\d+:\d+|\{[^}]*\}|\[[^]]*\]", "x", french)
        assert not re.search(r"\w[:;!?](?!\w)", bare), f"{text}: {french}"
        assert not re.search(r"\s[,.](?![\w.])", bare), f"{text}: {french}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_no_line_of_a_page_begins_with_a_colon(page: Path) -> None:
    wrong = [line for line in prose(page) if BREAKS.search(line)]
    assert wrong == [], "a no-break space stands there"


def test_no_line_begins_with_a_colon_and_no_number_leaves_its_unit() -> None:
    """The space there is one that no line breaks at, and is the same everywhere."""
    said = words("fr")
    figures = (
        said.amount(1_234_567),
        said.short_amount(5_400),
        said.percent(0.63),
        said.decimal(1),
    )
    for text, french in [*sentences(), *(("a figure", figure) for figure in figures)]:
        assert not BREAKS.search(french), f"{text}: {french}"
        assert "\N{NARROW NO-BREAK SPACE}" not in french, f"few typefaces have it: {french}"
    assert [plain(figure) for figure in figures] == ["1 234 567", "5,4 k", "63 %", "1,0"]
    assert plain(figures[0]) != figures[0]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_has_no_english_and_one_word_for_one_thing(page: Path) -> None:
    for line in prose(page):
        bare = TYPED.sub(" ", re.sub(r"\]\([^)]*\)", "]", line))
        said = set(re.findall(r"[^\W\d_]+(?:'s)?", bare.casefold()))
        assert not said & NOT_FRENCH, line
        wrong = [but for unused, but in UNUSED.items() if used(unused, bare)]
        assert wrong == [], line


def test_what_the_glossary_has_no_word_for_is_not_in_it_either() -> None:
    page = (DOCS / "WORDS.md").read_text("utf-8")
    rows = re.findall(r"^\|.*\|(.*)\|$", page.partition("## Games")[2], re.MULTILINE)
    assert len(rows) > 100
    assert [row for row in rows for unused in UNUSED if used(unused, row)] == []
