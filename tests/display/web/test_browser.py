"""The pages in a real browser: nothing that axe-core finds, by keyboard alone, live."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from controller.contract.venue import desk
from controller.contract.venue.floor.conduct import Offence
from controller.contract.venue.seats import Seat
from controller.contract.venue.views import ClockView, LevelLine, RoomPhase, SeatsView
from display.web.staff.actions import ACTIONS
from tests.display.web import real_hands
from tests.display.web.clerk import PASSWORD
from tests.display.web.world import EVENING, LINK, World, called, now, tables, views
from tests.mqtt import until
from tests.rig.pictures import example_tables as e

AXE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

RUN = """rules => axe.run({runOnly: rules, resultTypes: ['violations'], preload: false}).then(
  told => told.violations.map(one => [one.id, one.nodes[0].html]))"""
"""Gives rules and what breaks them; all that axe tells takes longer to hand over than to find."""

PAGES = (
    "/", "/?name=a", "/evening", "/floor", "/table/2", "/clock", "/clock?tv=1", "/bar", "/prizes",
    "/structure?file=redcactus", "/desk?q=zo", "/desk?find=a", "/desk/card/p_3",
    "/desk/cards", "/moves", "/actions", "/incidents", "/incidents/3", "/results",
    "/results/sheet", "/members", "/posted", "/league?formula=place",
    "/log", "/figures", "/archive", "/archive/2/17?at=2", "/list", "/bank", "/deal", "/bounties",
    "/bags", "/tickets", f"/me/{LINK}", "/sign-in", "/nothing",
)  # fmt: skip


def visit(chromium: Browser, world: World, language: str = "en", **more: str) -> BrowserContext:
    """Return a window of somebody who asks in a language; `role` signs them in."""
    window = chromium.new_context(
        viewport={"width": 1280, "height": 900},
        locale=language,
        reduced_motion="reduce",
        bypass_csp=bool(more.get("axe")),
    )
    window.set_default_timeout(30_000)
    if role := more.get("role"):
        window.add_cookies([{"name": "session", "value": f"session-of-{role}", "url": world.url}])
    return window


SHOW = """async path => {
  const made = new DOMParser().parseFromString(await (await fetch(path)).text(), 'text/html');
  document.documentElement.className = made.documentElement.className;
  document.title = made.title;
  document.body.replaceWith(made.body);
}"""
"""Puts another page in the place of this one, so that what looks at it is loaded once."""

SHEET = """async forms => {
  const sheet = document.querySelector('main');
  sheet.replaceChildren();
  for (const [path, form] of forms) {
    const sent = form && {method: 'POST', body: new URLSearchParams(form)};
    const html = await (await fetch(path, sent || {})).text();
    const made = new DOMParser().parseFromString(html, 'text/html');
    sheet.append(...made.querySelector('main').children);
  }
}"""
"""Puts what stands on many pages of one kind onto this one."""

Look = tuple[int, Literal["dark", "light"]]
LOOKS: dict[str, list[Look]] = {}
LOOKS["en"], LOOKS["fr"] = [(320, "dark"), (1920, "light")], [(320, "light"), (3840, "dark")]
"""How pages are looked at: narrow and wide, dark and light, shared out among the languages."""

Sheet = list[tuple[str, dict[str, str] | None]]

SHEETS: Sheet = [(f"/do/{name}?table=2&file=fidpa", None) for name in ACTIONS if name != "enter"]
SHEETS += [
    ("/do/rebuy", {"player": "p_1", "chips": "100"}),
    ("/do/rebuy", {"player": "p_1", "chips": "many", "alone": "yes"}),
]
"""Every form of an action, what asks whether one is sure, and what says that something is wrong."""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_axe_finds_nothing_on_any_page(chromium: Browser, world: World, language: str) -> None:
    """Each page as narrow as a telephone and as wide as a television, dark and light."""
    with visit(chromium, world, language, role="director", axe="yes") as window:
        page = window.new_page()
        page.goto(f"{world.url}/overlay/1")
        page.wait_for_selector(".felt")
        page.add_script_tag(path=AXE)
        found = [("/overlay/1", *one) for one in wrong(page, LOOKS[language])]
        for path in PAGES:
            page.evaluate(SHOW, path)
            found += [(path, *one) for one in wrong(page, LOOKS[language])]
        page.evaluate(SHEET, SHEETS)
        assert page.locator("main form").count() >= len(ACTIONS)
        found += [("/do", *one) for one in wrong(page, LOOKS[language])]
    assert found == []


def wrong(page: Page, looks: list[Look]) -> list[tuple[int, str, str]]:
    """Return what axe finds, and what is wider than the screen, each with the screen's width."""
    found = []
    for width, scheme in looks:
        page.set_viewport_size({"width": width, "height": 640 if width < 400 else 1080})
        page.emulate_media(color_scheme=scheme)
        found += [(width, rule, html) for rule, html in page.evaluate(RUN, RULES)]
        wide = page.evaluate("document.documentElement.scrollWidth")
        found += [(width, "wider than the screen", str(wide))] if wide > width else []
    return found


@pytest.fixture
def staff(chromium: Browser, world: World) -> Iterator[Page]:
    """Return the window of the director."""
    with visit(chromium, world, role="director") as window:
        yield window.new_page()


AT = """name => {
  const at = document.activeElement;
  const said = at.getAttribute('aria-label') || at.labels?.[0]?.innerText || at.innerText || '';
  return said.trim().startsWith(name);
}"""
"""Whether the focus is on what is called so."""


def tab_to(page: Page, name: str) -> None:
    """Go to a control with the tabulator alone."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate(AT, name):
            return
    raise AssertionError(f'"{name}" can\'t be reached')


def told(page: Page) -> str:
    """Return what the page says that came of it."""
    return page.locator(".told").inner_text()


def test_signing_in_by_keyboard(chromium: Browser, world: World) -> None:
    with visit(chromium, world) as window:
        page = window.new_page()
        page.goto(f"{world.url}/floor")
        tab_to(page, "Name")
        page.keyboard.type("floor")
        page.keyboard.press("Tab")
        page.keyboard.type(PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url(f"{world.url}/floor")
        cookie = next(one for one in window.cookies() if one["name"] == "session")
        assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
        tab_to(page, "Sign out")
        page.keyboard.press("Enter")
        page.wait_for_url(f"{world.url}/")
        assert all(one["name"] != "session" for one in window.cookies())


def test_the_skip_link_leads_past_the_menu(staff: Page, world: World) -> None:
    staff.goto(f"{world.url}/floor")
    staff.keyboard.press("Tab")
    staff.keyboard.press("Enter")
    assert staff.evaluate("document.activeElement.id") == "main"


def test_the_menu_of_a_narrow_screen_by_keyboard(staff: Page, world: World) -> None:
    staff.set_viewport_size({"width": 320, "height": 640})
    staff.goto(f"{world.url}/clock")
    staff.locator("#menu summary").press("Enter")
    links = staff.locator("#menu a:visible")
    assert links.count() == staff.locator(".pages-wide a").count() > 5
    assert staff.evaluate("document.querySelector('#menu ul').getBoundingClientRect().bottom") < 480
    links.first.press("Escape")
    expect(links).to_have_count(0)
    assert staff.evaluate("document.activeElement.tagName") == "SUMMARY"


def test_a_new_player_is_signed_in_by_keyboard(staff: Page, world: World) -> None:
    staff.goto(f"{world.url}/desk")
    tab_to(staff, "Name")
    staff.keyboard.type("Quentin")
    tab_to(staff, "Needs a seat with an earpiece")
    staff.keyboard.press("Space")
    staff.keyboard.press("Enter")
    staff.wait_for_selector(".told")
    assert told(staff) == "The player is signed in."
    wanted = desk.Enter("Quentin", needs_ear=True, if_unknown=True)
    assert world.clerk.done(desk.Enter)[-1] == wanted


def test_somebody_who_is_known_is_signed_in_by_keyboard(staff: Page, world: World) -> None:
    staff.goto(f"{world.url}/desk")
    tab_to(staff, "Known players")
    staff.keyboard.type("zo\n")
    staff.wait_for_url("**/desk?q=zo")
    tab_to(staff, "Sign in Zoé Petit")
    staff.keyboard.press("Enter")
    staff.wait_for_selector(".told")
    assert world.clerk.done(desk.Enter)[-1] == desk.Enter(person="h_1", identified=True)


def test_the_list_is_closed_and_drawn_by_keyboard(staff: Page, world: World) -> None:
    with world.before_play():
        staff.goto(f"{world.url}/desk")
        tab_to(staff, "Close the list")
        staff.keyboard.press("Enter")
        expect(staff.get_by_text("abab").first).to_be_visible()
        tab_to(staff, "Witness")
        staff.keyboard.type("7h Ks 2d")
        staff.keyboard.press("Enter")
        staff.wait_for_url("**/do/draw-seats")
        tab_to(staff, "Yes: Draw the seats")
        staff.keyboard.press("Enter")
        staff.wait_for_selector(".told")
    assert world.clerk.done(desk.DrawSeats)[-1] == desk.DrawSeats("7h Ks 2d")


def test_a_player_is_moved_by_keyboard(staff: Page, world: World) -> None:
    staff.goto(f"{world.url}/moves")
    tab_to(staff, "Player")
    staff.keyboard.type("Bruno")
    tab_to(staff, "Table")
    staff.keyboard.type("4")
    staff.keyboard.press("Tab")
    staff.keyboard.type("2")
    staff.keyboard.press("Enter")
    staff.wait_for_selector(".told")
    assert world.clerk.done(desk.MovePlayer)[-1] == desk.MovePlayer("p_1", Seat(4, 2))


def test_the_room_waits_and_goes_hand_for_hand_by_keyboard(staff: Page, world: World) -> None:
    staff.goto(f"{world.url}/floor")
    tab_to(staff, "Reason for the pause")
    staff.keyboard.type("fire")
    staff.keyboard.press("Enter")
    staff.wait_for_selector(".told")
    assert world.clerk.done(desk.Hold)[-1] == desk.Hold("fire")
    tab_to(staff, "Hand for hand")
    staff.keyboard.press("Enter")
    expect(staff.locator(".told")).to_have_text("All tables have been notified.")


def test_a_table_is_opened_from_the_floor_and_told_by_keyboard(staff: Page, world: World) -> None:
    staff.goto(f"{world.url}/floor")
    tab_to(staff, "2\n")  # a tile's first line is the table's number; "2 players wait" is none
    staff.keyboard.press("Enter")
    staff.wait_for_url(f"{world.url}/table/2")
    tab_to(staff, "Confirm the table's ruling")
    staff.keyboard.press("Enter")
    staff.wait_for_selector(".told")
    assert world.clerk.done(desk.TellTable)[-1] == desk.TellTable(2, "confirm", {})


def test_conduct_is_noted_from_a_table_by_keyboard(staff: Page, world: World) -> None:
    staff.goto(f"{world.url}/table/2")
    tab_to(staff, "Record a player's offence")
    staff.keyboard.press("Enter")
    staff.wait_for_url("**/do/conduct-noted?table=2")
    tab_to(staff, "Offence")
    staff.keyboard.type("Uses")
    staff.keyboard.press("Tab")
    staff.keyboard.type("Warn")
    tab_to(staff, "Record a player's offence")
    staff.keyboard.press("Enter")
    expect(staff.locator(".told")).to_have_text("The offence has been recorded.")
    said = world.clerk.done(desk.Decide)[-1].said
    assert (said.offence, said.sanction) == (Offence.DEVICE, "warning")


def test_an_incident_is_looked_up_by_keyboard(staff: Page, world: World) -> None:
    staff.goto(f"{world.url}/incidents")
    tab_to(staff, "No card was burned")
    staff.keyboard.press("Enter")
    staff.wait_for_url(f"{world.url}/incidents/3")
    expect(staff.get_by_role("img", name=re.compile("dealt without a burn card"))).to_be_visible()


def test_incidents_fit_on_the_narrowest_telephone(staff: Page, world: World) -> None:
    staff.set_viewport_size({"width": 320, "height": 640})
    staff.goto(f"{world.url}/incidents")
    table = staff.get_by_role("region", name="Incidents")
    assert table.evaluate("one => one.scrollWidth - one.clientWidth") == 0
    expect(table.get_by_text("Table 2 · 18.4")).to_be_visible()


def test_a_hand_is_gone_through_with_the_arrow_keys(staff: Page, world: World) -> None:
    staff.goto(f"{world.url}/archive/2/17")
    for key, at in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2)):
        staff.keyboard.press(key)
        staff.wait_for_url(f"{world.url}/archive/2/17?at={at}#picture")
    tab_to(staff, "Next picture")
    staff.keyboard.press("Enter")
    expect(staff.locator("#picture strong")).to_have_text("3 / 3")


def test_a_language_is_chosen_by_keyboard(chromium: Browser, world: World) -> None:
    with visit(chromium, world) as window:
        page = window.new_page()
        page.goto(f"{world.url}/clock")
        tab_to(page, "Français")
        page.keyboard.press("Enter")
        expect(page.locator(".clock-level")).to_have_text("Niveau 5")


def test_nothing_on_any_page_breaks_its_own_rules(staff: Page, world: World) -> None:
    """No script error, nothing refused by the page's own policy, nothing that can't be loaded."""
    errors: list[str] = []
    staff.on("pageerror", lambda error: errors.append(str(error)))
    staff.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    for path in (*PAGES, "/overlay/1", "/do/conduct-noted"):
        if path != "/nothing":
            staff.goto(world.url + path)
    assert errors == []


def test_what_a_table_says_is_seen_without_loading_again(staff: Page, world: World) -> None:
    staff.goto(f"{world.url}/table/3")
    before = e.with_seat(tables()["3"], 1, name="Somebody Else")
    world.say("3/state", replace(before, seq=5_000))
    expect(staff.get_by_role("cell", name="Somebody Else")).to_be_visible()
    world.say("3/state", replace(tables()["3"], seq=5_001))
    expect(staff.get_by_role("cell", name="Anaïs")).to_be_visible()


def test_a_call_brings_a_table_to_the_front_and_keeps_the_focus(staff: Page, world: World) -> None:
    staff.goto(f"{world.url}/floor")
    first = staff.locator(".tile").first
    tab_to(staff, "1")
    was = staff.evaluate("document.activeElement.getAttribute('href')")
    # One tile is another: it alone is touched.
    staff.evaluate("for (const one of document.querySelectorAll('.tile a')) one.was = true")
    world.say("3/state", replace(tables()["3"], seq=5_002, hand=77))
    expect(staff.locator("#tile-3")).to_contain_text("Hand 77")
    assert staff.evaluate("[...document.querySelectorAll('.tile a')].every(one => one.was)")
    assert staff.evaluate("document.activeElement.getAttribute('href')") == was
    world.say("3/state", replace(tables()["3"], seq=5_003))
    expect(staff.locator("#tile-3")).to_contain_text("Hand 17")
    world.say("1/event/floor.called", called("1", 6_000), retain=False)
    expect(staff.locator("#tile-1.need-floor")).to_be_visible()
    assert first.get_attribute("id") == "tile-1"
    assert staff.evaluate("document.activeElement.getAttribute('href')") == was
    word = called("1", 6_001, "penalty.given", seat=1, penalty="warning", by="floor")
    world.say("1/event/penalty.given", word, retain=False)
    expect(staff.locator("#tile-1.need-floor")).to_have_count(0)


def test_the_clock_runs_in_the_browser_and_stands_when_the_room_waits(
    chromium: Browser, world: World
) -> None:
    with visit(chromium, world) as window:
        page = window.new_page()
        page.goto(f"{world.url}/clock")
        time = page.locator(".clock-time")
        first = time.inner_text()
        expect(time).not_to_have_text(first)
        level = LevelLine(5, 100, 200, 25, 1200)
        stands = ClockView(EVENING, now(), False, 4, level, None, 300_000, phase=RoomPhase.HELD)
        world.say(f"venue/tournament/{EVENING}/clock", stands)
        expect(time).to_have_text("5:00")
        expect(page.locator(".phase")).to_have_text("The room is paused")
        clock = views()[f"tournament/{EVENING}/clock"]
        world.say(f"venue/tournament/{EVENING}/clock", clock)
        expect(page.locator(".phase")).to_have_text("Play is under way")


def test_a_player_sees_a_move_at_once_and_without_a_script_after_loading_again(
    chromium: Browser, world: World
) -> None:
    seats = views()[f"tournament/{EVENING}/seats"]
    assert isinstance(seats, SeatsView)
    line = next(one for one in seats.players if one.player == "p_3")
    moving = tuple(
        replace(line, standing="moving", to_table=8, to_seat=2) if one is line else one
        for one in seats.players
    )
    with visit(chromium, world) as window, chromium.new_context(java_script_enabled=False) as plain:
        page, other = window.new_page(), plain.new_page()
        page.goto(f"{world.url}/me/{LINK}")
        other.goto(f"{world.url}/me/{LINK}")
        world.say(f"venue/tournament/{EVENING}/seats", replace(seats, players=moving))
        for one in (page, other):
            if one is other:
                one.get_by_role("link", name="Reload").click()
            expect(one.locator(".me-seat")).to_contain_text("Table 8")
        world.say(f"venue/tournament/{EVENING}/seats", seats)
        expect(page.locator(".me-seat")).to_contain_text("Table 4")


def test_the_overlay_is_transparent_and_as_late_as_it_is_asked_to_be(
    chromium: Browser, world: World
) -> None:
    with visit(chromium, world) as window:
        late, at_once = window.new_page(), window.new_page()
        at_once.goto(f"{world.url}/overlay/8")
        at_once.wait_for_selector(".felt")
        late.goto(f"{world.url}/overlay/8?delay=2")
        late.wait_for_selector(".felt")
        # However slow the machine is, its own delay is in it.
        assert late.evaluate("performance.now()") >= 2000
        seen = late.evaluate("getComputedStyle(document.body).backgroundColor")
        assert seen == "rgba(0, 0, 0, 0)"


def test_every_stream_is_left_when_nobody_looks(chromium: Browser, world: World) -> None:
    def viewers() -> int:
        return int(re.findall(r"(?m)^tapis_web_streams (\d+)$", world.get("/metrics").text)[0])

    until(lambda: viewers() == 0, what="those of earlier tests are gone")
    with visit(chromium, world) as window:
        window.new_page().goto(f"{world.url}/clock")
        until(lambda: viewers() == 1, what="the clock is pushed")
    until(lambda: viewers() == 0, what="nobody looks any more")


def test_what_pushes_may_arrive_late_and_the_page_is_live(chromium: Browser, world: World) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    # Whoever looks at a page that waits for a script needs more than its own policy grants.
    with visit(chromium, world, axe="yes") as window:
        page = window.new_page()
        page.route("**/hx-sse.min.js*", hold)
        page.goto(f"{world.url}/overlay/8", wait_until="commit")
        turn = "window.htmx && new Promise(done => setTimeout(() => done(true), 50))"
        page.wait_for_function(turn, polling=50)
        held[0].continue_()
        page.wait_for_selector(".felt")


FINGERS = """() =>
  [...document.querySelectorAll('button, input, select, summary, nav a, .links a, .do')]
  .filter(one => one.checkVisibility() && !one.closest('.tick') && one.type !== 'hidden')
  .concat([...document.querySelectorAll('.tick')].filter(one => one.checkVisibility()))
  .filter(one => one.getBoundingClientRect().height < 47.5)
  .map(one => one.outerHTML.slice(0, 120))"""
"""What is tapped on a page, and is not 48 px high."""


def test_on_a_touch_screen_what_is_tapped_is_48_px_high(chromium: Browser, world: World) -> None:
    """Also on the narrowest telephone, with a queue at the desk."""
    with chromium.new_context(
        viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True,
    ) as window:  # fmt: skip
        session = "session-of-director"
        window.add_cookies([{"name": "session", "value": session, "url": world.url}])
        page = window.new_page()
        page.goto(f"{world.url}/clock")
        found = []
        for path in (*PAGES, "/do/conduct-noted", "/do/enter"):
            page.evaluate(SHOW, path)
            found += [(path, one) for one in page.evaluate(FINGERS)]
        assert found == []


ANEW = """async path => {
  const reader = (await fetch(path)).body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (!text.includes('\\n\\n')) text += decoder.decode((await reader.read()).value);
  await reader.cancel();
  const lines = text.split('\\n').filter(line => line.startsWith('data: '));
  const come = document.createElement('template');
  come.innerHTML = lines.map(line => line.slice(6)).join('\\n');
  const plain = html => {
    const made = document.createElement('div');
    made.innerHTML = html.replace(/>\\s+</g, '><').trim();
    return made;
  };
  const [shown, anew] = [document.querySelector('[data-patched]'), come];
  const both = [plain(shown.innerHTML), plain(anew.innerHTML)];
  return both[0].isEqualNode(both[1]) ? [] : both.map(one => one.innerHTML);
}"""
"""What a table's page shows, and what it would show if it were loaded now; [] for the same."""


def test_what_came_in_pieces_is_what_a_page_that_is_loaded_anew_shows(
    staff: Page, world: World
) -> None:
    """A hand of a real table, state by state: nothing of an earlier one stays."""
    states = [replace(one, table="1", seq=900 + at) for at, one in enumerate(real_hands.told())]
    staff.goto(f"{world.url}/table/1")
    staff.wait_for_selector("#felt-told", state="attached")
    staff.evaluate("() => { came = 0; addEventListener('pieces', () => came += 1, true); }")
    for at, state in enumerate(states[:45]):
        world.say("1/state", state)
        if at % 5 == 0:
            staff.wait_for_selector(f'#seq[data-seq="{state.seq}"]', state="attached")
    staff.wait_for_selector(f'#seq[data-seq="{states[44].seq}"]', state="attached")
    assert staff.evaluate(ANEW, "/table/1/stream") == []
    assert staff.evaluate("came") > 3
    world.say("1/state", replace(tables()["1"], seq=2_000))
