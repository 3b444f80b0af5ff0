"""Things laid on simulated antennas while a table is set up, from a page beside the terminal."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from controller.config.model import TableConfig
from controller.contract.errors import UnusableFile
from controller.contract.scans import CardTag
from controller.rehearse.simulated_devices.workshop import BOX, NotThere, Workshop, uid_of
from controller.rehearse.simulated_devices.workshop_pages import served
from controller.sensing.registry import Registry
from controller.setup.draft import Draft
from controller.setup.reading.rehearsing import hold_apart, plugs
from display.words.locale import languages
from hardware.ports import wall_ticks
from tests.display.web.conftest import chromium
from tests.display.web.test_browser import AXE, wrong

__all__ = ["chromium"]

FROM_HERE = {"sec-fetch-site": "same-origin", "accept": "application/json"}
CONFIG = TableConfig(name="1", seats=2, antennas=plugs(Draft(seats=2, extras=("desk",))))


@pytest.fixture
def tags() -> Registry:
    return Registry()


@pytest.fixture
def workshop(tags: Registry) -> Iterator[Workshop]:
    made = Workshop(seed=1)
    [driver] = made.open(CONFIG, tags, wall_ticks)
    yield made
    driver.stop()


def test_the_next_card_waits_for_the_one_before_it(workshop: Workshop, tags: Registry) -> None:
    workshop.next_card(1, "desk")
    assert workshop.shown.lying("desk") == ("card:1:As",)
    with pytest.raises(NotThere, match="has not enrolled"):
        workshop.next_card(1, "desk")
    tags.enrol(uid_of("card:1:As"), CardTag("As", 1))
    workshop.next_card(1, "desk")
    assert workshop.shown.lying("desk") == ("card:1:2s",)
    workshop.lay("card:1:2s", BOX)
    assert workshop.shown.piles[0] == "card:1:2s"


def test_a_cable_that_is_pulled_is_no_node_until_it_is_back(workshop: Workshop) -> None:
    workshop.pull("seat-1")
    assert "seat-1" not in workshop.nodes()
    workshop.open(CONFIG, Registry(), wall_ticks)
    assert workshop.shown.pulled == ("seat-1",)
    workshop.pull("seat-1")
    assert workshop.nodes()[0] == "seat-1"


def test_a_telephone_is_another_tag_each_time(workshop: Workshop) -> None:
    for place in ("desk", "board"):
        workshop.lay("phone", place)
    assert workshop.shown.lies == {"phone": "board"}


def test_what_is_not_there_can_not_be_laid(workshop: Workshop) -> None:
    with served(workshop, "en", port=0) as address:
        for form in ({"thing": "crown", "to": "desk"}, {"thing": "phone", "to": "moon"}):
            told = httpx.post(f"{address}/move", data=form, headers=FROM_HERE).json()
            assert told["text"].startswith("This can't be done: there is no such")
        told = httpx.post(f"{address}/say", data={"say": "pull", "node": "x"}, headers=FROM_HERE)
        assert told.json()["text"] == "This can't be done: there is no such node"
        assert httpx.post(f"{address}/move", data={}).status_code == 403


def test_things_are_laid_on_its_page(chromium: Browser, workshop: Workshop) -> None:
    """By tapping, on any screen, in each language; nothing for axe to find."""
    with served(workshop, "en", port=0) as address, chromium.new_context(bypass_csp=True) as window:
        page = window.new_page()
        page.goto(address)
        page.locator("[id='t-card:1:As']").click()
        page.locator("#z-desk").click()
        page.get_by_role("button", name="Next card from deck 1").click()
        expect(page.locator("#answer")).to_contain_text("has not enrolled the card")
        workshop.say("Put the card on the muck.")
        expect(page.locator(".next")).to_have_text("Put the card on the muck.")
        for language in languages():
            page.goto(f"{address.rpartition('/')[0]}/language/{language}?back=/setup")
            page.add_script_tag(path=str(Path(AXE)))
            assert wrong(page, [(1280, "dark"), (320, "light")]) == []
    assert workshop.shown.lying("desk") == ("card:1:As",)


def test_nothing_is_rehearsed_over_real_devices(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(
        'name = "1"\nseats = 2\nchips = "keyed"\n[[devices]]\nname = "a"\nkind = "node"\n'
        'port = "/dev/ttyACM0"\n'
        + "".join(
            f'[[antennas]]\nname = "{zone}"\nzone = "{zone}"\nperiod = 100\ndevice = "a"\n'
            for zone in ("hand.1", "hand.2", "board")
        )
    )
    with pytest.raises(UnusableFile, match="a separate folder"):
        hold_apart(file)
    hold_apart(tmp_path / "none.toml")
