"""A club's theme: its logo and colours, and what is wrong with one that can't be used."""

from pathlib import Path

import pytest

from controller.broadcast.theme import Theme, read_theme
from controller.toml.file import FileProblems


def test_a_theme_names_what_it_changes(tmp_path: Path) -> None:
    (tmp_path / "club.svg").write_text("<svg/>")
    path = tmp_path / "theme.toml"
    path.write_text('title = "Friday"\nlogo = "club.svg"\naccent = "#ff8800"\n')
    theme = read_theme(path)
    assert (theme.title, Path(theme.logo)) == ("Friday", tmp_path / "club.svg")
    assert "--accent:#ff8800;" in theme.css
    assert f"--panel:{Theme().panel};" in theme.css


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('accent = "orange"', "accent"),
        ('accent = "#ff8800;}body{display:none"', "accent"),
        ('logo = "none.png"', "there is no image file none.png"),
        ('logo = "theme.toml"', "there is no image file theme.toml"),
        ('colour = "#ffffff"', "colour"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, text: str, wrong: str) -> None:
    path = tmp_path / "theme.toml"
    path.write_text(text)
    with pytest.raises(FileProblems, match=wrong):
        read_theme(path)
