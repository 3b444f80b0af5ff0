"""The update settings in `table.toml`: whether a table may check for newer versions."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from controller.config.strict import Strict
from controller.contract.errors import Sentence
from controller.toml.file import Mistake


class UpdatesConfig(Strict, frozen=True):
    """The URL of a list of releases, or "" for a table that never checks.

    The list is an apt repository's `Packages` file, or a list of releases in the format of GitHub's
    API.
    """

    look_at: str = ""


def update_mistakes(updates: UpdatesConfig) -> Iterator[Mistake]:
    """Yield a mistake if the URL is not an http or https URL."""
    address = updates.look_at
    try:
        parts = urlsplit(address)
        right = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        right = False
    if address and not right:
        yield Mistake(
            ("updates", "look_at"),
            Sentence("{address} is not the URL of an update list", address=address),
            Sentence("a URL that begins with https://"),
        )
