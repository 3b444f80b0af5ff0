"""A demo stream, which sends recorded hands through a journal and a socket, as a table does."""

import asyncio
import itertools
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.observations import Declared, FloorSaid, Observation
from controller.houses.loader import load_house
from controller.play.game import DealtGame, Setup
from controller.play.records.recorded import RecordedHand
from controller.play.records.replay import play_hand
from controller.run.sockets.seat_sockets import SeatUser
from controller.run.stream.pump import StreamPump
from controller.run.stream.stream_socket import StreamSocket
from controller.table.between_hands import stream_waits
from hardware.ports import wall_ticks

LOOK = 0.1
HANDS = Path(__file__).parents[1] / "demo/scenes/1-evening.phhs"


async def stream_demo(hands: Sequence[RecordedHand], path: Path, user: SeatUser) -> None:
    """Play recorded hands in an endless loop at a simulated table that streams to a socket.

    `path` is the socket's path, and `user` the only user who may connect to it. The engine plays
    each hand instantly; the hand is then streamed in real time.
    """
    house = load_house("ppc")
    rules = replace(house.disclosure, stream_delay=replace(house.disclosure.stream_delay, value=0))
    seats = max(player.seat for hand in hands for player in hand.players)
    setup = Setup(replace(house, disclosure=rules), seats, journal=True, name="demo")
    game = DealtGame(setup)
    line = StreamSocket(path, user, lambda _: None)
    await line.open()
    try:
        put_down: list[Observation] = []
        pump = StreamPump(game.runtime, line, put_down.append, wall_ticks, allowed=True)
        for number, hand in enumerate(itertools.cycle(hands)):
            play_hand(game, hand, number)
            _agree(game)
            while pump.waits or put_down:
                for one in put_down:
                    game.observe(msgspec.structs.replace(one, at=game.sink.now))
                put_down.clear()
                pump.look()
                await asyncio.sleep(LOOK)
    finally:
        await line.close()
        game.close()


def _agree(game: DealtGame) -> None:
    """As the floor, switch the stream on, and give any missing player consents."""
    at = game.sink.now
    if not game.table.at_rest.stream.on:
        game.observe(FloorSaid(at, "demo", msgspec.json.encode(c.Stream()).decode()))
    for seat in stream_waits(game.table):
        game.observe(Declared(at, seat, "stream-yes"))
