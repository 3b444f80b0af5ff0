"""The PC/SC readers of a wired table: virtual readers, read by a real pcscd."""

import time

from controller.play.setup import Setup
from controller.play.sinks.wiring import (
    BADGE,
    ON_READERS,
    WireFailed,
    Wiring,
    read_by_pcsc,
)
from hardware.readers.pcsc import PcscDriver
from hardware.twin.aerials.antenna import TwinAntenna
from hardware.twin.cards.virtual_card import VirtualReader
from hardware.twin.table import Twin

AT_ONCE = 2
"""The maximum number of cards that one reader can read at the same time."""

SEEN_WITHIN = 60.0
NAP = 0.005


class Readers:
    """Keeps the virtual PC/SC readers in step with the simulated table.

    pcscd runs on the wall clock. Table time therefore stops until pcscd has reported the changes.
    """

    def __init__(self, wiring: Wiring, setup: Setup, twin: Twin) -> None:
        """Clear the simulated readers, and have each read what one antenna of `twin` would read.

        `wiring` contains the readers. The reader for the floor's badge is left out.
        """
        self.driver: PcscDriver | None = None
        self._places: list[tuple[TwinAntenna, VirtualReader]] = []
        self._laid: dict[str, tuple[str, ...]] = {}
        pcscd = wiring.pcscd
        if pcscd is None:
            return
        antennas = {antenna.name: antenna for antenna in twin.antennas}
        for number in range(len(pcscd.names)):
            pcscd.reader(number).remove()
        for name in read_by_pcsc(setup):
            if name != BADGE:
                self._places.append((antennas[name], pcscd.reader(ON_READERS.index(name))))

    def follow(self) -> None:
        """Update each reader to hold the cards and badges that are on its simulated antenna.

        Wait until the table has read every change; raises `WireFailed` if it does not.
        """
        changed = []
        for antenna, reader in self._places:
            lying = antenna.field[:AT_ONCE]
            if lying != self._laid.get(antenna.name, ()):
                self._laid[antenna.name] = lying
                reader.lay(*lying)
                changed.append((antenna.name, frozenset(lying)))
        ends = time.monotonic() + SEEN_WITHIN
        while changed and self.driver is not None:
            read = self.driver.last_read()
            changed = [(name, lying) for name, lying in changed if set(read[name] or ()) != lying]
            if changed and time.monotonic() > ends:
                raise WireFailed(f"the reader {changed[0][0]} does not see what is on it")
            time.sleep(NAP)
