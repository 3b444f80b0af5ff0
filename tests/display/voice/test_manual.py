"""The manual's table of keys is the one of the code."""

import re
from pathlib import Path

from display.voice.answers import ASKED, PRIVATE
from display.voice.key_bindings import AFTER_POINT, KEYPAD, MEANINGS
from display.words.names import words

MANUAL = Path(__file__).parents[3] / "docs/VOICE.md"


def test_the_manual_lists_the_keys_that_there_are() -> None:
    rows = re.findall(r"^\| `(.)` \| (.*?) \| (.*) \|$", MANUAL.read_text("utf-8"), re.MULTILINE)
    said = words("en")
    keypad = {key: f"`{sign}`" for sign, key in KEYPAD.items()}
    keypad |= {key: f"`.` `{sign}`" for sign, key in AFTER_POINT.items() if sign != ","}
    assert [(key, signs.strip(), what) for key, signs, what in rows] == [
        (key, keypad.get(key, ""), said.say(text) + (" (private)" if key in PRIVATE else ""))
        for key, text in {**MEANINGS, **ASKED}.items()
    ]
