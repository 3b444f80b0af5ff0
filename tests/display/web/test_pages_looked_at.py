"""The waiting list, a player's place on it, and what is looked at afterwards, without a script."""

import re
from functools import partial
from typing import get_args

import pytest
from msgspec.structs import replace

from controller.contract.venue import desk
from controller.contract.venue.cash_game.waiting import ListView, OwnWait, WaitLine
from controller.contract.venue.figures import AskFigures, Figures, PlayerFigures
from controller.contract.venue.prizes.money import AskBank, Bank, SecondLine, SecondNeeded
from controller.contract.venue.seats import Seat
from controller.contract.venue.views import (
    ClockView,
    PostingView,
    RoomPhase,
    SeatsView,
    SignInAsks,
    StakeLine,
)
from tests.display.web.filled import FORMS
from tests.display.web.world import LINK, World, views
from tests.mqtt import until
from tests.rig.pictures import example_tables as e


def test_the_waiting_list_says_who_is_called_and_who_is_next(world: World) -> None:
    """Staff find there what they may do; nobody else does."""
    page = world.get("/list", **{"Accept-Language": "en"}).text
    assert re.search(r"table 2, seat 8.*still held for", page)
    assert re.search(r"Rosa · Tables 2, 3", page)
    assert "From table 2 to table 1" in page
    assert "/do/" not in page
    assert "/do/seat-called" in world.get("/list", "desk").text
    assert "/do/table-feeds" not in world.get("/list", "desk").text


def test_figures_of_the_evening_are_drawn_and_stand_in_tables(world: World) -> None:
    """Where the house hides what people have there is no line and no stack."""
    page = world.get("/figures", "screen", **{"Accept-Language": "fr"}).text
    assert page.count("<polyline") == 8
    assert "Tapis au cours de la soirée" in page
    told = world.clerk.answers[AskFigures]
    hidden = Figures("t1", False, (PlayerFigures("p_1", "Bruno", 40, 4, 6),))
    world.clerk.answers[AskFigures] = lambda _: hidden
    page = world.get("/figures", "screen", **{"Accept-Language": "en"}).text
    world.clerk.answers[AskFigures] = told
    assert "<polyline" not in page
    assert "does not disclose players" in page
    assert re.search(r"Bruno</th><td[^>]*>40</td><td[^>]*>4</td><td[^>]*>6</td><td[^>]*>25<", page)


def test_a_hand_of_the_archive_is_gone_through_without_a_script(world: World) -> None:
    """Its players are called what they are shown by now, and who is known no more by the seat."""
    listed = world.get("/archive", "desk", **{"Accept-Language": "en"}).text
    assert re.search(r'href="/archive/2/17">Hand 17</a>.*A♥ K♦ 7♣.*No card was burned', listed)
    first = world.get("/archive/2/17", "desk", **{"Accept-Language": "en"}).text
    assert 'rel="prev"' not in first
    (on,) = re.findall(r'rel="next" href="([^"#]+)', first)
    second = world.get(on, "desk", **{"Accept-Language": "en"}).text
    assert "2 / 3" in second
    assert "A♥ K♦ 7♣" in second
    assert "Bruno" in second  # `p_1` is shown so by the room; the table called them Anaïs
    last = world.get("/archive/2/17?at=99", "desk", **{"Accept-Language": "en"}).text
    assert "3 / 3" in last
    assert 'rel="next"' not in last
    assert 'href="/archive/2/16"' in last
    for path in ("/archive/2/18", "/archive/x/17", "/archive/..%2f/17"):
        assert world.get(path, "desk").status_code == 404
    kept = b"".join(one.read_bytes() for one in (world.clerk.path.parent / "hands").iterdir())
    assert not any(name.encode() in kept for name in e.NAMES)


def test_players_put_themselves_on_the_waiting_list_and_answer_a_call(world: World) -> None:
    """What is refused is said on their page, and who asks for what there is not is told so."""
    path, english = f"/me/{LINK}/wait", {"Accept-Language": "en"}
    assert "Join the waiting list for a different seat" in world.get(f"/me/{LINK}", **english).text
    assert 'name="table.4"' not in world.get(f"/me/{LINK}", **english).text  # they sit there
    world.post(path, {"what": "join", "table.2": "on", "table.3": "on"})
    assert world.clerk.done(OwnWait)[-1] == OwnWait(LINK, "join", (2, 3))
    for form in ({"what": "anything"}, {}, {"what": "join", "table.x": "on"}):
        assert world.post(path, form).status_code == 400
    assert world.post("/me/x/wait", {"what": "join"}).status_code == 404
    before = views()["tournament/t1/waiting"]
    assert isinstance(before, ListView)
    called = WaitLine("p_3", "Driss", 0, seat=Seat(2, 8), until=4_000_000_000_000)
    view = "venue/tournament/t1/waiting"
    world.say(view, replace(before, waiting=(*before.waiting, called)))
    asked = "A seat is reserved for you"
    until(lambda: asked in world.get(f"/me/{LINK}", **english).text, what="they are called")
    page = world.get(f"/me/{LINK}", **english).text
    assert re.findall(r'name="what" value="(\w+)"', page) == ["come", "pass", "leave"]
    assert "Bruno" not in page
    assert "Rosa" not in page
    world.post(path, {"what": "come"})
    assert world.clerk.done(OwnWait)[-1] == OwnWait(LINK, "come")
    world.say(view, replace(before, waiting=(replace(called, comes=True),)))
    listed = "says they are coming"
    until(lambda: listed in world.get("/list", **english).text, what="the desk knows it")
    page = world.get(f"/me/{LINK}", **english).text
    assert re.findall(r'name="what" value="(\w+)"', page) == ["pass", "leave"]
    world.say(view, before)
    until(lambda: "Rosa" in world.get("/list").text, what="the list is as it was")


def test_the_wall_of_a_cash_game_says_what_chips_cost_and_no_prizes(world: World) -> None:
    before = views()["tournament/t1/posting"]
    assert isinstance(before, PostingView)
    stakes = (StakeLine("buy_in_most", 100, "House 1"), StakeLine("rake", 50), StakeLine("newer"))
    told = replace(before, stakes=stakes, shares=(), pool=0)
    try:
        world.say("venue/tournament/t1/posting", told)
        asked = "The maximum buy-in is 100 big blinds."
        until(lambda: asked in world.get("/posted", **{"Accept-Language": "en"}).text)
        page = world.get("/posted", **{"Accept-Language": "fr"}).text
        assert "(House 1)" in page
        assert "sur mille" in page
        assert "Breaking order" not in page
        assert "No prizes have been posted yet." not in page
        english = world.get("/posted", **{"Accept-Language": "en"}).text
        assert re.search(r"Blinds</h2><ul>.*<li>100 / 200 · Ante 25</li>", english)
        assert not re.search(r"<h2>(Levels|Prizes|Room clock)", english)
        results = world.get("/results", "floor", **{"Accept-Language": "en"}).text
        assert "A cash game has no finishing places." in results
        assert not re.search(r"everybody is in|Places so far|results\.(csv|pdf)", results)
        with world.before_play():
            shown = world.get("/desk", "director", **{"Accept-Language": "en"}).text
        assert "Sign in a new player" in shown
        assert "Draw the seats" not in shown
        floor = world.get("/floor", "director").text
        assert "/do/hold" in floor
        assert "/do/hand-for-hand" not in floor
        actions = world.get("/actions", "director").text
        assert ("/do/buy-in" in actions, "/do/jump-level" in actions) == (True, False)
        moves = world.get("/moves", "director", **{"Accept-Language": "en"}).text
        assert all(word in moves for word in ("/do/cash-out", "Free: 1-3, 1-4", "Out of the game"))
        for wall in ("/clock", "/bar"):
            assert "100 / 200" in world.get(wall).text
            assert "clock-time" not in world.get(wall).text
    finally:
        world.say("venue/tournament/t1/posting", before)
        until(lambda: asked not in world.get("/posted", **{"Accept-Language": "en"}).text)
    actions = world.get("/actions", "director").text
    assert ("/do/buy-in" in actions, "/do/jump-level" in actions) == (False, True)


def test_seats_are_drawn_and_play_begun_as_long_as_nothing_is_played(world: World) -> None:
    """What would be refused in any case is not offered; who comes late signs in all the same."""
    begins = ("/desk/close-list", "/do/draw-seats", "/do/seat-player", "/do/start")
    with world.before_play():
        page = world.get("/desk", "director").text
        assert [one for one in begins if f'"{one}"' not in page] == []
    page = world.get("/desk", "director").text
    assert [one for one in begins if f'"{one}"' in page] == []
    for one in ("/desk/enter", "/do/open-table"):
        assert f'"{one}"' in page
    assert '"/do/open-tournament"' not in page


@pytest.mark.parametrize("path", ["/desk/enter", "/do/enter"])
def test_a_new_player_whose_name_is_known_is_shown_who_has_it(world: World, path: str) -> None:
    """One tap signs in whom is known; one tick says that it is another."""
    form = {"name": "Zoé Petit", "mail": "z@club.example"}
    page = world.post(path, form, "desk", **{"Accept-Language": "en"})
    assert page.status_code == 409
    for word in ("This name is already known", "Sign in Zoé Petit", 'value="z@club.example"'):
        assert word in page.text
    assert 'name="another"' in page.text
    long = world.post(path, form | {"name": "n" * 81}, "desk", **{"Accept-Language": "en"})
    assert (long.status_code, "too long" in long.text) == (409, True)
    assert 'value="z@club.example"' in long.text
    answer = world.post(path, form | {"another": "on"}, "desk")
    assert answer.status_code == 303
    assert world.clerk.done(desk.Enter)[-1] == desk.Enter("Zoé Petit", mail="z@club.example")


def test_the_desk_asks_for_nothing_that_the_evening_does_not_ask(world: World) -> None:
    """Whoever is signed in by a form of their own or by name, and in a cash game by their level."""
    before = views()["tournament/t1/posting"]
    assert isinstance(before, PostingView)
    said: dict[SignInAsks, str] = {
        "identified": "Identity checked", "of_age": "Of legal age",
        "receipt": "has read the receipt", "member": "Email", "granted": "Reserved seat",
        "gives_up": "Gives up",
        "level": "club level", "owner": "This player owns the club",
        "ticket": "Entry paid with a ticket",
    }  # fmt: skip
    assert set(said) == set(get_args(SignInAsks))

    def asked() -> set[str]:
        page = world.get("/desk?q=zo", "desk", **{"Accept-Language": "en"}).text
        return {word for word, text in said.items() if text in page}

    try:
        for asks in ((), ("of_age", "level"), ("identified", "member", "gives_up")):
            world.say("venue/tournament/t1/posting", replace(before, asks=asks))
            until(partial(lambda one: asked() == set(one), asks), what=f"{asks} are asked for")
    finally:
        world.say("venue/tournament/t1/posting", before)
        until(lambda: asked() == set(said), what="all is asked for")


def test_the_bank_offers_what_can_be_done_now(world: World) -> None:
    """Nobody opens a bank that is open, or pays where nobody is owed anything."""
    told = world.clerk.answers[AskBank]

    def offered(books: Bank) -> set[str]:
        world.clerk.answers[AskBank] = lambda _: books
        page = world.get("/bank", "floor").text
        aside = page[page.index("<aside") : page.index("</aside>")]
        return set(re.findall(r'href="/do/([^"]+)"', aside))

    waits = (SecondLine(1, "paid-out", "p_1", 5700, "Anne"),)
    try:
        assert offered(Bank("points")) == {"bank-opened"}
        assert offered(Bank("points", cashier="Anne")) == {"bank-closed"}
        busy = Bank("points", {}, {"p_1": 5700, "p_2": 100}, waits, "Anne")
        assert offered(busy) == {"bank-closed", "paid-out", "money-approved"}
        page = world.get("/bank", "floor", **{"Accept-Language": "en"}).text
        assert re.findall(r"/do/paid-out\?player=(\w+)", page) == ["p_2"]
        assert offered(Bank("points", {}, {"p_1": 5700}, waits, "Anne")) == {
            "bank-closed", "money-approved"
        }  # fmt: skip
    finally:
        world.clerk.answers[AskBank] = told


def test_who_asked_for_a_second_person_may_only_withdraw_it(world: World) -> None:
    """The cashier is called as they are in their session; another one says yes or no."""
    told = world.clerk.answers[AskBank]
    waits = (SecondLine(1, "paid-out", "p_1", 5700, "Ms Floor"),)
    try:
        world.clerk.answers[AskBank] = lambda _: Bank("points", {}, {"p_1": 5700}, waits, "x")
        own = world.get("/bank", "floor", **{"Accept-Language": "en"}).text
        others = world.get("/bank", "director", **{"Accept-Language": "en"}).text
    finally:
        world.clerk.answers[AskBank] = told
    assert ("Withdraw request" in own, "agrees=yes" in own) == (True, False)
    assert ("Withdraw request" in others, "agrees=yes" in others) == (False, True)


def test_where_nothing_is_played_for_there_is_no_bank_to_go_to(world: World) -> None:
    before = views()["tournament/t1/posting"]
    assert isinstance(before, PostingView)

    def shown() -> tuple[bool, bool]:
        page = world.get("/actions", "floor").text
        return 'href="/bank"' in page, "/do/bank-opened" in page

    try:
        world.say("venue/tournament/t1/posting", replace(before, money="none"))
        until(lambda: shown() == (False, False), what="there is no bank")
    finally:
        world.say("venue/tournament/t1/posting", before)
        until(lambda: shown() == (True, True), what="there is a bank")


def test_nobody_is_offered_to_be_called_while_no_seat_is_free(world: World) -> None:
    before = views()["tournament/t1/waiting"]
    assert isinstance(before, ListView)
    assert world.get("/list", "desk").text.count('action="/do/seat-called"') == 1
    try:
        world.say("venue/tournament/t1/waiting", replace(before, free=0))
        until(lambda: "seat-called?whom" not in world.get("/list", "desk").text)
        assert 'action="/do/seat-called"' not in world.get("/list", "desk").text
    finally:
        world.say("venue/tournament/t1/waiting", before)
        until(lambda: "seat-called?whom" in world.get("/list", "desk").text)


def test_who_has_no_chips_and_is_not_out_is_told_so_and_listed(world: World) -> None:
    before = views()["tournament/t1/seats"]
    assert isinstance(before, SeatsView)
    waits = tuple(
        replace(one, standing="waiting", stack=0) if one.player == "p_3" else one
        for one in before.players
    )
    english = {"Accept-Language": "en"}
    try:
        world.say("venue/tournament/t1/seats", replace(before, players=waits))
        said = "You have no chips left"
        until(lambda: said in world.get(f"/me/{LINK}", **english).text, what="they are told")
        page = world.get("/moves", "floor", **english).text
        assert re.search(r"No chips left, but not out yet</h2>.*Driss", page)
    finally:
        world.say("venue/tournament/t1/seats", before)
        until(lambda: said not in world.get(f"/me/{LINK}", **english).text)


def test_a_cash_game_is_closed_in_its_own_words_and_then_nobody_waits(world: World) -> None:
    """And whoever turns chips back goes on at the bank, where it says what is owed."""
    posted, clock = (views()[f"tournament/t1/{one}"] for one in ("posting", "clock"))
    assert isinstance(posted, PostingView)
    assert isinstance(clock, ClockView)
    english = {"Accept-Language": "en"}
    try:
        told = replace(posted, stakes=(StakeLine("no_rake"),), shares=(), pool=0)
        world.say("venue/tournament/t1/posting", told)
        until(lambda: "Close the cash game" in world.get("/actions", "director", **english).text)
        assert (
            "Close the cash game"
            in world.get("/do/tournament-cancelled", "director", **english).text
        )
        assert "/do/open-tournament" not in world.get("/actions", "director").text
        answer = world.post("/do/cash-out", {"player": "p_1", "sure": "yes"}, "floor")
        assert answer.headers["location"] == "/bank"
        listed = world.get("/desk", "desk", **english).text
        assert ("Here, without a seat" in listed, "On the list" in listed) == (True, False)
        world.say("venue/tournament/t1/clock", replace(clock, phase=RoomPhase.ENDED))
        over = "The cash game is over"
        until(lambda: over in world.get("/list", **english).text, what="it is over")
        assert "Rosa" not in world.get("/list", **english).text
        wall = world.get("/clock", **english).text
        assert (over in wall, "Waiting list</dt>" in wall) == (True, False)
        actions = world.get("/actions", "director").text
        assert re.findall(r"/do/(open-tournament|announce|buy-in|move|hold)", actions) == [
            "open-tournament", "announce"
        ]  # fmt: skip
        for path, form in (("/floor", "/do/hold"), ("/moves", "/do/move"), ("/desk", "/desk/enter"),
                           ("/list", "/do/seat-called")):  # fmt: skip
            assert f'"{form}"' not in world.get(path, "director").text
    finally:
        world.say("venue/tournament/t1/posting", posted)
        world.say("venue/tournament/t1/clock", clock)
        until(lambda: "Rosa" in world.get("/list", **english).text)
    until(lambda: "Cancel the tournament" in world.get("/actions", "director", **english).text)


def test_what_waits_for_a_second_person_is_not_told_as_done(world: World) -> None:
    form = FORMS["buy-in"] | {"sure": "yes"}
    try:
        world.clerk.answers[desk.BuyIn] = lambda _: SecondNeeded(4)
        answer = world.post("/do/buy-in", form, "floor", **{"Accept-Language": "en"})
    finally:
        del world.clerk.answers[desk.BuyIn]
    told = answer.headers["set-cookie"].partition(";")[0]
    page = world.get(
        "/moves", Cookie=f"{told}; session=session-of-floor", **{"Accept-Language": "en"}
    )
    assert "Not done yet" in page.text
    assert "The player has bought in." not in page.text


def test_a_deal_to_which_nobody_is_ticked_as_agreeing_is_asked_back(world: World) -> None:
    before = len(world.clerk.heard)
    form = {"shares.p_1": "60", "shares.p_2": "40", "alone": "yes", "sure": "yes"}
    page = world.post("/do/prizes-shared", form, "director", **{"Accept-Language": "en"})
    assert page.status_code == 409
    assert "Nobody is ticked" in page.text
    assert 'name="shares.p_1" value="60"' in page.text
    assert not [one for one in world.clerk.heard[before:] if one.do is not None]
