"""What doctor says of a table's own page, and of a table that is rehearsed."""

from pathlib import Path

from controller.rehearse.simulated_devices.workshop import PORTS
from controller.setup.checks.doctor import examine
from controller.setup.checks.examined_machine import Ran, System
from controller.table_page.password import PASSWORD_FILE, make_tokens
from controller.toml.private_files import write_own


def found(folder: Path, *, check: str = "page", active: int = 0) -> list[tuple[str, str]]:
    """Return how each finding is, and what is to be done about it."""
    system = System(folder / "root", lambda _: Ran(active))
    return [
        (one.level, one.todo) for one in examine(system, folder / "table.toml")
        if one.check == check
    ]  # fmt: skip


def table(folder: Path, rest: str = 'hardware = "twin"\nlayout = "reference"\n') -> None:
    text = f'name = "t"\nseats = 2\nchips = "keyed"\ntokens = "tokens"\n{rest}'
    (folder / "table.toml").write_text(text)
    write_own(folder / "tokens", "", 0o600)


def test_a_page_is_off_unknown_not_served_or_on(tmp_path: Path) -> None:
    table(tmp_path)
    assert found(tmp_path) == [("ok", "")]
    password = tmp_path / PASSWORD_FILE
    write_own(password, "hash", 0o600)
    assert found(tmp_path) == [("fail", "sudo tapis page password")]
    make_tokens(tmp_path, tmp_path / "tokens")
    assert found(tmp_path) == [("ok", "")]
    assert found(tmp_path, active=3) == [("warn", "sudo systemctl start tapis-page.socket")]
    write_own(tmp_path / "tokens", "", 0o600)
    assert found(tmp_path) == [("fail", "sudo tapis page password")]
    password.chmod(0o644)
    assert found(tmp_path) == [("fail", f"chmod 600 {password}")]


def test_a_table_that_is_rehearsed_misses_no_port(tmp_path: Path) -> None:
    zones = "".join(
        f'[[antennas]]\nname = "{zone}"\nzone = "{zone}"\nperiod = 100\ndevice = "west"\n'
        for zone in ("hand.1", "hand.2", "board")
    )
    device = f'[[devices]]\nname = "west"\nkind = "node"\nport = "{PORTS}west"\n'
    table(tmp_path, device + zones)
    assert found(tmp_path, check="ports") == [("ok", "")]
