"""A volunteer sets a table with PC/SC readers up, and enrols a badge: under a real pcscd."""

from pathlib import Path

from controller.config.model import load_config
from controller.contract.scans import BadgeTag
from controller.sensing.registry import load_registry
from hardware.twin.cards.pcscd import Pcscd
from tests.controller.setup.terminal import Terminal
from tests.controller.setup.test_at_the_boards import tapis

READERS = ("ACS ACR122U one", "ACS ACR122U two", "Middle", "Desk")
CARD = "E004015000000001"
BADGE = "04A1B2C3D4E5F6"
ANSWERS = ("1", "home", "ppc", "2", "keyed", "25 100", "25", "50", "1", "absent", "en", "no")


def test_a_table_of_readers_is_set_up_and_a_badge_enrolled(tmp_path: Path) -> None:
    terminal = Terminal()
    with Pcscd(READERS) as pcscd:
        (tmp_path / "none").mkdir()
        with tapis(terminal, tmp_path, "setup", "--ports", "none") as process:
            for answer in ANSWERS:
                terminal.answer("]: ", answer)
            terminal.answer("Which of these does your table have? [burn]", "desk")
            for name in READERS:
                terminal.see(f'reader "{name} 00 00"')
            terminal.answer("Are these all the devices that are plugged in (4)? [yes]", "")
            for number, words in (
                (1, "the hand zone at seat 1"),
                (0, "the hand zone at seat 2"),
                (2, "the board, where the first flop"),
            ):
                terminal.see(f"Put the card on {words}")
                pcscd.reader(number).lay(CARD)
                terminal.see(f"is antenna 0 of pcsc-{number + 1}.")
                pcscd.reader(number).remove()
            terminal.see("Put the card on board position 2")
            terminal.press("s")
            terminal.see("Put the card on the muck.")
            terminal.press("s")
            terminal.see("Put the card on the enrolment desk")
            pcscd.reader(3).lay(CARD)
            terminal.see("desk is antenna 0 of pcsc-4.")
            pcscd.reader(3).remove()
            terminal.see("All 4 antennas respond.")
            assert process.wait(60) == 0
        config = load_config(tmp_path / "table.toml")
        ports = {device.name: device.port for device in config.devices}
        assert {plan.name: ports[plan.device] for plan in config.antennas} == {
            "hand.1": f"{READERS[1]} 00 00", "hand.2": f"{READERS[0]} 00 00",
            "board.1": f"{READERS[2]} 00 00", "desk": f"{READERS[3]} 00 00",
        }  # fmt: skip
        with tapis(terminal, tmp_path, "enroll", "badge", "Anne", "--floor") as process:
            terminal.see("Put Anne's badge on antenna desk.")
            pcscd.reader(3).lay(BADGE)
            assert process.wait(60) == 0
    terminal.close()
    found = dict(load_registry(tmp_path / "tags.toml").items())[BADGE]
    assert found == BadgeTag("Anne", "floor")
