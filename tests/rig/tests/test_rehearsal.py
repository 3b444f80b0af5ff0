"""`tapis bench rehearsal`: a volunteer gets from the first question to a ruling in time."""

from pathlib import Path

import pytest

from controller.config.model import load_config
from controller.rehearse.simulated_devices.workshop import is_rehearsed, uid_of
from controller.sensing.registry import load_registry
from hardware.build.kit import KITS
from tests.rig.rehearsal import Evening, rehearse


@pytest.mark.parametrize(("kit", "antennas"), [("one-reader", 9), ("whole", 21)])
def test_a_table_to_build_is_set_up_as_its_config_says(
    tmp_path: Path, kit: str, antennas: int
) -> None:
    """From the first question to a ruling, on the boards of the kit and with the file it makes."""
    figures = rehearse(Evening(kit, cards=2, values=(25,), listens_s=1), tmp_path)
    assert figures.antennas == antennas
    assert 0 < figures.setup_s < figures.enrolled_s < figures.calibrated_s < figures.first_hand_s
    assert figures.first_hand_s < figures.first_ruling_s < figures.seen_through_s
    made = load_config(tmp_path / "table.toml")
    assert is_rehearsed(made)
    tags = load_registry(Path(made.cards.registry))
    assert tags.card("2s", 1) == uid_of("card:1:2s")
    assert Path(made.cards.registry).name != "tags.toml", "never taken for a club's own cards"
    (tmp_path / "kit.toml").write_text(KITS[kit].config())
    told = load_config(tmp_path / "kit.toml")
    assert made.antennas == told.antennas
    assert [(one.name, one.role, one.seat) for one in made.devices] == [
        (one.name, one.role, one.seat) for one in told.devices
    ]
