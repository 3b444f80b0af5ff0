"""The floor corrects stacks and the button; whatever it does, no chip is lost."""

import random

import msgspec
import pytest

from controller.contract import commands as c
from controller.contract.public import (
    ButtonMoved,
    Closing,
    RulingClosed,
    SeatLeft,
    StackChanged,
    Street,
    Task,
)
from controller.houses.loader import load_house, shipped_houses
from controller.table.engine import Transition
from controller.table.state.table import new_table
from tests.controller.table.floor_table import no_burn, order, said, table_of
from tests.controller.table.random_table import PlayedTable, any_level, chips_on, seated


def test_a_stack_is_corrected_in_a_hand_and_comes_back_with_a_void() -> None:
    play = table_of(3)
    play.key(1, "raise", 300)
    assert not order(play, c.SetStack(1, 900))
    assert said(play, StackChanged)[-1] == StackChanged(1, 900, "correction", "Nina")
    assert not order(play, c.Misdeal())
    assert play.look().seats[0].stack == 1200


def test_who_has_nothing_left_after_a_correction_is_all_in() -> None:
    play = table_of(3)
    assert not order(play, c.SetStack(1, 0))
    assert play.look().turn == 2
    play.key(2, "call")
    play.key(3, "check")
    play.finish()
    assert play.look().phase == "over"


def test_the_button_is_put_right_for_the_next_hand() -> None:
    play = table_of(3)
    assert not order(play, c.SetButton(3))
    assert said(play, ButtonMoved)[-1] == ButtonMoved(3, by="Nina")
    assert play.look().button == 1
    play.fold_out()
    assert not play.start()
    assert play.look().button == 3


def test_the_button_put_right_counts_for_the_hand_that_is_dealt_again() -> None:
    # FIDPA 79-3h
    play = table_of(3, "fidpa")
    assert not order(play, c.SetButton(2))
    assert not order(play, c.Misdeal())
    play.table = msgspec.structs.replace(play.table, rulings=())
    assert not play.start()
    assert play.look().button == 2


def test_all_live_seats_together_close_what_is_open() -> None:
    play = no_burn()
    play.key(1, "agree")
    play.key(2, "agree")
    assert play.look().rulings
    play.key(3, "agree")
    assert said(play, RulingClosed) == [RulingClosed(1, Closing.AGREED, "seats")]
    assert play.look().turn == 2


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (c.Confirm(), "no-ruling"),
        (c.Waive(), "no-ruling"),
        (c.Rule(("keep",)), "no-ruling"),
        (c.KillHand(4), "no-live-hand"),
        (c.KillHand(9), "no-such-seat"),
        (c.Penalty(4, "10m"), "seat-empty"),
        (c.Penalty(1, "soon"), "bad-penalty"),
        (c.CallClock(1), "not-the-floors"),
        (c.SetStack(1, -1), "bad-amount"),
    ],
)
def test_what_makes_no_sense_now_is_refused(command: c.Command, reason: str) -> None:
    play = PlayedTable(load_house("ppc"), random.Random(1), new_table(4, keyed=True))
    assert not play.command(c.SetLevel(50, 100))
    for seat in (1, 2, 3):
        assert not play.command(c.SitDown(seat, f"P{seat}", 1000))
    assert not play.command(c.SetButton(1))
    assert not play.start()
    play.deal()
    before = play.table
    assert order(play, command) == reason
    assert play.table == before


@pytest.mark.parametrize("house", shipped_houses())
@pytest.mark.parametrize("seed", range(40))
def test_chips_are_conserved_whatever_the_floor_does(house: str, seed: int) -> None:
    rng = random.Random(seed)
    play = seated(load_house(house), rng, level=any_level(rng))
    taken = 0
    total = chips_on(play.table)

    def watch(_: object, done: Transition) -> None:
        nonlocal taken
        taken += sum(e.stack or 0 for e in done.public if isinstance(e, SeatLeft))
        assert chips_on(done.table) + taken == total, done.public

    play.watch = watch
    for _ in range(6):
        if play.start():
            break
        play.deal()
        play_with_a_meddling_floor(play, rng)


def play_with_a_meddling_floor(play: PlayedTable, rng: random.Random) -> None:
    """Play a hand to its end, the floor meddling at every moment; it always comes to one."""
    meddled = 0
    for _ in range(400):
        state = play.look()
        if state.phase == "over" and not state.rulings:
            return
        if rng.random() < 0.25 and meddled < 12:
            meddled += 1
            meddle(play, rng)
            continue
        step = state.next_step
        if state.rulings:
            take_up_cards(play)
            if play.look().rulings:
                order(play, rng.choice([c.Confirm(), c.Waive()]))
        elif state.turn:
            play.act_by_chance()
        elif step is not None and step.task is Task.BURN:
            play.card("burn")
        elif step is not None and step.task is Task.DEAL and step.seat:
            play.card(f"hand.{step.seat}")
        elif step is not None and step.task is Task.DEAL:
            for _ in range(3 if step.street is Street.FLOP else 1):
                play.card("board")
        elif step is not None and step.task is Task.TABLE:
            play.show(step.seat)
        else:
            raise AssertionError(f"the table waits for {state.next_step!r} in {state.phase}")
    raise AssertionError("the hand never ends")


def take_up_cards(play: PlayedTable) -> None:
    """Take all cards up when the hand has been voided."""
    if play.look().voided:
        play.table = msgspec.structs.replace(play.table, places={}, since={})
        play.key(play.look().button, "done")


def meddle(play: PlayedTable, rng: random.Random) -> None:
    """Let the floor, or a player, do anything at all."""
    seat = rng.randint(1, len(play.table.seats) - 1)
    floor: list[c.Command] = [
        c.Undo(),
        c.Undo(),
        c.KillHand(seat),
        c.Misdeal(),
        c.Confirm(),
        c.Waive(),
        c.Rule(("keep",)),
        c.Rule(("kill_hand", "floor_decides")),
        c.Rule(("void_hand", "return_bets")),
        c.Penalty(seat, rng.choice(["warning", "1r", "10m", "1h", "out", "0m"])),
        c.Back(seat),
        c.Absent(seat),
        c.SetButton(seat),
        c.CallClock(seat),
    ]
    if rng.random() < 0.3:
        what = rng.choice(["phone", "away", "back", "shown", "agree", "time", "floor"])
        play.key(seat, what)  # type: ignore[arg-type]
    else:
        order(play, rng.choice(floor))


@pytest.mark.parametrize(("floor", "waits_for"), [("present", "floor"), ("absent", "seats")])
def test_where_there_is_a_floor_the_players_do_not_decide(floor: str, waits_for: str) -> None:
    play = table_of(3, "tda")
    fittings = msgspec.structs.replace(play.table.fittings, floor=floor)
    play.table = msgspec.structs.replace(play.table, fittings=fittings)
    play.key(1, "off-table")
    assert play.look().rulings[0].waits_for == waits_for
    for seat in (1, 2, 3):
        play.key(seat, "agree")
    assert bool(play.look().rulings) == (floor == "present")


@pytest.mark.parametrize(("stack", "why"), [(600, ""), (599, "nothing-to-undo")])
def test_an_undo_never_leaves_a_stack_below_nothing(stack: int, why: str) -> None:
    """Seat 1 bets 900 of its 1000 and gets 600 back, because seat 2 calls all-in for 300."""
    play = PlayedTable(load_house("ppc"), random.Random(1), new_table(2, keyed=True))
    assert not play.command(c.SetLevel(50, 100))
    for seat, chips in ((1, 1000), (2, 300)):
        assert not play.command(c.SitDown(seat, f"P{seat}", chips))
    assert not play.command(c.SetButton(1))
    assert not play.start()
    play.deal()
    play.key(1, "raise", 900)
    play.key(2, "call")
    assert play.table.seats[1].stack == 700
    assert not order(play, c.SetStack(1, stack))
    assert order(play, c.Undo()) == why
