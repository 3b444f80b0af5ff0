"""`tapis bench display`: how fast the display draws, and its cost while idle.

It draws with the software renderer into an invisible window, so that the figures are the
processor's own: a Pi's kmsdrm adds the time of its flip. With `--driver x11` the window is a real
one, on a screen or under Xvfb.
"""

import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Annotated, Any

import msgspec
import typer
from msgspec.structs import replace

from controller.contract.public import Award, NextStep, Phase, PotView, PublicState, Task
from tests.rig.limits import judge, tell
from tests.rig.progress import Advance, progress

SIZE = (1920, 1080)
_CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
STAGES = 7

LIMITS = {
    "redraw_p99_ms": 16.0, "idle_cpu_pct": 1.0, "event_to_flip_p99_ms": 50.0, "rss_mb": 150.0,
    "rss_growth_mb": 8.0, "first_frame_s": 2.0,
}  # fmt: skip
_START = """
import time
from display.feed import View
from tests.rig.pictures.example_tables import dealt
from display.felt.drawing.look import Look
from display.felt.screen import picture_of
from display.felt.window import Window
window = Window((1920, 1080), False)
window.show(picture_of(View(state=dealt(10), link="up"), None, window.size, Look()))
print(time.time())
"""


def hands(count: int, seed: int = 1) -> Iterator[PublicState]:
    """Return the states of made-up hands of ten players, as a table would publish them."""
    from tests.rig.pictures.example_tables import dealt, table, with_seat

    rng = random.Random(seed)
    for hand in range(1, count + 1):
        deck = rng.sample(_CARDS, 9)
        state = replace(
            table(10),
            hand=hand,
            seq=hand * 100,
            phase=Phase.DEALING,
            next_step=NextStep(Task.DEAL, 2),
        )
        yield state
        state = replace(dealt(10), hand=hand, seq=hand * 100 + 1)
        yield state
        for seat in (4, 5, 6):
            bet = rng.randrange(1, 90_000) * 25
            state = with_seat(
                state, seat, bet=bet, stack=rng.randrange(1, 9_000_000), last_action="raise",
                last_amount=bet,
            )  # fmt: skip
            state = replace(state, turn=seat + 1, seq=state.seq + 1)
            yield state
        for street, cards in (("flop", 3), ("turn", 4), ("river", 5)):
            pot = PotView(rng.randrange(100, 9_000_000), (1, 4, 5))
            state = replace(
                state, street=street, board=tuple(deck[:cards]), burned=cards - 2, pots=(pot,),
                seq=state.seq + 1,
            )  # fmt: skip
            yield state
        won = state.pots[0].amount or 0
        state = with_seat(state, 4, shown=tuple(deck[5:7]), won=won)
        yield replace(state, turn=0, legal=(), phase=Phase.OVER, awards=(Award(0, 4, won),))


Clock = Callable[[], float]


def redraws(count: int, clock: Clock = time.perf_counter) -> list[float]:
    """Return the times of full redraws, each of a new state, in ms; the shapes are cached."""
    from display.felt.draw import render
    from display.felt.window import Window

    window, taken = Window(SIZE, fullscreen=False), []
    for number, state in enumerate(_some(count + 30)):
        begun = clock()
        window.show(render(state, SIZE))
        if number >= 30:
            taken.append((clock() - begun) * 1000)
    return taken


def _some(count: int) -> Iterator[PublicState]:
    for number, state in enumerate(hands(count)):
        if number >= count:
            return
        yield state


def flips(count: int, clock: Clock = time.perf_counter) -> list[float]:
    """Return the times from a state's bytes, as received from the broker, to the flip, in ms.

    The times include the start of any animation.
    """
    from display.feed import View, with_state
    from display.felt.draw import places_of, render
    from display.felt.drawing.look import Look
    from display.felt.on_felt.moves import moves_between
    from display.felt.screen import under
    from display.felt.window import Window

    window, look, taken = Window(SIZE, fullscreen=False), Look(), []
    view, before = View(link="up"), None
    for number, state in enumerate(_some(count + 30)):
        payload = msgspec.json.encode(state)
        begun = clock()
        old, view = view.state, with_state(view, payload)
        assert view.state is not None
        picture = render(view.state, SIZE, look)
        if before is not None and old is not None:
            moves = moves_between(old, view.state, places_of(view.state, SIZE, look))
            window.show(under(before, picture, moves) if moves else picture)
        else:
            window.show(picture)
        before = picture
        if number >= 30:
            taken.append((clock() - begun) * 1000)
    return taken


def idle(seconds: float) -> tuple[float, int]:
    """Return the idle display's share of a core (in percent), and the number of pictures drawn.

    It should draw only the first picture. Its broker does not exist, so it keeps trying to connect,
    like any display whose broker is down.
    """
    from display.feed import FeedSource
    from display.felt.screen import Options, show

    source = FeedSource("127.0.0.1", 1)
    show(source, Options(SIZE, seconds=0.5))
    before = time.process_time()
    begun = time.monotonic()
    count = show(source, Options(SIZE, seconds=seconds))
    spent = time.process_time() - before
    # Opening the window and the first picture are not idle time: measure and subtract them.
    before = time.process_time()
    show(source, Options(SIZE, seconds=0.01))
    spent -= time.process_time() - before
    return 100 * max(0.0, spent) / (time.monotonic() - begun), count


def memory(count: int) -> tuple[float, float]:
    """Return the memory in MB after `count` hands, and the part added by the second half."""
    from display.felt.draw import render
    from display.felt.window import Window

    window = Window(SIZE, fullscreen=False)

    def resident() -> float:
        try:
            with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
                return int(file.read().split()[1]) * resource.getpagesize() / 1e6
        except OSError:
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3

    half = 0.0
    for number, state in enumerate(hands(count)):
        window.show(render(state, SIZE))
        for _ in window.acts():
            pass
        if number == count * 9 // 2:
            half = resident()
    return resident(), resident() - half


def first_frame() -> float:
    """Return the seconds from the start of a process to its first picture of a table."""
    begun = time.time()
    done = subprocess.run(
        [sys.executable, "-c", _START], check=True, capture_output=True, text=True,
    )  # fmt: skip
    return float(done.stdout.split()[-1]) - begun


def p99(taken: list[float]) -> float:
    """Return the 99th percentile."""
    return sorted(taken)[max(0, len(taken) * 99 // 100 - 1)]


def measure(
    redrawn: int, played: int, seconds: float, advance: Advance = lambda _: None
) -> dict[str, Any]:
    """Return all figures; memory comes first, in a process that has done nothing else.

    `advance` is called for each of the `STAGES`.
    """
    begun = first_frame()
    advance(1)
    call = f"print(json.dumps(memory({played})))"
    code = f"import json; from tests.rig.display import memory; {call}"
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True,
    )  # fmt: skip
    rss, growth = json.loads(done.stdout.splitlines()[-1])
    advance(1)
    drawn = redraws(redrawn)
    advance(1)
    flipped = flips(redrawn)
    advance(1)
    share, pictures = idle(seconds)
    advance(1)
    # Processor time: the time on a machine that does nothing else.
    drawn_cpu = p99(redraws(redrawn, time.process_time))
    advance(1)
    flipped_cpu = p99(flips(redrawn, time.process_time))
    advance(1)
    return {
        "size": f"{SIZE[0]}x{SIZE[1]}", "seats": 10, "redraws": len(drawn),
        "redraw_p50_ms": round(sorted(drawn)[len(drawn) // 2], 2),
        "redraw_p99_ms": round(p99(drawn), 2),
        "event_to_flip_p99_ms": round(p99(flipped), 2),
        "redraw_p99_cpu_ms": round(drawn_cpu, 2),
        "event_to_flip_p99_cpu_ms": round(flipped_cpu, 2),
        "idle_cpu_pct": round(share, 2), "idle_redraws": pictures - 1,
        "hands": played, "rss_mb": round(rss, 1), "rss_growth_mb": round(growth, 1),
        "first_frame_s": round(begun, 2),
    }  # fmt: skip


def bench_display(
    as_json: Annotated[bool, typer.Option("--json", help="Figures as JSON.")] = False,
    redrawn: Annotated[int, typer.Option("--redraws", help="Pictures to draw.", min=50)] = 1000,
    played: Annotated[
        int, typer.Option("--hands", help="Hands to play for memory.", min=10)
    ] = 1000,
    seconds: Annotated[float, typer.Option(help="How long to idle.", min=1)] = 10.0,
    driver: Annotated[
        str, typer.Option(help="SDL's video driver: dummy, or x11 for a real window.")
    ] = "dummy",
) -> None:
    """Measure the table display at 1920x1080 with the software renderer, ten seats.

    Ends with status 1 when a figure is beyond its limit.
    """
    os.environ["SDL_VIDEODRIVER"] = driver
    with progress("measured", STAGES) as advance:
        figures = measure(redrawn, played, seconds, advance)
    tell(figures, LIMITS, as_json=as_json)
    judge(figures, LIMITS)
