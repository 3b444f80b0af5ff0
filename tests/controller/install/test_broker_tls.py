"""Our own clients over the encrypted port that `tapis install` opens: they know its authority."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from controller.cli import app
from controller.config.model import load_config
from controller.run.loop.daemon import Daemon
from controller.setup.checks.broker_check import check_broker
from controller.setup.checks.examined_machine import System
from controller.setup.checks.table_checks import look_at
from display.feed import Feed, FeedSource
from tests.controller.install.test_broker import ROOT, Installed, mosquitto
from tests.controller.run.test_daemon import alive
from tests.mqtt import until

TABLE = (
    'name = "1"\nhouse = "ppc"\nseats = 4\nhardware = "twin"\nlayout = "reference"\n'
    "[broker]\nport = PORT\n"
)


class Club:
    """A table whose broker has an encrypted port, and what a client there is told to use."""

    def __init__(self, installed: Installed, daemon: Daemon) -> None:
        self.installed = installed
        self.daemon = daemon
        self.etc = installed.root / "etc/tapis"

    def tapis(self, *words: str, user: str, ca: Path | None) -> Result:
        """Run one of our clients against the encrypted port."""
        options = ["--host", "localhost", "--port", str(self.installed.wish.tls_port)]
        options += ["--topic", ROOT, "--user", user]
        options += ["--password-file", str(self.etc / "passwords" / user)]
        options += ["--ca", str(ca)] if ca else ["--tls"]
        return CliRunner().invoke(app, [*words, *options])

    def source(self, ca: Path) -> FeedSource:
        """Return where the table is, for a dashboard of the network."""
        return FeedSource(
            "localhost", self.installed.wish.tls_port, ROOT, user="dashboard",
            password=self.installed.password("dashboard"), tls=True, ca=str(ca),
        )  # fmt: skip


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    here = Installed(tmp_path, config=TABLE)
    with (
        mosquitto(tmp_path / "run", here.text, here.wish.port, here.wish.tls_port),
        alive(load_config(tmp_path / "etc/tapis/table.toml")) as daemon,
    ):
        yield Club(here, daemon)


def test_with_the_authority_s_certificate_the_floor_commands_and_a_screen_shows(
    club: Club, tmp_path: Path
) -> None:
    ca, floor = club.installed.ca, str(club.etc / "floor-token")
    told = club.tapis("tell", "pause", "--token-file", floor, user="floor", ca=ca)
    assert told.exit_code == 0, told.output
    assert club.daemon.runtime.table.paused
    frames = tmp_path / "frames"
    told = club.tapis("display", "--frames", str(frames), "--seconds", "1", user="display", ca=ca)
    assert told.exit_code == 0, told.output
    assert list(frames.iterdir())
    with Feed(club.source(ca)) as feed:
        until(lambda: feed.view.state is not None and feed.view.state.paused)


def test_an_authority_that_is_not_known_is_told_and_nothing_is_sent(
    club: Club, tmp_path: Path
) -> None:
    other = Installed(tmp_path / "other").ca
    floor = str(club.etc / "floor-token")
    for ca in (other, None):
        told = club.tapis("tell", "pause", "--token-file", floor, user="floor", ca=ca)
        assert told.exit_code == 2
        assert "certificate is not trusted" in told.output
        told = club.tapis("watch", "--seconds", "1", user="dashboard", ca=ca)
        assert "has a certificate that is not trusted here" in told.output
    assert not club.daemon.runtime.table.paused


@pytest.mark.parametrize(
    "words",
    [("watch",), ("tell", "pause"), ("display",), ("announce",), ("voice", "seat", "1", "--text")],
)
def test_every_client_takes_the_certificate_and_says_when_it_is_none(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    (tmp_path / "ca.crt").write_text("no certificate\n")
    told = CliRunner().invoke(app, [*words, "--ca", str(tmp_path / "ca.crt")])
    assert told.exit_code == 2
    assert "contains no certificate" in told.output
    told = CliRunner().invoke(app, [*words, "--ca", str(tmp_path / "none.crt")])
    assert (told.exit_code, "No such file" in told.output) == (2, True)


def test_the_controller_and_doctor_check_the_broker_by_the_config_s_authority(
    club: Club, tmp_path: Path
) -> None:
    config = club.etc / "table.toml"
    wish = club.installed.wish
    tls = f'port = {wish.tls_port}\ntls = true\nca_file = "tls/ca.crt"'
    near = f'port = {wish.port}\nsocket = "{club.installed.socket}"'
    config.write_text(config.read_text().replace(near, tls))
    it, _ = look_at(System(root=tmp_path), config)
    assert [one.level for one in check_broker(it)] == ["ok"]
    (club.etc / "tls/ca.crt").write_bytes(Installed(tmp_path / "other").ca.read_bytes())
    assert "certificate verify failed" in next(iter(check_broker(it))).found
