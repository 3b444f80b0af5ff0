"""What a table says of moves that it did not see is as it was: any change is noticed, and read.

Hands are played by chance at a table that is on, and the same table comes back in the middle of
them: once everything that was moved is found, once all but a part of it, and once something that
nobody would do. A digest of all that it says then is kept in `found_as_before.tsv`.
`python -m tests.controller.table.power_loss.test_found_as_before` keeps the digests as they are
now; with names of houses it prints the lines instead, to be compared with another checkout's.
"""

import hashlib
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from controller.contract import commands as c
from controller.contract.observations import FloorSaid, FoundMoved, Observation, TimePassed
from controller.houses.loader import load_house, shipped_houses
from controller.houses.model import House
from controller.table.engine import step
from controller.table.state.table import Table
from controller.table.view.public_view import public_state
from tests.rig.attack.while_off import Moment, Moved, course, moved

KEPT = Path(__file__).with_name("found_as_before.tsv")
ENCODER = msgspec.json.Encoder(order="deterministic")
COURSES = 2
MOMENTS = 4
SEEDS = 1
"""For each house: how many digests, each of how many courses, each with how many comings back."""


def comes_back(table: Table, house: House, news: Sequence[Moved], at: int) -> Iterator[str]:
    """Yield what a table says of moves, and of the floor's word that everything is in its place."""
    word = ENCODER.encode(c.Confirm()).decode()
    seen: list[Observation] = [FoundMoved(at, tuple(news)), FloorSaid(at, "Paul", word)]
    for _ in range(3):
        done = step(table, seen.pop(0), house)
        table = done.table
        yield f"{done.wake_at} {done.refused}"
        for event in done.public:
            yield f"{type(event).__name__} {ENCODER.encode(event).decode()}"
        if not seen and done.wake_at is not None:
            seen.append(TimePassed(done.wake_at))
        if not seen:
            break
    yield ENCODER.encode(public_state(table, house, 0, "test", disclose=True)).decode()


def lines(name: str, number: int) -> Iterator[str]:
    """Yield what the table of one house says in some courses by chance."""
    house = load_house(name)
    rng = random.Random(f"{name} {number}")
    for _ in range(COURSES):
        moments = course(house, rng)
        for _ in range(MOMENTS):
            before, after = sorted(rng.sample(range(len(moments)), 2))
            table, truth = moments[before].table, moments[after]
            news = list(moved(table, truth.table, truth.at))
            rng.shuffle(news)
            yield from comes_back(table, house, news, truth.at)
            if len(news) > 1:
                yield from comes_back(table, house, rng.sample(news, len(news) - 1), truth.at)
            news += amiss(table, truth, rng)
            yield from comes_back(table, house, news, truth.at)


def amiss(table: Table, truth: Moment, rng: random.Random) -> list[Moved]:
    """Return the moves to a moment at which two things lie where they should not."""
    cards = sorted(card for card, zone in truth.table.places.items() if zone)
    zones = sorted(zone for zone, chips in truth.table.chips.items() if chips)
    places, chips = dict(truth.table.places), dict(truth.table.chips)
    if cards:
        places[rng.choice(cards)] = rng.choice(["", "muck", "board", "burn", "bet.1", "hand.2"])
    if zones:
        chips[rng.choice(zones)] = rng.choice([(), (100,), (100, 100)])
    return list(
        moved(
            truth.table, msgspec.structs.replace(truth.table, places=places, chips=chips), truth.at
        )
    )


def digest(name: str, number: int) -> str:
    made = hashlib.sha256()
    for line in lines(name, number):
        made.update(f"{line}\n".encode())
    return made.hexdigest()[:16]


def kept() -> dict[str, str]:
    return dict(line.split("\t") for line in KEPT.read_text("utf-8").splitlines())


ALL = [(name, number) for name in sorted(shipped_houses()) for number in range(SEEDS)]


@pytest.mark.parametrize(("name", "number"), ALL)
def test_what_was_moved_while_off_is_judged_as_before(name: str, number: int) -> None:
    assert digest(name, number) == kept().get(f"{name} {number}"), (
        f"compare what this module prints of {name} with what it prints at the last commit, and "
        "keep the digests again if every line that changed is meant to"
    )


if __name__ == "__main__":
    for asked, count in ALL if sys.argv[1:] else ():
        if asked in sys.argv[1:]:
            print(*lines(asked, count), sep="\n")
    if not sys.argv[1:]:
        KEPT.write_text("".join(f"{name} {n}\t{digest(name, n)}\n" for name, n in ALL), "utf-8")
