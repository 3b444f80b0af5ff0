"""What the small parts of a running table answer to chance: its ring, its queues and its limits."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from controller.config.money import LevelConfig, TimedLevelConfig
from controller.contract.commands import Act, Rebuy, Request, Rule, SetStack, SitDown
from controller.contract.limits import DEEPEST, LONGEST_TEXT, MOST_CHIPS, MOST_STEPS
from controller.contract.observations import Knocked
from controller.contract.public import (
    Award,
    CardsMeant,
    Envelope,
    HandEnded,
    HandStatus,
    HandVoided,
    Kind,
    LevelView,
    NextStep,
    NoticeText,
    NoticeView,
    Phase,
    PublicState,
    RulingView,
    SeatView,
    StepView,
    StepWord,
    StreamHand,
    Street,
    Task,
    WaitsFor,
)
from controller.contract.scans import BadgeTag, Scan
from controller.journal import JournalError
from controller.run.access.command_limits import beyond, too_deep
from controller.run.access.floor_pin import FloorLock, pin_for
from controller.run.access.refusals import Refusals
from controller.run.access.requests import Refusal, read_request, replay_asked
from controller.run.access.rights import Rights
from controller.run.access.tokens import Tokens
from controller.run.lights.ring import ring_frame, segments, swept
from controller.run.lights.ring_motion import Fade, RingMemory, faded, moved_on
from controller.run.loop.config_commands import first_level, structure
from controller.run.loop.inbox import Inbox
from controller.run.loop.shoe_gate import due
from controller.run.messages.askers import Asker, asker_of
from controller.run.messages.in_flight import InFlight
from controller.run.messages.journal_outbox import JournalOutbox
from controller.run.messages.replays import Replays
from controller.run.messages.request_rates import RATES, Callers
from controller.run.stream.delayed import Delayed
from controller.table.state.table import new_table
from tests.firmware.campaign import Chance
from tests.streams.board import Lines, one_of, tried
from tests.streams.written import Stream, in_order

RULED = tuple(
    RulingView(id=1, kind=Kind.BOARD_NO_BURN, article="x", seat=seat, waits_for=waits)
    for seat in (0, 2) for waits in (WaitsFor.FLOOR, WaitsFor.STEPS)
)  # fmt: skip
MOVES = NoticeView("m7", NoticeText.MOVE, seat=1, to_table=4, to_seat=7)
ZONES = ((), (), ("hand.2",), ("board",), ("bet.1", "x.y"))


def state(chance: Chance, seats: int) -> PublicState:
    """Return a table's public state by chance."""
    views = tuple(
        SeatView(
            seat, one_of(chance, ("in", "in", "all-in", "folded", "empty")), "A", 9,
            owes=one_of(chance, (0, 0, 5)), won=one_of(chance, (0, 0, 0, 0, 7)),
        )
        for seat in range(1, seats + 1)
    )  # fmt: skip
    turn, button, small, big, clock = (chance.below(seats + 1) for _ in range(5))
    return PublicState(
        seq=1, table="1", house="ppc", seats=views, hand=chance.below(2), turn=turn,
        button=button, small_blind=small, big_blind=big, clock_seat=clock,
        clock_left=one_of(chance, (0, 1, 499, 500, 501, 999, 1000, 9999, 10_000, 10_001, 60_000)),
        shoe=one_of(chance, ("", "", "jam")), paused=not chance.below(4),
        phase=one_of(chance, (Phase.IDLE, Phase.OVER, Phase.BETTING, Phase.BETTING)),
        blind_zones=one_of(chance, ZONES), moved_while_off=one_of(chance, ZONES),
        rulings=(one_of(chance, RULED),) if not chance.below(6) else (),
        notices=(MOVES,) if not chance.below(5) else (),
        awards=(Award(0, 2, 5),) if not chance.below(9) else (),
        level=LevelView(*one_of(chance, ((50, 100), (50, 100), (50, 200), (100, 200)))),
    )  # fmt: skip


def rings() -> Lines:
    """Yield frames of rings of every size, in motion and at rest."""
    chance = Chance(501)
    yield f"{[tried(segments, leds, seats, 2) for leds in range(9) for seats in range(9)]}"
    for _ in range(800):
        seats = 2 + chance.below(5)
        leds, first = seats + chance.below(9) * chance.below(9), chance.below(20)
        now, turned = chance.below(5000), one_of(chance, (0, 80, 100, 250, 399, 400, 401, 900))
        shown = state(chance, seats)
        frame = ring_frame(shown, leds, first, now, now - chance.below(900), turned)
        yield f"{frame}"
        yield f"{swept(frame.leds, now)}"
    yield f"{ring_frame(PublicState(seq=1, table='1', house='ppc'), 5)}"
    for fade_ms in (0, 160, 400):
        memory, fade, now = RingMemory(), Fade(), 0
        for _ in range(200):
            shown, since = state(chance, 4), now
            for _ in range(chance.below(12)):
                memory, frame = moved_on(memory, shown, 24, 5, now, since)
                fade, frame = faded(fade, frame, now, fade_ms)
                yield f"{now} {memory} {frame}"
                now += one_of(chance, (1, 40, 119, 120, 121, 150, 1000, 2999, 3000))
    yield f"{HandStatus.IN}"


class Kept(JournalOutbox):
    """An outbox of a hundred events, on a disk that fails at times."""

    def __init__(self) -> None:
        """Have a hundred events."""
        self.count = 100
        self.broken = False

    @property
    def committed(self) -> int:
        """The seq of the last event."""
        return self.count

    def events(self, after: int = 0, limit: int = 100) -> Iterator[Envelope]:
        """Return the events behind a seq."""
        if self.broken:
            raise JournalError("the disk is gone")
        for seq in range(after + 1, min(after + limit, self.committed) + 1):
            yield Envelope(1, seq, "s", "", "3", 1, "card.dealt", {})


def queues() -> Lines:
    """Yield how old events are asked for, who asks too much, and who waits for an answer."""
    chance, kept, now = Chance(502), Kept(), 0
    replays, callers = Replays(kept), Callers(lambda: now)
    flight = InFlight(3, 4)
    for number in range(1500):
        now += one_of(chance, (0, 0, 1, 5, 10, 30, 200, 900))
        kept.count += chance.below(3)
        kept.broken = not chance.below(40)
        user = f"u{chance.below(70) if not chance.below(9) else chance.below(2)}"
        if not chance.below(3):
            given = max(kept.committed - chance.below(900), 0), one_of(chance, (1, 60, 1000))
            yield f"{now} {user} {given} {replays.ask(Asker(user), str(number), *given, now)}"
        if not chance.below(400):
            replays.forget()
        wait = replays.wait(now)
        if wait == 0:
            ident, events, reply, _ = replays.given(one_of(chance, (100, 3, 10)), now)
            yield f"{ident} {[one.seq for one in events]} {in_order(reply)}"
        yield f"{now} {wait}"
        offence = one_of(chance, tuple(RATES))
        for _ in range(chance.below(30)):
            within = callers.within(user, offence, f"c{number}")
        yield f"{user} {offence} {in_order(callers.health())}"
        if not chance.below(20):
            callers.connected(f"1: New client connected from 1.2.3.4:5 as {'x' * 70} "
                              f"(p2, c1, k60, u'{user}').")  # fmt: skip
        topic = one_of(chance, ("tapis/reply/a", "tapis/reply/", "tapis/reply/#", "x", ""))
        topic = "tapis/reply/" + "é" * (122 + chance.below(3)) if not chance.below(5) else topic
        told = SimpleNamespace(
            ResponseTopic=topic, CorrelationData=bytes(one_of(chance, (0, 9, 256, 257)))
        )
        message: Any = SimpleNamespace(properties=told)
        asker = asker_of(user, message, "tapis/reply/")
        usual, more = asker.way("usual")
        yield f"{asker.user} {usual} {str(more)[:40]}"
        if flight.is_open:
            flight.sent(number, one_of(chance, (0, number, number)))
        yield f"{flight.arrived(number - chance.below(6))} {flight.confirmed} {len(flight)}"
        yield f"{flight.is_open} {within if chance.below(2) else ''}"


def boxes() -> Lines:
    """Yield what leaves a table's queue in which order, with doors that are overrun."""
    chance, box = Chance(503), Inbox()
    doors = [box.door(), box.door(), box.put]
    for number in range(600):
        door = one_of(chance, doors)
        for part in range(one_of(chance, (1, 1, 2, 40, 400))):
            door(Knocked(number, part, 2) if number % 3 else Scan("pot", (), number))
        taken = list(box.taken(one_of(chance, (0, 1, 2, 30, 100))))
        yield f"{[one.at for one in taken if isinstance(one, Knocked | Scan)]} {box.empty}"
        yield f"{box.idle}"
    yield f"{sum(1 for _ in box.taken(1 << 20))}"


def delays() -> Lines:
    """Yield when hands may leave for a stream."""
    chance, delayed, now, seq = Chance(504), Delayed(), 0, 0
    for number in range(900):
        now += one_of(chance, (1, 500, 40_000, 4_000_000))
        begins = StreamHand(number, one_of(chance, (0, 5, 600)))
        told: list[Any] = one_of(
            chance,
            (
                [begins],
                [begins],
                [HandEnded(())],
                [HandEnded(()), begins],
                [],
                [HandVoided(Kind.DEAL_WRONG_SEAT)],
            ),
        )
        told = [*told, *([HandVoided(Kind.DEAL_WRONG_SEAT)] if not chance.below(25) else [])]
        seq += len(told) + chance.below(2)
        delayed.take(now, seq, told)
        for hand in islice(reversed(delayed.hands), 2):
            yield f"{in_order(hand)} {[hand.leaves(behind) for behind in (0, now, now + 9)]}"
            yield f"{[hand.due(seq - 1, at, now) for at in (-1, 0, 3_600_001)]}"
            yield f"{hand.due(seq, 5, 9)}"
        if len(delayed.hands) > 7 + chance.below(4):
            delayed.hands.popleft()


def limits() -> Lines:
    """Yield which commands are too much, which screens are open, and who is refused."""
    table = new_table(4)
    data: list[Any] = [1]
    for depth in range(1, DEEPEST + 4):
        yield f"{depth} {too_deep(data)} {too_deep({'x': data})} {too_deep((1,))}"
        data = [0, data]
    for amount in (MOST_CHIPS - 1, MOST_CHIPS, MOST_CHIPS + 1, -MOST_CHIPS, -MOST_CHIPS - 1):
        for seat in (-1, 0, 1, 4, 5):
            for command in (
                SetStack(seat, amount),
                Rebuy(seat, amount),
                SitDown(seat, "x", amount),
            ):
                yield f"{in_order(command)} {beyond(command, table)}"
    for length in (LONGEST_TEXT - 1, LONGEST_TEXT, LONGEST_TEXT + 1):
        yield f"{length} {beyond(SitDown(1, 'x' * length, 1), table)}"
        request = Request(id="x" * length, by="y", token="z")
        for text in (f'{{"id": "{request.id}"}}', f'{{"by": "{request.id}"}}', "[", "7"):
            yield f"{in_order(read_request(text.encode()))}"
    for count in (MOST_STEPS - 1, MOST_STEPS, MOST_STEPS + 1):
        yield f"{count} {beyond(Rule(('burn',) * count), table)}"
    for step in ("deal 123", "deal 1234", "take_back 7h"):
        yield f"{step} {beyond(Rule((step,)), table)}"
    for target in ("1", "²", "x", ""):
        yield f"{target} {beyond(Act(1, 'fold', target=target), table)}"
    for limit in (0, 1, 1000, 1001):
        for ident in ("a", "a b", ""):
            yield tried(replay_asked, Request(id=ident, data={"after": 1, "limit": limit}))
    lock = FloorLock((pin_for("anne", "1234"), pin_for("floor", "9876")))
    chance, now = Chance(505), 0.0
    for _ in range(30):
        now += one_of(chance, (0, 1, 59, 60, 61, 119, 120, 121, 500))
        owner, pin = one_of(chance, ("a", "b")), one_of(chance, ("1234", "9876", "0", "0", "0"))
        badges = one_of(chance, ((), ("anne",), ("bob", "zoe")))
        try:
            told = lock.unlock(owner, pin, now, badges)
        except Refusal as no:
            told = f"{no.reason} {no}"
        yield f"{now} {owner} {pin} {badges} {told} {[lock.who(one, now) for one in 'ab']}"
    refusals = Refusals()
    for number in range(90):
        refusals.note(one_of(chance, ("pin", "token", "line")), "s\n" * (number % 25))
    yield f"{[(one.what, one.source, one.count) for one in refusals.seen()]} {lock.has_pins}"


def gates() -> Lines:
    """Yield for how many cards the shoe's gate is open, whatever the table waits for."""
    chance = Chance(506)
    words, tasks = tuple(StepWord), (None, *Task)
    cards = ("2c", "3c", "4c", "5c", "6c")
    for _ in range(3000):
        steps = tuple(
            StepView(
                one_of(chance, (*words, StepWord.BURN, StepWord.DEAL, StepWord.USE_AS_BURN)),
                seat=chance.below(2), street=one_of(chance, (None, *Street)),
                which=one_of(chance, (None, *CardsMeant)), count=chance.below(3),
                done=not chance.below(3),
            )
            for _ in range(chance.below(4))
        )  # fmt: skip
        ruling = RulingView(3, Kind.BOARD_NO_BURN, "", steps=steps, waits_for=one_of(
            chance, (WaitsFor.STEPS, WaitsFor.STEPS, WaitsFor.FLOOR)
        ))  # fmt: skip
        task, boards = one_of(chance, tasks), 1 + chance.below(2)
        shown = PublicState(
            seq=1, table="1", house="ppc", hand=7, phase=one_of(chance, tuple(Phase)),
            street=one_of(chance, (None, *Street)), board=cards[: one_of(chance, (0, 3, 4, 5))],
            boards=boards, burned=chance.below(4), to_deal=(1, 2, 3)[: chance.below(4)],
            first_board=cards[: one_of(chance, (0, 3, 5))] if boards > 1 else (),
            next_step=NextStep(task) if task is not None else None,
            rulings=(ruling,) if not chance.below(3) else (),
            awards=(Award(0, 2, 5),) if not chance.below(4) else (),
        )  # fmt: skip
        yield f"{in_order(due(shown))} {in_order(due(shown, burns=False))}"


def levels() -> Lines:
    """Yield which levels a table's config starts, and when."""
    several = tuple(
        TimedLevelConfig(25 * n, 50 * n, minutes=20 + n, break_minutes=(0, 10, 1)[n % 3])
        for n in range(1, 6)
    )
    yield f"{in_order(first_level(LevelConfig(5, 10), ()))}"
    for count in range(6):
        yield f"{in_order(first_level(LevelConfig(5, 10), several[:count]))}"
        for number in range(7):
            for hands, hand in ((0, 0), (1, 0), (0, 1)):
                for resting in ({}, {"closed": True}, {"tournament": "x"}):
                    table = new_table(2)
                    table = replace(
                        table, level=replace(table.level, number=number),
                        played=replace(table.played, hands=hands),
                        hand=replace(table.hand, number=hand),
                        at_rest=replace(table.at_rest, **resting),
                    )  # fmt: skip
                    yield f"{in_order(structure(several[:count], table))}"


class Locks(FloorLock):
    """A lock that is open or not as chance has it, without a hash."""

    def __init__(self, chance: Chance, has_pins: bool) -> None:
        """Be open by chance."""
        super().__init__()
        self._chance = chance
        self._some = has_pins
        self.told: list[str] = []

    @property
    def has_pins(self) -> bool:
        """Whether there are any."""
        return self._some

    def who(self, owner: str, now: float) -> str:
        """Return who has opened a screen."""
        return ("", "anne", "zoe")[self._chance.below(3)]

    def lock(self, owner: str) -> None:
        """Lock a screen."""
        self.told.append(f"lock {owner}")

    def unlock(self, owner: str, pin: str, now: float, badges: Any = ()) -> str:
        """Unlock a screen, or not."""
        self.told.append(f"unlock {owner} {pin} {sorted(badges)}")
        if pin == "0":
            raise Refusal(one_of(self._chance, ("wrong-pin", "too-many-pins")))
        return "anne"


def rights() -> Lines:
    """Yield who may do what, with which badge, token and PIN."""
    chance = Chance(507)
    tokens = Tokens({"floor": "secret-1", "screen": "secret-2"}, local=["screen"])
    lying = ((), (BadgeTag("zoe", "floor"), BadgeTag("bob", "floor")), (BadgeTag("anne"),))
    for number in range(2500):
        badges, refusals = one_of(chance, lying), Refusals()
        lock = Locks(chance, has_pins=chance.below(2) > 0)
        right = Rights(
            tokens, lock, partial(tuple, badges), keyed=number % 3 == 0,
            needs=("uid", "pin", "challenge")[number % 7 % 3], refusals=refusals,
            streams=number % 5 > 1,
        )  # fmt: skip
        name = one_of(chance, ("unlock", "lock", "stream", "act", "key-hand", "say", "start-hand"))
        data: dict[str, Any] = one_of(
            chance,
            ({}, {}, {"pin": "1"}, {"pin": "0"}, {"pin": 7}, {"what": "stream-yes"},
             {"called_off": True}, {"called_off": 1}),
        )  # fmt: skip
        token = one_of(chance, ("secret-1", "secret-2", "secret-2", "secret-2", "secret-3", ""))
        try:
            told = right.by(name, Request(id="1", by="b", token=token, data=data))
        except Refusal as no:
            told = f"{no.reason} {no}"
        counted = [(one.what, one.source, one.count) for one in refusals.seen()]
        yield f"{number} {name} {data} {token} {badges} {told} {lock.told} {counted}"


RUNNING: dict[str, Callable[[], Lines]] = {
    "ring": rings, "queues": queues, "boxes": boxes, "delays": delays, "limits": limits,
    "gates": gates, "levels": levels, "rights": rights,
}  # fmt: skip


def every() -> list[Stream]:
    """Return the streams of a running table's parts."""
    return [Stream("running", name, lines) for name, lines in RUNNING.items()]
