"""The pages as somebody without a script reads them: what is on them, and for whom."""

import re
from typing import get_args

import pytest
from msgspec.structs import replace

from controller.contract.commands import COMMANDS
from controller.contract.venue import desk
from controller.contract.venue import inputs as i
from controller.contract.venue.cash_game import waiting
from controller.contract.venue.floor import members
from controller.contract.venue.league import TakeEvening
from controller.contract.venue.notices import OwnNotices
from controller.contract.venue.prizes.deals import OwnDeal
from controller.contract.venue.prizes.money import BankWord, KeepBank
from controller.contract.venue.rights import RIGHTS, Role
from controller.contract.venue.seats import Seat
from controller.contract.venue.staff_inputs import DirectorWord, FloorWord
from controller.contract.venue.views import (
    NoticeKind,
    NoticeLine,
    NoticesView,
    PostedLine,
    PostingView,
)
from display.web.app import GATED
from display.web.live.room import Evening, RoomSeen
from display.web.pages import menu
from display.web.screens.pages_list import of_now
from display.web.staff.actions import ACTIONS, kinds
from display.web.staff.labels import LABELS, OWN_LABELS
from display.web.visitors import NOBODY, Visitor
from tests.display.web.clerk import PASSWORD
from tests.display.web.filled import DOES, FORMS
from tests.display.web.world import LINK, World, views
from tests.mqtt import until

OPEN = (
    "/", "/clock", "/bar", "/results", "/posted", "/list", "/table/1", f"/me/{LINK}", "/sign-in",
    "/overlay/1",
)  # fmt: skip
STAFF = (
    "/floor",
    "/actions",
    "/do/conduct-noted",
    "/moves",
    "/desk",
    "/desk/card/p_3",
    "/desk/cards",
    "/incidents",
    "/incidents/3",
    "/log",
    "/figures",
    "/archive",
    "/archive/2/17",
    "/bank",
    "/deal",
    "/bounties",
    "/members",
    "/results/sheet",
    "/results/sheet.csv",
    "/results/sheet.json",
)


@pytest.mark.parametrize("path", OPEN)
def test_a_page_for_everybody_answers_everybody(world: World, path: str) -> None:
    for language, word in (("en", 'lang="en"'), ("fr", 'lang="fr"')):
        answer = world.get(path, **{"Accept-Language": language})
        assert answer.status_code == 200
        assert word in answer.text


def test_what_a_role_may_not_see_is_refused_and_nobody_is_asked_to_sign_in(world: World) -> None:
    """The whole matrix: every role and every page."""
    paths = {
        "/desk/card/{player}": "/desk/card/p_3", "/incidents/{incident:int}": "/incidents/3",
        "/do/{action}": "/do/list-joined",
        "/print/{document}": "/print/posted.pdf", "/archive/{table}/{hand:int}": "/archive/2/17",
        "/bounties/{player}.json": "/bounties/p_1.json",
    }  # fmt: skip
    for pattern, (right, _) in GATED.items():
        path = paths.get(pattern, pattern)
        if path.endswith("/stream"):
            assert world.get(path).status_code == 403
            continue
        anybody = world.get(path)
        assert (anybody.status_code, anybody.headers["location"]) == (303, f"/sign-in?back={path}")
        for role in Role:
            # Who has no right at all has no session either: the desk knows nobody by it.
            expected = 200 if right in RIGHTS[role] else 403 if RIGHTS[role] else 303
            assert world.get(path, role).status_code == expected, (path, role)


def test_every_action_that_anybody_may_do_has_a_form() -> None:
    """What is new in the contract and has no form, or a field without a name, fails here."""
    told = get_args(desk.TellTable.__annotations__["command"])
    wrapped = {
        desk.Note: FloorWord, desk.Decide: DirectorWord, waiting.KeepList: waiting.ListWord,
        KeepBank: BankWord,
    }  # fmt: skip
    wanted = {COMMANDS[name] for name in told}
    for kind in get_args(desk.AnyDo):
        wanted |= set(get_args(wrapped[kind])) if kind in wrapped else {kind}
    wanted -= {desk.SignIn, desk.SignOut, desk.TellTable, members.Declare}
    wanted -= {waiting.OwnWait, OwnDeal, OwnNotices, TakeEvening}
    assert {action.makes for action in ACTIONS.values()} == wanted
    assert set(FORMS) == set(ACTIONS)
    for made in ACTIONS.values():
        assert {(made.makes, one) for one in kinds(made) if one not in LABELS} <= OWN_LABELS.keys()


SIGNED_IN = [role for role in Role if RIGHTS[role]]


@pytest.mark.parametrize("action", FORMS)
def test_an_action_is_done_for_the_roles_that_may_and_for_no_other(
    world: World, action: str
) -> None:
    """The whole matrix: every role, nobody, and every action."""
    for role in (*Role, None):
        visitor = Visitor("x", role, "x") if role else NOBODY
        right = ACTIONS[action].right(visitor)
        before = len(world.clerk.done(right))
        answer = world.post(f"/do/{action}", FORMS[action] | {"sure": "yes"}, role or "")
        done = world.clerk.done(right)[before:]
        if visitor.may(right):
            assert answer.status_code == 303, (role, answer.text)
            assert len(done) == 1
            assert role is not Role.DIRECTOR or done[0] == DOES.get(action, done[0])
        else:
            assert answer.status_code == (403 if role in SIGNED_IN else 303)
            assert role in SIGNED_IN or answer.headers["location"].startswith("/sign-in?back=/")
            assert not done


@pytest.mark.parametrize("action", FORMS)
def test_the_form_of_an_action_asks_for_all_that_it_needs(world: World, action: str) -> None:
    form = world.get(f"/do/{action}?table=2&file=fidpa", "director")
    assert form.status_code == 200
    names = re.findall(r'<(?:input|select)[^>]* name="([^"]+)"', form.text)
    asked = {name.partition(".")[0] for name in names}
    needed = {name.partition(".")[0] for name in FORMS[action]}
    assert needed - asked <= ({"seat"} - set(kinds(ACTIONS[action])))
    may = ACTIONS[action].right(Visitor("x", Role.DESK, "x")) in RIGHTS[Role.DESK]
    assert world.get(f"/do/{action}", "desk").status_code == (200 if may else 403)


def test_what_cant_be_taken_back_is_asked_about_first(world: World) -> None:
    before = len(world.clerk.done(desk.Rebuy))
    asked = world.post("/do/rebuy", FORMS["rebuy"] | {"once": "0f" * 16}, "floor")
    assert asked.status_code == 200
    assert len(world.clerk.done(desk.Rebuy)) == before
    sent = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', asked.text))
    assert sent == FORMS["rebuy"] | {"once": "0f" * 16, "alone": "", "sure": "yes"}
    assert world.post("/do/rebuy", sent, "floor").status_code == 303
    assert world.clerk.done(desk.Rebuy)[before:] == [desk.Rebuy("p_1", 2000)]
    for sanction, status in (("warning", 303), ("out", 200)):
        form = FORMS["conduct-noted"] | {"sanction": sanction}
        assert world.post("/do/conduct-noted", form, "director").status_code == status


def test_the_floor_notes_and_the_director_decides(world: World) -> None:
    world.post("/do/conduct-noted", FORMS["conduct-noted"], "floor")
    assert isinstance(world.clerk.done(desk.Note)[-1].said, i.ConductNoted)
    assert world.get("/do/appeal-decided", "floor").status_code == 403


def test_a_form_offers_what_there_is_and_says_when_there_is_nothing(world: World) -> None:
    page = world.get("/do/conduct-noted?table=2", "director", **{"Accept-Language": "fr"}).text
    for word in ("Bruno", "(J.b)", "Avertissement"):
        assert word in page
    assert "Anaïs" not in page  # sits at another table
    asked = world.get("/do/small-chips-counted", "floor").text
    assert 'name="table"' in asked
    assert "held." not in asked
    options = world.get("/do/open-tournament?file=fidpa", "director").text
    assert re.search(r'name="options.late" value="Until level 4."', options)
    page = "/do/small-chips-counted?table=9"
    empty = world.get(page, "floor", **{"Accept-Language": "en"}).text
    assert "Nothing to choose from at the moment for: Chips per seat" in empty


def test_what_was_typed_in_a_form_stays_when_it_is_refused(world: World) -> None:
    form = {"name": "Twice", "mail": "t@club.example", "alone": "yes"}
    page = world.post("/do/enter", form, "desk", **{"Accept-Language": "fr"})
    assert page.status_code == 409
    assert 'role="alert"' in page.text
    assert 'value="t@club.example"' in page.text


def test_a_form_that_is_sent_twice_has_the_same_id_within_a_session(world: World) -> None:
    form = FORMS["rebuy"] | {"once": "0123456789abcdef", "sure": "yes"}
    for role in ("floor", "floor", "director"):
        world.post("/do/rebuy", form, role)
    ids = [one.id for one in world.clerk.heard if isinstance(one.do, desk.Rebuy)][-3:]
    assert ids[0] == ids[1] != ids[2]


@pytest.mark.parametrize(
    ("action", "form"),
    [
        ("rebuy", {"player": "p_1", "chips": "-5"}),
        ("rebuy", {"player": "p_1", "chips": "²"}),
        ("rebuy", {"player": "", "chips": "5"}),
        ("hold", {}),
        ("move", {"player": "p_1", "table": "x", "seat": "1"}),
        ("set-stack", {"table": "2", "seat": "1"}),
        ("confirm", {}),
        ("conduct-noted", {"player": "p_1", "offence": "juggling"}),
        ("small-chips-counted", {"table": "2", "held.x": "1"}),
        ("stack-counted", {"table": "2", "seat": "1"}),
    ],
)
def test_a_field_that_is_wrong_is_told_and_nothing_is_done(
    world: World, action: str, form: dict[str, str]
) -> None:
    before = len(world.clerk.heard)
    answer = world.post(f"/do/{action}", form, "director", **{"Accept-Language": "fr"})
    assert answer.status_code == 303
    assert not [one for one in world.clerk.heard[before:] if one.do is not None]
    page = world.get("/floor", "director", Cookie=_with(answer.headers["set-cookie"], "director"))
    assert 'role="alert"' in page.text


def _with(set_cookie: str, role: str) -> str:
    return f"{set_cookie.partition(';')[0]}; session=session-of-{role}"


def test_what_came_of_an_action_is_said_once_on_the_next_page(world: World) -> None:
    answer = world.post("/do/hold", {"name": "fire"}, "floor", **{"Accept-Language": "fr"})
    told = answer.headers["set-cookie"]
    assert "HttpOnly" in told
    page = world.get("/floor", Cookie=_with(told, "floor"))
    assert "La salle attend." in page.text
    assert 'told="";' in page.headers["set-cookie"]


def test_what_was_typed_stays_when_it_is_refused(world: World) -> None:
    form = {"name": "Twice", "shown_as": "Tw", "member_no": "88", "needs_ear": "on"}
    page = world.post("/desk/enter", form, "desk", **{"Accept-Language": "fr"})
    assert page.status_code == 409
    assert "Ce joueur est déjà sur la liste." in page.text
    for kept in ('value="Twice"', 'value="Tw"', 'value="88"', "checked"):
        assert kept in page.text


def test_signing_in_gives_a_cookie_that_no_script_and_no_other_site_can_use(world: World) -> None:
    form = {"name": "floor", "password": PASSWORD, "back": "/moves"}
    answer = world.post("/sign-in", form)
    assert (answer.status_code, answer.headers["location"]) == (303, "/moves")
    cookie = answer.headers["set-cookie"]
    assert "session=session-of-floor" in cookie
    assert all(word in cookie for word in ("HttpOnly", "SameSite=strict", "Max-Age=43200"))
    wrong = world.post("/sign-in", {"name": "floor", "password": "?"}, **{"Accept-Language": "fr"})
    assert wrong.status_code == 403
    assert "Le nom ou le mot de passe est faux." in wrong.text
    assert "set-cookie" not in wrong.headers


def test_who_is_wrong_too_often_has_to_wait_and_nobody_else(world: World) -> None:
    wrong = {"name": "screen", "password": "?"}
    said = [world.post("/sign-in", wrong, **{"Accept-Language": "en"}).text for _ in range(11)]
    assert all("Wrong name or password." in text for text in said[:10])
    right = world.post("/sign-in", {"name": "screen", "password": PASSWORD})
    for text in (said[10], right.text):
        assert "Too many attempts" in text
    assert world.post("/sign-in", {"name": "floor", "password": PASSWORD}).status_code == 303


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example", "/\\evil.example"])
def test_nobody_is_led_to_another_site(world: World, back: str) -> None:
    form = {"name": "floor", "password": PASSWORD, "back": back}
    assert world.post("/sign-in", form).headers["location"] == "/"
    assert world.get(f"/language/fr?back={back}").headers["location"] == "/"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_a_post_from_another_site_is_refused(world: World, headers: dict[str, str]) -> None:
    before = len(world.clerk.heard)
    for path in ("/do/hold", "/sign-in", "/sign-out", "/desk/enter"):
        assert world.post(path, {"name": "fire"}, "director", **headers).status_code == 403
    assert len(world.clerk.heard) == before


def test_every_answer_says_what_a_page_may_load(world: World) -> None:
    for path in ("/", "/clock", "/metrics", "/nothing", "/static/room.css"):
        policy = world.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


@pytest.mark.parametrize("path", [*OPEN, *STAFF])
def test_no_page_names_a_foreign_host_or_brings_a_script_of_its_own(
    world: World, path: str
) -> None:
    answer = world.get(path, "director")
    assert answer.status_code == 200
    html = answer.text
    hosts = set(re.findall(r"(?:https?:)?//([\w.:-]+)", html)) - {world.address, "www.w3.org"}
    assert not hosts
    assert not re.search(r"<script(?! src=\"/static/)|\son\w+=|style=", html)


def test_a_players_page_shows_their_own_seat_and_nobody_elses_name(world: World) -> None:
    page = world.get(f"/me/{LINK}", **{"Accept-Language": "en"}).text
    assert re.search(r"Table 4<br>\s*Seat 1", page)
    assert "Driss" in page
    assert "1 player moves to table 1 before you." in page
    assert not any(name in page for name in ("Anaïs", "Bruno", "Martin"))
    assert world.get("/me/somebody-elses-link").status_code == 404


def test_the_secret_of_a_link_is_in_no_picture_but_as_a_code(world: World) -> None:
    page = world.get("/desk/card/p_3", "desk").text
    assert page.count("<path") >= 2
    assert f"{world.url}/me/link-of-p_3" in page


def test_an_incident_has_the_picture_of_that_instant_and_its_article(world: World) -> None:
    page = world.get("/incidents/3", "floor", **{"Accept-Language": "en"}).text
    assert "18.4" in page
    assert 'class="felt' in page
    assert 'aria-label="Table 2: Flop, Flop: dealt without a burn card, ' in page
    assert world.get("/incidents/4", "floor").status_code == 404


def test_the_menu_has_a_waiting_list_where_there_are_cash_tables(world: World) -> None:
    assert 'href="/list"' in world.get("/").text
    tournament = RoomSeen(evenings={"t": Evening()})
    listed = {to for to, *_ in menu(NOBODY, tournament)}
    assert listed & {"/clock", "/list"} == {"/clock"}


def test_who_is_called_to_a_seat_stands_on_the_bar_s_screen(world: World) -> None:
    page = world.get("/bar", **{"Accept-Language": "en"}).text
    called = page.partition('id="bar-called"')[2].partition("</section>")[0]
    assert re.search(r"<strong>Bruno[^<]*</strong>.*<strong>2-8</strong>", called)
    assert re.search(r'data-ends="\d+">(5\d:\d\d|60:00)', called)
    assert "Rosa" not in called


def test_the_list_offers_what_there_is_to_do() -> None:
    waits, called = (
        waiting.WaitLine("p_1", "A", 0),
        waiting.WaitLine("p_2", "B", 0, seat=Seat(1, 2)),
    )

    def offers(free: int, *line: waiting.WaitLine) -> set[str]:
        evening = Evening(waiting=waiting.ListView("t", line, (), free))
        return {"seat-called", "call-answered", "list-left"} & set(of_now(evening))

    assert offers(2) == set()
    assert offers(0, waits) == {"list-left"}
    assert offers(1, waits) == {"seat-called", "list-left"}
    assert offers(1, called) == {"call-answered", "list-left"}
    assert offers(1, waits, called) == {"seat-called", "call-answered", "list-left"}


def test_the_bank_says_what_is_owed_and_a_deal_what_it_is_worth(world: World) -> None:
    """The form of a deal has the shares that were chosen in it."""
    page = world.get("/bank", "floor", **{"Accept-Language": "en"}).text
    assert "-500" in page.replace("−", "-")
    assert re.search(r"Bruno Martin.*5,700", page)
    assert "/do/money-approved?number=1" in page
    assert "/do/" not in world.get("/bank", "auditor").text
    deal = world.get("/deal", "director").text
    (by_icm,) = re.findall(r'href="(/do/deal-proposed[^"]*p_1=48[^"]*)"', deal)
    assert re.search(r'href="/do/deal-answered\?player=p_1', deal)
    assert "player=p_2" not in deal
    form = world.get(by_icm.replace("&amp;", "&"), "director").text
    assert re.search(r'name="shares.p_1" value="48"', form)


def test_bounties_say_what_waits_and_who_does_it(world: World) -> None:
    """The floor says who it was; envelopes are closed, and then one is drawn."""
    page = world.get("/bounties", "floor", **{"Accept-Language": "en"}).text
    for address in ("head-decided?player=p_3", "close-envelopes?player=p_4",
                    "draw-envelope?player=p_5"):  # fmt: skip
        assert f"/do/{address}" in page
    assert "500 · 100" in page
    assert re.search(r"75.*120", page)
    form = world.get("/do/head-decided?player=p_3", "floor").text
    assert 'name="parts.p_1"' in form
    assert world.get("/bounties").status_code == 303


def test_places_are_a_table_for_spreadsheets(world: World) -> None:
    lines = world.get("/results.csv").text.splitlines()
    assert lines[0] == "first,last,player,points"
    assert lines[1] == "17,17,Quentin,"


def test_tables_that_need_somebody_come_first(world: World) -> None:
    world.call_floor()
    page = world.get("/floor", "floor", **{"Accept-Language": "en"}).text
    order = re.findall(r'id="tile-(\d)" class="tile need-(\w+)"', page)
    needs = ["floor", "lost", "ruling", "trouble", "held", "none", "closed"]
    assert [needs.index(need) for _, need in order] == sorted(needs.index(n) for _, n in order)
    # Table 6 calls, too, where another test of this evening has had it call.
    assert {("4", "floor"), ("7", "floor"), ("5", "lost")} <= set(order)
    assert dict(order)["6"] in {"held", "trouble", "floor"}


def test_a_language_is_kept_for_the_next_pages(world: World) -> None:
    chosen = world.get("/language/fr?back=/clock")
    assert chosen.headers["location"] == "/clock"
    assert "Niveau 5" in world.get("/clock", Cookie="language=fr", **{"Accept-Language": "en"}).text
    assert world.get("/language/xx?back=/clock").headers.get("set-cookie") is None


# holds: fidpa guide 1(a)-(e)
def test_what_has_to_be_displayed_is_on_the_wall_in_each_official_language(world: World) -> None:
    """Rules with changes, levels, prizes, the breaking order and the clock, whoever looks."""
    for language in ("en", "fr"):
        page = world.get("/posted", **{"Accept-Language": language}).text
        english, french = page.index('<section lang="en"'), page.index('<section lang="fr"')
        assert english < french
        parts = page[english:french], page[french:]
        told = (
            ("Tables differ by one player.", "No.", "Levels", "Prize pool", "Table 7", "Level 5"),
            ("Un joueur d&#39;écart.", "Non.", "Niveaux", "Dotation", "Table 7", "Niveau 5"),
        )
        for part, words in zip(parts, told, strict=True):
            for word in words:
                assert word in part, word


# holds: fidpa 1-2, 10-3
def test_a_wall_speaks_the_official_language_whatever_the_browser_likes(world: World) -> None:
    """What the room is told is there in each of them."""
    path = "tournament/t1"
    posting, notices = views()[f"{path}/posting"], views()[f"{path}/notices"]
    assert isinstance(posting, PostingView)
    assert isinstance(notices, NoticesView)
    breaks = NoticeLine("n9", NoticeKind.TABLE_BREAKS, notices.notices[0].at, table=3)
    english = {"Accept-Language": "en"}
    world.say(f"venue/{path}/notices", replace(notices, notices=(breaks, *notices.notices)))
    both = re.compile(r'"en">Table 3 is breaking[^<]*</span> · <span lang="fr">La table 3')
    until(lambda: both.search(world.get("/clock", **english).text), what="it is told in both")
    world.say(f"venue/{path}/posting", replace(posting, languages=("fr",)))
    until(lambda: "Niveau 5" in world.get("/clock", **english).text, what="French is official")
    assert "Level 5" not in world.get("/bar", **english).text
    assert "Floor" in world.get("/floor", "floor", **english).text
    german = PostedLine("muck_retrievable", {"de": "Nein.", "fr": "Non."})
    several = replace(posting, languages=("de", "fr"), options=(german,), changes=())
    world.say(f"venue/{path}/posting", several)
    until(lambda: "Nein." in world.get("/posted", **english).text, what="a language without texts")
    world.fill()


# holds: redcactus déroulement 8a, redcactus déroulement 8b
def test_the_sheet_says_who_is_new_and_is_sent_in_three_ways(world: World) -> None:
    page = world.get("/results/sheet", "desk", **{"Accept-Language": "fr"}).text
    assert re.search(r"1</th><td>Anne Ancienne</td><td>R1</td>", page)
    assert re.search(r"2</th><td>=Gus</td><td>nouveau</td>", page)
    rows = world.get("/results/sheet.csv", "desk", **{"Accept-Language": "fr"}).text.split()
    assert rows == ["first,last,name,member_no,points", "1,1,Anne", "Ancienne,R1,100",
                    "2,2,'=Gus,nouveau,0"]  # fmt: skip
    sent = world.get("/results/sheet.json", "desk").json()
    assert [line["member_no"] for line in sent["lines"]] == ["R1", ""]


def test_the_season_goes_to_a_spreadsheet_to_a_program_and_on_paper(world: World) -> None:
    rows = world.get("/results/season.csv", "desk").text.split()
    assert rows == ["first,last,player,points", "1,1,Bruno,412", "2,2,Chloé,377"]
    sent = world.get("/results/season.json", "desk").json()
    assert [line["points"] for line in sent] == [412, 377]
    paper = world.get("/results/season.pdf", "desk")
    assert paper.headers["content-type"] == "application/pdf"
    assert paper.content.startswith(b"%PDF-")


# holds: redcactus spéc. inscription
def test_a_player_says_on_their_own_page_whether_they_come(world: World) -> None:
    assert "Jeudi prochain" in world.get(f"/me/{LINK}").text
    answer = world.post(f"/me/{LINK}/coming", {"day": "2999-11-26", "present": "yes"})
    assert answer.status_code == 303
    assert world.clerk.done(members.Declare)[-1] == members.Declare(LINK, "2999-11-26", True)
    world.post(f"/me/{LINK}/coming", {"day": "2999-11-26", "present": "no"})
    assert not world.clerk.done(members.Declare)[-1].present
    assert world.post("/me/x/coming", {"day": "2999-11-26"}).status_code == 404


# holds: fidpa 21-2
def test_a_seat_card_is_for_the_seat_that_its_player_moves_to(world: World) -> None:
    card = world.get("/desk/card/p_4", "desk").text
    assert re.search(r"Table 8<br>\s*Seat 2", card)
