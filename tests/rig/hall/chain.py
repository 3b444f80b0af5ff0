"""`tapis bench venue chain`: the traffic of a chain of venues, estimated from real tables.

The messages of the real engine's hands are counted as they go over MQTT; the rest is
multiplication. Nothing is sent: `hall` and `engines` measure how fast a hub is.
"""

from typing import Annotated

import msgspec
import typer

from controller.venue.core.at_tables.hearing import KEPT
from controller.venue.tournament_files import load_tournament
from tests.rig.hall.script import Script, play

FILE = "redcactus"
SEATS = 8
HANDS = 20
"""Minimum number of hands in the sample."""

FRAME = 5
"""Bytes of MQTT overhead for a message, with its acknowledgement."""

ROOT = len("tapis/a-venue-of-mine/12")
DAYS = 30.4
"""Days in a month."""


class Carried(msgspec.Struct, frozen=True):
    """The traffic from all venues to the chain: messages and Mbit a second, GB and euros a month.

    `venue_kbit_s` is one venue's share, `hour_down_mb` its backlog for each hour that its line is
    down, `catch_up_s` the time to send that over a line of `--line` Mbit/s.
    """

    messages_s: float
    mbit_s: float
    gb_month: float
    euros_month: float
    venue_kbit_s: float
    hour_down_mb: float
    catch_up_s: float


class ChainFigures(msgspec.Struct, frozen=True):
    """A chain while all its tables play, by the part of the traffic that leaves the venue.

    `everything` is all events and states, `kept` the part that venues keep (docs/VENUE.md),
    `results` one line per player and evening.
    """

    venues: int
    tables: int
    events_per_hand: float
    bytes_per_event: float
    bytes_per_state: float
    everything: Carried
    kept: Carried
    results: Carried


class Chain(msgspec.Struct, frozen=True):
    """The size of a chain, its amount of play, and the cost of its lines."""

    venues: int = 200
    tables: int = 50
    hands_hour: float = 35.0
    hours_day: float = 5.0
    line_mbit_s: float = 10.0
    euro_gb: float = 0.02


def chain_command(
    venues: Annotated[int, typer.Option(min=1, help="How many venues.")] = 200,
    tables: Annotated[int, typer.Option(min=1, help="How many tables each has.")] = 50,
    hands: Annotated[float, typer.Option(min=1, help="Hands per hour at a table.")] = 35.0,
    hours: Annotated[float, typer.Option(min=0.1, max=24, help="Hours of play a day.")] = 5.0,
    line: Annotated[float, typer.Option(min=0.1, help="A venue's line out, Mbit/s.")] = 10.0,
    euro: Annotated[
        float, typer.Option(min=0, help="What a GB costs that comes in, euros.")
    ] = 0.02,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Say what a chain of venues has to carry, from what tables of the real engine say."""
    rules = load_tournament(FILE)
    done = carried(Chain(venues, tables, hands, hours, line, euro), play(rules, SEATS, HANDS * 90))
    text = msgspec.json.encode(done)
    typer.echo(text.decode() if as_json else msgspec.json.format(text).decode())


def carried(chain: Chain, script: Script) -> ChainFigures:
    """Return the traffic of a chain whose tables play a script."""
    hands = sum(event.type == "hand.ended" for event in script.events)
    events = [(one.type, FRAME + ROOT + len(one.topic) + len(one.body)) for one in script.events]
    states = [FRAME + ROOT + len("/state") + len(step.state) for step in script.steps]
    kept = [size for kind, size in events if kind in KEPT]
    everything = [size for _, size in events] + states
    # A name, a place, points, an id, and the JSON around them.
    results = [120.0 / (chain.hours_day * chain.hands_hour)] * SEATS * hands
    return ChainFigures(
        chain.venues, chain.venues * chain.tables,
        round(len(events) / hands, 1), round(sum(size for _, size in events) / len(events)),
        round(sum(states) / len(states)),
        _carried(chain, len(everything) / hands, sum(everything) / hands),
        _carried(chain, len(kept) / hands, sum(kept) / hands),
        _carried(chain, SEATS / (chain.hours_day * chain.hands_hour), sum(results) / hands),
    )  # fmt: skip


def _carried(chain: Chain, messages: float, size: float) -> Carried:
    """Return the traffic for this many messages and bytes a hand."""
    hands_s = chain.tables * chain.hands_hour / 3600
    venue_s = hands_s * size
    month = chain.venues * venue_s * chain.hours_day * 3600 * DAYS / 1e9
    hour = venue_s * 3600
    return Carried(
        round(chain.venues * hands_s * messages, 2), round(chain.venues * venue_s * 8 / 1e6, 3),
        round(month, 2), round(month * chain.euro_gb, 2), round(venue_s * 8 / 1e3, 2),
        round(hour / 1e6, 3), round(hour * 8 / (chain.line_mbit_s * 1e6), 2),
    )  # fmt: skip
