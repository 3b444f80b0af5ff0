"""docs/SENSING.md has the figures that the code has."""

import re
from math import comb
from pathlib import Path

import pytest

from controller.sensing.settings import SETTINGS
from hardware.twin.aerials.noise import NOISES

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/SENSING.md").read_text("utf-8")
LEVELS = ("clean", "typical", "harsh")
BY_LEVEL = {
    name: dict(zip(LEVELS, figures.split(" | "), strict=True))
    for name, figures in re.findall(
        r"^\| `(\w+)` \| ([\d.-]+ \| [\d.-]+ \| [\d.-]+) \| ", PAGE, re.MULTILINE
    )
}
CONSTANTS = re.findall(r"^\| `([A-Z_]+)` \| (\d+) \| ", PAGE, re.MULTILINE)


def constant(name: str) -> int:
    """Return a constant of sensing, of the twin or of the engine, wherever it stands."""
    said = re.compile(rf"^{name}(?:: Final)? = (?:(\d+) \* ([A-Z_]+)|([\d_]+))$", re.MULTILINE)
    for room in ("controller/sensing", "controller/table", "hardware/twin"):
        for path in sorted((ROOT / room).rglob("*.py")):
            if found := said.search(path.read_text("utf-8")):
                times, other, number = found.groups()
                return int(number) if number else int(times) * constant(other)
    raise AssertionError(f"docs/SENSING.md names {name}, which is no constant of sensing")


def at_most(successes: int, trials: int, chance: float) -> float:
    """Return how likely so few of independent trials succeed."""
    return sum(
        comb(trials, k) * chance**k * (1 - chance) ** (trials - k) for k in range(successes + 1)
    )


@pytest.mark.parametrize("level", LEVELS)
def test_the_settings_are_the_codes(level: str) -> None:
    settings = SETTINGS[level]
    for name in settings.__struct_fields__:
        assert float(BY_LEVEL[name][level]) == getattr(settings, name), name


@pytest.mark.parametrize("level", LEVELS)
def test_the_noise_is_the_codes(level: str) -> None:
    noise = NOISES[level]
    assert BY_LEVEL["transit"][level] == "{}-{}".format(*noise.transit)
    for name in set(noise.__struct_fields__) - {"transit"}:
        assert float(BY_LEVEL[name][level]) == getattr(noise, name), name


@pytest.mark.parametrize(("name", "value"), CONSTANTS)
def test_the_constants_are_the_codes(name: str, value: str) -> None:
    assert constant(name) == int(value)


def test_every_constant_that_the_text_names_stands_in_a_table() -> None:
    named = set(re.findall(r"`([A-Z_]{4,})`", PAGE))
    assert named == {name for name, _ in CONSTANTS if len(name) > 3}


def test_the_chances_are_what_the_figures_give() -> None:
    typical, harsh = SETTINGS["typical"], SETTINGS["harsh"]
    plain, bad = NOISES["typical"], NOISES["harsh"]
    late = at_most(typical.card_reads - 1, typical.window, 1 - plain.stacked)
    assert round(1 / late, -3) == 4_000
    late = at_most(harsh.card_reads - 1, harsh.window, 1 - bad.stacked)
    assert 700 < 1 / late < 800
    overheard = 1 - at_most(typical.card_reads - 1, typical.window, plain.cross_talk)
    assert overheard < 1 / 100_000
    assert round(plain.stacked**-typical.absent, -9) == 8e9
    assert round(bad.stacked**-harsh.absent, -6) == 91e6
    assert 1500 < bad.stacked**-harsh.suspect < plain.stacked**-typical.suspect < 2000
    ghost = 1 - at_most(typical.unknown_reads - 1, typical.unknown_window, 0.1)
    assert 0.5e-6 < ghost < 1e-6
