"""The look of a display: keys change it, a file changes it, and the picture with it."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from display.felt.drawing.look import Look, WatchedFile, look_from, next_language
from display.felt.screen import changed_look, ticked
from tests.rig.pictures.example_tables import clock, flop


def test_keys_change_the_look_and_come_round() -> None:
    look = Look()
    assert changed_look(look, "l").language == "fr"
    assert changed_look(changed_look(look, "l"), "L") == look
    assert changed_look(look, "c").suits == 2
    assert changed_look(look, "t").large
    assert not changed_look(look, "m").movement
    names = []
    for _ in range(4):
        look = changed_look(look, "p")
        names.append(look.palette)
    assert names == ["light", "contrast", "safe", "dark"]
    assert changed_look(look, "x") is look


def test_a_language_that_is_not_among_the_next_ones_is_followed_by_the_first() -> None:
    spoken = ("de", "en", "fr")
    after = {name: next_language(Look(language=name), spoken).language for name in (*spoken, "xx")}
    assert after == {"de": "en", "en": "fr", "fr": "de", "xx": "de"}


def test_a_file_is_read_when_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "display.toml"
    file = WatchedFile(path)
    assert file.changed() is None
    path.write_text('language = "fr"\npalette = "safe"\n', encoding="utf-8")
    assert look_from(file.changed() or b"", "") == Look(language="fr", palette="safe")
    assert file.changed() is None
    path.write_text('language = "en"\nlarge = true\n', encoding="utf-8")
    assert look_from(file.changed() or b"", "") == Look(large=True)
    path.unlink()
    assert file.changed() is None
    assert WatchedFile(None).changed() is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('palette = "pink"', "Invalid enum value 'pink'"),
        ("suits = 3", "Invalid enum value 3"),
        ("colour = 1", "unknown field `colour`"),
        ("= 1", "display.toml"),
    ],
)
def test_what_is_wrong_in_a_file_is_said(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        look_from(text.encode(), "display.toml")


def test_clocks_run_on_in_whole_seconds() -> None:
    state = clock()
    assert ticked(state, 0).clock_left == 24_000
    assert ticked(state, 999).clock_left == 24_000
    assert ticked(state, 1_000).clock_left == 23_000
    assert ticked(state, 10**9).clock_left == 0
    assert ticked(state, 4_500).level.next_in == 750_000
    assert ticked(flop(), 5_000) == replace(flop(), level=replace(flop().level, next_in=749_000))
