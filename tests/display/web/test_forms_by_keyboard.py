"""Each form of what a tournament may have besides places, by keyboard alone, in either language."""

import pytest
from playwright.sync_api import Browser, Page, expect

from controller.contract.venue.rights import Role
from display.web.staff.actions import ACTIONS, OF_DAYS, ON_HEADS
from display.web.visitors import Visitor
from display.words.names import words
from tests.display.web.filled import FORMS
from tests.display.web.test_browser import tab_to, visit
from tests.display.web.world import World

FORMS_OF_EVENTS = (
    *sorted(one.name for one in ACTIONS.values() if one.makes in ON_HEADS | OF_DAYS),
    "add-on-for-all", "bonus-given", "deal-proposed", "deal-answered", "last-seats-decided",
    "game-set", "game-chosen",
)  # fmt: skip

CONTROL = """() => {
  const {name, type, nodeName, value, required} = document.activeElement;
  const kind = ['SELECT', 'SUMMARY'].includes(nodeName) ? nodeName.toLowerCase() : type ?? '';
  return {name: name ?? '', kind, value, required};
}"""
"""Gives what has the focus."""


def fill(page: Page, form: dict[str, str]) -> dict[str, str]:
    """Go through a form by Tab, up to its button; return what was filled.

    Of a list that does not have what is wanted, what it begins with is taken. Where a figure must
    be and none is wanted it is 0.
    """
    lacks, filled = dict(form), dict(form)
    for key in ("Tab", "Enter"):  # the link past the menu
        page.keyboard.press(key)
    for _ in range(60):
        page.keyboard.press("Tab")
        at = page.evaluate(CONTROL)
        wanted = lacks.pop(at["name"], "0" if at["required"] and at["kind"] == "text" else "")
        if at["kind"] == "submit" and not lacks:
            return filled
        if at["kind"] == "summary":
            page.keyboard.press("Enter")
        if not wanted:
            continue
        if at["kind"] == "checkbox":
            page.keyboard.press("Space")
        elif at["kind"] == "select":
            there = page.evaluate("[...document.activeElement.options].map(one => one.value)")
            filled[at["name"]] = wanted if wanted in there else there[0]
            page.keyboard.press("Home")
            for _ in range(there.index(filled[at["name"]])):
                page.keyboard.press("ArrowDown")
            assert page.evaluate(CONTROL)["value"] == filled[at["name"]]
        else:
            page.keyboard.press("ControlOrMeta+a")
            page.keyboard.type(wanted)
            filled[at["name"]] = wanted
    raise AssertionError(f"no Tab leads to {', '.join(lacks) or 'the button'}")


@pytest.mark.parametrize(
    ("language", "forms"), [("en", FORMS_OF_EVENTS[::2]), ("fr", FORMS_OF_EVENTS[1::2])]
)
def test_each_form_is_filled_by_keyboard_alone(
    chromium: Browser, world: World, language: str, forms: tuple[str, ...]
) -> None:
    """And does what the same form does that is sent without a browser."""
    said = words(language)
    with visit(chromium, world, language, role="director") as window:
        page = window.new_page()
        for name in forms:
            action = ACTIONS[name]
            does = action.right(Visitor("director", Role.DIRECTOR))
            form = {key: value for key, value in FORMS[name].items() if key != "table"}
            chosen = "?table=2" if "table" in FORMS[name] else ""
            page.goto(f"{world.url}/do/{name}{chosen}")
            assert page.locator("[name$='.']").count() == 0, f"{name}: a control for nobody"
            filled = FORMS[name] | fill(page, form) | {"alone": "yes", "sure": "yes"}
            page.keyboard.press("Enter")
            if action.sure:
                expect(page.locator("button.danger")).to_be_visible()
                tab_to(page, said.say("Yes: {action}", action=said.say(action.title)))
                page.keyboard.press("Enter")
            expect(page.locator(".told")).to_have_text(said.say(action.done))
            by_keyboard = world.clerk.done(does)[-1]
            before = len(world.clerk.done(does))
            world.post(f"/do/{name}", filled, "director")
            assert world.clerk.done(does)[before:] == [by_keyboard], name
