"""French as it is said at a table: no English in it, and one word for one thing."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from display.words.locale import FOLDER

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


def sentences() -> list[tuple[str, str]]:
    """Return the texts with their French, plural forms apart."""
    with (FOLDER / "fr.po").open("rb") as file:
        return [
            (str(message.id), str(text))
            for message in read_po(file, locale="fr")
            if message.id
            for text in (message.string if isinstance(message.string, tuple) else (message.string,))
        ]


def test_there_is_no_english_in_the_french() -> None:
    for text, french in sentences():
        said = set(re.findall(r"[^\W\d_]+(?:'s)?", TYPED.sub(" ", french).casefold()))
        assert not said & NOT_FRENCH, f"{text}: {french}"


@pytest.mark.parametrize("unused", UNUSED)
def test_one_thing_has_one_word(unused: str) -> None:
    found = re.compile(rf"(?<!\w){unused}s?(?!\w)", re.IGNORECASE)
    wrong = [french for _, french in sentences() if found.search(TYPED.sub(" ", french))]
    assert not wrong, f"{UNUSED[unused]}: {wrong}"


def test_no_page_puts_its_colons_itself() -> None:
    """French has a blank before them: they stand in a text, as {name}: {what}."""
    root = Path(__file__).parents[3]
    pages = [*(root / "display").rglob("*.html"), *(root / "controller").rglob("*.html")]
    assert len(pages) > 50
    assert [str(one) for one in pages if re.search(r"\}\}\s*:", one.read_text())] == []


def test_french_has_a_blank_before_its_colons_and_none_before_its_commas() -> None:
    for text, french in sentences():
        plain = re.sub(r"https?://|\d+:\d+|\{[^}]*\}|\[[^]]*\]", "x", french)
        assert not re.search(r"\w[:;!?](?!\w)", plain), f"{text}: {french}"
        assert not re.search(r" [,.](?![\w.])", plain), f"{text}: {french}"
