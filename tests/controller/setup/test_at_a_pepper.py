"""A set-up finds a Pepper C1 MUX on a serial port, tells its antennas apart and writes it down."""

from functools import partial
from pathlib import Path

import pytest

from controller.config.model import load_config
from controller.run.loop.daemon import Daemon
from controller.setup.checks.device_checks import check_bought
from controller.setup.checks.examined_machine import Finding, System
from controller.setup.checks.table_checks import Installation
from controller.setup.draft import Draft, Machine, Under, antennas_of
from controller.setup.reading import probe
from controller.setup.reading.probe import AntennaPlace, DeviceProbe, Found
from controller.setup.table_file import table_text
from tests.controller.run.test_drivers import playing
from tests.controller.run.test_pepper_table import Felt
from tests.controller.setup.terminal import Terminal
from tests.controller.setup.test_at_the_boards import tapis
from tests.controller.setup.test_doctor import Machine as Computer
from tests.hardware.pepper_reader import PepperPty, TwinPepper
from tests.mqtt import until

CARD = "E00401501A2B3C4D"


def test_it_is_found_and_its_antennas_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "ASKED_FOR", 0.2)
    fields: list[tuple[str, ...]] = [(CARD,) if n == 6 else () for n in range(8)]
    reader = TwinPepper([partial(fields.__getitem__, n) for n in range(8)])
    with PepperPty(reader) as there:
        port = tmp_path / "usb-eccel"
        port.symlink_to(there.port)
        devices = DeviceProbe(tmp_path, readers=False)
        try:
            assert devices.look() == (Found("pepper", str(port), firmware="2.56.TWIN"),)
            reads = [devices.next_read(5) for _ in range(16)]
        finally:
            devices.close()
    lying = {read[0] for read in reads if read is not None and read[1] == (CARD,)}
    empty = {read[0].index for read in reads if read is not None and not read[1]}
    assert (lying, empty) == ({AntennaPlace(str(port), 6)}, set(range(8)) - {6})


def test_its_config_reads_each_antenna_as_often_as_it_can(tmp_path: Path) -> None:
    draft = Draft(
        seats=2, chips="keyed", extras=(), decks=1,
        machines=(Machine("mux", "pepper", "/dev/serial/by-id/usb-eccel"),),
        under=tuple(
            Under(zone, "/dev/serial/by-id/usb-eccel", index)
            for index, zone in enumerate(("hand.1", "hand.2", "board.1", "muck"))
        ),
    )  # fmt: skip
    path = tmp_path / "table.toml"
    path.write_text(table_text(draft))
    config = load_config(path)
    assert [(one.kind, one.port) for one in config.devices] == [
        ("pepper", "/dev/serial/by-id/usb-eccel")
    ]
    assert [plan.zone for plan in config.plans()] == ["hand.1", "hand.2", "board", "muck"]
    assert {plan.period for plan in antennas_of(draft)} == {250}


def test_doctor_names_a_port_that_is_not_there(tmp_path: Path) -> None:
    computer = Computer(tmp_path)
    port = "/dev/serial/by-id/usb-mux"
    computer.devices += f'[[devices]]\nname = "mux"\nkind = "pepper"\nport = "{port}"\n'

    def found() -> list[Finding]:
        return [one for one in computer.examined() if one.found.startswith("mux")]

    missing = f"mux: {port} does not exist"
    assert found() == [Finding("readers", "fail", missing, "plug the device in")]
    computer.file(port, "")
    assert found() == []


def test_doctor_says_what_a_running_table_knows_of_it(tmp_path: Path) -> None:
    felt = Felt(tmp_path)
    with PepperPty(felt.reader) as there:
        daemon = Daemon(felt.config(there.port), broker=False)
        it = Installation(System(Path("/")), tmp_path / "table.toml", daemon.config)
        with playing(daemon):
            until(lambda: [one.level for one in check_bought(it)] == ["ok"], 20)
            felt.reader.harm = lambda data: b"rubbish" + data
            until(lambda: [one.level for one in check_bought(it)] == ["warn"], 20)


def test_a_whole_table_is_set_up_on_one_reader(tmp_path: Path) -> None:
    """From the first question to a config whose antennas all answer."""
    terminal, ports = Terminal(), tmp_path / "ports"
    ports.mkdir()
    fields: list[tuple[str, ...]] = [() for _ in range(8)]
    reader = TwinPepper([partial(lambda n: fields[n], n) for n in range(8)])
    with PepperPty(reader) as there:
        (ports / "usb-eccel").symlink_to(there.port)
        with tapis(terminal, tmp_path, "setup", "--ports", "ports", "--no-readers") as process:
            for question, answer in (
                ("Name of the table?", "4"), ("Name of the club or bar?", "zinc"),
                ("Which house rules?", "tda"), ("How many seats?", "2"),
                ("How are the chips counted?", "keyed"), ("Values of the chips", ""),
                ("Small blind?", "25"), ("Big blind?", "50"), ("How many decks", "1"),
                ("Are open questions decided", "absent"), ("Which language", "en"),
                ("Are the cards dealt from a shoe", "no"),
                ("Which of these does your table have?", "none"),
            ):  # fmt: skip
                terminal.answer(question, answer)
            terminal.see("Pepper C1, firmware 2.56.TWIN, on ports/usb-eccel")
            terminal.answer("Are these all the devices that are plugged in (1)? [yes]", "")
            for antenna, words in ((2, "the hand zone at seat 1"), (0, "the hand zone at seat 2"),
                                   (5, "the board, where the first flop")):  # fmt: skip
                terminal.see(f"Put the card on {words}")
                fields[:] = [(CARD,) if n == antenna else () for n in range(8)]
                terminal.see(f"is antenna {antenna} of pepper-1.")
            terminal.see("Put the card on board position 2")
            terminal.press("s")
            terminal.see("Put the card on the muck.")
            fields[:] = [(CARD,) if n == 1 else () for n in range(8)]
            terminal.see("muck is antenna 1 of pepper-1.")
            fields[:] = [() for _ in range(8)]
            terminal.see("Saved in table.toml.")
            terminal.see("All 6 antennas respond.")
            assert process.wait(30) == 0
    terminal.close()
    config = load_config(tmp_path / "table.toml")
    assert [(one.name, one.kind) for one in config.devices] == [("pepper-1", "pepper")]
    assert [plan.zone for plan in config.antennas] == [
        "hand.2", "muck", "hand.1", "spare", "spare", "board",
    ]  # fmt: skip
