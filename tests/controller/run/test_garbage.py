"""What stays is left out of collections, and a circle of it is found in the end."""

import subprocess
import sys

import pytest

SETTLE = """
import asyncio
import gc
import weakref
from controller.run.upkeep.garbage import keep_settled

class Node:
    pass

async def until(so):
    while not so():
        await asyncio.sleep(0)

async def main():
    gc.disable()  # what is collected here is by the rounds alone
    kept = Node()
    kept.itself = kept
    gone = weakref.ref(kept)
    task = asyncio.create_task(keep_settled(0.0, whole=WHOLE))
    await until(lambda: gc.get_freeze_count() > 1000)
    del kept
    for _ in range(20):
        await asyncio.sleep(0)
    print("there" if gone() else "gone")
    task.cancel()

asyncio.run(main())
"""


def run(script: str) -> "subprocess.CompletedProcess[str]":
    """Run a script to its end."""
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.parametrize(("whole", "then"), [(3, "gone"), (1000, "there")])
def test_what_stays_is_left_out_and_a_circle_of_it_goes_with_the_whole_round(
    whole: int, then: str
) -> None:
    done = run(SETTLE.replace("WHOLE", str(whole)))
    assert done.stdout == f"{then}\n", done.stderr


GROW = """
import asyncio
import gc
from controller.run.upkeep.garbage import keep_settled

async def main():
    whole = []
    gc.callbacks.append(lambda _, info: info["generation"] == 2 and whole.append(1))
    task = asyncio.create_task(keep_settled(3600.0))
    await asyncio.sleep(0)
    stays = [[] for _ in range(500_000)]
    print(len(whole))
    task.cancel()

asyncio.run(main())
"""


def test_nobody_waits_while_all_that_stays_is_walked_through() -> None:
    done = run(GROW)
    assert done.stdout == "0\n", done.stderr
