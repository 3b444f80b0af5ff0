"""Payloads: each comes back as it was said, and garbage is None and no exception."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.link import messages
from firmware.link.messages import Command, Event, Hello, Snapshot, Welcome

READERS = (
    messages.read_hello,
    messages.read_welcome,
    messages.read_session,
    messages.read_snapshot,
    messages.read_event,
    messages.read_command,
    messages.read_log,
    messages.read_text,
)

byte = st.integers(0, 255)
word = st.integers(0, 0xFFFFFFFF)
line = st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=20)
uids = st.lists(
    st.sampled_from(messages.UID_LENGTHS).flatmap(lambda n: st.binary(min_size=n, max_size=n))
)


@given(
    st.builds(
        Hello,
        line,
        line,
        line,
        st.lists(st.from_regex(r"\A[a-z0-9]+\Z")).map(tuple),
        word,
        word,
        byte,
    )
)
def test_a_hello_comes_back(hello: Hello) -> None:
    assert messages.read_hello(messages.pack_hello(hello)) == hello


def test_a_hello_of_a_later_version_may_say_more() -> None:
    hello = Hello("a", "seat", "2", (), 1, 2, 3)
    assert messages.read_hello(messages.pack_hello(hello) + b"\nmore") == hello


@given(st.builds(Welcome, st.integers(0, 0xFFFF), word, word, byte))
def test_a_welcome_comes_back(welcome: Welcome) -> None:
    assert messages.read_welcome(messages.pack_welcome(welcome)) == welcome
    assert messages.read_session(messages.pack_session(welcome.session)) == welcome.session


@given(byte, st.integers(0, 0xFFFFF), uids)
def test_a_snapshot_comes_back_whatever_tags_are_in_it(
    antenna: int, at: int, tags: list[bytes]
) -> None:
    read = messages.read_snapshot(messages.pack_snapshot(antenna, at, tags))
    assert read is not None
    assert (read.antenna, read.at) == (antenna, at & 0xFFFF)
    assert sorted(read.uids) == sorted(tags)


def test_a_snapshot_of_an_empty_antenna_says_so() -> None:
    assert messages.read_snapshot(messages.pack_snapshot(4, 9, [])) == Snapshot(4, 9, [])


def test_a_uid_of_another_length_is_none() -> None:
    with pytest.raises(ValueError, match="4, 7, 8 or 10"):
        messages.pack_snapshot(0, 0, [bytes(8), bytes(5)])


events = st.one_of(
    st.builds(Event, st.sampled_from(["key", "knock"]), word, byte, byte),
    st.builds(Event, st.just("shoe"), word, byte, st.sampled_from(messages.SHOE)),
    st.builds(Event, st.just("badge"), word, byte, st.sampled_from([0, 4, 7, 8, 10]).map(bytes)),
    st.builds(Event, st.just("fault"), word, byte, st.text(max_size=50)),
    st.builds(Event, st.just("gauge"), word, byte, st.integers(0, 0xFFFFFF)),
)


@given(events)
def test_an_event_comes_back(event: Event) -> None:
    assert messages.read_event(messages.pack_event(event)) == event


commands = st.one_of(
    st.builds(Command, st.just("leds"), byte, st.integers(0, 60).map(lambda n: bytes(3 * n))),
    st.builds(Command, st.sampled_from(["servo", "feed"]), byte, st.integers(0, 0xFFFF)),
    st.builds(Command, st.just("config"), byte, st.text(max_size=50)),
)


@given(commands)
def test_a_command_comes_back(command: Command) -> None:
    assert messages.read_command(messages.pack_command(command)) == command


@given(st.sampled_from(messages.LEVELS), st.text(max_size=50))
def test_a_log_line_comes_back(level: str, text: str) -> None:
    assert messages.read_log(messages.pack_log(level, text)) == (level, text)


@given(st.binary(max_size=120))
def test_garbage_is_read_without_raising(garbage: bytes) -> None:
    for read in READERS:
        read(garbage)


@pytest.mark.parametrize(
    "garbage",
    [b"", b"\x00", b"\xff" * 6, b"\xff" * 11, b"\x02\x00\x00\x00\x00\x00\xff"],
)
def test_what_is_no_event_is_none(garbage: bytes) -> None:
    assert messages.read_event(garbage) is None


def test_an_unknown_word_is_not_sent() -> None:
    with pytest.raises(ValueError, match="not in"):
        messages.pack_event(Event("sneeze", 0, 0, 0))
    with pytest.raises(ValueError, match="not in"):
        messages.pack_command(Command("dance", 0, 0))
