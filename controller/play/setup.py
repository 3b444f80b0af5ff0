"""Describes how a simulated table is set up for its first hand."""

from typing import Literal

import msgspec

from controller.contract.scans import AntennaPlan
from controller.houses.model import House

DENOMINATIONS = (1, 5, 25, 100, 500, 1000, 5000, 25000)

Depth = Literal["engine", "sensed", "wire"]
Noise = Literal["clean", "typical", "harsh"]
Shared = Literal["", "free", "slots"]
"""How simulated antennas share the air.

With "", antennas never interfere with each other. With `free`, each node reads at any time, so its
antennas interfere with those of other nodes nearby. With `slots`, nodes read only in the table's
time slots, so antennas do not interfere but may have to wait.
"""


class Setup(msgspec.Struct, frozen=True):
    """How a table is set up for its first hand.

    Cards: `shoe` means that cards come from a shoe, `gate` that the shoe has a gate, and `counts`
    that the shoe counts its deck. With 2 `decks`, one is shuffled while the other is dealt.
    `cards_keyed` means that cards are entered manually, because no antenna reads cards; every depth
    then plays like depth `engine`.

    Chips and button: `keyed` means that amounts are entered manually, because no antenna reads
    chips. `denominations` are the values of the chips in play. `stacks` means that antennas read
    the players' stacks. `button` means that the table reads where the dealer button is; otherwise a
    scenario states the position.

    Antennas: `plans` are the antennas at depth `sensed`; if empty, those of the reference table.
    `air` says how they share the air at that depth (see `Shared`). At depth `wire`, the nodes use
    time slots if `air` is `slots`. `alone` lists the antennas that each have a separate node, so
    that one can be disconnected without the others.

    Controller: `house_file` is the path or name of its house file. `journal` makes it write a
    journal, in a temporary folder; a power cut can be simulated only if there is one. At depth
    `wire` it always writes one. `readers` are the names of the PC/SC readers at that depth, in the
    order of the antennas that they replace (`ON_READERS`).
    """

    house: House
    seats: int = 10
    keyed: bool = False
    denominations: tuple[int, ...] = DENOMINATIONS
    shoe: bool = False
    gate: bool = False
    counts: bool = False
    depth: Depth = "engine"
    noise: Noise = "typical"
    seed: int = 0
    journal: bool = False
    name: str = "play"
    button: bool = False
    house_file: str = ""
    alone: tuple[str, ...] = ()
    decks: int = 1
    cards_keyed: bool = False
    air: Shared = ""
    plans: tuple[AntennaPlan, ...] = ()
    stacks: bool = False
    readers: tuple[str, ...] = ()
