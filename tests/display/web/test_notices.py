"""A player's notices: by their own page, by keyboard alone, and without a script."""

import pytest
from playwright.sync_api import Browser, expect

from controller.contract.venue import desk
from controller.contract.venue.notices import OwnNotices
from tests.display.web.test_browser import visit
from tests.display.web.world import LINK, World
from tests.mqtt import until

PATH, ENGLISH = f"/me/{LINK}/notices", {"Accept-Language": "en"}


def test_an_address_is_kept_in_the_language_of_the_page_and_deleted_again(world: World) -> None:
    page = world.get(f"/me/{LINK}", **ENGLISH).text
    assert "You receive messages by Email: a…org" in page
    world.post(PATH, {"way": "mail", "address": "a@b.org"}, **{"Accept-Language": "fr"})
    assert world.clerk.done(OwnNotices)[-1] == OwnNotices(LINK, "mail", "a@b.org", "fr")
    world.post(PATH, {"way": "", "address": "x"}, **ENGLISH)
    assert world.clerk.done(OwnNotices)[-1].way == ""


def test_what_is_not_offered_is_refused(world: World) -> None:
    for form in ({}, {"way": "pigeon"}):
        assert world.post(PATH, form).status_code == 400
    assert world.post("/me/x/notices", {"way": ""}).status_code == 404
    try:
        world.clerk.answers[OwnNotices] = lambda _: desk.DeskAnswer(
            "", False, "", "no-such-address"
        )
        answer = world.post(PATH, {"way": "mail", "address": "nobody"}, **ENGLISH)
        told = answer.headers["set-cookie"].partition(";")[0]
        assert "to this address: check it" in world.get(f"/me/{LINK}", Cookie=told, **ENGLISH).text
    finally:
        del world.clerk.answers[OwnNotices]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_by_keyboard_alone(chromium: Browser, world: World, language: str) -> None:
    with visit(chromium, world, language) as window:
        page = window.new_page()
        page.goto(f"{world.url}/me/{LINK}")
        before = len(world.clerk.done(OwnNotices))
        page.locator("#notices summary").focus()
        page.keyboard.press("Tab")  # the button that stops it
        page.keyboard.press("Tab")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Tab")
        page.keyboard.type("-100123")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator(".told")).to_be_visible()
        until(lambda: len(world.clerk.done(OwnNotices)) > before, what="address is used for")
        asked = world.clerk.done(OwnNotices)[-1]
        assert asked == OwnNotices(LINK, "telegram", "-100123", language)
