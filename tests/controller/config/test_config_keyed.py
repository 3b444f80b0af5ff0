"""The config of a table that reads nothing: what else it can't have."""

from pathlib import Path

import pytest

from controller.config.model import load_config
from tests.controller.config.test_config import antenna, refusals

BARE = 'name = "t"\nseats = 2\nchips = "keyed"\n[cards]\nread = false\n'
DEVICE = '[[devices]]\nname = "n"\nkind = "node"\nport = "/dev/n"\n'


def test_a_table_that_reads_nothing_needs_neither_antennas_nor_devices(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(BARE)
    config = load_config(tmp_path / "table.toml")
    assert not config.plans()
    assert not config.devices


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            BARE.replace('chips = "keyed"', ""),
            "table.toml: chips: a table that does not read cards can't read chips either; "
            'expected chips = "keyed"',
            id="chips are read",
        ),
        pytest.param(
            'layout = "reference"\nhardware = "twin"\n' + BARE,
            "table.toml:1: layout: can be set only for a table that reads cards; expected no "
            "value here, or read = true in [cards]",
            id="a layout",
        ),
        pytest.param(
            BARE + DEVICE + antenna("board"),
            'table.toml:12: antennas[board].zone: "board" reads cards, but read = false in '
            "[cards]; expected a badge or desk zone, or read = true",
            id="an antenna for cards",
        ),
        pytest.param(
            BARE + "[shoe]\npresent = true",
            "table.toml:7: shoe.present: a shoe reads cards, but read = false in [cards]; "
            "expected present = false, or read = true in [cards]",
            id="a shoe",
        ),
    ],
)
def test_what_reads_cards_is_refused_there(tmp_path: Path, text: str, expected: str) -> None:
    assert refusals(tmp_path, text) == [expected]
