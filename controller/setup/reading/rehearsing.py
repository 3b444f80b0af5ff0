"""Setup without any hardware, using simulated devices and a page for putting items on them.

A table that was set up in this way is recognised by the names of its ports. For such a table,
`enroll` and `calibrate` also open the page.
"""

import queue
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from controller.config.model import TableConfig, load_config
from controller.contract.errors import UnusableFile
from controller.contract.scans import AntennaPlan, Scan
from controller.run.loop.drivers import Drivers, open_drivers
from controller.setup.dialogue import Talk
from controller.setup.draft import BESIDE, REHEARSAL, Draft, state_file, take_up
from controller.setup.reading.probe import READER_PERIOD, AntennaPlace, Found
from controller.setup.words import N_
from controller.toml.file import FileProblems
from hardware.ports import Clock, Driver, Report, wall_ticks
from hardware.twin.layout import Equipment, reference_layout

if TYPE_CHECKING:
    from controller.rehearse.simulated_devices.workshop import Workshop


class RehearsedProbe:
    """A probe that simulates the devices required by the answers given so far."""

    def __init__(self, workshop: "Workshop", config: Path, clock: Clock = wall_ticks) -> None:
        """Simulate the devices that fit the answers saved for `config`."""
        self._workshop = workshop
        self._config = config
        self._clock = clock
        self._plans: tuple[AntennaPlan, ...] = ()
        self._reports: queue.SimpleQueue[Report] = queue.SimpleQueue()
        self._driver: Driver | None = None

    def look(self) -> tuple[Found, ...]:
        """Return the nodes and readers that are plugged in."""
        return self.look_at(plugs(take_up(state_file(self._config)) or Draft()))

    def look_at(self, plans: tuple[AntennaPlan, ...]) -> tuple[Found, ...]:
        """Plug in the nodes and readers with these antennas, and return them."""
        self.close()
        self._plans = plans
        self._driver = self._workshop.plug(plans, "typical", self._clock)
        self._driver.start(self._reports.put)
        return tuple(map(_found, self._workshop.nodes()))

    def next_read(self, seconds: float) -> tuple[AntennaPlace, tuple[str, ...]] | None:
        """Return an antenna and the tags it read, or None if there is no read within `seconds`."""
        try:
            report = self._reports.get(timeout=seconds) if seconds else self._reports.get_nowait()
        except queue.Empty:
            return None
        if not isinstance(report, Scan):
            return self.next_read(0.0)
        plan = next(plan for plan in self._plans if plan.name == report.antenna)
        mine = [one.name for one in self._plans if one.device == plan.device]
        return AntennaPlace(_found(plan.device).port, mine.index(plan.name)), report.tags

    def close(self) -> None:
        """Release the devices."""
        if self._driver is not None:
            self._driver.stop()
        self._driver, self._reports = None, queue.SimpleQueue()


def _found(device: str) -> Found:
    from controller.rehearse.simulated_devices.workshop import PORTS, READERS

    if device.startswith(READERS):
        return Found("pcsc", device)
    return Found("node", f"{PORTS}{device}", node=device, firmware=REHEARSAL)


def plugs(draft: Draft) -> tuple[AntennaPlan, ...]:
    """Return a draft's simulated antennas: those of the reference table and of optional readers.

    The optional readers are for the floor's badge and the enrolment desk. The user still has to
    show which antenna is in which zone, even though the antennas' names reveal it.
    """
    from controller.rehearse.simulated_devices.workshop import READERS

    extras = draft.extras
    table = reference_layout(
        draft.seats,
        Equipment(
            chips=draft.chips == "rfid", shoe=draft.shoe, burn="burn" in extras,
            stacks="stack" in extras, badges="badge" in extras, button="button" in extras,
        ),
    )  # fmt: skip
    readers = [
        AntennaPlan(zone, zone, READER_PERIOD, *BESIDE[zone], 60, 60, device=f"{READERS}{zone}")
        for zone in ("floor-badge", "desk")
        if zone in extras
    ]
    return (*table, *readers)


def hold_apart(config: Path) -> None:
    """Raise `UnusableFile` if a config has real devices, as a simulation must not overwrite it."""
    from controller.rehearse.simulated_devices.workshop import is_rehearsed

    try:
        table = load_config(config) if config.exists() else None
    except FileProblems:
        return
    if table is not None and table.devices and not is_rehearsed(table):
        apart = N_(
            "{file} belongs to a table with devices: practise in a separate folder (mkdir "
            "rehearsal; cd rehearsal; tapis setup --rehearse)"
        )
        raise UnusableFile(apart, file=config)


@contextmanager
def drivers_of(config: TableConfig, talk: Talk) -> Iterator[Drivers]:
    """Yield the function that opens a table's drivers.

    If the devices are simulated, also serve the page for putting items on them until the block
    ends.
    """
    from controller.rehearse.simulated_devices.workshop import is_rehearsed

    if not is_rehearsed(config):
        yield open_drivers
        return
    with workshop_open(talk) as workshop:
        yield workshop.open


@contextmanager
def workshop_open(talk: Talk) -> Iterator["Workshop"]:
    """Yield simulated devices and serve a page for them, which also shows the dialogue.

    The user is told the page's URL. Raises `MissingPart` if the web server is not installed.
    """
    from controller.rehearse.simulated_devices.workshop import Workshop
    from controller.rehearse.simulated_devices.workshop_pages import served

    workshop = Workshop()
    with served(workshop, talk.words.language) as address:
        talk.say(
            N_("No hardware is used: place the cards, chips and badges on the page {page}"),
            page=address,
        )
        talk.mirror = workshop.say
        yield workshop
