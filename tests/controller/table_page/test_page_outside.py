"""What programs of others get of one table: figures, a picture for streams, Home Assistant."""

import asyncio
import json
import shutil
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace
from prometheus_client.parser import text_string_to_metric_families

from controller.admin.journals.given_hands import beside, give_hands, take_back
from controller.admin.journals.taken_home import all_taken
from controller.config.model import load_config
from controller.play.records.hand_record import NOWHERE
from controller.run.upkeep.health import celsius, disk_free
from controller.table_page.site import PageSite
from display.web.home_assistant import discovery_key
from display.words.names import words
from tests.controller.admin.test_journal_export import journal
from tests.controller.table_page.conftest import PageWorld
from tests.mqtt import Subscriber, until

__all__ = ["journal"]


def figures(text: str) -> dict[tuple[str, tuple[str, ...]], float]:
    """Return samples by name and labels, as Prometheus's own parser reads them."""
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_prometheus_gets_the_figures_of_a_table_and_its_health(page_world: PageWorld) -> None:
    health = ("tapis_table_journal_ok", ("t1",))
    until(lambda: health in figures(page_world.browser().get("/metrics").text), what="its health")
    text = page_world.browser().get("/metrics").text
    found = figures(text)
    assert found["tapis_broker_up", ()] == found["tapis_table_online", ("t1",)] == 1
    assert found[health] == found["tapis_table_clock_ok", ("t1",)] == 1
    assert found["tapis_table_players", ("t1",)] == 3
    assert found["tapis_table_disk_free_bytes", ("t1",)] > 0
    assert ("tapis_table_zone_blind", ("t1", "board")) in found
    assert not any(name in text for name in ("Anne", "Bruno", "Chloe"))
    assert not any(name.startswith("tapis_room") for name, _ in found)


def test_the_overlay_is_of_this_table_and_of_no_other(page_world: PageWorld) -> None:
    page = page_world.browser().get("/overlay/t1?delay=3")
    assert (page.status_code, "/overlay/t1/stream?delay=3" in page.text) == (200, True)
    for path in ("/overlay/2", "/overlay/2/stream"):
        assert page_world.browser().get(path).status_code == 404
    with httpx.stream("GET", f"{page_world.url}/overlay/t1/stream", timeout=30) as stream:
        assert any("<svg" in line for line in stream.iter_lines())


def another(secret: str) -> str:
    """Return a secret that differs in its last letter."""
    return secret[:-1] + ("x" if secret[-1] != "x" else "y")


def test_a_link_of_a_players_own_shows_their_hands_and_no_other_does(
    page_world: PageWorld, journal: Path
) -> None:
    secret = give_hands(journal, "Anne", 0, NOWHERE, words("en"))
    ours = Path(load_config(page_world.config).journal)
    shutil.copytree(beside(journal), beside(ours), dirs_exist_ok=True)
    browser = page_world.browser()
    index = browser.get(f"/hands/{secret}/")
    assert (index.status_code, "3-00001.html" in index.text) == (200, True)
    assert index.headers["cache-control"] == "no-store"
    page = browser.get(f"/hands/{secret}/3-00001.html")
    assert "<svg" in page.text
    assert (
        browser.get(f"/hands/{secret}/hands.txt").headers["content-type"].startswith("text/plain")
    )
    for other in (f"/hands/{another(secret)}/", f"/hands/{secret}/about.json"):
        assert browser.get(other).status_code == 404
    assert all_taken(ours)[-1].form == "opened"
    take_back(ours, "Anne")
    assert browser.get(f"/hands/{secret}/").status_code == 404


def test_home_assistant_is_told_of_the_table_and_again_when_it_starts(
    page_world: PageWorld,
) -> None:
    source = page_world.settings().source
    settings = replace(
        page_world.settings(), link="http://tapis-1.local", home_assistant="homeassistant"
    )

    async def announced(home: Subscriber) -> None:
        async with PageSite(settings).hall:
            await asyncio.to_thread(until, lambda: len(home.heard) == 12, 30, what="announced")
            for word in (b"offline", b"online"):
                home.say("homeassistant/status", word)
            await asyncio.to_thread(
                until, lambda: len(home.heard) >= 26, 30, what="asked to confirm"
            )

    with Subscriber(source.port, "homeassistant/#") as home:
        asyncio.run(announced(home))
        configs = [body for topic, body, _ in home.heard if topic.endswith("/config")]
    assert len(configs) == 24
    assert {body["device"]["configuration_url"] for body in configs} == {"http://tapis-1.local"}
    assert all(body["device"]["sw_version"] for body in configs)
    assert all(body["origin"]["name"] == "Tapis" for body in configs)
    assert "Anne" not in json.dumps(configs)


def test_a_key_for_home_assistant_has_no_sign_that_means_something_in_a_topic() -> None:
    assert discovery_key("tapis/the club+#", "1/2") == "tapis_the-club--_1-2"


@pytest.mark.parametrize(("text", "degrees"), [("48500\n", 48.5), ("hot", None), (None, None)])
def test_how_the_machine_is(tmp_path: Path, text: str | None, degrees: float | None) -> None:
    heat = tmp_path / "temp"
    if text is not None:
        heat.write_text(text)
    assert celsius(heat) == degrees
    assert disk_free(tmp_path) is not None
    assert disk_free(tmp_path / "gone") is None
