"""The contents of a club's wall screens: logo, sponsors, photos, sounds and their layout.

They are described by `wall.toml` in the club's own folder. The pictures and sounds that it names
are read along with it, and no other file is ever served. Their URLs contain a hash of their
content instead of their names.
"""

import hashlib
import struct
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from controller.contract.errors import Sentence, TapisError

Block = Literal["title", "clock", "figures", "notices", "sponsors"]
ORDER: Final[tuple[Block, ...]] = ("title", "clock", "figures", "notices", "sponsors")
Theme = Literal["felt", "gold", "ocean", "rose"]
Moment = Literal["minute", "level", "rest"]

MOST_PICTURE: Final = 2_000_000
MOST_SOUND: Final = 1_000_000
MOST_PIXELS: Final = 4096
"""The maximum length of a picture's longer side, in pixels."""

MOST_FILES: Final = 40


class Winner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A winner's photo.

    `shown_as` is the player's display name. `agreed` is the date on which they agreed to the
    use of the photo.
    """

    shown_as: str
    photo: str
    agreed: str


class WallFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `wall.toml`. Names refer to files in the same folder.

    `order` lists the parts on a television, from the top; parts not listed are not shown. The keys
    of `sounds` say when a sound plays: `minute` is one minute before the end of a level, `level`
    the end of a level, and `rest` the end of a break.
    """

    logo: str = ""
    club: str = ""
    theme: Theme = "felt"
    order: tuple[Block, ...] = ORDER
    sponsors: tuple[str, ...] = ()
    winners: tuple[Winner, ...] = ()
    sounds: dict[Moment, str] = {}


class Kept(msgspec.Struct, frozen=True):
    """A file for a club's wall screens, as browsers receive it: its bytes and its media type."""

    content: bytes
    kind: str


class Wall(msgspec.Struct, frozen=True):
    """The contents of a club's wall screens, with pictures and sounds by URL.

    In a room without `wall.toml`, there are no pictures, no sounds and no club name.
    """

    logo: str = ""
    club: str = ""
    theme: Theme = "felt"
    order: tuple[Block, ...] = ORDER
    sponsors: tuple[str, ...] = ()
    winners: Mapping[str, str] = msgspec.field(default_factory=dict)
    sounds: Mapping[str, str] = msgspec.field(default_factory=dict)
    files: Mapping[str, Kept] = msgspec.field(default_factory=dict)

    @property
    def mark(self) -> str:
        """A hash of these contents; it is the same for screens that look the same."""
        said = (self.logo, self.club, self.theme, self.order, self.sponsors,
                sorted(self.winners.items()), sorted(self.sounds.items()))  # fmt: skip
        return hashlib.sha256(msgspec.json.encode(said)).hexdigest()[:16]


class BadWall(TapisError):
    """The error for a folder with an invalid `wall.toml` or invalid files.

    Each of `faults` is a pair: a key in `wall.toml`, and what is wrong with its value.
    """

    def __init__(self, path: Path, faults: Sequence[tuple[str, str]]) -> None:
        """Store the faults, and make a message with a line for each; the lines begin with `path`.

        Each fault is a key and what is wrong with its value: a string, or a `Sentence` that can be
        translated.
        """
        self.faults = tuple(faults)
        lines = {
            f"line_{number}": Sentence(
                "{where}: {why}", where=": ".join(filter(None, (str(path), key))), why=why
            )
            for number, (key, why) in enumerate(faults)
        }
        super().__init__("\n".join(f"{{{line}}}" for line in lines), **lines)


def load_wall(folder: Path) -> Wall:
    """Read the wall screens' contents from a club's folder.

    Raises `BadWall`, which lists every fault.
    """
    path = folder / "wall.toml"
    try:
        told = msgspec.convert(tomllib.loads(path.read_text("utf-8")), WallFile)
    except (OSError, ValueError) as error:
        raise BadWall(path, [("", str(error))]) from None
    files: dict[str, Kept] = {}
    wrong = list(_faults(told))

    def address(key: str, name: str, kinds: Mapping[str, str], most: int) -> str:
        if not name:
            return ""
        try:
            kept = _kept(folder, name, kinds, most)
        except _Refused as refused:
            wrong.append((key, refused.sentence))
            return ""
        mark = f"{hashlib.sha256(kept.content).hexdigest()[:16]}.{kept.kind.rpartition('/')[2]}"
        files[mark] = kept
        return f"/wall/{mark}"

    def picture(key: str, name: str) -> str:
        return address(key, name, PICTURES, MOST_PICTURE)

    made = Wall(
        picture("logo", told.logo), told.club, told.theme, told.order,
        tuple(picture(f"sponsors[#{n}]", one) for n, one in enumerate(told.sponsors, 1)),
        {one.shown_as: picture(f"winners[#{n}].photo", one.photo)
         for n, one in enumerate(told.winners, 1)},
        {moment: address(f"sounds.{moment}", name, SOUNDS, MOST_SOUND)
         for moment, name in told.sounds.items()},
        files,
    )  # fmt: skip
    if wrong:
        raise BadWall(path, wrong)
    return made


def _faults(told: WallFile) -> Iterator[tuple[str, str]]:
    if "clock" not in told.order or len(set(told.order)) < len(told.order):
        yield (
            "order",
            Sentence("is not a valid layout: it must include clock, and use each block only once"),
        )
    if len(told.sponsors) + len(told.winners) > MOST_FILES:
        text = Sentence(
            "has too many pictures: at most {most} are allowed, winners included", most=MOST_FILES
        )
        yield "sponsors", text
    for number, one in enumerate(told.winners, 1):
        if not one.agreed.strip():
            text = Sentence("is empty: enter the date on which the winner agreed to the photo")
            yield f"winners[#{number}].agreed", text


class _Refused(TapisError):
    """The error for a file that can't be served; `sentence` is the reason."""


PICTURES: Final = {"png": "image/png", "jpeg": "image/jpeg"}
SOUNDS: Final = {"wav": "audio/wav", "ogg": "audio/ogg", "mp3": "audio/mpeg"}


def _kept(folder: Path, name: str, kinds: Mapping[str, str], most: int) -> Kept:
    """Return the file `name` in a folder, with its kind and size checked. Raises `_Refused`.

    `kinds` maps the allowed kinds, such as `png`, to media types. `most` is the maximum size in
    bytes.
    """
    path = folder / name
    try:
        if Path(name).name != name or path.resolve().parent != folder.resolve():
            raise _Refused(Sentence("{file} is not in this folder", file=name))
        if not path.is_file():
            raise _Refused(Sentence("there is no file {name}", name=name))
        size = path.stat().st_size
        if size > most:
            text = Sentence("{file} is {size} bytes; at most {most} are allowed",
                            file=name, size=size, most=most)  # fmt: skip
            raise _Refused(text)
        content = path.read_bytes()[:most]
    except (OSError, ValueError):
        raise _Refused(Sentence("{file} can't be read", file=name)) from None
    kind = kind_of(content)
    if kind not in kinds:
        text = Sentence("the contents of {file} do not match any of these types: {kinds}",
                        file=name, kinds=", ".join(kinds))  # fmt: skip
        raise _Refused(text)
    if kinds is PICTURES:
        width, height = size_of(content)
        if not (0 < width <= MOST_PIXELS and 0 < height <= MOST_PIXELS):
            text = Sentence("{file} is not a picture, or is more than {most} pixels wide or high",
                            file=name, most=MOST_PIXELS)  # fmt: skip
            raise _Refused(text)
    return Kept(content, kinds[kind])


def kind_of(content: bytes) -> str:
    """Return a file's kind from its content, or "" for kinds never served, such as SVG and HTML.

    >>> kind_of(b"<svg onload='alert(1)'/>"), kind_of(b"OggS")
    ('', 'ogg')
    """
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png" if content.endswith(b"IEND\xaeB`\x82") else ""
    if content.startswith(b"\xff\xd8\xff"):
        return "jpeg" if content.rstrip(b"\0").endswith(b"\xff\xd9") else ""
    if content[:4] == b"RIFF" and content[8:12] == b"WAVE":
        return "wav"
    if content.startswith(b"OggS"):
        return "ogg"
    return "mp3" if content[:3] == b"ID3" or content[:2] in (b"\xff\xfb", b"\xff\xf3") else ""


def size_of(content: bytes) -> tuple[int, int]:
    """Return the width and height of a PNG or JPEG in pixels, or zeros if they can't be found."""
    if content.startswith(b"\x89PNG"):
        fits = content[12:16] == b"IHDR" and len(content) >= 24
        return struct.unpack(">II", content[16:24]) if fits else (0, 0)
    at = 2
    while at + 9 < len(content) and content[at] == 0xFF:
        marker, length = content[at + 1], int.from_bytes(content[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            return width, height
        at += 2 + length
    return 0, 0


def shown(wall: Wall, places: Any) -> tuple[str, str]:
    """Return the display name of the evening's winner, and the URL of the winner's photo.

    `places` is the view of the finishing places, or None. Both results are "" if there is no winner
    yet, if several players share first place, or if the club has no photo of the winner.
    """
    first = [one.shown_as for one in places.places if one.first == 1] if places else []
    photo = wall.winners.get(first[0], "") if len(first) == 1 else ""
    return (first[0], photo) if photo else ("", "")
