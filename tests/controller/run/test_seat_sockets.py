"""Each seat hears its own cards on its own line, and nobody else does."""

import asyncio
import itertools
import os
import socket
import stat
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from controller.contract.limits import LONGEST_TEXT, MOST_CHIPS
from controller.contract.observations import Declared, DeviceBack, DeviceLost
from controller.contract.private import EarSaid, Pressed, SeatSecret
from controller.houses.loader import load_house
from controller.play.game import DealtGame, Setup
from controller.play.runner import Runner
from controller.play.script.language import parse
from controller.run.sockets.seat_sockets import (
    MOST_LISTENERS,
    MOST_UNREAD,
    SeatSockets,
    SeatUser,
    seat_user,
    socket_of,
)
from controller.table.view.seat_view import secret
from hardware.node.rate_limits import AT_ONCE

Said = Declared | DeviceBack | DeviceLost

SEATS = 3
START = """
blinds 50 100
seat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000
button 1
deck 2c 3c 4c 5c 6c 7c  Ah 3d 3h Jh  Th 9d  8c 2d
hand
deal
"""
FLOP = """
1 calls ; 2 calls ; 3 checks
burn
board 3
"""
BLINDS = {1: 0, 2: 50, 3: 100}
HELD = {1: ("4c", "7c"), 2: ("2c", "5c"), 3: ("3c", "6c")}


@pytest.fixture
def game() -> Iterator[DealtGame]:
    game = DealtGame(Setup(load_house("ppc"), seats=SEATS))
    yield game
    game.close()


def play(game: DealtGame, text: str) -> None:
    assert not Runner(game).play(parse(text)).failures


@asynccontextmanager
async def lines(folder: Path, pressed: list[Said]) -> AsyncIterator[SeatSockets]:
    """Open the private lines of a table."""
    sockets = SeatSockets(folder, "1", SEATS, pressed.append, lambda: 700)
    await sockets.open()
    try:
        yield sockets
    finally:
        await sockets.close()


class Ear:
    """Somebody who listens on a seat's line."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def hear(self) -> SeatSecret:
        """Return the next thing that is whispered."""
        line = await asyncio.wait_for(self.reader.readline(), 5)
        return msgspec.json.decode(line, type=SeatSecret)

    def press(self, line: bytes) -> None:
        """Say something."""
        self.writer.write(line + b"\n")


async def listen(folder: Path, seat: int) -> Ear:
    return Ear(*await asyncio.open_unix_connection(socket_of(folder, "1", seat)))


def test_a_seat_hears_its_own_cards_and_no_others(game: DealtGame, tmp_path: Path) -> None:
    async def evening() -> dict[int, list[SeatSecret]]:
        heard: dict[int, list[SeatSecret]] = {seat: [] for seat in HELD}
        async with lines(tmp_path, []) as sockets:
            sockets.show(game.table)
            ears = {seat: await listen(tmp_path, seat) for seat in HELD}
            for text in (START, FLOP):
                for seat, ear in ears.items():
                    heard[seat].append(await ear.hear())
                play(game, text)
                sockets.show(game.table)
            for seat, ear in ears.items():
                heard[seat].append(await ear.hear())
        return heard

    for seat, told in asyncio.run(evening()).items():
        before, dealt, flop = told
        assert (before.seat, before.cards) == (seat, ())
        assert dealt == SeatSecret(
            seat, 1, HELD[seat], stack=5000 - BLINDS[seat], call=100 - BLINDS[seat]
        )
        assert flop.cards == HELD[seat]
        others = {card for other, cards in HELD.items() if other != seat for card in cards}
        assert not others & set(msgspec.json.encode(told).decode().split('"'))
        assert len(flop.best) == 5


def test_the_hand_is_named(game: DealtGame) -> None:
    play(game, START + FLOP)
    told = secret(game.table, 3)
    assert (told.hand_name, told.hand_ranks) == ("three-of-a-kind", ("3",))
    play(game, "2 folds")
    assert secret(game.table, 2).cards == ()


def test_who_comes_late_hears_how_it_is_now(game: DealtGame, tmp_path: Path) -> None:
    play(game, START)

    async def late() -> SeatSecret:
        async with lines(tmp_path, []) as sockets:
            sockets.show(game.table)
            return await (await listen(tmp_path, 2)).hear()

    assert asyncio.run(late()).cards == HELD[2]


def test_keys_are_those_of_the_line_and_nonsense_is_none(tmp_path: Path) -> None:
    pressed: list[Said] = []

    async def press() -> None:
        arrived = asyncio.Event()

        def take(said: Said) -> None:
            pressed.append(said)
            arrived.set()

        sockets = SeatSockets(tmp_path, "1", SEATS, take, lambda: 700)
        await sockets.open()
        ear = await listen(tmp_path, 2)
        for nonsense in (b"", b"{", b'{"type":"pressed","what":"win"}', b"\xff\x00"):
            ear.press(nonsense)
        for beyond in (
            Pressed("raise", amount=MOST_CHIPS + 1),
            Pressed("raise", amount=10**32),
            Pressed("raise", amount=-1),
            Pressed("seen", target="x" * (LONGEST_TEXT + 1)),
        ):
            ear.press(msgspec.json.encode(beyond))
        ear.press(b'{"type":"pressed","x":' + b"[" * 970)
        ear.press(b'{"type":"pressed","what":"fold","seat":3}')
        ear.press(msgspec.json.encode(Pressed("raise", amount=600)))
        for ok in (False, True):
            ear.press(msgspec.json.encode(EarSaid(ok)))
        while len(pressed) < 4:
            await asyncio.wait_for(arrived.wait(), 5)
            arrived.clear()
        await sockets.close()

    asyncio.run(press())
    assert pressed == [
        Declared(700, 2, "fold"),
        Declared(700, 2, "raise", "", 600),
        DeviceLost(700, "voice-2"),
        DeviceBack(700, "voice-2"),
    ]


def test_nobody_but_the_owner_may_open_a_line(tmp_path: Path) -> None:
    async def modes() -> set[int]:
        async with lines(tmp_path, []):
            return {stat.S_IMODE(socket_of(tmp_path, "1", s).stat().st_mode) for s in HELD}

    assert asyncio.run(modes()) == {0o600}
    assert not list(tmp_path.iterdir())


def test_another_user_hears_nothing_and_is_told(game: DealtGame, tmp_path: Path) -> None:
    play(game, START)
    told: list[tuple[int, int]] = []
    said: list[Said] = []
    mine = os.geteuid()
    users = {1: SeatUser(mine), 2: SeatUser(mine + 1), 3: SeatUser(mine, os.getegid())}

    async def evening() -> tuple[SeatSecret, bytes, set[int]]:
        sockets = SeatSockets(
            tmp_path, "1", SEATS, said.append, lambda: 0,
            users=users.__getitem__, refused=lambda seat, uid: told.append((seat, uid)),
        )  # fmt: skip
        await sockets.open()
        sockets.show(game.table)
        own = await (await listen(tmp_path, 1)).hear()
        others = await asyncio.wait_for((await listen(tmp_path, 2)).reader.read(), 5)
        modes = {stat.S_IMODE(socket_of(tmp_path, "1", s).stat().st_mode) for s in (1, 3)}
        await sockets.close()
        return own, others, modes

    own, others, modes = asyncio.run(evening())
    assert own.cards == HELD[1]
    assert others == b""
    assert told == [(2, mine)]
    assert modes == {0o600, 0o660}


def test_a_seat_without_a_user_of_its_own_is_the_controllers() -> None:
    assert seat_user(99) == SeatUser(os.geteuid())


def test_a_line_without_end_is_cut_and_the_others_stay(game: DealtGame, tmp_path: Path) -> None:
    play(game, START)

    async def flood() -> SeatSecret:
        async with lines(tmp_path, []) as sockets:
            flooder = await listen(tmp_path, 1)
            flooder.writer.write(b"x" * 100_000)
            assert await asyncio.wait_for(flooder.reader.read(), 5) == b""
            sockets.show(game.table)
            return await (await listen(tmp_path, 3)).hear()

    assert asyncio.run(flood()).cards == HELD[3]


def test_more_than_a_hand_can_press_waits_on_its_own_line(tmp_path: Path) -> None:
    pressed: list[Said] = []

    async def flood() -> None:
        async with lines(tmp_path, pressed):
            flooder, other = await listen(tmp_path, 1), await listen(tmp_path, 3)
            for _ in range(2_000):
                flooder.press(b'{"type":"pressed","what":"fold"}')
            other.press(b'{"type":"pressed","what":"check"}')
            async with asyncio.timeout(5):
                while not any(isinstance(one, Declared) and one.seat == 3 for one in pressed):
                    await asyncio.sleep(0)

    asyncio.run(flood())
    assert AT_ONCE <= len(pressed) < 1_000


def test_who_does_not_listen_is_let_go_and_hears_how_it_is(game: DealtGame, tmp_path: Path) -> None:
    play(game, START)
    first, anne, *others = game.table.seats

    async def slow() -> SeatSecret:
        async with lines(tmp_path, []) as sockets:
            sockets.show(game.table)
            ear = await listen(tmp_path, 1)
            await ear.hear()
            for stack in range(5_000):
                seats = (first, replace(anne, stack=stack), *others)
                sockets.show(replace(game.table, seats=seats))
            await asyncio.wait_for(ear.reader.read(-1), 5)
            return await (await listen(tmp_path, 1)).hear()

    assert asyncio.run(slow()).stack == 4_999


def test_four_may_listen_at_a_seat_and_a_fifth_is_sent_away(
    game: DealtGame, tmp_path: Path
) -> None:
    play(game, START)

    async def evening() -> tuple[list[SeatSecret], bytes]:
        async with lines(tmp_path, []) as sockets:
            sockets.show(game.table)
            ears = [await listen(tmp_path, 1) for _ in range(MOST_LISTENERS)]
            heard = [await ear.hear() for ear in ears]
            one_more = await listen(tmp_path, 1)
            return heard, await asyncio.wait_for(one_more.reader.read(), 5)

    heard, nothing = asyncio.run(evening())
    assert [one.cards for one in heard] == [HELD[1]] * 4
    assert nothing == b""


@pytest.mark.parametrize("fewer", [0, 1])
def test_who_leaves_so_much_unread_is_let_go(game: DealtGame, tmp_path: Path, fewer: int) -> None:
    play(game, START)
    first, anne, *others = game.table.seats

    async def gone() -> bool:
        async with lines(tmp_path, []) as sockets:

            def show(digits: int, number: int) -> None:
                stack = 10 ** (digits - 1) + number
                sockets.show(
                    replace(game.table, seats=(first, replace(anne, stack=stack), *others))
                )

            show(10, 0)
            with socket.socket(socket.AF_UNIX) as idle:
                idle.connect(str(socket_of(tmp_path, "1", 1)))
                async with asyncio.timeout(5):
                    while not sockets._listeners[1]:
                        await asyncio.sleep(0)
                [writer] = sockets._listeners[1]
                unread = writer.transport.get_write_buffer_size
                numbers = itertools.count(1)
                while not unread():
                    show(10, next(numbers))
                # What is left, in lines that differ by the digits of the stack alone.
                left = MOST_UNREAD - fewer - unread()
                size = len(sockets._told[1])
                count = left // size
                for line in range(count):
                    show(10 + (left - count * size + line) // count, next(numbers))
                assert unread() == MOST_UNREAD - fewer
                show(10, next(numbers))
                return writer.transport.is_closing()

    assert asyncio.run(gone()) == (not fewer)
