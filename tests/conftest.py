"""What all tests share: no screen, no pins, no deadline for an example on a busy machine.

Temporary files lie in memory where there is enough of it: a journal waits for its disk at every
event, and a test can't tell a disk from memory but by how long that takes. `TMPDIR` says otherwise.

The engine has to be covered by its own tests and the scenarios of one house. Only these are traced,
because a traced test takes three to five times as long.

Properties are tried on the same examples everywhere, so that a change is judged by what it
changes. `make test ARGS="-m hypothesis --hypothesis-profile=search"` looks for new ones.
"""

import logging
import os
import tempfile
from collections.abc import Generator, Iterator

import pytest
from coverage import Coverage
from hypothesis import HealthCheck, settings

# A test starts processes of its own; they inherit these.
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["GPIOZERO_PIN_FACTORY"] = "mock"

MEMORY = "/dev/shm"
ENOUGH = 2 << 30
"""Bytes: several times what a run of all tests leaves there."""


def roomy(folder: str) -> bool:
    """Return whether a folder is there for everybody, may hold programs, and has room enough."""
    if not os.access(folder, os.W_OK | os.X_OK):
        return False
    there = os.statvfs(folder)
    return not there.f_flag & os.ST_NOEXEC and there.f_bavail * there.f_frsize >= ENOUGH


if "TMPDIR" not in os.environ and roomy(MEMORY):
    tempfile.tempdir = os.environ["TMPDIR"] = MEMORY

settings.register_profile("tapis", deadline=None, print_blob=True, derandomize=True)
settings.register_profile("search", deadline=None, print_blob=True, max_examples=1000)
settings.register_profile(
    "properties", deadline=None, print_blob=True, max_examples=10_000, derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)  # fmt: skip
settings.load_profile("tapis")


@pytest.fixture(autouse=True)
def _level_of_logs() -> Iterator[None]:
    """Have a command that says how much is logged say it for its own test alone."""
    level = logging.getLogger().level
    yield
    logging.getLogger().setLevel(level)


TRACED = (
    "tests/controller/table/",
    "tests/controller/play/test_scenarios.py::test_scenario_holds_at_the_engine_and_nothing_else"
    "_has_changed[tda/",
)

LONG = tuple(
    f"tests/controller/table/{name}"
    for name in (
        "betting/test_actions.py::test_a_round_ends_with",
        "betting/test_actions.py::test_the_turn_goes_on",
        "observations/test_floor_commands.py::test_chips_are_conserved",
        "power_loss/test_found_as_before.py",
        "state/test_hand.py::test_phases_follow",
        "test_chips.py::test_chips_stay_on_the_table",
        "test_chips.py::test_events_alone",
        "test_differential.py",
        "test_engine.py::test_the_same_observations",
        "state/test_button_and_blinds.py",
        "state/test_side_pots.py::test_everybody_wins",
        "state/test_side_pots.py::test_the_pots_in_the_middle",
        "view/test_public_view.py::test_only_who_is_in_turn",
        "view/test_public_view.py::test_no_view_names_a_card",
    )
)
"""Hands by chance: they cover next to nothing that others don't, and would take twice as long."""


class Tracing:
    """Traces the engine's own tests and what is imported, where there is `--cov`; nothing else."""

    def __init__(self) -> None:
        self.rests: list[Coverage] = []

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Trace a test, or don't."""
        self.turn(on=item.nodeid.startswith(TRACED) and not item.nodeid.startswith(LONG))
        return (yield)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        """Leave it to whoever reports what was covered."""
        self.turn(on=True)

    def turn(self, *, on: bool) -> None:
        """Turn the tracing on or off."""
        # In a worker pytest-cov begins twice, and the first goes on when the second stops.
        while not on and (coverage := Coverage.current()) is not None:
            coverage.stop()
            self.rests.append(coverage)
        while on and self.rests:
            self.rests.pop().start()


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Tracing(), "tracing")
