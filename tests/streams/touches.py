"""A screen that is touched and typed on by chance: its console after each touch, and the orders.

Nothing is drawn. Each walk begins at a golden picture's state, in one of the languages.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

from msgspec.structs import replace

from controller.contract.commands import Reply
from controller.contract.state import PublicState
from display.felt.console.commands import Console, Room, followed, heard, page_of, press, tap
from display.felt.console.touched_boxes import console_boxes
from display.felt.draw import places_of
from display.felt.drawing.look import Look
from display.orders import Order
from display.words.names import Words, words
from display.words.refusals import REASONS
from tests.rig.pictures.golden import GOLDEN, Golden
from tests.streams.sizes import CONSOLES, dressed
from tests.streams.written import Stream, in_order

STEPS = 120
"""How often a screen is touched in one walk."""
TYPED = (
    *"0123456789", *"0123456789", *"aTKhcsd", *":::", *" sfuFSU", *"bcfkx-.é", "enter", "enter",
    "enter", "escape", "tab", "tab", "backspace", "backspace",
)  # fmt: skip
LINES = (
    "sit 3 Zoe 5000", "stack 2 750", "level 100 200 25", "penalty 1 10m", "go", "pau", "bomb 300",
    "board Ah Kd 2c", "button 9", "undo", "sit 3", "nothing", "kill 2", "act 1 call",
)  # fmt: skip


def walk(golden: Golden, number: int) -> Iterator[str]:
    """Yield the console after each step, and the orders that it sends."""
    chance = Random(f"{golden.name} {number}")
    state: PublicState = golden.seen()
    if number % 2:
        state = replace(dressed(state, number), keyed_unit=25 * (number % 4 == 1))
    said = words("fr" if number % 3 == 2 else "en")
    console = CONSOLES[number % len(CONSOLES)]
    waiting: list[Order] = []
    for step in range(STEPS):
        room = Room(state, said, step / 2, able=bool(chance.randrange(12)))
        orders: tuple[Order, ...] = ()
        match chance.randrange(10):
            case 0 | 1 | 2:
                console, orders = press(console, chance.choice(TYPED), room)
            case 3:
                for sign in chance.choice(LINES) if console.line is not None else "12":
                    console, orders = press(console, sign, room)
            case 4 if waiting:
                ok = bool(chance.randrange(2))
                reason = "" if ok else chance.choice(sorted(REASONS))
                order = waiting.pop(0)
                console = heard(console, order, Reply("id", ok=ok, reason=reason), room)
            case 5:
                turn = chance.randrange(len(state.seats) + 1)
                state = replace(state, turn=turn, paused=not chance.randrange(4))
                console = followed(console, state)
            case _:
                console, orders = tap(console, chance.choice(targets(console, state, said)), room)
        waiting += orders
        yield repr((in_order(console), in_order(orders)))


def targets(console: Console, state: PublicState, said: Words) -> list[str]:
    """Return the names of what can be touched: keys of the open page or panel, or the table."""
    page = page_of(console, state, said)
    if page is not None:
        return [f"page:{key.name}" for row in page.rows for key in row] + ["page:close"]
    boxes = console_boxes(places_of(state, (1280, 720), Look()), console, state)
    if boxes.touches:
        return [name for name, _ in boxes.touches]
    return [f"seat:{seat.seat}" for seat in state.seats] + ["table", "notice", "outside"]


def every() -> Sequence[Stream]:
    """Return these streams."""
    return [
        Stream("touches", golden.name, partial(walk, golden, number))
        for number, golden in enumerate(GOLDEN)
    ]
