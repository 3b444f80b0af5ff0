"""The one queue of a table: in order, and nobody in it waits for all that another one says."""

import asyncio
import signal
import threading

from controller.contract.observations import Knocked
from controller.contract.scans import Scan
from controller.run.loop.inbox import MOST_ASIDE, SHARE, Inbox


def test_what_comes_first_is_taken_first() -> None:
    inbox = Inbox()
    doors = [inbox.door(), inbox.put, inbox.door()]
    put = [Knocked(number, 1 + number % 3, 2) for number in range(3 * SHARE)]
    for number, one in enumerate(put):
        doors[number % 3](one)
    assert list(inbox.taken(1000)) == put
    assert inbox.empty


def test_nobody_waits_for_all_that_another_one_says() -> None:
    inbox = Inbox()
    loud, quiet = inbox.door(), inbox.door()
    said = [Knocked(number, 1, 2) for number in range(10 * SHARE)]
    for one in said:
        loud(one)
    quiet(Knocked(0, 2, 2))
    taken = list(inbox.taken(1000))
    assert [one.seat for one in taken if isinstance(one, Knocked)].index(2) == SHARE
    # What one device says stays in its order, and none of it is lost.
    assert [one for one in taken if isinstance(one, Knocked) and one.seat == 1] == said


def test_a_queue_that_nobody_empties_has_an_end() -> None:
    inbox = Inbox()
    loud = inbox.door()
    for number in range(3 * MOST_ASIDE):
        loud(Scan("board", (), number))
    for number in range(5):
        loud(Knocked(number, 1, 2))
    taken = list(inbox.taken(10_000))
    assert len(taken) == SHARE + MOST_ASIDE + 5
    assert [type(one) for one in taken[-5:]] == [Knocked] * 5


def test_a_part_of_what_waits_is_taken_and_the_rest_stays() -> None:
    inbox = Inbox()
    for number in range(10):
        inbox.put(Knocked(number, 1, 2))
    assert len(list(inbox.taken(4))) == 4
    assert not inbox.empty
    assert list(inbox.taken(0)) == []
    assert len(list(inbox.taken(1))) == 1
    inbox.put(Knocked(10, 1, 2))
    assert [one.at for one in inbox.taken(100) if isinstance(one, Knocked)] == list(range(5, 11))


def test_a_signal_is_heard_however_much_comes_in() -> None:
    """A thread that never stops, and a loop that takes what comes."""
    heard = threading.Event()

    async def loop() -> int:
        inbox = Inbox()
        inbox.open()
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, heard.set)
        put, turns = inbox.door(), 0

        def flood() -> None:
            while not heard.is_set():
                put(Scan("board", (), 0))

        thread = threading.Thread(target=flood)
        thread.start()
        signal.raise_signal(signal.SIGUSR1)
        try:
            while not heard.is_set() and turns < 1000:
                turns += 1
                assert len(list(inbox.taken(64))) <= 64
                await inbox.sleep(1.0)
        finally:
            heard.set()
            thread.join()
        return turns

    assert asyncio.run(loop()) < 1000


def test_a_device_has_thirty_two_places_in_the_queue() -> None:
    inbox = Inbox()
    loud, quiet = inbox.door(), inbox.door()
    for number in range(2):
        loud(Knocked(number, 1, 2))
    assert len(list(inbox.taken(2))) == 2
    for number in range(40):
        loud(Knocked(number, 1, 2))
    quiet(Knocked(0, 2, 2))
    taken = inbox.taken(1000)
    seats = [one.seat for one in taken if isinstance(one, Knocked)]
    assert seats.index(2) == 32


def test_the_loop_sleeps_until_something_comes_and_is_woken_once_for_all_of_it() -> None:
    async def run() -> None:
        inbox = Inbox()
        rings: list[str] = []
        inbox.put(Knocked(0, 1, 2))  # before there is a loop
        assert not inbox.idle
        list(inbox.taken(9))
        assert not inbox.idle
        inbox.open()
        loop = asyncio.get_running_loop()
        inbox._bell = bell = asyncio.Event()
        plain = bell.set

        def ring() -> None:
            rings.append("ring")
            plain()

        bell.set = ring  # type: ignore[method-assign]
        for turn in (1, 2):
            sleeping = loop.create_task(inbox.sleep(30))
            await asyncio.sleep(0)
            assert inbox.idle
            inbox.put(Knocked(1, 1, 2))
            inbox.put(Knocked(2, 1, 2))
            assert not inbox.idle
            await asyncio.wait_for(sleeping, 5)
            assert len(rings) == turn
            assert not inbox.empty
            # With something in the queue the loop does not sleep.
            await asyncio.wait_for(inbox.sleep(30), 0.5)
            list(inbox.taken(9))
            assert inbox.empty
            assert not inbox.idle
        await inbox.sleep(0.001)
        assert len(rings) == 2

    asyncio.run(run())
