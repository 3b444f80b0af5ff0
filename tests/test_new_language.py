"""Another language is one more catalogue: everything that people read and hear speaks it then.

The language that is invented here is English in the wrong case; its name is Esperanto's, so that
it has conventions for numbers.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po
from typer.testing import CliRunner, Result

from controller.admin.byhand_page import page
from controller.admin.house_files.house_describe import statements
from controller.cli import app
from controller.config.model import load_config
from controller.contract.public import EVENTS
from controller.houses.loader import load_house, shipped_houses
from controller.setup.words import language_of
from controller.table.engine import step
from display.felt.drawing.look import Look
from display.voice.key_bindings import keys_in_words
from display.voice.speaking.spoken import spoken
from display.voice.spoken_events import announce
from display.words import locale
from display.words.keypad import keypad_words
from display.words.names import words
from tests.controller.evening import evening
from tests.display import states
from tests.display.felt.sheets import things
from tests.display.voice.test_texts import example
from tests.texts import gathered, pybabel

NEW = "eo"
FIELD = re.compile(r"({\w*})")
ANSWERS = (
    "5", "zinc", "tda", "3", "keyed", "25 100", "25", "BACK", "25", "50", "1", "absent", "",
    "NO", "burn desk", "YES",
)  # fmt: skip
SIZE = (1280, 800)


def invented(text: str) -> str:
    """Return a text in the invented language, its fields as they are."""
    return "".join(part if FIELD.fullmatch(part) else part.swapcase() for part in FIELD.split(text))


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalogue begun as `make texts NEW=eo` does it, with every text translated."""
    folder = tmp_path_factory.mktemp("locale")
    pot, po = gathered(tmp_path_factory), folder / f"{NEW}.po"
    pybabel("init", "--input-file", pot, "--output-file", po, "--locale", NEW)
    with po.open("rb") as file:
        texts = read_po(file, locale=NEW)
    for message in texts:
        if message.id:
            text = message.id
            message.string = invented(text) if isinstance(text, str) else tuple(map(invented, text))
    with po.open("wb") as file:
        write_po(file, texts)
    return po


@pytest.fixture(autouse=True)
def spoken_here(catalogue: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have the catalogue lie beside the others; nothing else is done for the language."""
    folder = tmp_path / "locale"
    folder.mkdir()
    for po in (*locale.FOLDER.glob("*.po"), catalogue):
        (folder / po.name).write_bytes(po.read_bytes())
    monkeypatch.setattr(locale, "FOLDER", folder)
    yield
    for cached in (locale.catalogue, words, spoken):
        cached.cache_clear()


def tapis(*words: object, **environment: str) -> Result:
    return CliRunner().invoke(app, list(map(str, words)), env={"COLUMNS": "120", **environment})


NAMES = re.compile(
    "|".join(
        {
            *shipped_houses(),
            *(
                re.escape(part)
                for state in states.ALL.values()
                for view in state().seats
                for part in view.name.split()
            ),
        }
    )
)
"""What is called the same in every language."""


def worded(texts: Iterable[str]) -> set[str]:
    """Return the texts that have words in them besides names."""
    return {text for text in texts if re.search("[a-z]{3}", NAMES.sub("", text))}


def test_the_language_is_known_wherever_one_is_chosen() -> None:
    assert locale.languages() == ("en", NEW, "fr")
    assert language_of({"LANG": f"{NEW}_XX.UTF-8"}) == NEW
    assert words(NEW).say("Deal the flop") == "dEAL THE FLOP"
    assert words(NEW).amount(1_234_567) == "1\u00a0234\u00a0567"


@pytest.mark.parametrize("name", states.ALL)
def test_the_screen_speaks_it(name: str) -> None:
    written = {
        language: {
            one.name for one in things(states.ALL[name](), SIZE, Look(language=language))
            if one.kind == "text"
        }
        for language in ("en", NEW)
    }  # fmt: skip
    assert worded(written["en"])
    assert worded(written["en"] & written[NEW]) == set()


def test_the_voice_speaks_it() -> None:
    state = states.table(6)
    said = {
        language: {
            announce(example(name), state, seat, "full", spoken(language))
            for name in EVENTS
            for seat in (0, 2)
        }
        for language in ("en", NEW)
    }
    assert worded(said["en"])
    assert worded(said["en"] & said[NEW]) == set()
    assert keys_in_words(spoken(NEW)).startswith("C: CHECK OR CALL. ")


def test_a_seats_own_display_speaks_it() -> None:
    said = keypad_words(NEW)
    assert (said["fold"], said["your-turn"]) == ("fOLD", "yOUR TURN")
    assert not set(said.values()) & set(keypad_words("en").values())


def test_the_page_by_hand_speaks_it() -> None:
    tonight = evening(2, 3)
    table = tonight.table
    found: set[str] = set()
    for observation in tonight.observations[:200]:
        table = step(table, observation, tonight.house).table
        lines = {
            language: set(page(table, tonight.house, "3", language).splitlines())
            for language in ("en", NEW)
        }
        assert worded(lines["en"])
        found |= worded(lines["en"] & lines[NEW])
    assert found == set()


def test_a_house_is_described_in_it() -> None:
    house = load_house("ppc")
    said = {
        language: {one.text for one in statements(house, words(language))}
        for language in ("en", NEW)
    }
    assert worded(said["en"])
    assert said["en"] & said[NEW] == set()
    shown = tapis("house", "show", "ppc", "--language", NEW)
    assert "tHE GAME IS HOLD'EM." in shown.output


def test_a_table_is_set_up_in_it(tmp_path: Path) -> None:
    (tmp_path / "answers").write_text("".join(f"{answer}\n" for answer in ANSWERS))
    result = tapis(
        "setup", "--config", tmp_path / "table.toml", "--ports", tmp_path / "none", "--no-readers",
        "--answers", tmp_path / "answers", "--language", NEW,
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert "aNSWER WITH" not in result.output
    assert f"sAVED IN {tmp_path / 'table.toml'}." in result.output.replace("\n", " ")
    assert load_config(tmp_path / "table.toml").display.language == NEW
