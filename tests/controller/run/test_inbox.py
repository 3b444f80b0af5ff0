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
    assert [one.at for one in inbox.taken(100) if isinstance(one, Knocked)] == list(range(4, 10))


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
