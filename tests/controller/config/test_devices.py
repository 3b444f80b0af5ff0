"""What a Pepper C1 in a config can't be: each mistake is named with its line and what is right."""

from pathlib import Path

import pytest

from tests.controller.config.test_config import KEYED, antenna, refusals

PEPPER = '[[devices]]\nname = "p"\nkind = "pepper"\n'


def on(count: int) -> str:
    """Return so many antennas on it."""
    antennas = (antenna(f"spare.{number}", "spare") for number in range(count))
    return "".join(antennas).replace('device = "n"', 'device = "p"')


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (
            'port = "run:pepper"\n',
            "table.toml:26: devices[p].port: a Pepper C1 is a reader, not a program to run; "
            "expected /dev/serial/by-id/..., or socket://host:1234",
        ),
        (
            'port = "socket://10.0.0.9:1234"\n' + on(9),
            'table.toml:71: antennas[spare.8].device: a Pepper C1 MUX has 8 antennas, and "p" '
            "already uses all of them; expected another [[devices]] entry",
        ),
        (
            "",
            'table.toml:23: devices[p].port: kind = "pepper" needs a port; '
            "expected the reader's name, port or address",
        ),
    ],
    ids=["a program", "nine antennas", "no port"],
)
def test_a_pepper_that_is_none_is_refused(tmp_path: Path, text: str, wrong: str) -> None:
    assert refusals(tmp_path, KEYED + PEPPER + text) == [wrong]
