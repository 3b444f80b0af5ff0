"""The overlays' theme: the club's logo and colours, read from a TOML file."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec

from controller.contract.errors import Sentence
from controller.toml.file import Mistake, is_file, read

Colour = Annotated[str, msgspec.Meta(pattern=r"^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})\Z")]
PICTURES = (".png", ".jpg", ".jpeg", ".svg", ".webp")


class Theme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A theme for the overlays.

    `logo` is an image in the theme file's folder. All other fields except `title` are
    colours, written as #rrggbb or #rrggbbaa: `panel` for the boxes, `text` for text, `quiet` for
    less important text, `accent` for highlights, `card` for the cards, and one for each suit.
    """

    title: str = ""
    logo: str = ""
    panel: Colour = "#10161ee6"
    text: Colour = "#f4f6f8"
    quiet: Colour = "#9aa7b4"
    accent: Colour = "#e2b93b"
    card: Colour = "#f7f7f2"
    spades: Colour = "#14181d"
    hearts: Colour = "#c62127"
    diamonds: Colour = "#1f6fc4"
    clubs: Colour = "#1d7a3e"

    @property
    def css(self) -> str:
        """The theme's colours as CSS variables."""
        names = [name for name in self.__struct_fields__ if name not in ("title", "logo")]
        said = "".join(f"--{name}:{getattr(self, name)};" for name in names)
        return f":root{{{said}}}"


def read_theme(path: Path) -> Theme:
    """Read a theme from a file, and make the path to its logo absolute.

    Raises `FileProblems`, which lists every error in the file.
    """
    folder = path.resolve().parent

    def check(theme: Theme) -> Iterator[Mistake]:
        logo = folder / theme.logo
        if theme.logo and not (is_file(logo) and logo.suffix.lower() in PICTURES):
            wrong = Sentence("there is no image file {name}", name=theme.logo)
            right = Sentence(
                "a file with one of these extensions: {suffixes}", suffixes=", ".join(PICTURES)
            )
            yield Mistake(("logo",), wrong, right)

    theme = read(path, Theme, check)
    return msgspec.structs.replace(theme, logo=str(folder / theme.logo) if theme.logo else "")
