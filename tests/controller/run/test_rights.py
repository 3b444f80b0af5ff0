"""The floor's word at a screen: how much a badge and a PIN have to be, and who tried in vain."""

import logging
import re
from types import SimpleNamespace

import pytest

from controller.config.badge import FloorBadge
from controller.contract.commands import Request
from controller.contract.scans import BadgeTag
from controller.run.access import refusals
from controller.run.access.floor_pin import SHARED, WAIT_S, FloorLock, pin_for
from controller.run.access.refusals import MOST_SOURCES, OTHERS, Refusals
from controller.run.access.requests import Refusal
from controller.run.access.rights import Rights
from controller.run.access.tokens import Tokens

LEFT, RIGHT, ANNE = "left-screen-token", "right-screen-token", "a-token-of-annes"
XAVIER, ZOE = BadgeTag("Xavier", "floor"), BadgeTag("Zoe", "floor")
PINS = {"Xavier": "271828", "Zoe": "314159", SHARED: "161803"}


class Felt:
    """A table with two screens of its own, and a reader for the floor's badge."""

    def __init__(self, needs: FloorBadge) -> None:
        self.lying: set[BadgeTag] = set()
        self.refusals = Refusals()
        tokens = Tokens({"left": LEFT, "right": RIGHT, "anne": ANNE}, local=("left", "right"))
        lock = FloorLock(tuple(pin_for(name, pin) for name, pin in PINS.items()))
        self._rights = Rights(tokens, lock, lambda: self.lying, needs=needs, refusals=self.refusals)

    def says(self, name: str, token: str = LEFT, by: str = "", **data: str) -> str:
        """Return whose word a command is, or why it is nobody's."""
        try:
            return self._rights.by(name, Request("q", by, token, data=data))
        except Refusal as no:
            return no.reason


@pytest.fixture
def both() -> Felt:
    return Felt("pin")


def test_with_both_neither_badge_nor_pin_is_enough(both: Felt) -> None:
    assert both.says("pause") == "badge-and-pin"
    assert both.says("unlock", pin=PINS["Xavier"]) == "no-badge"
    both.lying = {BadgeTag("Xavier")}  # a player of that name
    assert both.says("unlock", pin=PINS["Xavier"]) == "no-badge"
    both.lying = {XAVIER}
    assert both.says("pause") == "badge-and-pin"
    assert both.says("unlock", pin=PINS["Zoe"]) == "wrong-pin"
    assert both.says("pause") == "badge-and-pin"
    assert both.says("unlock", pin=PINS["Xavier"]) == ""
    assert both.says("pause") == "Xavier"
    assert both.says("pause", RIGHT) == "badge-and-pin"


def test_with_both_the_badge_stays_where_it_is(both: Felt) -> None:
    both.lying = {XAVIER}
    both.says("unlock", pin=PINS["Xavier"])
    both.lying = {ZOE}
    assert both.says("pause") == "badge-and-pin"
    both.lying = {XAVIER}
    assert both.says("pause") == "badge-and-pin"


def test_a_pin_that_all_share_goes_with_anybodys_badge(both: Felt) -> None:
    both.lying = {ZOE}
    assert both.says("unlock", pin=PINS[SHARED]) == ""
    assert both.says("pause") == "Zoe"


def test_a_proven_badge_is_enough_and_no_pin_is() -> None:
    felt = Felt("challenge")
    assert felt.says("unlock", pin=PINS["Xavier"]) == "no-badge"
    assert felt.says("pause") == "no-badge"
    felt.lying = {XAVIER}
    assert felt.says("pause") == "Xavier"


def test_by_the_number_either_is_enough_as_it_always_was() -> None:
    felt = Felt("uid")
    assert felt.says("pause") == "locked"
    assert felt.says("unlock", pin=PINS["Zoe"]) == ""
    assert felt.says("pause") == "Zoe"
    felt.lying = {XAVIER}
    assert felt.says("pause", RIGHT) == "Xavier"
    assert felt.says("pause", ANNE) == "anne"


def test_wrong_pins_at_one_screen_shut_no_other() -> None:
    felt = Felt("uid")
    assert [felt.says("unlock", RIGHT, pin="0000") for _ in range(5)] == ["wrong-pin"] * 5
    assert felt.says("unlock", RIGHT, pin=PINS["Zoe"]) == "too-many-pins"
    assert felt.says("unlock", LEFT, pin=PINS["Zoe"]) == ""


def test_without_a_badge_no_pin_is_tried_and_nobody_is_shut_out(both: Felt) -> None:
    assert [both.says("unlock", pin="0000") for _ in range(50)] == ["no-badge"] * 50
    both.lying = {XAVIER}
    assert both.says("unlock", pin=PINS["Xavier"]) == ""


def test_whoever_goes_on_guessing_waits_longer_and_longer() -> None:
    lock, now, waits = FloorLock((pin_for("Xavier", "271828"),)), 0.0, []
    for _ in range(6):
        for _ in range(5):
            with pytest.raises(Refusal, match="wrong PIN"):
                lock.unlock("left", "0000", now)
        with pytest.raises(Refusal) as shut:
            lock.unlock("left", "271828", now)
        seconds = int(re.findall(r"\d+", str(shut.value))[0])
        waits.append(seconds - 1)
        now += seconds
    assert waits == [60, 120, 240, 480, 960, 960]
    assert lock.unlock("left", "271828", now) == "Xavier"
    assert [reason(lock, now) for _ in range(6)] == ["wrong-pin"] * 5 + ["too-many-pins"]
    assert lock.unlock("left", "271828", now + WAIT_S) == "Xavier"


def reason(lock: FloorLock, now: float) -> str:
    with pytest.raises(Refusal) as refused:
        lock.unlock("left", "0000", now)
    return refused.value.reason


def test_every_wrong_pin_and_token_is_logged_with_its_source_and_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    felt, told = Felt("uid"), []
    felt.refusals.tell = lambda: told.append(felt.refusals.seen())
    felt.says("unlock", RIGHT, pin="0000")
    felt.says("pause", "guess-of-a-token", by="a phone\nroot: no")
    felt.says("pause", "guess-of-a-token")
    found = {(one.what, one.source): one.count for one in felt.refusals.seen()}
    assert found == {
        ("pin", "right"): 1, ("token", "a phone?root: no"): 1,
        ("token", "somebody who gives no name"): 1,
    }  # fmt: skip
    assert [one.source for one in told[0]] == ["right"]
    logged = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert logged[0] == "refused: a wrong PIN, from right (1 so far)"
    assert logged[1] == "refused: a wrong token, from a phone?root: no (1 so far)"
    assert "0000" not in caplog.text
    assert "guess-of" not in caplog.text


def test_a_flood_of_wrong_tokens_fills_neither_log_nor_memory(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    felt, told = Felt("uid"), []
    felt.refusals.tell = lambda: told.append(1)
    for number in range(5000):
        felt.says("pause", "guess-of-a-token", by=f"client-{number}")
    seen = felt.refusals.seen()
    assert len(seen) == MOST_SOURCES + 1
    assert sum(one.count for one in seen) == 5000
    assert next(one.count for one in seen if one.source == OTHERS) == 5000 - MOST_SOURCES
    assert MOST_SOURCES < len(caplog.records) < 50
    assert len(told) < 10


def test_refusals_are_told_again_after_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now, told, noted = [5.0], list[float](), Refusals()
    monkeypatch.setattr(refusals, "time", SimpleNamespace(monotonic=lambda: now[0]))
    noted.tell = lambda: told.append(now[0])
    for now[0] in (5.0, 5.75, 6.0, 6.25, 7.0):
        noted.note("pin", "left")
    assert told == [5.0, 6.0, 7.0]


def test_a_stream_is_switched_on_by_a_badge_that_lies_there_and_where_it_is_allowed() -> None:
    tokens = Tokens({"left": LEFT, "anne": ANNE}, local=("left",))
    lying: set[BadgeTag] = set()

    def says(token: str, *, streams: bool = True, **data: object) -> str:
        rights = Rights(tokens, FloorLock(()), lambda: lying, streams=streams)
        try:
            return rights.by("stream", Request("q", "", token, data=data))
        except Refusal as no:
            return no.reason

    assert says(ANNE) == "no-badge", "a token alone is not the floor's badge"
    lying.add(BadgeTag("Zoe"))
    assert says(ANNE) == "no-badge", "and neither is a player's"
    lying.add(XAVIER)
    assert says(ANNE) == says(LEFT) == "Xavier"
    assert says(ANNE, streams=False) == "no-stream"
    lying.clear()
    assert says(ANNE, called_off=True) == "anne", "to switch it off takes no badge"


def test_no_token_agrees_in_a_players_place() -> None:
    tokens = Tokens({"left": LEFT, "anne": ANNE}, local=("left",))
    rights = Rights(tokens, FloorLock(()), lambda: {XAVIER}, keyed=True)
    yes = {"seat": 1, "what": "stream-yes"}
    with pytest.raises(Refusal, match="own seat"):
        rights.by("act", Request("q", "", ANNE, data=yes))
    assert rights.by("act", Request("q", "", LEFT, data=yes)) == "left"
    assert rights.by("act", Request("q", "", ANNE, data={**yes, "what": "stream-no"})) == "anne"
