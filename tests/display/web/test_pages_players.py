"""Many players signed in at once: who is known, who is listed twice, and who stays on the page."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.exceptions import HTTPException

from controller.contract.venue import desk
from display.web import app
from display.web.answers import Told
from display.web.app import GATED_POSTS
from display.web.evening import pages_players as module
from display.web.evening.pages_players import Line, _entering, _known, _lines, _shown_as, decoded
from display.web.evening.pasted_players import Row
from display.web.live.core_requests import CoreAway, Refused
from display.web.site import Visit
from display.web.staff import pages_actions
from display.web.visitors import Visitor

ANNE = desk.Person("k1", "Anne Martin", "Anne M.", "77")
UNNAMED = desk.Person("k2", "", "Bruno", "")


class Desk:
    """A desk that knows some people, and the site that asks it."""

    def __init__(self, *persons: desk.Person, here: tuple[str, ...] = (), out: str = "") -> None:
        self.persons = persons
        self.entrants = tuple(
            desk.Entrant(one, one, one, "", "", "out" if one == out else "seated") for one in here
        )
        self.asked: list[desk.AskPersons] = []
        self.done: list[tuple[desk.Enter, str, str, str]] = []
        self.caught_up_with: list[int] = []
        self.line = self
        self.settings = SimpleNamespace(language="en")

    async def ask(self, what: object, kind: type, session: str) -> object:
        """Answer who is here, and who is known; whose name is asked for is up to the desk."""
        assert session == "s1"
        if isinstance(what, desk.AskPersons):
            self.asked.append(what)
            return desk.Persons(self.persons)
        return desk.Entrants("t1", self.entrants)

    async def do(self, what: desk.Enter, session: str, source: str, once: str) -> object:
        """Sign a player in, unless the name says what goes wrong."""
        if what.name == "away":
            raise CoreAway("away")
        if what.name == "refused":
            raise Refused(desk.DeskAnswer("", False, "The list is closed.", "list-is-closed"))
        self.done.append((what, session, source, once))
        return desk.DeskAnswer("", True, seq=40 + len(self.done))

    async def caught_up(self, seq: int) -> None:
        """Wait for nothing."""
        self.caught_up_with.append(seq)

    def request(
        self, form: dict[str, str] | None = None, *, may: bool = True, parts: bytes = b""
    ) -> Visit:
        """Return a request of a visitor; `parts` is a form in parts."""
        visitor = SimpleNamespace(session="s1", may=lambda kind: may and kind is desk.Enter)
        body = parts or urlencode(form or {}).encode()

        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": body}

        plain, parted = b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=b"
        head = [(b"content-type", parted if parts else plain)]
        state = {"visitor": visitor, "language": "en", "source": "192.0.2.7"}
        app = SimpleNamespace(state=SimpleNamespace(site=self))
        return Visit({"type": "http", "method": "POST", "headers": head, "state": state,
                      "app": app}, receive)  # fmt: skip


def known(own: Desk, *rows: Row) -> list[tuple[str, str, str, str, bool]]:
    """Return what the page says of each row."""
    lines = asyncio.run(_known(own.request(), list(rows)))
    return [(one.name, one.number, one.person, one.note, one.wanted) for one in lines]


def test_a_row_is_known_by_its_number_or_its_name_whatever_its_letters() -> None:
    own = Desk(ANNE, UNNAMED)
    assert known(own, Row("", "77"), Row("ANNE martin", "x"), Row("Zed", "5", "z@x")) == [
        ("Anne Martin", "77", "k1", "Known: Anne Martin", True),
        ("ANNE martin", "x", "k1", "Known: Anne Martin", True),
        ("Zed", "5", "", "", True),
    ]
    assert known(Desk(ANNE), Row("Anne Martin")) == [
        ("Anne Martin", "77", "k1", "Known: Anne Martin", True)
    ]
    assert known(Desk(desk.Person("k2", "", "Bruno", "9")), Row("", "9")) == [
        ("", "9", "k2", "Known: Bruno", True)
    ]
    # A number is nobody's name, and a name nobody's number.
    assert known(own, Row("77", ""), Row("", "Anne Martin"))[0][2:4] == ("", "")
    assert known(own, Row("x", "Anne Martin"))[0][2:4] == ("", "")


def test_the_desk_is_asked_for_a_short_word_and_not_for_everybody() -> None:
    own = Desk()
    known(own, Row("n" * 90, "7"))
    assert own.asked == [desk.AskPersons("7", 50), desk.AskPersons("n" * 80, 50)]


def test_nobody_is_signed_in_twice() -> None:
    own = Desk(ANNE, here=("k1", "k9"))
    rows = Row("Anne Martin"), Row("Zed", "5"), Row("ZED", "5"), Row("Zed", "6"), Row("Zed", "5")
    assert [one[3:] for one in known(own, *rows)] == [
        ("Already on the list", False), ("", True), ("Listed twice", False), ("", True),
        ("Listed twice", False),
    ]  # fmt: skip
    again = Desk(ANNE, here=("k1",), out="k1")
    assert known(again, Row("Anne Martin"))[0][3:] == ("Known: Anne Martin", True)


@pytest.mark.parametrize(("players", "wrong"), [(200, ""), (201, "only its first 200 players")])
def test_a_list_that_is_too_long_says_so(
    monkeypatch: pytest.MonkeyPatch, players: int, wrong: str
) -> None:
    shown: list[tuple[int, str]] = []
    monkeypatch.setattr(module, "_shown", lambda _, lines, wrong: shown.append((len(lines), wrong)))
    names = "\n".join(f"Player {chr(65 + n // 26)}{chr(65 + n % 26)}" for n in range(players))
    asyncio.run(module.preview(Desk().request({"list": names})))
    assert shown[0][0] == 200
    assert (wrong in shown[0][1]) if wrong else not shown[0][1]


def test_lines_are_read_up_to_the_first_that_is_missing() -> None:
    form = {f"name.{n}": f" Player {n} " for n in range(205) if n != 203}
    form |= {"in.0": "on", "number.1": " 7 ", "mail.1": " a@b ", "person.1": "k" * 50}
    form |= {"name.2": "n" * 90, "number.2": "1" * 50, "mail.2": "m" * 130}
    lines = _lines(form)
    assert [at for at, _ in lines] == list(range(200))
    assert lines[0][1] == Line("Player 0")
    assert lines[1][1] == Line("Player 1", "7", "a@b", "k" * 40, wanted=False)
    assert lines[2][1] == Line("n" * 80, "1" * 40, "m" * 120, wanted=False)
    del form["name.1"]
    assert len(_lines(form)) == 1


@pytest.mark.parametrize(
    ("name", "how", "shown"),
    [
        ("Anne Martin", "first", "Anne M."), ("Anne", "first", "Anne"), ("Anne Martin", "", ""),
        ("Anne Martin", "name", "Anne Martin"), ("Anne Martin", "number", ""),
        ("n" * 41, "first", "n" * 40), ("n" * 41, "name", "n" * 40),
    ],
)  # fmt: skip
def test_a_name_is_shown_as_was_agreed(name: str, how: str, shown: str) -> None:
    assert _shown_as(name, how) == shown


def test_what_was_ticked_goes_for_every_player() -> None:
    form = {"of_age": "on", "shown": "first"}
    assert _entering(Line("Anne Martin", "7", "a@b"), form) == desk.Enter(
        name="Anne Martin", shown_as="Anne M.", member_no="7", mail="a@b", of_age=True,
        if_unknown=True,
    )  # fmt: skip
    assert _entering(Line("Anne Martin", person="k1"), {}) == desk.Enter(person="k1")


def test_a_file_is_read_as_a_spreadsheet_writes_it() -> None:
    assert decoded("\ufeffZoë".encode()) == decoded("Zoë".encode("cp1252")) == "Zoë"


def entered(own: Desk, monkeypatch: pytest.MonkeyPatch, form: dict[str, str]) -> tuple[str, Any]:
    """Send the form; give what is shown, and what of it."""
    monkeypatch.setattr(module, "back_with", lambda _, to, told: (to, told))
    monkeypatch.setattr(module, "_shown", lambda _, left, _form, told: (told, left))
    found: Any = asyncio.run(module.enter(own.request(form)))
    return found[0], found[1]


def test_who_is_wanted_is_signed_in_and_who_is_not_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["Anne", "refused", "Zed", "away", "Bea"]
    form = {f"name.{n}": name for n, name in enumerate(names)}
    form |= {f"in.{n}": "on" for n in (0, 1, 3, 4)} | {"once": "o" * 50}
    own = Desk()
    told, left = entered(own, monkeypatch, form)
    assert told == "2 players are signed in."
    assert [one.name for one in left] == ["refused", "away"]
    assert all(one.note and one.wanted for one in left)
    assert [(what.name, *how) for what, *how in own.done] == [
        ("Anne", "s1", "192.0.2.7", f"{'o' * 40}-0"), ("Bea", "s1", "192.0.2.7", f"{'o' * 40}-4"),
    ]  # fmt: skip
    assert own.caught_up_with == [42]


def test_a_list_of_which_all_are_in_goes_back_to_the_evening(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = Desk()
    to, told = entered(own, monkeypatch, {"name.0": "Anne", "in.0": "on"})
    assert (to, told) == ("/evening", Told(True, "1 player is signed in."))
    assert own.done[0][3] == ""
    own = Desk()
    to, told = entered(own, monkeypatch, {"name.0": "Anne"})
    assert (to, told, own.caught_up_with) == (
        "/evening",
        Told(True, "0 players are signed in."),
        [0],
    )


@pytest.mark.parametrize("path", ["/players", "/players/enter"])
def test_who_may_sign_nobody_in_does_not(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right, back, page = GATED_POSTS[path]
    own = Desk()
    request = own.request({"name.0": "Anne", "in.0": "on", "list": "Anne"}, may=False)
    request.app.state.visitors = SimpleNamespace(of=_answer(request.visitor))
    request.scope.update(path=path, client=None, query_string=b"")
    monkeypatch.setattr(pages_actions, "not_done", lambda _, to: ("not done", to))
    known: Any = app._known(page, right, back)
    found = asyncio.run(known(request))
    assert (found, own.asked, own.done) == (("not done", "/evening"), [], [])


def _answer(visitor: Visitor) -> Callable[[Visit], Awaitable[Visitor]]:
    async def of(_: Visit) -> Visitor:
        return visitor

    return of


@pytest.mark.parametrize(("fields", "file", "fits"), [(1200, "", True), (1201, "", False),
                                                      (1, "; filename=f", False)])  # fmt: skip
def test_a_form_has_six_fields_for_each_line_and_no_files(
    monkeypatch: pytest.MonkeyPatch, fields: int, file: str, *, fits: bool
) -> None:
    monkeypatch.setattr(module, "back_with", lambda *_: None)
    part = f'--b\r\nContent-Disposition: form-data; name="x"{file}\r\n\r\nx\r\n'
    request = Desk().request(parts=f"{part * fields}--b--\r\n".encode())
    with contextlib.nullcontext() if fits else pytest.raises(HTTPException, match="Too many"):
        asyncio.run(module.enter(request))
