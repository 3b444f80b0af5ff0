"""A badge gets its key under a real pcscd, and makes a screen the floor's: a copy does not."""

import logging
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from controller.cli import app
from controller.config.model import TableConfig, load_config
from controller.contract.scans import BadgeTag
from controller.play.sinks.servers import Mosquitto
from controller.run.loop.drivers import open_drivers
from controller.sensing.registry import load_registry, save_registry
from hardware.twin.bank import new_registry
from hardware.twin.cards.pcscd import Pcscd
from hardware.twin.cards.virtual_card import StorageCard
from tests.controller.run.test_daemon import Desk, alive
from tests.hardware.ntag424_card import Ntag424Card
from tests.mqtt import Subscriber, until

UID, OTHER = "04A1B2C3D4E5F6", "04A1B2C3D4E5F7"
SCREEN = "the-screens-own-token"
READER = "Floor"


@pytest.fixture
def pcscd() -> Iterator[Pcscd]:
    with Pcscd([READER]) as daemon:
        yield daemon


def table(folder: Path, port: int = 1) -> TableConfig:
    """Return a table with a reader for the floor's badge, which has to prove its identity."""
    tokens = folder / "tokens"
    tokens.write_text(f"screen {SCREEN} local\n")
    tokens.chmod(0o600)
    save_registry(new_registry(), folder / "tags.toml")
    zones = ("hand.1", "hand.2", "board")
    others = "".join(
        f'[[antennas]]\nname = "{zone}"\nzone = "{zone}"\nperiod = 100\ndevice = "{zone}"\n'
        f'[[devices]]\nname = "{zone}"\nkind = "pcsc"\nport = "Nowhere {zone}"\n'
        for zone in zones
    )
    (folder / "table.toml").write_text(
        'name = "t1"\nhouse = "ppc"\nseats = 2\nchips = "keyed"\ntokens = "tokens"\n'
        f'floor_badge = "challenge"\nbadge_key = "badge.key"\n[broker]\nport = {port}\n'
        f'[[devices]]\nname = "floor"\nkind = "pcsc"\nport = "{READER}"\n{others}'
        '[[antennas]]\nname = "floor"\nzone = "floor-badge"\nperiod = 100\ndevice = "floor"\n'
    )
    return load_config(folder / "table.toml")


def badge(folder: Path, name: str = "Xavier", seconds: int = 20) -> Result:
    return CliRunner().invoke(
        app,
        ["floor", "badge", name, "--config", f"{folder}/table.toml", "--seconds", str(seconds)],
    )


def test_a_badge_gets_its_key_and_a_copy_of_its_number_is_nobodys(
    tmp_path: Path, pcscd: Pcscd, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    card = Ntag424Card(UID)
    with Mosquitto(tmp_path) as broker:
        config = table(tmp_path, broker.port)
        pcscd.reader(0).insert(card)
        told = badge(tmp_path)
        assert told.exit_code == 0, told.output
        key = tmp_path / "badge.key"
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
        assert card.key != bytes(16)
        assert card.key.hex() not in key.read_text()
        assert load_registry(tmp_path / "tags.toml").get(UID) == BadgeTag("Xavier", "floor")
        pcscd.reader(0).remove()
        with Subscriber(broker.port) as ear, alive(config, open_drivers) as daemon:
            until(lambda: ear.last("/state"))
            desk = Desk(ear)

            def lies(card: StorageCard | Ntag424Card, *, believed: bool) -> None:
                pcscd.reader(0).insert(card)
                until(lambda: bool(daemon.sensing.badges_in("floor-badge")) == believed)

            lies(StorageCard(UID), believed=False)
            until(
                lambda: any("failed its identity" in one.problem for one in daemon.health().devices)
            )
            assert desk.ask("pause", token=SCREEN)["reason"] == "no-badge"
            lies(card, believed=True)
            assert desk.ask("pause", token=SCREEN)["ok"]
            lies(Ntag424Card(UID, bytes(16)), believed=False)
            assert desk.ask("resume", token=SCREEN)["reason"] == "no-badge"
            assert daemon.runtime.table.paused
    assert card.key.hex() not in caplog.text.lower()


def test_a_badge_is_given_anew_and_another_card_is_refused(tmp_path: Path, pcscd: Pcscd) -> None:
    table(tmp_path)
    card = Ntag424Card(UID)
    pcscd.reader(0).insert(card)
    assert badge(tmp_path).exit_code == 0
    key = card.key
    assert badge(tmp_path, "Zoe").exit_code == 0
    assert card.key == key
    assert load_registry(tmp_path / "tags.toml").get(UID) == BadgeTag("Zoe", "floor")
    for wrong, words in (
        (StorageCard(OTHER), "not an NTAG 424 DNA"),
        (Ntag424Card(OTHER, bytes(range(16))), "a new NTAG 424 DNA"),
        (StorageCard("08A1B2C3"), "a different number each time"),
    ):
        pcscd.reader(0).insert(wrong)
        told = badge(tmp_path)
        assert (told.exit_code, words in told.output) == (2, True), told.output
    assert OTHER not in load_registry(tmp_path / "tags.toml")
    pcscd.reader(0).remove()
    assert "no readable badge was" in badge(tmp_path, seconds=1).output


def test_without_its_key_the_table_says_what_to_do(tmp_path: Path) -> None:
    table(tmp_path)
    for text, words in (
        (None, "can't be read (No such file"), ("xyz", "not a key of 32"), ("0" * 32, "chmod 600"),
    ):  # fmt: skip
        if text is not None:
            (tmp_path / "badge.key").write_text(text)
            (tmp_path / "badge.key").chmod(0o600 if words != "chmod 600" else 0o640)
        told = CliRunner().invoke(app, ["run", "--config", str(tmp_path / "table.toml")])
        assert (told.exit_code, words in told.output) == (2, True), told.output
