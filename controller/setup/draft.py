"""An unfinished table config: the answers given so far, saved on disk."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from controller.config.model import TableConfig
from controller.contract.scans import AntennaPlan, zone_seat
from controller.setup.words import N_, Words
from controller.toml.private_files import write_own
from hardware.pepper import in_turns
from hardware.timing.scan_time import TOO_MUCH, in_time, share
from hardware.twin.layout import Equipment, reference_layout, usual_period

SEAT_EXTRAS = ("stack", "badge", "button")
TABLE_EXTRAS = ("burn", "floor-badge", "desk")
EXTRAS = (*TABLE_EXTRAS, *SEAT_EXTRAS)
"""The optional antennas of a table."""

PLACES = {
    "hand": N_("the hand zone at seat {seat} (behind the betting line)"),
    "bet": N_("the bet zone at seat {seat} (beyond the betting line)"),
    "stack": N_("the stack zone at seat {seat}"),
    "badge": N_("the badge reader at seat {seat}"),
    "button": N_("the button spot at seat {seat}"),
    "burn": N_("the burn zone"),
    "muck": N_("the muck"),
    "shoe": N_("the shoe's exit"),
    "pot": N_("the pot"),
    "floor-badge": N_("the floor badge reader"),
    "desk": N_("the enrolment desk's reader"),
}
"""The location of a zone in words, by the first part of its name."""

BESIDE = {"desk": (1500, -700), "floor-badge": (1500, 700)}
"""The positions (x, y in mm from the felt's centre) of readers next to the table, far from all
antennas under the felt."""

SPARE = "spare"
REHEARSAL = "rehearsal"
"""The firmware version of simulated nodes."""


class Machine(msgspec.Struct, frozen=True):
    """A device that was found: a node on a serial port, or a PC/SC reader.

    For a reader, `port` is the reader's name. `by_name` means that a node should be recognised by
    its own id, because its port's name is not unique.
    """

    name: str
    kind: str
    port: str
    role: str = "antennas"
    seat: int = 0
    baud: int = 115200
    firmware: str = ""
    by_name: bool = False


class Under(msgspec.Struct, frozen=True):
    """The antenna under a zone: antenna number `index` of the device on `port`."""

    zone: str
    port: str
    index: int


class Draft(msgspec.Struct, frozen=True):
    """The answers that the user has given so far.

    If `read` is false, the table reads no cards and they are entered on a screen. `extras` are the
    optional antennas. `machines` are the devices that were found. `under` contains the antenna
    under each zone. `skipped` lists the zones without an antenna. `done` lists the completed steps.
    """

    name: str = "1"
    venue: str = "home"
    house: str = "ppc"
    seats: int = 10
    chips: str = "rfid"
    denominations: tuple[int, ...] = (25, 100, 500, 1000, 5000)
    small_blind: int = 50
    big_blind: int = 100
    decks: int = 2
    floor: str = "present"
    language: str = "en"
    simulated: bool = False
    read: bool = True
    shoe: bool = False
    gate: bool = False
    extras: tuple[str, ...] = ("burn",)
    machines: tuple[Machine, ...] = ()
    under: tuple[Under, ...] = ()
    skipped: tuple[str, ...] = ()
    done: tuple[str, ...] = ()


def draft_of(config: TableConfig, folder: Path = Path()) -> Draft:
    """Return a draft with the answers that an existing config contains.

    The draft keeps the zone of each antenna, but the devices must be searched for again. The path
    of a house file is made relative to `folder`, the config's folder.
    """
    under = _under(config)
    heads = {one.zone.partition(".")[0] for one in under}
    extras = tuple(extra for extra in EXTRAS if extra in heads)
    if config.layout is not None:
        extras = ("burn",) if config.reference.burn else ()
    draft = Draft(
        name=config.name,
        venue=config.venue,
        house=config.house.removeprefix(f"{folder}/"),
        seats=config.seats,
        chips=config.chips,
        denominations=config.denominations,
        small_blind=config.level.small_blind,
        big_blind=config.level.big_blind,
        decks=config.cards.decks,
        floor=config.floor,
        language=config.display.language,
        shoe=config.shoe.present,
        gate=config.shoe.gate,
        extras=extras,
        under=under,
    )
    known = {one.zone for one in under}
    skipped = tuple(zone for zone in zones_of(draft) if zone not in known) if under else ()
    return replace(draft, skipped=skipped)


def _under(config: TableConfig) -> tuple[Under, ...]:
    """Return the antenna under each zone; a device's antennas are numbered in file order."""
    if config.layout is not None:
        return ()
    found: list[Under] = []
    boards = 0
    for device in config.devices:
        mine = [plan for plan in config.antennas if plan.device == device.name]
        for index, plan in enumerate(mine):
            zone = plan.zone
            if zone == "board":
                boards += 1
                zone = plan.name if plan.name.startswith("board.") else f"board.{boards}"
            if zone != SPARE:
                found.append(Under(zone, device.port, index))
    return tuple(found)


def state_file(config: Path) -> Path:
    """Return the path at which an unfinished setup for this config is saved."""
    return config.with_name(f".{config.name}.setup.json")


def keep(draft: Draft, path: Path) -> None:
    """Save a draft to disk."""
    write_own(path, msgspec.json.format(msgspec.json.encode(draft)).decode() + "\n", 0o644)


def take_up(path: Path) -> Draft | None:
    """Return the draft saved in a file, or None if there is none or it can't be read."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Draft)
    except (OSError, msgspec.DecodeError):
        return None


def zones_of(draft: Draft) -> tuple[str, ...]:
    """Return the zones that may have an antenna at this table, in the order of the questions."""
    there = {"hand", "muck", *draft.extras}
    there |= {"bet", "pot"} if draft.chips == "rfid" else set()
    there |= {"shoe"} if draft.shoe else set()
    heads = [head for head in ("hand", "bet", *SEAT_EXTRAS) if head in there]
    return (
        *(f"{head}.{seat}" for seat in range(1, draft.seats + 1) for head in heads),
        *(f"board.{place}" for place in range(1, 6)),
        *(zone for zone in ("muck", "burn", "shoe", "pot", "floor-badge", "desk") if zone in there),
    )


def needed(draft: Draft, zone: str) -> bool:
    """Return whether a table is unplayable without an antenna in this zone."""
    head = zone.partition(".")[0]
    wanted = {"hand"} | ({"bet"} if draft.chips == "rfid" else set())
    return head in wanted or zone in {"board.1", "pot"} or (zone == "shoe" and draft.shoe)


def place_words(zone: str, words: Words) -> str:
    """Describe a zone's location in words: `the hand zone at seat 3 (behind the betting line)`."""
    head = zone.partition(".")[0]
    if zone == "board.1":
        return words.say(N_("the board, where the first flop card goes"))
    if head == "board":
        return words.say(
            N_("board position {place}, if it has its own antenna (otherwise press s)"),
            place=zone[-1],
        )
    return words.say(PLACES[head], seat=zone_seat(zone))


def antennas_of(draft: Draft) -> tuple[AntennaPlan, ...]:
    """Return the antennas of all devices, in each device's own order.

    An antenna that is in no zone gets the zone `spare`. Positions and scan periods are those of the
    reference table. The periods are longer if a device could not otherwise read all its antennas.
    """
    boards = sum(one.zone.startswith("board.") for one in draft.under)
    reference = {
        plan.name: plan
        for plan in reference_layout(
            draft.seats,
            Equipment(stacks=True, badges=True, button=True, board_antennas=5 if boards > 1 else 1),
        )
    }
    plans: list[AntennaPlan] = []
    for machine in draft.machines:
        here = []
        mine = {one.index: one.zone for one in draft.under if one.port == machine.port}
        for index in range(max(mine, default=-1) + 1):
            name = mine.get(index, f"{SPARE}.{machine.name}.{index}")
            zone = "board" if name.startswith("board.") else name.partition(".")[0]
            zone = SPARE if name not in mine.values() else name if zone_seat(name) else zone
            like = reference.get(name) or AntennaPlan(
                name, zone, usual_period(zone), *BESIDE.get(zone, (0, 0)), 60, 60
            )
            here.append(replace(like, name=name, zone=zone, device=machine.name))
        if machine.kind == "pepper":
            plans += in_turns(here)
        else:
            plans += in_time(here) if machine.kind == "node" else here
    return tuple(plans)


class Slowed(msgspec.Struct, frozen=True):
    """A node with so many antennas that it reads some of them only every `ms` milliseconds.

    `full` means that it can't read all of them even then, so the antennas in `move` must be moved
    to another node.
    """

    node: str
    ms: int
    full: bool
    move: tuple[str, ...] = ()


def slowed(draft: Draft) -> tuple[Slowed, ...]:
    """Return the nodes with too many antennas to read each as often as usual."""
    found = []
    for machine in draft.machines:
        mine = [plan for plan in antennas_of(draft) if plan.device == machine.name]
        slower = [plan.period for plan in mine if plan.period > usual_period(plan.zone)]
        if slower:
            move = _to_move(mine)
            found.append(Slowed(machine.name, max(slower), bool(move), move))
    return tuple(found)


def _to_move(plans: Sequence[AntennaPlan]) -> tuple[str, ...]:
    """Return the antennas to move to another node so that this node can read the rest.

    The antenna that takes the most reading time is listed first.
    """
    left = [replace(plan, period=usual_period(plan.zone)) for plan in plans]
    moved = []
    while sum(map(share, in_time(left))) > TOO_MUCH:
        longest = max(left, key=share)
        left.remove(longest)
        moved.append(longest.name)
    return tuple(moved)
