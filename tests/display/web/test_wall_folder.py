"""A club's own wall: what is served of its folder, what is refused, and how it looks."""

import struct
import wave
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from playwright.sync_api import Browser, expect

from controller.contract.venue.views import ClockView, LevelLine, PlaceLine, PlacesView, RoomPhase
from display.web.club.wall_folder import PICTURES, BadWall, Wall, kind_of, load_wall, size_of
from display.words.venue.wall import BLOCKS, MOMENTS
from tests.display.web.test_browser import AXE, tab_to, visit, wrong
from tests.display.web.world import World, views
from tests.mqtt import until

ENGLISH = {"Accept-Language": "en"}


def png(width: int = 4, height: int = 2) -> bytes:
    """Return a picture."""

    def chunk(kind: bytes, told: bytes) -> bytes:
        return (
            struct.pack(">I", len(told)) + kind + told + struct.pack(">I", zlib.crc32(kind + told))
        )

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    rows = zlib.compress(b"".join(b"\0" + b"\x80" * width for _ in range(height)))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def club(folder: Path, told: str = "") -> Path:
    """Write the folder of a club."""
    folder.mkdir(exist_ok=True)
    (folder / "logo.png").write_bytes(png(64, 32))
    (folder / "beer.png").write_bytes(png(32, 32))
    (folder / "anne.png").write_bytes(png(48, 48))
    with wave.open(str(folder / "gong.wav"), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(b"\0\0" * 800)
    (folder / "wall.toml").write_text(told or """\
logo = "logo.png"
club = "The Cactus"
theme = "gold"
order = ["sponsors", "title", "clock", "notices"]
sponsors = ["beer.png"]
winners = [{ shown_as = "Bruno", photo = "anne.png", agreed = "2026-11-20" }]
sounds = { minute = "gong.wav", level = "gong.wav" }
""")  # fmt: skip
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a club's wall."""
    return club(tmp_path_factory.mktemp("walled") / "club")


@pytest.fixture(scope="module")
def walled(folder: Path) -> object:
    """Return the pages of a club with a wall of its own."""
    with World(folder.parent, "--wall", str(folder)) as made:
        made.fill()
        yield made


HOSTILE: dict[str, bytes] = {
    "svg": b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
    "html": b"<!doctype html><script>alert(1)</script>",
    "png-with-html-behind": png() + b"<script>alert(1)</script>",
    "gif": b"GIF89a\x01\0\x01\0", "wide": png(4097, 1), "high": png(1, 4097),
    "no-width": png(0, 2), "no-height": png(2, 0), "cut": png()[:-6], "empty": b"",
    "jpeg-of-no-size": b"\xff\xd8\xff\xd9", "large": png() + b"\0" * 2_000_001,
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_picture_by_its_content_is_refused(tmp_path: Path, name: str) -> None:
    """Whatever it is called."""
    folder = club(tmp_path / "club", 'logo = "logo.png"\nsponsors = ["bad.png"]')
    (folder / "bad.png").write_bytes(HOSTILE[name])
    with pytest.raises(BadWall) as found:
        load_wall(folder)
    assert [key for key, _ in found.value.faults] == ["sponsors[#1]"]


@pytest.mark.parametrize(
    "told",
    [
        'logo = "../secret.png"', 'logo = "link.png"', 'logo = "none.png"', 'logo = "gong.wav"',
        'sounds = { minute = "logo.png" }', 'order = ["title"]', 'order = ["clock", "clock"]',
        'theme = "own"', 'script = "x.js"', 'logo = "a\\u0000b"',
        'winners = [{ shown_as = "Bruno", photo = "anne.png", agreed = " " }]',
        'winners = [{ shown_as = "Bruno", photo = "anne.png" }]',
    ],
)  # fmt: skip
def test_a_wall_that_cannot_be_says_why(tmp_path: Path, told: str) -> None:
    (tmp_path / "secret.png").write_bytes(png())
    folder = club(tmp_path / "club", told)
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    with pytest.raises(BadWall):
        load_wall(folder)


@given(st.binary(max_size=60), st.sampled_from([b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"]))
def test_no_content_is_too_strange(content: bytes, begins: bytes) -> None:
    if kind_of(begins + content) in PICTURES:
        assert len(size_of(begins + content)) == 2


def test_what_is_served_is_what_the_file_names_and_has_no_rights(walled: World) -> None:
    page = walled.get("/clock?tv=1", **ENGLISH).text
    assert 'class="wall-logo" src="/wall/' in page
    assert 'alt="The Cactus"' in page
    assert "theme-gold" in page
    assert "Average" not in page  # the club has left the figures out
    logo = page.partition('class="wall-logo" src="')[2].partition('"')[0]
    served = walled.get(logo)
    assert (served.content, served.headers["content-type"]) == (png(64, 32), "image/png")
    assert served.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert served.headers["x-content-type-options"] == "nosniff"
    for path in ("/wall/wall.toml", "/wall/logo.png", "/wall/..%2fwall.toml"):
        assert walled.get(path).status_code == 404
    assert (
        "default-src 'none'; script-src 'self'"
        in walled.get("/clock").headers["content-security-policy"]
    )


def test_sponsors_stand_there_between_levels_and_the_winner_in_the_end(walled: World) -> None:
    """A player's photo is shown where they alone are first, and nobody else's ever."""
    path = "tournament/t1/clock"
    before, places = views()[path], views()["tournament/t1/places"]
    assert isinstance(before, ClockView)
    assert "wall-sponsors" not in walled.get("/clock?tv=1").text
    try:
        walled.say(f"venue/{path}", replace(before, level=LevelLine(0, seconds=600)))
        until(lambda: "wall-sponsors" in walled.get("/clock?tv=1").text, what="a break")
        won = PlacesView("t1", (PlaceLine("p_1", "Bruno", 1, 1), PlaceLine("p_2", "Chloé", 2, 2)))
        walled.say("venue/tournament/t1/places", won)
        walled.say(f"venue/{path}", replace(before, phase=RoomPhase.ENDED))
        until(lambda: "<figcaption>Bruno" in walled.get("/clock?tv=1").text, what="the winner")
        shared = PlacesView(
            "t1", (PlaceLine("p_1", "Bruno", 1, 2), PlaceLine("p_2", "Chloé", 1, 2))
        )
        walled.say("venue/tournament/t1/places", shared)
        until(lambda: "figcaption" not in walled.get("/clock?tv=1").text, what="two have won")
    finally:
        walled.say("venue/tournament/t1/places", places)
        walled.say(f"venue/{path}", before)
    until(lambda: "wall-sponsors" not in walled.get("/clock?tv=1").text)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_axe_finds_nothing_on_the_wall_or_its_preview(
    chromium: Browser, walled: World, language: str
) -> None:
    with visit(chromium, walled, language, role="director", axe="yes") as window:
        page = window.new_page()
        for path in ("/clock?tv=1", "/wall"):
            page.goto(f"{walled.url}{path}")
            page.add_script_tag(path=AXE)
            for theme in ("felt", "gold", "ocean", "rose"):
                page.evaluate(
                    "t => { for (const e of document.querySelectorAll('[class*=theme-]'))"
                    " e.className = e.className.replace(/theme-\\w+/, 'theme-' + t); }", theme,
                )  # fmt: skip
                assert wrong(page, [(320, "dark"), (1920, "light"), (3840, "dark")]) == []


def test_the_clubs_sounds_are_fetched_when_a_screen_has_sounds_on(
    chromium: Browser, walled: World
) -> None:
    with visit(chromium, walled) as window:
        page = window.new_page()
        with page.expect_response("**/wall/*.wav") as answer:
            page.goto(f"{walled.url}/clock")
            page.locator("#bells").focus()
            page.keyboard.press("Enter")
        assert answer.value.headers["content-type"] == "audio/wav"
        expect(page.locator("#bells")).to_have_attribute("aria-pressed", "true")
        assert page.evaluate("document.documentElement.dataset.unheard") is None


TAKEN = {
    "en": ("Show it on all screens", "All screens now show this version."),
    "fr": ("L'afficher sur tous les écrans", "Tous les écrans affichent maintenant cette version."),
}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_layout_is_looked_at_and_taken_by_keyboard_and_screens_follow(
    chromium: Browser, walled: World, folder: Path, language: str
) -> None:
    """Nothing is loaded again: a screen's sounds stay on, and are the new ones."""
    file, button = folder / "wall.toml", TAKEN[language][0]
    before = file.read_text("utf-8")
    ours = before.replace('"gold"', '"ocean"').replace('"notices"', '"figures"')
    ours = ours.replace('minute = "gong.wav", ', "")
    with (
        visit(chromium, walled, language) as wall,
        visit(chromium, walled, language, role="director", axe="yes") as window,
    ):
        screen, page = wall.new_page(), window.new_page()
        screen.goto(f"{walled.url}/clock?tv=1")
        screen.evaluate("window.same = true")
        try:
            file.write_text('theme = "mauve"\nlogo = "none.png"', "utf-8")
            page.goto(f"{walled.url}/wall")
            expect(page.get_by_role("alert")).to_contain_text("mauve")
            file.write_text('logo = "none.png"', "utf-8")
            page.reload()
            said = "there is no file none.png" if language == "en" else "none.png"
            expect(page.get_by_role("alert")).to_contain_text(said)
            expect(page.get_by_role("button", name=button)).to_have_count(0)
            file.write_text(ours, "utf-8")
            page.reload()
            page.add_script_tag(path=AXE)
            assert wrong(page, [(320, "dark"), (3840, "light")]) == []
            expect(page.locator(".wall-preview .theme-ocean .wall-figures")).to_be_visible()
            expect(screen.locator(".theme-gold")).to_be_visible()
            tab_to(page, button)
            page.keyboard.press("Enter")
            expect(page.locator(".told")).to_have_text(TAKEN[language][1])
            expect(screen.locator(".theme-ocean .wall-figures")).to_be_visible()
            names = screen.locator("[data-sounds]").evaluate("e => Object.keys(e.dataset).sort()")
            assert names == ["soundLevel", "sounds"]
            assert screen.evaluate("window.same")
        finally:
            file.write_text(before, "utf-8")
            page.goto(f"{walled.url}/wall")
            mark = page.locator("input[name=mark]").input_value()
            walled.post("/wall", {"mark": mark}, "director")
    assert "theme-gold" in walled.get("/clock?tv=1").text


def test_what_is_taken_is_what_was_looked_at_and_by_the_director(
    walled: World, folder: Path
) -> None:
    file = folder / "wall.toml"
    before = file.read_text("utf-8")
    try:
        file.write_text(before.replace('"gold"', '"rose"'), "utf-8")
        seen = walled.get("/wall", "desk", **ENGLISH).text
        assert "The folder has changed." in seen
        assert 'name="mark"' not in seen
        looked = walled.get("/wall", "director", **ENGLISH).text
        mark = looked.partition('name="mark" value="')[2].partition('"')[0]
        assert walled.post("/wall", {"mark": mark}, "floor").status_code == 403
        file.write_text(before.replace('"gold"', '"ocean"'), "utf-8")
        walled.post("/wall", {"mark": mark}, "director")
        assert "theme-gold" in walled.get("/clock?tv=1").text
    finally:
        file.write_text(before, "utf-8")


def test_every_block_and_moment_has_words() -> None:
    assert set(Wall().order) == set(BLOCKS)
    assert set(MOMENTS) == {"minute", "level", "rest"}
