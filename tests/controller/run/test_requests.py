"""Tokens are read strictly and said nowhere; the log speaks to journald and to people."""

import io
import logging
import os
import sys
from collections.abc import Collection
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.contract.commands import COMMANDS, Request
from controller.contract.once_only import Asked
from controller.contract.scans import BadgeTag
from controller.run.access.floor_pin import FloorLock
from controller.run.access.requests import (
    REMEMBERED,
    Answered,
    Refusal,
    command_of,
    replay_asked,
)
from controller.run.access.rights import Rights
from controller.run.access.tokens import Tokens, load_tokens
from controller.run.upkeep.logs import JournaldFormatter, set_up_logging
from controller.toml.file import FileProblems


def write(folder: Path, text: str, mode: int = 0o600) -> Path:
    path = folder / "tokens"
    path.write_text(text)
    path.chmod(mode)
    return path


def test_a_token_says_who_asks(tmp_path: Path) -> None:
    tokens = load_tokens(
        write(tmp_path, "# the floor\nanne  0123456789abcdef\nbea zyxwvutsrqpo # desk\n\n")
    )
    assert tokens.owner("0123456789abcdef") == "anne"
    assert tokens.owner("zyxwvutsrqpo") == "bea"
    for wrong in ("", "anne", "0123456789abcde", "0123456789abcdef ", "é"):
        assert tokens.owner(wrong) == ""


@pytest.mark.parametrize(
    ("text", "mode", "words"),
    [
        ("anne 0123456789abcdef", 0o644, "is readable by everybody; expected chmod 600"),
        ("anne", 0o600, "tokens:1: this line does not contain a name and a token"),
        (
            "anne 0123456789abcdef lokal",
            0o600,
            "tokens:1: this line does not contain a name and a token",
        ),
        ("\nanne short-secret-x\nbea short", 0o600, "tokens:3: bea: the token is too short"),
        (
            "anne 0123456789abcdef\nanne fedcba9876543210",
            0o600,
            "tokens:2: anne: another line has the same name or token",
        ),
        (
            "anne 0123456789abcdef\nbea 0123456789abcdef",
            0o600,
            "tokens:2: bea: another line has the same name or token",
        ),
    ],
)
def test_a_file_of_tokens_that_cannot_be_used(
    tmp_path: Path, text: str, mode: int, words: str
) -> None:
    with pytest.raises(FileProblems) as problems:
        load_tokens(write(tmp_path, text, mode))
    assert words in str(problems.value)
    assert "0123456789" not in str(problems.value)
    with pytest.raises(FileProblems, match=r"nothing: can't be read \(No such file"):
        load_tokens(tmp_path / "nothing")


def test_a_thing_at_the_table_speaks_for_the_floor_whose_badge_lies_there(tmp_path: Path) -> None:
    tokens = load_tokens(
        write(tmp_path, "anne 0123456789abcdef\nscreen zyxwvutsrqpo local # at the table\n")
    )
    xavier, bea = BadgeTag("Xavier", "floor"), BadgeTag("Bea")

    def speaker(token: str, badges: Collection[BadgeTag]) -> str:
        return Rights(tokens, FloorLock(), lambda: badges).by("pause", Request("q", "", token))

    assert speaker("zyxwvutsrqpo", {bea, xavier}) == "Xavier"
    assert speaker("0123456789abcdef", {xavier}) == "anne"
    assert speaker("0123456789abcdef", ()) == "anne"
    with pytest.raises(Refusal, match="does not recognise this token"):
        speaker("nobody", {xavier})
    for badges in ((), {bea}):
        with pytest.raises(Refusal, match="put the floor's badge on its reader first") as refused:
            speaker("zyxwvutsrqpo", badges)
        assert refused.value.reason == "no-badge"


def test_no_tokens_nobody_may_command() -> None:
    assert Tokens({}).owner("") == ""


@given(
    name=st.one_of(st.sampled_from(sorted(COMMANDS)), st.text()),
    data=st.dictionaries(st.text(), st.one_of(st.integers(), st.text(), st.none())),
)
def test_any_request_gives_a_command_or_a_sentence(
    name: str, data: dict[str, int | str | None]
) -> None:
    refusals = []
    try:
        assert type(command_of(name, Request("x", data=data))) is COMMANDS[name]
    except Refusal as no:
        refusals.append(no)
    for refusal in refusals:
        assert len(str(refusal)) > 10
        assert refusal.reason in {"unknown-command", "bad-data"}


def test_one_to_a_thousand_old_events_may_be_asked_for() -> None:
    for limit in (1, 1000):
        asked = replay_asked(Request("r", data={"after_seq": 0, "limit": limit}))
        assert asked.limit == limit
    for limit in (0, 1001):
        with pytest.raises(ValueError, match=f"limit is {limit}; expected 1 to 1000"):
            replay_asked(Request("r", data={"after_seq": 0, "limit": limit}))


def test_a_thousand_requests_are_remembered_and_then_the_oldest_goes() -> None:
    asked = [Asked("anne", f"q{number}", b"what") for number in range(REMEMBERED + 1)]
    answered = Answered((one, seq) for seq, one in enumerate(asked[:REMEMBERED]))
    assert [answered.seq(one) for one in asked] == [*range(REMEMBERED), None]
    answered.keep(asked[REMEMBERED], 7)
    assert [answered.seq(one) for one in asked] == [None, *range(1, REMEMBERED), 7]


def test_every_line_for_journald_has_its_priority() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JournaldFormatter("%(message)s"))
    log = logging.getLogger("tapis.tests")
    log.addHandler(handler)
    log.setLevel(logging.DEBUG)
    log.propagate = False
    log.error("two\nlines")
    log.warning("one")
    log.info("one")
    log.debug("one")
    assert [line[:3] for line in stream.getvalue().splitlines()] == [
        "<3>", "<3>", "<4>", "<6>", "<7>",
    ]  # fmt: skip


def test_priorities_only_where_journald_listens(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    root = logging.getLogger()
    before = root.handlers[:], root.level
    with (tmp_path / "log").open("w+") as file:
        monkeypatch.setattr(sys, "stderr", file)
        about = os.fstat(file.fileno())
        try:
            for stream, priority in ((f"{about.st_dev}:{about.st_ino}", True), ("1:1", False)):
                monkeypatch.setenv("JOURNAL_STREAM", stream)
                set_up_logging()
                logging.getLogger("tapis").warning("the pot is wrong")
                file.seek(0)
                assert file.read().splitlines()[-1].startswith("<4>") == priority
        finally:
            root.handlers[:], root.level = before
