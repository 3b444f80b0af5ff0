"""What a player writes reaches a service of the club's alone, and never another server."""

from pathlib import Path
from typing import get_args

import apprise
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.contract.venue.notices import Way, hint_of
from controller.toml.file import FileProblems
from controller.venue.notices.services import Services, address_of, load_services, url_of

ALL = Services(
    "mailtos://room:secret@smtp.club.example?from=room@club.example&to=all@club.example",
    "tgram://123456789:abcdefg_hijklmnop", "matrixs://bot:secret@matrix.club.example", True,
)  # fmt: skip
GOOD: dict[Way, str] = {
    "mail": "anne+poker@example.org", "telegram": "-100123456", "matrix": "!abc:example.org",
    "discord": "https://discord.com/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyz",
}  # fmt: skip


@pytest.mark.parametrize("way", get_args(Way))
def test_an_address_of_each_way_goes_through_the_clubs_service(way: Way) -> None:
    address = address_of(way, f"  {GOOD[way]} ")
    assert address
    one = apprise.Apprise.instantiate(url_of(ALL, way, address))
    assert one is not None
    told = str(one.url())  # type: ignore[no-untyped-call]
    host = {"mail": "smtp.club.example", "telegram": "tgram://", "matrix": "matrix.club.example",
            "discord": "discord://123456789012345678/"}[way]  # fmt: skip
    assert host in told
    if way == "mail":
        assert [to for _, to in getattr(one, "targets", [])] == ["anne+poker@example.org"]


def test_a_url_that_cant_be_split_is_a_mistake_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "notices.toml"
    file.write_text('mail = "mailtos://room:a[b@smtp.club.example"\nchannel = ["json://[x"]\n')
    with pytest.raises(FileProblems) as told:
        load_services(file)
    assert [one.key for one in told.value.problems] == ["mail", "channel[#1]"]
    assert "a[b" not in str(told.value)


def test_a_language_without_texts_is_a_mistake_in_the_file(tmp_path: Path) -> None:
    """The room would otherwise stop at the first notice for the channel."""
    file = tmp_path / "notices.toml"
    file.write_text('channel = ["ntfys://club"]\nlanguage = "fra"\n')
    with pytest.raises(FileProblems, match='"fra" is not an available language') as told:
        load_services(file)
    assert [one.key for one in told.value.problems] == ["language"]


WRONG = [
    ("mail", "anne"), ("mail", "a@b"), ("mail", "a@b.org,c@d.org"), ("mail", "a@b.org&to=c@d.org"),
    ("mail", "a@b.org\nBcc: c@d.org"), ("telegram", "@anne"), ("telegram", "1/../2"),
    ("matrix", "!a:b/../c"), ("matrix", "anne"), ("discord", "https://evil.example/1/2"),
    ("discord", "https://discord.com.evil.example/api/webhooks/123456789012345678/abcdefghijklmnopqrstu"),
]  # fmt: skip


@pytest.mark.parametrize(("way", "written"), WRONG)
def test_what_is_no_address_of_its_way_is_refused(way: Way, written: str) -> None:
    assert address_of(way, written) == ""


@given(st.sampled_from(get_args(Way)), st.text(max_size=250))
def test_whatever_is_written_no_other_server_is_asked(way: Way, written: str) -> None:
    address = address_of(way, written)
    if address:
        one = apprise.Apprise.instantiate(url_of(ALL, way, address))
        assert one is not None
        assert type(one).__name__.lower().removeprefix("notify") in ("email", *get_args(Way))
        assert getattr(one, "host", None) in (None, "smtp.club.example", "matrix.club.example")
    assert written[1:-3] not in hint_of(written) or len(written) < 6


def test_a_file_says_its_mistakes_and_no_secret(tmp_path: Path) -> None:
    """A channel that would run a program or write on this machine is none."""
    path = tmp_path / "notices.toml"
    for text, key in (
        ('mail = "tgram://secret"', "mail"), ('channel = ["file:///etc/passwd"]', "channel[#1]"),
        ('channel = ["syslog://secret"]', "channel[#1]"), ('telegramm = "secret"', "telegramm"),
    ):  # fmt: skip
        path.write_text(text)
        with pytest.raises(FileProblems) as wrong:
            load_services(path)
        assert wrong.value.problems[0].key == key
    path.write_text('channel = ["json://127.0.0.1:1/"]\nlanguage = "fr"')
    assert load_services(path) == Services(channel=("json://127.0.0.1:1/",), language="fr")
    assert load_services(path).ways == ()
