"""The simulated table with circuit boards: its objects are in the fields of their reader ICs.

The simulated table determines where each object is and how reliably it can be read. The boards'
firmware reports all reads.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from controller.contract.scans import AntennaPlan
from hardware.twin.aerials.antenna import TwinAntenna
from hardware.twin.boards.governor import Governor
from hardware.twin.boards.pty import Pty, unharmed
from hardware.twin.boards.rack import Orders, Role
from hardware.twin.table import Twin


class Tag(msgspec.Struct, frozen=True):
    """A tag in a field; its reply to an inventory is lost with probability `miss`."""

    uid: str
    miss: float


class Near(msgspec.Struct, frozen=True):
    """A tag in a neighbour's field, which a scan also reads with probability `cross`."""

    uid: str
    cross: float


class AntennaField(msgspec.Struct, frozen=True):
    """The tags that an antenna may read, and the errors that it makes.

    `tags` are the tags in its field, bottom first. `near` lists tags in neighbours' fields.
    `corrupt` is the probability that a uid is corrupted. `ghost` is the uid of a nonexistent tag
    that appears in a tenth of the inventories, or "". A `dead` antenna has no field.
    """

    tags: tuple[Tag, ...] = ()
    near: tuple[Near, ...] = ()
    corrupt: float = 0.0
    ghost: str = ""
    dead: bool = False


def field_of(antenna: TwinAntenna) -> AntennaField:
    """Return the field of a simulated antenna."""
    near: list[Near] = []
    if antenna.noise.cross_talk:
        for other in antenna.neighbours:
            # Each of its reads may be overheard by one of its neighbours, chosen at random.
            reads = antenna.period / other.period
            cross = min(reads * antenna.noise.cross_talk / max(len(other.neighbours), 1), 1.0)
            near += [Near(uid, cross) for uid in other.field]
    return AntennaField(
        tuple(Tag(uid, miss) for uid, miss in antenna.chances()),
        tuple(near),
        antenna.corrupt,
        antenna.ghost,
        antenna.silent,
    )


def antenna_role(node: str, plans: Sequence[AntennaPlan]) -> Role:
    """Return the role file for the board that reads these antennas."""
    return {
        "node": node,
        "role": "antennas",
        "baud": 115200,
        "antennas": [{"period": plan.period} for plan in plans],
    }


class Wire:
    """A table's circuit boards, whose antennas read the objects on the simulated table."""

    def __init__(self, governor: Governor, folder: Path) -> None:
        """Start without boards; `governor` will run them, and `folder` will contain their ports."""
        self.governor = governor
        self._folder = folder
        self._twin: Twin | None = None
        self._began = 0
        self._fields: dict[str, dict[int, AntennaField]] = {}
        self._places: tuple[tuple[str, int, TwinAntenna], ...] = ()
        self._seen: dict[str, tuple[Any, ...]] = {}
        self._inputs: dict[str, dict[str, Any]] = {}
        self._roles: dict[str, Role] = {}
        self.moved: Callable[[], object] = lambda: None
        """Called once the simulated table has reached the current time, before a board reads it."""
        governor.before = self._before

    def port(self, name: str) -> Path:
        """Return the path of a board's serial port."""
        return self._folder / name

    def want(self, roles: Mapping[str, Role]) -> None:
        """Run exactly the boards in `roles`, each plugged in and with an error-free line.

        A board that is already running with the same role is not restarted.
        """
        for name in [name for name, role in self._roles.items() if roles.get(name) != role]:
            del self._roles[name]
            self.governor.remove(name)
        for name, role in roles.items():
            if name not in self._roles:
                self._roles[name] = role
                self.governor.add(name, role, Pty(self.port(name)))
            else:
                self.plug(name)
                self.governor.ports[name].harm = unharmed

    def lay(self, twin: Twin, boards: Mapping[str, Sequence[AntennaPlan]]) -> None:
        """Connect a simulated table to the boards; from then on, its time advances with theirs.

        `boards` maps each board to the antennas that it reads.
        """
        antennas = {antenna.name: antenna for antenna in twin.antennas}
        self._twin = twin
        self._began = self.governor.now - twin.now
        self._places = tuple(
            (board, number, antennas[plan.name])
            for board, plans in boards.items()
            for number, plan in enumerate(plans)
        )
        self._seen = {}

    def press(self, board: str, name: str, value: Any) -> None:
        """Set an input on a board, such as a pressed key, starting with the next step."""
        self._inputs.setdefault(board, {})[name] = value

    # Faults.

    def unplug(self, board: str) -> None:
        """Unplug a board's cable."""
        self.governor.ports[board].unplug()
        self.governor.listen()

    def plug(self, board: str) -> None:
        """Plug a board's cable in again."""
        self.governor.ports[board].plug()
        self.governor.listen()

    def reset(self, board: str) -> None:
        """Reset a circuit board: its tags return in the next step, but its inputs are lost."""
        self.governor.reset(board)
        self._seen = {}

    # Time.

    def _before(self, now: int) -> Orders | None:
        """Advance the simulated table to `now`; return the changes to pass to the circuit boards.

        Return None if no antenna's radio field and no board's input has changed.
        """
        twin = self._twin
        if twin is not None:
            for _ in twin.run_until(now - self._began):
                pass  # a twin without scans reports only devices, and the links report those
            self.moved()
        fields: dict[str, dict[int, AntennaField]] = {}
        for board, number, antenna in self._places:
            seen = _sight(antenna)
            if self._seen.get(antenna.name) != seen:
                self._seen[antenna.name] = seen
                fields.setdefault(board, {})[number] = field_of(antenna)
        inputs, self._inputs = self._inputs, {}
        return Orders(to=0, fields=fields, inputs=inputs) if fields or inputs else None


def _sight(antenna: TwinAntenna) -> tuple[Any, ...]:
    """Return everything that the content of an antenna's field depends on, to detect changes."""
    cross_talk = antenna.noise.cross_talk
    near = tuple([other.field for other in antenna.neighbours]) if cross_talk else ()
    return antenna.field, near, antenna.corrupt, antenna.ghost, antenna.silent
