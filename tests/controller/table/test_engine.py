"""The front door is pure: the same observations give the same events, and nothing is kept aside."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.contract.observations import (
    CardAt,
    DeviceBack,
    DeviceLost,
    FloorSaid,
    Observation,
    TimePassed,
)
from controller.contract.public import IrregularityFound, PublicEvent
from controller.houses.loader import load_house, shipped_houses
from controller.table.dealing.deal import ASKS_EVERY, HOLD_MS
from controller.table.engine import Transition, step
from tests.controller.table.random_table import any_level, seated
from tests.controller.table.scripted import FOUR, played

RANDOMS = st.integers(0, 2**32).map(random.Random)


@pytest.mark.parametrize("house", shipped_houses())
@settings(max_examples=15)
@given(rng=RANDOMS)
def test_the_same_observations_give_the_same_again(house: str, rng: random.Random) -> None:
    play = seated(load_house(house), rng, level=any_level(rng))
    told: list[Observation] = []
    began = play.table

    def watch(seen: Observation, done: Transition) -> None:
        told.append(seen)

    play.watch, play.events = watch, []
    assert not play.start()
    play.deal()
    play.finish()
    # Between hands the table is told by others that the cards are gone; here nobody has to.
    table = msgspec.structs.replace(began, places={}, since={})
    events: list[PublicEvent] = []
    for seen in told:
        done = step(table, seen, play.house)
        assert done == step(table, seen, play.house)
        table = done.table
        events += done.public
    assert events == play.events
    assert table == play.table


def test_time_that_nobody_asked_for_changes_nothing() -> None:
    game = played("hand ; deal\n1 calls")
    done = step(game.table, TimePassed(game.table.at + 3_600_000), game.house)
    assert (done.public, done.private, done.wake_at) == ((), (), None)
    assert done.table.hand == game.table.hand


def test_a_command_that_is_none_is_refused_and_changes_nothing() -> None:
    game = played("hand ; deal")
    for text in ("", "{}", '{"type": "dance"}', "[1]"):
        done = step(game.table, FloorSaid(game.table.at, "floor", text), game.house)
        assert done.refused == "unknown-command"
        assert (done.public, done.table.hand) == ((), game.table.hand)


def test_a_device_without_a_zone_blinds_none() -> None:
    game = played("hand ; deal")
    done = step(game.table, DeviceLost(game.table.at, "ring"), game.house)
    assert done.table.devices.blind_zones == ()
    blind = step(done.table, DeviceLost(game.table.at, "board.1", "board"), game.house)
    twice = step(blind.table, DeviceLost(game.table.at, "board.1", "board"), game.house)
    assert blind.table.devices.blind_zones == twice.table.devices.blind_zones == ("board",)
    back = step(twice.table, DeviceBack(game.table.at, "board.1", "board"), game.house)
    assert back.table.devices.blind_zones == ()


def test_what_is_in_doubt_is_judged_when_the_engine_asked_to_be_woken() -> None:
    game = played("hand", table=FOUR)
    at = game.table.at + 400
    held = step(game.table, CardAt(at, "2c", "hand.3", at), game.house)
    assert not held.public
    assert held.wake_at is not None
    assert at < held.wake_at <= at + 1000
    judged, asked = held, []
    while not judged.public:
        assert judged.wake_at is not None
        asked.append(judged.wake_at)
        judged = step(judged.table, TimePassed(asked[-1]), game.house)
    # Meanwhile it asks whether all has been told that lay there before; nobody says so.
    assert (asked[0], asked[-1]) == (at + ASKS_EVERY, at + HOLD_MS)
    assert [e.kind for e in judged.public if isinstance(e, IrregularityFound)] == [
        "deal.wrong-seat"
    ]
    assert judged.wake_at is None


@pytest.mark.parametrize(("told", "found"), [(-1, []), (0, ["deal.wrong-seat"])])
def test_when_all_is_told_that_lay_there_before_nothing_is_waited_for(
    told: int, found: list[str]
) -> None:
    game = played("hand", table=FOUR)
    since = game.table.at + 400
    held = step(game.table, CardAt(since + 300, "2c", "hand.3", since), game.house)
    assert held.wake_at is not None
    done = step(held.table, TimePassed(held.wake_at, since + told), game.house)
    assert [e.kind for e in done.public if isinstance(e, IrregularityFound)] == found
