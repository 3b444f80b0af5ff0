"""The shoe's core: as many cards leave as were asked for, whatever sticks or falls silent."""

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.places.shoe import FIGURES, Dispenser, Inputs

CARD, GAP = FIGURES["card"], 40


class Throat:
    """A shoe's throat on a table: cards of a length with gaps between them, and a motor."""

    def __init__(self, cards: int, *, motor: bool = True, hopper: bool | None = None) -> None:
        self.core = Dispenser({}, 0, motor=motor)
        self.cards = cards
        self.way = -GAP
        self.now = 0
        self.out = 0
        self.said: list[str] = []
        self.jams: set[int] = set()
        self.steps = 0
        self.moved = 0
        self.pulses: list[int] = []
        self._hopper = hopper

    def run(self, ms: int, gap: int = 10) -> None:
        """Let time pass, looking at everything every so many ms."""
        end = self.now + ms
        while self.now < end:
            self.now += gap
            hopper = None if self._hopper is None else self.cards > 0
            blocked = self.way > 0 and self.cards > 0
            done = self.core.step(self.now, Inputs(blocked, self.moved, hopper, None, None))
            self.said += [word for _, word in done.events]
            if done.pulse:
                self.pulses.append(done.pulse)
            self.moved = done.steps
            self._move(done.steps)

    def draw(self) -> None:
        """Let a hand draw a card past the barrier."""
        for way in (CARD // 2, -GAP):
            self.way = way
            self.run(20)
        self.cards -= 1
        self.out += 1

    def _move(self, steps: int) -> None:
        for _ in range(abs(steps)):
            self.steps += 1
            if not self.cards or self.steps in self.jams:
                continue
            self.way = max(self.way + (1 if steps > 0 else -1), -GAP)
            if self.way >= CARD:
                self.way = -GAP
                self.cards -= 1
                self.out += 1


@settings(max_examples=50)
@given(st.integers(0, 6), st.integers(5, 60))
def test_exactly_as_many_cards_leave_however_seldom_anybody_looks(cards: int, gap: int) -> None:
    throat = Throat(10)
    throat.run(400)
    throat.core.feed(cards, throat.now)
    throat.run(40_000, gap)
    assert throat.out == cards
    assert throat.said.count("card-out") == cards
    assert throat.said[-1] == "closed"


def test_the_gate_opens_before_the_first_card_and_shuts_behind_the_last() -> None:
    throat = Throat(5)
    throat.core.feed(2, throat.now)
    throat.run(5000)
    assert throat.said == ["open", "card-out", "card-out", "closed"]
    assert throat.pulses == [FIGURES["open_us"], FIGURES["shut_us"]]


def test_a_card_that_sticks_is_tried_again() -> None:
    throat = Throat(5)
    throat.jams = set(range(20, 320))
    throat.core.feed(1, throat.now)
    throat.run(9000)
    assert throat.said == ["open", "card-out", "closed"]


def test_a_jam_is_told_and_the_motor_stands() -> None:
    throat = Throat(5, hopper=True)
    throat.jams = set(range(100, 1_000_000))
    throat.core.feed(1, throat.now)
    throat.run(9000)
    assert throat.said.count("jam") == 1
    assert throat.out == 0
    stood = throat.steps
    throat.run(9000)
    assert throat.steps == stood
    throat.jams = set()
    throat.core.feed(1, throat.now)
    throat.run(5000)
    assert throat.out == 1


def test_an_empty_shoe_says_so() -> None:
    throat = Throat(1)
    throat.core.feed(3, throat.now)
    throat.run(9000)
    assert throat.out == 1
    assert "empty" in throat.said
    assert "jam" not in throat.said


@settings(max_examples=30)
@given(st.integers(0, 4000))
def test_a_silent_host_stops_motor_and_gate(after: int) -> None:
    throat = Throat(10)
    throat.core.feed(10, throat.now)
    throat.run(after)
    throat.core.stop(throat.now)
    stood = throat.steps
    throat.run(2000)
    assert throat.steps == stood
    if throat.way <= 0:
        assert throat.said[-1] == "closed" or not throat.said


def test_the_gate_never_shuts_on_a_card() -> None:
    throat = Throat(10)
    throat.core.feed(10, throat.now)
    while throat.way <= 20:
        throat.run(10)
    throat.core.stop(throat.now)
    throat.run(3000)
    assert FIGURES["shut_us"] not in throat.pulses[1:]


def test_a_hand_draws_what_is_due_and_the_gate_shuts() -> None:
    throat = Throat(10, motor=False)
    throat.core.feed(2, throat.now)
    throat.run(500)
    throat.draw()
    throat.draw()
    throat.run(500)
    assert throat.said == ["open", "card-out", "card-out", "closed"]
    throat.draw()
    assert throat.said[-2:] == ["card-out", "count"]
    assert throat.steps == 0


def test_an_open_gate_lets_out_as_many_as_come() -> None:
    throat = Throat(10, motor=False)
    throat.core.gate(2000, throat.now)
    throat.run(500)
    for _ in range(4):
        throat.draw()
    assert "count" not in throat.said
    throat.core.gate(1000, throat.now)
    throat.run(500)
    assert throat.said[-1] == "closed"


def test_two_cards_that_overlap_are_a_wrong_count() -> None:
    core, said, now = Dispenser({}, 0), [], 0
    core.feed(1, 0)
    moved, travelled = 0, 0
    for _ in range(200):
        now += 10
        blocked = 40 < travelled < 40 + CARD * 3 // 2
        done = core.step(now, Inputs(blocked, moved, None, None, None))
        said += [word for _, word in done.events]
        moved = done.steps
        travelled += moved
    assert said == ["open", "card-out", "count", "closed"]


def test_the_shuffler_is_heard() -> None:
    core, said = Dispenser({}, 0), []
    lines = [(False, False), (True, False), (True, True), (True, False), (False, False)]
    for place, (hopper, busy) in enumerate(lines):
        done = core.step(1000 + 400 * place, Inputs(False, 0, hopper, busy, False))
        said += [word for _, word in done.events if word not in {"open", "closed"}]
    assert said == ["loaded", "shuffling", "ready", "empty"]
