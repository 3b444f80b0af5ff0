"""The shoe's core: as many cards leave as were asked for, whatever sticks or falls silent."""

from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.places.shoe import (
    FIGURES,
    KEPT,
    OPEN_FROM_US,
    Dispenser,
    Inputs,
    Outputs,
    ShoeRole,
)
from tests.streams.board_parts import Board

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


def sees(blocked: bool = False, moved: int = 0, hopper: bool | None = None) -> Inputs:
    """Return what a shoe without lines of a shuffler's reads, but for its hopper."""
    return Inputs(blocked, moved, hopper, None, None)


def opened(cards: int = 1) -> Dispenser:
    """Return a shoe whose gate has just opened for so many cards."""
    core = Dispenser({}, 0)
    core.feed(cards, 0)
    assert core.step(0, sees()) == Outputs([], 0, FIGURES["open_us"])
    assert core.due(295) == 300
    assert core.step(299, sees()) == Outputs([], 0, None)
    assert core.step(300, sees()) == Outputs([(300, "open")], FIGURES["chunk"], 0)
    assert (core.due(300), core.feeding) == (300, cards)
    return core


def test_the_gate_shuts_first_and_each_of_its_turns_takes_its_time() -> None:
    core = Dispenser({}, 40)
    assert (core.due(40), core.feeding) == (50, 0)
    assert core.step(50, sees()).pulse == FIGURES["shut_us"]
    assert core.step(349, sees()) == Outputs([], 0, None)
    assert core.step(350, sees()) == Outputs([(350, "closed")], 0, 0)
    assert core.step(360, sees()) == Outputs([], 0, None)
    assert core.due(360) == 370
    core.gate(OPEN_FROM_US - 1, 400)
    assert core.step(400, sees()).pulse is None, "it is shut"
    core.gate(OPEN_FROM_US, 410)
    assert core.step(410, sees()).pulse == FIGURES["open_us"]
    core.gate(2000, 500)
    assert core.step(710, sees()) == Outputs([(710, "open")], 0, 0), "it goes on as it was"
    core.gate(2000, 720)
    assert core.step(720, sees()).pulse is None, "it is open"
    core.stop(730)
    assert core.step(730, sees(blocked=True)) == Outputs([], 0, None)
    assert core.step(740, sees(blocked=True)).pulse is None
    done = core.step(750, sees())
    assert (done.events, done.pulse) == ([(750, "card-out"), (750, "count")], FIGURES["shut_us"])
    core.feed(1, 760)
    done = core.step(770, sees())
    assert (done.pulse, done.steps) == (FIGURES["open_us"], 0), "it turns round on its way"
    by_hand = Dispenser({}, 0, motor=False)
    by_hand.step(10, sees(blocked=True))
    assert [word for _, word in by_hand.step(20, sees()).events] == ["card-out", "count"]


@pytest.mark.parametrize(("hopper", "word"), [(None, "empty"), (True, "jam")])
def test_where_no_card_comes_it_goes_back_twice_and_says_why_it_ends(
    hopper: bool | None, word: str
) -> None:
    core, reach, back = opened(2), FIGURES["reach"], FIGURES["back"]
    for _ in range(FIGURES["tries"]):
        assert core.step(310, sees(moved=reach, hopper=hopper)).steps == 8
        assert core.step(320, sees(moved=1, hopper=hopper)).steps == -8
        assert core.step(330, sees(moved=8 - back, hopper=hopper)).steps == -8
        assert core.step(340, sees(moved=-4, hopper=hopper)).steps == -4
        assert core.step(350, sees(moved=-4, hopper=hopper)).steps == 8
    assert core.step(360, sees(moved=reach, hopper=hopper)).steps == 8
    done = core.step(370, sees(moved=1, hopper=hopper))
    assert ([word for _, word in done.events][-1], done.steps) == (word, 0)
    assert core.feeding == 0
    assert core.step(380, sees(hopper=hopper)).pulse == FIGURES["shut_us"]
    assert core.due(380) == 390


def test_each_card_has_the_whole_way_and_all_its_tries() -> None:
    core, reach, back = opened(3), FIGURES["reach"], FIGURES["back"]
    for _ in range(3):
        for _ in range(FIGURES["tries"]):
            assert core.step(310, sees(moved=reach)).steps == 8
            assert core.step(320, sees(moved=1)).steps == -8
            core.step(330, sees(blocked=True))
            assert core.step(340, sees(moved=-back)).events == []
        core.step(350, sees(blocked=True, moved=9))
        assert [word for _, word in core.step(360, sees()).events] == ["card-out"]
    assert core.feeding == 0


def test_an_empty_hopper_is_not_tried_again() -> None:
    core = opened()
    core.step(310, sees(hopper=False))
    done = core.step(320, sees(moved=FIGURES["reach"] + 1, hopper=False))
    assert (done.events, done.steps, core.feeding) == ([(320, "empty")], 0, 0)


def test_a_card_that_sticks_in_the_barrier_is_a_jam_whatever_the_hopper_holds() -> None:
    core = opened()
    for _ in range(FIGURES["tries"]):
        for _ in range(9):
            assert core.step(310, sees(blocked=True)).steps == 8
        assert core.step(320, sees(blocked=True, moved=2 * CARD)).steps == 8
        assert core.step(330, sees(blocked=True, moved=1)).steps == -8
        assert core.step(340, sees(blocked=True, moved=-FIGURES["back"])).steps == 8
    assert core.step(350, sees(blocked=True, moved=2 * CARD)).steps == 8
    done = core.step(360, sees(blocked=True, moved=1))
    assert (done.events, done.steps) == ([(360, "jam")], 0)


@pytest.mark.parametrize(
    ("passed", "words"), [(CARD * 5 // 4, []), (CARD * 5 // 4 + 1, ["count"]), (1, [])]
)
def test_a_card_that_takes_a_quarter_longer_is_two(passed: int, words: list[str]) -> None:
    core = opened(2)
    core.step(310, sees(blocked=True, moved=passed - 1))
    core.step(320, sees(blocked=True, moved=1))
    done = core.step(330, sees(moved=9))
    assert [word for _, word in done.events] == ["card-out", *words]
    assert (core.feeding, done.steps, done.pulse) == (1, 8, None)
    core.step(340, sees(blocked=True))
    assert core.step(350, sees(moved=-1)).events == [], "it has gone back"
    core.step(360, sees(blocked=True))
    done = core.step(370, sees())
    assert (done.events, core.feeding) == ([(370, "card-out")], 0)
    assert (done.steps, done.pulse) == (0, FIGURES["shut_us"])


def test_what_a_shuffler_says_first_is_told_only_if_something_is_there() -> None:
    core = Dispenser({}, 0)
    off, on = Inputs(False, 0, False, False, False), Inputs(False, 0, True, True, True)
    assert core.step(1, off).events == []
    assert [word for _, word in core.step(2, on).events] == ["loaded", "shuffling", "jam"]
    assert core.step(3, on).events == []
    assert [word for _, word in core.step(4, off).events] == ["empty", "ready"]
    assert core.step(5, sees()).events == []
    core = Dispenser({}, 0)
    assert [word for _, word in core.step(1, on).events] == ["loaded", "shuffling", "jam"]


def test_a_loose_wire_fills_no_memory_while_no_host_is_there() -> None:
    board = Board(1)
    role = ShoeRole({"barrier": 13, "chip": "pn532", "shuffler": {"hopper": 5}}, board, 0)
    told: list[tuple[object, ...]] = []
    room = 0

    def event(*about: object) -> bool:
        if len(told) < room:
            told.append(about)
            return True
        return False

    node = SimpleNamespace(event=event)
    for step in range(1000):
        role._dispense(10 * step, node)
    room = 1000
    role._dispense(20_000, node)
    assert len(told) == KEPT
