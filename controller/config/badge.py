"""How a floor person must prove their identity to use a table's own screen."""

from collections.abc import Collection, Iterator
from typing import Literal

from controller.contract.errors import Sentence
from controller.toml.file import Mistake

FloorBadge = Literal["uid", "pin", "challenge"]
"""What a floor person needs to use a table's own screen.

`uid`: either a badge (its number identifies it) or a PIN. `pin`: both. `challenge`: a badge that
proves its identity by answering a challenge.
"""


def badge_mistakes(
    needs: FloorBadge, readers: Collection[str], *, pin: bool, key: bool
) -> Iterator[Mistake]:
    """Yield a mistake for each setting that makes the required proof of identity impossible.

    `readers` are the kinds of devices that read the floor's badge. `pin` is true if the config
    names a PIN file, and `key` if it names a badge key file.
    """
    if needs == "uid":
        return
    path = ("floor_badge",)
    if not readers:
        right = Sentence('an [[antennas]] entry with zone = "floor-badge", or floor_badge = "uid"')
        yield Mistake(
            path, Sentence('"{needs}" needs a reader for the floor badge', needs=needs), right
        )
    if needs == "pin" and not pin:
        yield Mistake(
            path, Sentence("no PIN is set for use with the badge"), 'floor_pin = "floor.pin"'
        )
    if needs == "challenge" and not key:
        yield Mistake(path, Sentence("no key is set for the badges"), 'badge_key = "badge.key"')
    if needs == "challenge" and set(readers) - {"pcsc"}:
        right = Sentence('a PC/SC reader (kind = "pcsc") for zone "floor-badge"')
        yield Mistake(path, Sentence("only a card on a PC/SC reader can answer a challenge"), right)
