"""What the cores of a board's roles answer to chance: keys, knocks, the shoe, the ring, its turns.

Every number is drawn near the limits that the cores know, on both sides of each and on it. The
chance is the one of the campaigns (`tests/firmware/campaign.py`), which is the same everywhere.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from firmware.places import ring, seat, shoe
from firmware.places.knocks import GAP_MS, Knocks
from firmware.reading.antennas import Antenna, Rota, due_after, longer_than
from firmware.reading.time_slots import Turns
from firmware.watchdog import Watchdog
from tests.firmware.campaign import Chance

Lines = Iterator[str]


def one_of(chance: Chance, many: Sequence[Any]) -> Any:
    """Return one of many."""
    return many[chance.below(len(many))]


def tried(act: Callable[..., Any], *given: Any) -> str:
    """Return what an action gives, or what it refuses."""
    try:
        return repr(act(*given))
    except StopIteration as end:
        return f"ended {end.value}"
    except (ValueError, KeyError, TypeError, AttributeError, OSError) as error:
        return f"{type(error).__name__}: {error}"


CONFIGS = (
    '{"tone": "ask", "lines": ["call 200?", "17"]}', '{"tone": "no"}', '{"lines": []}', "[]", "",
    '{"tone": "loud"}', '{"lines": "x"}', '{"lines": [1]}', '{"tone": ""}', '{"tone": "turn"}',
    '{"tone": "key"}', '{"tone": "ok"}',
)  # fmt: skip
LASTING = (3, 13, 14, 15, 16, 17, 30, 60, 300, 799, 820, 1000, 1700)


def keys() -> Lines:
    """Yield what a pad says to keys that bounce, are held, and lie under an arm."""
    chance, core, now = Chance(1), seat.SeatCore({}, 0), 0
    masks = (0, 0, 0, *(1 << bit for bit in range(8)), 0b11, 0b110000, 0b1110, 0b11110011)
    for _ in range(400):
        mask, until = one_of(chance, masks), now + one_of(chance, LASTING)
        if not chance.below(12):
            text = one_of(chance, CONFIGS)
            yield f"{now} {text} {tried(core.configure, text)} {core.due(now)}"
        if not chance.below(90):
            core.clear()
            yield f"{now} cleared {core.due(now)}"
        while now < until:
            now += 1 + chance.below(9)
            out = core.step(now, seat.Inputs(mask, ()))
            yield f"{now} {mask} {out} {core.due(now)} {core.keys.settles}"


LOUD = (59, 60, 61, 219, 220, 221, 660, 661)
LENGTHS = (10, 11, 12, 13, 89, 90, 91)
GAPS = (7, 8, 9, 60, 99, 100, 101, 149, 150, 151, 152, 449, 450, 451, 452, 600, 1500)
FIGURES: "tuple[dict[str, object], ...]" = (
    {},
    {"floor": 40, "near": 0, "loud": True, "far": "x", "none": 7, "alike": 2},
    {"clear": 1, "shortest": 1, "most": -3, "longest": 200},
)


def knocks() -> Lines:
    """Yield which sounds count as knocks: some as they should be, some just not."""
    chance = Chance(2)
    for figures in FIGURES:
        core, now = Knocks(dict(figures)), 0
        for _ in range(500):
            usual = chance.below(4)
            loud = one_of(chance, LOUD) if not usual else one_of(chance, (220, 300, 600))
            length = one_of(chance, LENGTHS) if usual == 1 else 30
            gap = one_of(chance, GAPS) if usual == 2 else one_of(chance, (100, 180, 200, 450, 900))
            begun = now
            while now < begun + max(gap, length):
                at = now - begun
                heard = [(now, loud if not at else max(loud // 4, 60) + (at < 4))]
                now += 1
                said = core.step(now - 1, heard if at <= length else ())
                if said or at in {0, length, length + GAP_MS - 1, length + GAP_MS}:
                    yield f"{now} {loud} {length} {gap} {said} {core.due(now)}"
    # Balls: sooner and softer by less, by just as much, and by more than four fifths.
    for part in (7, 8, 9, 10):
        for other in (7, 8, 9, 10):
            for count in (2, 3, 4):
                core, at, gap, loud, said = Knocks({}), 1000, 400, 1000, []
                for _ in range(count):
                    said += core.step(at + 20, [(at + ms, loud) for ms in range(20)])
                    at, gap, loud = at + gap, gap * part // 10, loud * other // 10
                yield f"{part} {other} {count} {said + core.step(at + 900, ())}"


def shoes() -> Lines:
    """Yield what a shoe does with cards that come, stick, lie double and are drawn by hand."""
    chance = Chance(3)
    figures: list[dict[str, int]] = [{}, {"chunk": 4}, {"chunk": 4, "tries": 1, "back": 9}, {}]
    for number, asked in enumerate(figures):
        core, now, moved = shoe.Dispenser(asked, 0, motor=number != 3), 0, 0
        blocked, lines = False, (None, None, None)
        for _ in range(6000):
            now += one_of(chance, (1, 5, 10, 10, 20))
            if not chance.below(60):
                blocked = not blocked
            if not chance.below(120):
                lines = tuple(one_of(chance, (None, False, True, True)) for _ in range(3))
            if not chance.below(150):
                act = one_of(chance, (core.feed, core.feed, core.gate, core.stop))
                given = {core.feed: chance.below(4), core.gate: 1498 + chance.below(4)}.get(act)
                act(now) if given is None else act(given, now)
                yield f"{act.__name__} {given} {core.feeding} {core.due(now)}"
            out = core.step(now, shoe.Inputs(blocked, moved, *lines))
            moved = out.steps if chance.below(40) else out.steps // 2 + 1
            yield f"{now} {blocked} {lines} {out} {core.feeding} {core.due(now)}"


def fades() -> Lines:
    """Yield what a ring shows: fades, pictures in the midst of them, and a host that is gone."""
    chance = Chance(4)
    for fade in (160, 0, 50):
        core, now, there = ring.Fader(3, 0, fade), 0, False
        for _ in range(1500):
            now += one_of(chance, (1, 9, 10, 20, 20, 150, 500))
            if not chance.below(12):
                there = not there
                now += one_of(chance, (0, 0, 4999, 5000, 5001))
            if not chance.below(5):
                colours = bytes(chance.below(256) for _ in range(3 * chance.below(5)))
                yield f"{now} {colours.hex()} {tried(core.show, colours, now)}"
            if not chance.below(20):
                core.host(there, now)
            frame = core.step(now, there)
            yield f"{now} {there} {frame.hex() if frame is not None else None} {core.due(now)}"
    for count in (3, 6, 30):
        yield ring.portable_wire_order(chance.some(count)).hex()


SLOTS: tuple[dict[str, Any], ...] = (
    {"frame": 9, "at": [[0, 9], [0, 1, 2, 7]]}, {"frame": 8, "at": [[0, 8], [0, 8]]},
    {"frame": 100, "began": 7, "at": [[0, 40], [50, 20, 80, 20]]}, {"at": []}, {},
    {"frame": 100, "at": [[0, 40], [50]]}, {"frame": 100, "at": [[0, 40], []]},
    {"frame": 100, "at": [[-1, 40], [50, 50]]}, {"frame": 100, "at": [[0, 100], [50, 51]]},
    {"frame": 100, "at": [[1, 5, 8, 2, 20], [1, 2]]}, {"frame": "x", "at": [[0, 1]]},
    {"frame": 1000, "began": 990, "at": [[0, 8, 100, 7], [20, 30]]}, {"frame": 60, "at": [[0, 60]]},
)  # fmt: skip


def turns() -> Lines:
    """Yield when a node's antennas may radiate: standing slots, rounds, and neither of them."""
    chance, core, now = Chance(5), Turns(), 0
    for _ in range(5000):
        now += one_of(chance, (1, 1, 1, 2, 3, 10, 50, 50)) + 20_000 * (not chance.below(200))
        slots: dict[str, Any] = dict(one_of(chance, SLOTS))
        if not chance.below(40):
            yield f"told {slots} {tried(core.told, slots, now)}"
        if not chance.below(15):
            slots["since"] = one_of(chance, (now - 5, now, now + 9, now + 30, None))
            slots["until"] = one_of(chance, (now + 1, now + 60, now + 200, now + 5000, None))
            yield f"round {slots} {tried(core.round, slots)}"
        yield f"{now} {[(core.left(one, now), core.opens(one, now)) for one in range(3)]}"
    for late in (59_999, 60_000, 60_001):
        core.told({"frame": 100, "at": [[0, 40]]}, now)
        yield f"{core.left(0, now + late)} {core.opens(0, now + late)}"


def rotas() -> Lines:
    """Yield which antenna is taken next, with a reader that fails now and then."""
    chance = Chance(6)
    for slotted in (False, True):
        now = 0
        antennas = [Antenna(index, 10 * (index + 1), ("iso15693",), index, 0) for index in range(4)]
        rota = Rota(antennas, 3)
        for _ in range(2000):
            now += one_of(chance, (0, 1, 2, 3, 8, 20, 120))
            if slotted and not chance.below(15):
                rota.turns.told(one_of(chance, (SLOTS[0], SLOTS[2], SLOTS[11], {})), now)
            if not chance.below(90):
                rota.change([one_of(chance, (0, 9, 10, 11, 499, 500, 60_001)), 30], now)
            due, taken = rota.due(now), rota.take(now)
            told = f"{now} {due} {rota.due()} {rota.late} {rota.scans} {rota.slotted}"
            if taken is not None:
                taken.field.last = [b""] * chance.below(2)
                told += f" {taken.index} {taken.due} {taken.scans} {taken.wants_a_look()}"
                taken.rest = one_of(chance, (None, None, (iter(()), None)))
                told += f" {rota.works() if chance.below(4) else rota.fails(now)}"
            yield told
    yield f"{[(longer_than(count), due_after(count, 50, 70, 3)) for count in range(40)]}"


class Feeding:
    """A watchdog's dog that counts."""

    fed = 0

    def feed(self) -> None:
        """Count one."""
        self.fed += 1

    def itself(self) -> "Feeding":
        """Return itself, as a watchdog that has been started."""
        return self


def watchdogs() -> Lines:
    """Yield when a watchdog is fed: once all tasks have got on."""
    for running in (False, True):
        chance, dog, now = Chance(7), Feeding(), 0
        guard = Watchdog(partial(Feeding.itself, dog), 5, dog if running else None)
        done = {"link": 0, "role": 0}
        for _ in range(600):
            now += one_of(chance, (1, 4, 4, 100))
            if chance.below(3):
                done[one_of(chance, ("link", "role"))] = now - chance.below(2)
            yield f"{now} {json.dumps(done)} {guard.turn(now, done)} {dog.fed}"


CORES: dict[str, Callable[[], Lines]] = {
    "keys": keys, "knocks": knocks, "shoe": shoes, "ring": fades, "turns": turns, "rota": rotas,
    "watchdog": watchdogs,
}  # fmt: skip
