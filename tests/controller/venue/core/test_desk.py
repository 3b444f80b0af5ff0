"""The desk's door: who may do what, a request counts once, and nothing breaks it."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from controller.contract.venue import desk as d
from controller.contract.venue.cash_game.waiting import KeepList, OwnWait
from controller.contract.venue.floor.members import Declare
from controller.contract.venue.kinds import Ask, Do
from controller.contract.venue.notices import OwnNotices
from controller.contract.venue.prizes.deals import OwnDeal
from controller.contract.venue.prizes.money import KeepBank
from controller.contract.venue.rights import RIGHTS, Role
from controller.venue.core.staff.actions import ACTS, INPUTS
from controller.venue.core.staff.questions import ANSWERS
from tests.controller.venue.core.rooms import PASSWORD, Desk, Room, room
from tests.mqtt import Subscriber, until

FIELDS: dict[str, Any] = {
    "name": "nobody", "password": "nothing at all", "file": "redcactus", "table": 9, "seats": 8,
    "player": "p_nobody", "seat": [1, 1], "chips": 5, "index": 0, "command": "confirm",
    "person": "p_nobody", "link": "nothing", "incident": 9, "day": "2000-01-01", "present": True,
    "said": {"type": "conduct-noted", "player": "p_nobody"}, "first": 1, "last": 1, "points": 5,
    "why": "counted wrong", "wish": "join", "title": "", "lines": [],
}  # fmt: skip
"""What a request says where it has to say something."""

SAID: dict[type[Do] | type[Ask], dict[str, Any]] = {
    KeepList: {"type": "list-left", "player": "p_nobody"},
    KeepBank: {"type": "paid-out", "player": "p_nobody"},
}
"""What is said at the list and at the bank."""

SEEN = {"identified": True, "of_age": True, "receipt": True}
"""What the desk has to have seen of a player."""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with room(tmp_path_factory.mktemp("desk"), tables=1) as found:
        yield found


def kinds() -> list[type[Do] | type[Ask]]:
    return [*Do.__subclasses__(), *Ask.__subclasses__()]


def asked(desk: Desk, kind: type[Do] | type[Ask]) -> dict[str, Any]:
    """Ask for one thing with all that it needs."""
    fields = {one.name: FIELDS[one.name] for one in msgspec.structs.fields(kind) if one.required}
    fields |= {"said": SAID[kind]} if kind in SAID else {}
    what = "do" if issubclass(kind, Do) else "ask"
    return desk.tried(what, str(kind.__struct_config__.tag), **fields)


def test_every_request_has_its_function_or_its_input() -> None:
    """What is new in the contract and has none fails here."""
    words, by_link = {d.Note, d.Decide, KeepList, KeepBank}, {Declare, OwnWait, OwnDeal, OwnNotices}
    assert set(get_args(d.AnyDo)) == {*ACTS, *INPUTS, *words, *by_link, d.SignIn, d.SignOut}
    assert set(get_args(d.AnyAsk)) == {*ANSWERS, d.AskSession}
    for action, said in INPUTS.items():
        assert set(action.__struct_fields__) <= set(said.__struct_fields__)


@pytest.mark.parametrize("role", [None, *Role])
def test_every_role_may_do_what_its_row_says_and_nothing_else(
    here: Room, role: Role | None
) -> None:
    desk = Desk(here.config.desk)
    open_to_all = {d.SignIn, d.AskMe, Declare, OwnWait, OwnDeal, OwnNotices}
    if role is not None:
        desk.sign_in(role)
    for kind in sorted(kinds(), key=lambda one: one is d.SignOut):
        answer = asked(desk, kind)
        refused = answer.get("reason") in ("no-right", "signed-out")
        allowed = kind in open_to_all or (role is not None and kind in RIGHTS[role])
        assert refused != allowed, (role, kind, answer)
        assert answer.get("reason") != "bug", answer
    desk.close()


def test_the_rows_are_as_they_were_decided() -> None:
    does = {role: {one for one in RIGHTS[role] if issubclass(one, Do)} for role in Role}
    assert does[Role.AUDITOR] == does[Role.SCREEN] == {d.SignOut}
    assert d.JumpLevel not in does[Role.FLOOR]
    assert RIGHTS[Role.PLAYER] == frozenset()
    assert does[Role.DESK] < does[Role.FLOOR] < does[Role.DIRECTOR]
    assert d.Forget not in does[Role.FLOOR]
    assert d.AskLog not in RIGHTS[Role.DESK]
    assert d.AskEntrants not in RIGHTS[Role.SCREEN]


def test_a_session_ends_with_signing_out(here: Room) -> None:
    desk = Desk(here.config.desk).sign_in(Role.FLOOR)
    assert desk.ask("session")["role"] == "floor"
    desk.do("sign-out")
    assert desk.tried("ask", "session")["reason"] == "signed-out"
    desk.close()


def test_wrong_passwords_have_to_wait(here: Room) -> None:
    desk = Desk(here.config.desk)
    for _ in range(5):
        assert desk.tried("do", "sign-in", name="eve", password="guess")["reason"] == (
            "wrong-password"
        )
    assert desk.tried("do", "sign-in", name="eve", password="guess")["reason"] == "too-many"
    # Nobody else waits.
    assert desk.tried("do", "sign-in", name="floor", password=PASSWORD)["ok"]
    desk.close()


def test_a_request_that_is_repeated_counts_once(here: Room) -> None:
    desk = Desk(here.config.desk).sign_in(Role.DIRECTOR)
    desk.do("open-tournament", file="redcactus")
    entering = {"type": "enter", "name": "Twice Asked", "member_no": "204"}
    request = {"id": "once", "session": desk.session, "do": entering}
    first, second = desk.say(request), desk.say(request)
    seq = first.pop("seq")
    assert seq > 0
    assert second.pop("seq") >= seq
    assert first == second
    refused = {"id": "no", "session": desk.session, "do": {"type": "hold", "name": ""}}
    assert desk.say(refused)["reason"] == "no-name"
    # What was answered is known to the next core too.
    desk.close()
    here.restart()
    desk = Desk(here.config.desk)
    desk.session = str(request["session"])
    again = desk.say(request)
    assert again.pop("seq") >= seq
    assert again == first
    assert desk.say(refused)["reason"] == "no-name"
    names = [one["name"] for one in desk.ask("entrants")["entrants"]]
    assert names.count("Twice Asked") == 1
    desk.close()


# holds: fidpa 14-1 to 14-5
def test_what_the_text_asks_for_is_said_at_the_desk(tmp_path: Path) -> None:
    """A FIDPA tournament: identities, prizes, and conduct, whose penalty reaches the table."""
    with room(tmp_path, tables=1) as one:
        desk = one.desk
        desk.do("open-tournament", file="fidpa")
        desk.do("open-table", table=1, seats=8)
        unknown = desk.tried("do", "enter", name="Anne Onyme")
        assert unknown["reason"] == "identity-not-seen"
        players = [desk.do("enter", name=f"Player {n}", **SEEN)["player"] for n in range(3)]
        # An entry that was refused has left nothing behind, and one that counts is nobody else's.
        assert not [one for one in desk.ask("persons")["persons"] if one["name"] == "Anne Onyme"]
        again = desk.tried("do", "enter", person=players[0], name="Somebody Else", **SEEN)
        assert again["reason"] == "not-transferable"
        names = [one["name"] for one in desk.ask("entrants")["entrants"]]
        assert names == ["Player 0", "Player 1", "Player 2"]
        desk.do("close-list")
        desk.do("draw-seats", witness="x")
        assert desk.tried("do", "start")["reason"] == "prizes-not-posted"
        prizes = {"type": "prizes-posted", "pool": 100, "shares": [70, 30]}
        floor = Desk(one.config.desk).sign_in(Role.FLOOR)
        assert floor.tried("do", "decide", said=prizes)["reason"] == "no-right"
        desk.do("decide", said=prizes)
        desk.do("start")
        until(lambda: one.quiet)
        noted = {
            "type": "conduct-noted", "player": players[0], "offence": "abuse", "sanction": "1r",
            "director": True,
        }  # fmt: skip
        lenient = {**noted, "sanction": "", "excuse": "fairness"}
        assert floor.tried("do", "note", said=lenient)["reason"] == "no-excuse-here"
        floor.do("note", said=noted)
        until(lambda: one.quiet)
        said = json.dumps(desk.ask("log"))
        assert "conduct.booked" in said
        assert "FIDPA 7-1(m)" in said
        assert "penalise" in said
        floor.close()


# holds: ppc 20.2b
def test_the_director_may_have_somebody_else_keep_the_clock(here: Room) -> None:
    director = Desk(here.config.desk).sign_in(Role.DIRECTOR)
    director.do("open-tournament", file="ppc")
    keeper = Desk(here.config.desk).sign_in(Role.DESK)

    def may() -> bool:
        asked = [keeper.tried("do", "jump-level", index=0)["reason"]]
        asked.append(keeper.tried("do", "hold", name="")["reason"])
        assert keeper.ask("session")["keeps_clock"] == (asked == ["not-started", "no-name"])
        return asked == ["not-started", "no-name"]

    word = {"type": "clock-delegated", "to": "desk"}
    assert keeper.tried("do", "decide", said=word)["reason"] == "no-right"
    assert not may()
    director.do("decide", said=word)
    assert may()
    assert keeper.tried("do", "start")["reason"] == "no-right"
    director.do("decide", said={**word, "on": False})
    assert not may()
    director.close()
    keeper.close()


def test_garbage_is_answered_and_breaks_nothing(here: Room) -> None:
    rng = random.Random(1)
    desk = Desk(here.config.desk)
    good = b'{"id":"1","do":{"type":"enter","name":"x","granted":[1,2]},"session":"s"}'
    for _ in range(500):
        line = bytearray(good)
        for _ in range(rng.randint(1, 8)):
            line[rng.randrange(len(line))] = rng.choice(range(32, 256))
        answer = desk.say(bytes(line))
        assert answer.get("reason") != "bug", (line, answer)
    assert desk.say(b"[" * 5_000)["reason"] == "unreadable"
    assert desk.sign_in(Role.DESK).session
    desk.close()


def test_no_name_is_told_over_mqtt_and_none_is_left_behind(tmp_path: Path) -> None:
    """Of a player who agreed to be shown by a number, and is forgotten afterwards."""
    name = "Zacharie Quenneville"
    with room(tmp_path, tables=1) as one, Subscriber(one.broker.port, "#") as heard:
        desk = one.desk
        desk.do("open-tournament", file="redcactus")
        desk.do("open-table", table=1, seats=8)
        told = desk.do("enter", name=name, mail="zq@example.org", member_no="4711")
        for number in range(3):
            desk.do("enter", name=f"Player {number}", member_no=f"{number}")
        desk.do("close-list")
        desk.do("draw-seats", witness="x")
        desk.do("start")
        until(lambda: one.quiet)
        page = desk.ask("me", link=told["link"])
        assert page["shown_as"] == "4711"
        assert page["seat"]
        assert name in [entrant["name"] for entrant in desk.ask("entrants")["entrants"]]
        until(lambda: heard.last("/seats"))
        assert "4711" in str(heard.heard)
        assert "Zacharie" not in str(heard.heard)
        desk.do("forget", person=told["player"])
        assert desk.tried("ask", "me", link=told["link"])["reason"] == "no-such-link"
        kept = b"".join(
            path.read_bytes() for path in tmp_path.iterdir()
            if path.is_file() and not path.is_socket()
        )  # fmt: skip
        for trace in (b"Zacharie", b"Quenneville", b"zq@example.org", told["link"].encode()):
            assert trace not in kept
        # The seat and its chips stay, under the opaque id.
        assert told["player"] in [entrant["player"] for entrant in desk.ask("entrants")["entrants"]]
