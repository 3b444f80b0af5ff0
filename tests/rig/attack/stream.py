"""Delayed streaming under attack: kills, clock jumps, restored journals, and refusals.

The rig has an independent clock, and knows when each event happened, which players had agreed and
who refused. The attack succeeds if an event is streamed earlier than `DELAY` after it happened,
during its hand, without everybody's consent, or after a refusal; or if a public event or the public
state names a card that nobody has shown.

Each `EVENING` hands are a table of their own. The files lie in memory where the machine allows it:
a `kill -9` is no power cut, and what it leaves on disk is restored byte by byte.
"""

import os
import random
import shutil
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from controller.contract import commands as c
from controller.contract.observations import (
    CardAt,
    CardLeft,
    Declared,
    FloorSaid,
    JournalCut,
    Observation,
)
from controller.contract.private import PrivateEvent, StreamFrame, StreamOff
from controller.contract.public import (
    HandEnded,
    HandStarted,
    HandVoided,
    NextStep,
    Phase,
    PublicEvent,
    Street,
    Task,
)
from controller.houses.loader import house_hash, load_house
from controller.journal import Journal
from controller.play.people.leak_watch import Doors
from controller.play.script.expect import words_of
from controller.run.loop.runtime import Runtime, StepResult
from controller.run.stream.pump import StreamPump
from controller.table.between_hands import stream_waits
from controller.table.state import DECK, Table, new_table
from controller.table.view import public_state
from tests.rig.attack.row import Asked, Row
from tests.rig.turns import Turn, turn_of

HANDS: Final = 10_000
EVENING: Final = 250
MEMORY: Final = Path("/dev/shm")
BAR: Final = "10,000 hands with kills, clock jumps and journals put back: no card before its time"
DELAY: Final = 900
SEATS: Final = 3
ALL: Final = frozenset(DECK)
MOST_TOLD: Final = 20
LOOKS: Final = 40_000
"""Maximum random time between two events (ms)."""


class Known(msgspec.Struct):
    """The truth about a hand: whether all had agreed, the time of each seq, and its end."""

    agreed: bool
    at: dict[int, int] = {}
    ended: bool = False
    void: bool = False


class Done(NamedTuple):
    """A result with its table, as `Doors` takes it."""

    table: Table
    public: tuple[PublicEvent, ...]
    private: tuple[PrivateEvent, ...]
    wake_at: int | None
    refused: str


class Rig:
    """A table, its controller, and the truth about both."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self.rng = rng
        self.house = load_house("ppc")
        self.path = folder / "t.db"
        self.copy = folder / "copy.db"
        self.real = 0
        self.wall_shift = 0
        self.ticks_shift = 0
        self.hands: dict[int, Known] = {}
        self.broken: list[str] = []
        self.left: set[tuple[int, int]] = set()
        self.count: Counter[str] = Counter()
        self.life = 0
        self.doors = Doors()
        self.shown_in_copy: set[str] = set()
        self.waiting: list[Observation] = []
        self.start()
        self.say(c.SetLevel(50, 100))
        for seat in range(1, SEATS + 1):
            self.say(c.SitDown(seat, f"P{seat}", 1_000_000))
        self.say(c.SetButton(1))

    # -- the controller ------------------------------------------------------------------

    def start(self) -> None:
        """Start a controller on the current journal."""
        journal = Journal(
            self.path, house=self.house.name, house_hash=house_hash(self.house), table="t",
            wall=lambda: 1_800_000_000_000 + self.real + self.wall_shift,
        )  # fmt: skip
        self.runtime = Runtime(self.house, new_table(SEATS, keyed=True), name="t", journal=journal)
        self.ticks_shift = self.rng.randrange(10**9) - self.real
        self.waiting.clear()
        self.pump = StreamPump(self.runtime, self, self.waiting.append, self.clock, allowed=True)
        self.runtime.results.append(self.hear)
        epoch = journal.untold()
        if epoch is not None:
            self.observe(JournalCut(self.runtime.at, epoch.after, epoch.lost, "rolled-back"))

    def clock(self) -> int:
        """Return a controller's own clock: it starts anywhere, and only goes forward."""
        return self.real + self.ticks_shift

    def kill(self) -> None:
        """Kill the controller; it restarts on the files as they were, perhaps much later."""
        self.count["kills"] += 1
        left = {path: path.read_bytes() for path in self.files()}
        self.stop()
        for path in self.files():
            path.unlink()
        for path, data in left.items():
            path.write_bytes(data)
        self.real += self.rng.choice((0, 1_000, 10**7))
        self.start()

    def files(self) -> list[Path]:
        """Return the journal and the files beside it."""
        return [path for path in self.path.parent.iterdir() if path.name.startswith(self.path.name)]

    def stop(self) -> None:
        """Release the controller's file, as the end of its process would."""
        self.pump.close()
        assert self.runtime.journal is not None
        self.runtime.journal.close()

    def keep(self) -> None:
        """Copy the journal, to restore it later."""
        self.stop()
        shutil.copyfile(self.path, self.copy)
        self.shown_in_copy = set(self.doors.public)
        self.start()

    def put_back(self) -> None:
        """Replace the journal by the copy."""
        if not self.copy.exists():
            return
        self.count["put back"] += 1
        self.stop()
        shutil.copyfile(self.copy, self.path)
        self.hands.clear()
        self.doors.public = set(self.shown_in_copy)
        self.life += 1
        self.start()
        self.copy.unlink()

    def jump(self) -> None:
        """Set the wall clock, or have a device use a time stamp of its own."""
        self.count["jumps"] += 1
        if self.rng.random() < 0.5:
            self.wall_shift = self.rng.choice((-(10**9), 0, 10**9))
        else:
            self.observe(Declared(self.runtime.at + 2_000_000, 1, "back"))

    # -- what leaves ---------------------------------------------------------------------

    def tell(self, said: StreamFrame | StreamOff) -> None:
        """Judge a frame that is streamed."""
        if isinstance(said, StreamOff):
            return
        self.count["frames"] += 1
        hand, seq = said.hand, said.state.seq
        known = self.hands.get(hand)
        why = ""
        if known is None:
            why = "of a hand that nobody may show"
        elif not known.agreed:
            why = "not everybody had agreed"
        elif not known.ended:
            why = "while it is played"
        elif known.void:
            why = "of a void hand"
        elif self.real < known.at[seq] + DELAY * 1000:
            why = f"{known.at[seq] + DELAY * 1000 - self.real} ms too early"
        if why:
            self.fell(f"hand {hand}, event {seq}: {why}")
        self.left.add((self.life, hand))

    def fell(self, why: str) -> None:
        """Record a success of the attack."""
        if len(self.broken) < MOST_TOLD:
            self.broken.append(why)

    def hear(self, seen: Observation, result: StepResult) -> None:
        """Record the events and their times, and whether they name a card that nobody has shown."""
        table = self.runtime.table
        self.doors.watch(seen, Done(table, result.public, result.private, None, result.refused))
        for leak in self.doors.leaks:
            self.fell(f"hand {table.hand.number}: {leak.type} names a card")
        self.doors.leaks.clear()
        for event in result.public:
            self.know(event)
        for known in self.hands.values():
            if result.public and (not known.ended or result.seq - len(result.public) in known.at):
                known.at[result.seq] = self.real

    def know(self, event: PublicEvent) -> None:
        """Record a hand's start and end."""
        number = self.runtime.table.hand.number
        if isinstance(event, HandStarted):
            table = self.runtime.table
            self.hands[number] = Known(table.at_rest.stream.on and not stream_waits(table), {})
        elif isinstance(event, HandEnded | HandVoided) and number in self.hands:
            self.hands[number].ended = True
            self.hands[number].void = isinstance(event, HandVoided)

    # -- the table -----------------------------------------------------------------------

    def observe(self, seen: Observation) -> None:
        """Pass an observation to the controller, at the current time."""
        self.runtime.observe(seen)

    def say(self, command: c.Command) -> None:
        """Give a command as the floor."""
        text = msgspec.json.encode(command).decode()
        self.observe(FloorSaid(self.runtime.at + 10, "Nina", text))

    def key(self, seat: int, what: str) -> None:
        """Press a seat's key."""
        pressed = {"at": self.runtime.at + 200, "seat": seat, "what": what}
        self.observe(msgspec.convert(pressed, Declared))

    def card(self, zone: str) -> None:
        """Lay a card that is not on the table yet."""
        at, lie = self.runtime.at + 400, {card for card, zone in self.lying()}
        left = [card for card in DECK if card not in lie]
        self.observe(CardAt(at, self.rng.choice(left), zone, at))

    def lying(self) -> list[tuple[str, str]]:
        """Return the cards on the table and their zones."""
        return [(card, zone) for card, zone in self.runtime.table.places.items() if zone]

    def pass_time(self, ms: int) -> None:
        """Let time pass; the controller's loop runs now and then."""
        until = self.real + ms
        while self.real < until:
            self.real = min(until, self.real + self.rng.randrange(1, LOOKS))
            self.look()

    def look(self) -> None:
        """Run the controller's loop once."""
        self.pump.look()
        if self.waiting and self.rng.random() < 0.02:
            self.kill()  # what was put down has not reached the journal
        for one in tuple(self.waiting):
            self.observe(one)
        self.waiting.clear()

    def agree(self) -> None:
        """Switch the stream on if it is off; most players agree."""
        if not self.runtime.table.at_rest.stream.on:
            self.say(c.Stream(DELAY))
        for seat in stream_waits(self.runtime.table):
            if self.rng.random() < 0.97:
                self.key(seat, "stream-yes")

    def refuse(self) -> None:
        """Have a player or the floor refuse: pending events may no longer be streamed."""
        self.count["noes"] += 1
        if self.rng.random() < 0.7:
            self.key(self.rng.randint(1, SEATS), "stream-no")
        else:
            self.say(c.Stream(called_off=True))
        for known in self.hands.values():
            known.agreed = False

    def something(self) -> None:
        """Let time pass, and at times do something that must not release anything early."""
        self.pass_time(self.rng.randrange(1, LOOKS))
        chance = self.rng.random()
        if chance < 0.01:
            self.kill()
        elif chance < 0.02:
            self.jump()
        elif chance < 0.023:
            self.refuse()
        elif chance < 0.025:
            self.keep()
        elif chance < 0.0265:
            self.put_back()
        elif chance < 0.028 and self.runtime.table.hand.running:
            self.count["misdeals"] += 1
            self.say(c.Misdeal())

    def hand(self) -> None:
        """Play a hand; a controller whose journal was restored may be in a different one."""
        self.agree()
        for card, zone in self.lying():
            self.observe(CardLeft(self.runtime.at + 10, card, zone))
        self.say(c.StartHand())
        for _ in range(100):
            state = public_state(self.runtime.table, self.house, 0, "t")
            if words_of(msgspec.to_builtins(state)) & ALL - self.doors.public:
                self.fell(f"hand {state.hand}: the public state names a card")
            if state.phase in (Phase.OVER, Phase.IDLE):
                return
            self._go_on(state.to_deal, state.next_step, turn_of(state))
            self.something()
        self.say(c.Misdeal())

    def _go_on(self, to_deal: tuple[int, ...], step: NextStep | None, turn: Turn | None) -> None:
        if turn is not None:
            words = ["check"] if turn.check else ["call", "call", "call", "fold"]
            self.key(turn.seat, self.rng.choice(words))
        elif to_deal:
            self.card(f"hand.{to_deal[0]}")
        elif step is not None and step.task is Task.BURN:
            self.card("burn")
        elif step is not None and step.task is Task.DEAL:
            for _ in range(3 if step.street is Street.FLOP else 1):
                self.card("board")
        elif step is not None and step.task is Task.TABLE:
            self.key(step.seat, "shown")
        else:
            self.say(c.Misdeal())


def attack(asked: Asked) -> Row:
    """Stream hands while the controller is attacked in every way."""
    began, rng = time.monotonic(), random.Random(asked.seed)
    hands = asked.trials(HANDS)
    broken: list[str] = []
    counts: Counter[str] = Counter()
    for first in range(0, hands, EVENING):
        rig = evening(min(EVENING, hands - first), rng)
        counts.update(rig.count)
        counts["hands_left"] += len(rig.left)
        broken += [f"evening {first // EVENING + 1}, {one}" for one in rig.broken]
    figures = {name: float(count) for name, count in sorted(counts.items())}
    figures |= {"hands": float(hands)}
    seconds = time.monotonic() - began
    return Row("stream", BAR, hands, seconds, figures, tuple(broken[:MOST_TOLD]))


def evening(hands: int, rng: random.Random) -> Rig:
    """Stream an evening of hands at a table of its own; return its rig, which is closed."""
    memory = MEMORY if os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="tapis-stream-", dir=memory) as folder:
        rig = Rig(Path(folder), rng)
        for _ in range(hands):
            rig.hand()
            for old in [number for number, one in rig.hands.items() if one.ended][:-30]:
                del rig.hands[old]
        rig.pass_time(3 * DELAY * 1000)
        rig.stop()
        return rig
