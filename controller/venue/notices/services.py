"""A room's notice services: its channels, and the apprise URL for a player's address.

Players can never choose a server: e-mail, Telegram and Matrix go through the club's own account,
and a Discord webhook always goes to Discord.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, get_args
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from controller.config.strict import Strict
from controller.contract.errors import Sentence
from controller.contract.venue.notices import LONGEST, Way
from controller.toml.file import Mistake, nearest, read
from display.words.locale import languages


class Services(Strict, frozen=True):
    """A room's notice services, each an apprise URL that includes the club's own account.

    `channel` lists the league's URLs, which receive notices about the start, the final table and
    the results, written in `language`.
    """

    mail: str = ""
    telegram: str = ""
    matrix: str = ""
    discord: bool = False
    channel: tuple[str, ...] = ()
    language: str = "en"

    @property
    def ways(self) -> tuple[Way, ...]:
        """Return the channels by which a player may be notified."""
        return tuple(way for way in get_args(Way) if getattr(self, way))


def load_services(path: Path) -> Services:
    """Read a services file.

    Raises a `FileProblems` that lists every error, but never quotes the club's account data.
    """
    return read(path, Services, _check)


_SCHEMES: Final[dict[str, tuple[str, ...]]] = {
    "mail": ("mailto", "mailtos"), "telegram": ("tgram",), "matrix": ("matrix", "matrixs"),
}  # fmt: skip
CHANNELS: Final = (
    "mailto", "mailtos", "tgram", "matrix", "matrixs", "discord", "json", "jsons", "slack", "ntfy",
    "ntfys", "signal", "signals", "mmost", "mmosts", "rocket", "rockets", "zulip",
)  # fmt: skip
"""The URL schemes allowed for a channel; none of these services runs a program or writes files on
this machine."""


def _scheme(address: str) -> str:
    """Return the part of a URL before its colon, or "" if the URL can't be split into its parts."""
    try:
        return urlsplit(address).scheme
    except ValueError:  # for example a bracket in a password
        return ""


def _check(told: Services) -> Iterator[Mistake]:
    for way, schemes in _SCHEMES.items():
        address = getattr(told, way)
        if address and _scheme(address) not in schemes:
            right = Sentence("an apprise URL that begins with {word}", word=f"{schemes[0]}:")
            yield Mistake((way,), "is not an address", right)
    for index, address in enumerate(told.channel):
        if _scheme(address) not in CHANNELS:
            right = Sentence(
                "an apprise URL that begins with one of these: {words}", words=", ".join(CHANNELS)
            )
            yield Mistake(("channel", index), "is not an address", right)
    if (language := told.language) not in languages():
        wrong = Sentence('"{language}" is not an available language', language=language)
        yield Mistake(("language",), wrong, nearest(language, languages()))


_ADDRESSES: Final[dict[Way, re.Pattern[str]]] = {
    "mail": re.compile(r"[^@\s,;<>\"?&=%]+@[\w-]+(\.[\w-]+)+"),
    "telegram": re.compile(r"-?\d{3,20}"),
    "matrix": re.compile(r"[!#][\w.=/+-]+:[\w.-]+(:\d{1,5})?", re.ASCII),
    "discord": re.compile(
        r"(?:https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/)?(\d{17,20}/[\w-]{20,100})/?",
        re.ASCII,
    ),
}


def address_of(way: Way, written: str) -> str:
    """Return an address in the form in which it is stored, or "" if the channel can't use it.

    >>> address_of("mail", " Anne@Example.org "), address_of("telegram", "@anne")
    ('Anne@Example.org', '')
    """
    text = written.strip()
    if len(text) > LONGEST or not text.isprintable():
        return ""
    found = _ADDRESSES[way].fullmatch(text)
    return (found[1] if way == "discord" else text) if found else ""


def url_of(services: Services, way: Way, address: str) -> str:
    """Return the apprise URL that reaches a player at their stored address."""
    match way:
        case "mail":
            parts = urlsplit(services.mail)
            query = [(key, value) for key, value in parse_qsl(parts.query) if key != "to"]
            return urlunsplit(parts._replace(query=urlencode([*query, ("to", address)])))
        case "telegram":
            return f"{services.telegram.rstrip('/')}/{address}/"
        case "matrix":
            return f"{services.matrix.rstrip('/')}/{quote(address, safe='')}"
        case "discord":
            return f"discord://{address}"
