"""The floor: corrects, undoes, kills, punishes; each with who did it, and no chip is lost."""

import random

import msgspec
import pytest

from controller.contract import commands as c
from controller.contract.observations import ChipsAt, Declared, FloorSaid
from controller.contract.public import (
    ActionUndone,
    ButtonMoved,
    Closing,
    HandKilled,
    HandStatus,
    HandVoided,
    IrregularityFound,
    Kind,
    PenaltyGiven,
    PenaltyServed,
    PublicEvent,
    RulingClosed,
    RulingConfirmed,
    RulingOpened,
    SeatLeft,
    StackChanged,
    Street,
    Task,
)
from controller.houses.loader import load_house, shipped_houses
from controller.table.engine import Step
from controller.table.state import new_table
from tests.controller.table.random_table import Play, any_level, chips_on, seated


def table_of(players: int, house: str = "ppc") -> Play:
    """Return a table with stacks of 1000, the button before 1, a hand dealt."""
    play = Play(load_house(house), random.Random(1), new_table(players, keyed=True))
    assert not play.command(c.SetLevel(50, 100))
    for seat in range(1, players + 1):
        assert not play.command(c.SitDown(seat, f"P{seat}", 1000))
    assert not play.command(c.SetButton(1))
    assert not play.start()
    play.deal()
    return play


def said(play: Play, kind: type[PublicEvent]) -> list[PublicEvent]:
    """Return the events of a kind so far."""
    return [event for event in play.events if isinstance(event, kind)]


def order(play: Play, command: c.Command, by: str = "Nina") -> str:
    """Return a command in somebody's name; why it was refused."""
    text = msgspec.json.encode(command).decode()
    return play.tell(FloorSaid(play.table.at, by, text)).refused


# -- undo -------------------------------------------------------------------------------


@pytest.mark.parametrize("house", shipped_houses())
@pytest.mark.parametrize("seed", range(12))
def test_every_action_of_a_hand_can_be_undone_exactly(house: str, seed: int) -> None:
    rng = random.Random(seed)
    play = seated(load_house(house), rng, level=any_level(rng))
    assert not play.start()
    play.deal()
    states: list[object] = []

    def act() -> None:
        states.append(looks(play))
        play.act_by_chance()

    play.finish(act)
    while states:
        assert not order(play, c.Undo())
        assert looks(play) == states.pop()
    assert order(play, c.Undo()) == "nothing-to-undo"
    total = chips_on(play.table)
    play.finish()
    assert chips_on(play.table) == total


def looks(play: Play) -> object:
    """Return what an undo brings back: the whole public view but for the burns, which lie."""
    return msgspec.structs.replace(play.look(), burned=0, clock_left=0)


def test_an_undo_says_who_and_gives_the_turn_back() -> None:
    play = table_of(3)
    play.key(1, "call")
    assert not order(play, c.Undo())
    assert said(play, ActionUndone) == [ActionUndone(1, "Nina")]
    assert play.look().turn == 1


def test_a_hand_that_is_over_goes_on_after_an_undo() -> None:
    play = table_of(3)
    play.key(1, "fold")
    play.key(2, "fold")
    assert play.look().phase == "over"
    assert not order(play, c.Undo())
    assert StackChanged(3, 900, "undo", "Nina") in play.events
    assert (play.look().phase, play.look().turn) == ("betting", 2)
    assert [seat.stack for seat in play.look().seats] == [1000, 950, 900]


def test_no_hand_before_the_next_one_is_undone() -> None:
    # PPC 23
    play = table_of(3)
    play.fold_out()
    assert not play.start()
    assert order(play, c.Undo()) == "nothing-to-undo"


def test_a_killed_hand_lives_again_after_an_undo() -> None:
    play = table_of(3)
    assert not order(play, c.KillHand(1))
    assert play.look().seats[0].status == "dead"
    assert not order(play, c.Undo())
    assert play.look().seats[0].status == "in"
    assert play.look().turn == 1


def test_the_board_that_was_dealt_since_counts_again() -> None:
    play = table_of(3)
    for seat, what in ((1, "call"), (2, "call"), (3, "check")):
        play.key(seat, what)  # type: ignore[arg-type]
    play.card("burn")
    for _ in range(3):
        play.card("board")
    flop = play.look().board
    assert not order(play, c.Undo())
    assert (play.look().street, play.look().board, play.look().turn) == ("preflop", (), 3)
    play.key(3, "raise", 300)
    play.key(1, "call")
    play.key(2, "call")
    assert (play.look().street, play.look().board) == ("flop", flop)
    assert play.look().turn == 2


def test_after_a_rebuy_between_hands_nothing_is_undone() -> None:
    play = table_of(3)
    play.fold_out()
    assert not order(play, c.Rebuy(1, 500))
    assert order(play, c.Undo()) == "nothing-to-undo"


# -- stacks and button ------------------------------------------------------------------


def test_a_stack_is_corrected_in_a_hand_and_comes_back_with_a_void() -> None:
    play = table_of(3)
    play.key(1, "raise", 300)
    assert not order(play, c.SetStack(1, 900))
    assert said(play, StackChanged)[-1] == StackChanged(1, 900, "correction", "Nina")
    assert not order(play, c.Misdeal())
    assert play.look().seats[0].stack == 1200


def test_a_corrected_stack_stays_corrected_after_an_undo() -> None:
    play = table_of(3)
    play.key(1, "raise", 300)
    assert not order(play, c.SetStack(1, 900))
    assert not order(play, c.Undo())
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


# -- rulings ----------------------------------------------------------------------------


def no_burn(players: int = 3) -> Play:
    """Return a table with a ruling open: a flop without a burn."""
    play = table_of(players)
    for _ in range(players - 1):
        play.key(play.look().turn, "call")
    play.key(play.look().turn, "check")
    for _ in range(3):
        play.card("board")
    assert play.look().rulings
    return play


def test_a_confirmed_ruling_stays_open_and_says_who() -> None:
    play = no_burn()
    assert not order(play, c.Confirm())
    assert said(play, RulingConfirmed) == [RulingConfirmed(1, "Nina")]
    assert len(play.look().rulings) == 1


def test_a_waived_ruling_lets_the_board_stand() -> None:
    play = no_burn()
    assert not order(play, c.Waive())
    assert said(play, RulingClosed) == [RulingClosed(1, Closing.WAIVED, "Nina")]
    assert (play.look().street, play.look().turn) == ("flop", 2)


def test_the_floors_own_steps_take_the_place_of_the_houses() -> None:
    play = no_burn()
    assert not order(play, c.Rule(("keep",)))
    opened = said(play, RulingOpened)[-1]
    assert isinstance(opened, RulingOpened)
    assert [step.word for step in opened.steps] == ["keep"]
    assert opened.by == "Nina"
    assert (play.look().street, play.look().turn) == ("flop", 2)


@pytest.mark.parametrize("steps", [(), ("dance",), ("kill_hand 11",), ("burn many",), ("deal",)])
def test_steps_that_make_no_sense_are_refused(steps: tuple[str, ...]) -> None:
    play = no_burn()
    before = play.table
    assert order(play, c.Rule(steps)) == "unknown-step"
    assert play.table == before


def test_the_floors_steps_may_kill_one_hand() -> None:
    play = no_burn()
    assert not order(play, c.Rule(("kill_hand 2", "keep")))
    assert said(play, HandKilled) == [HandKilled(2, "floor", "PPC 18", "Nina")]
    assert play.look().turn == 3


def test_all_live_seats_together_close_what_is_open() -> None:
    play = no_burn()
    play.key(1, "agree")
    play.key(2, "agree")
    assert play.look().rulings
    play.key(3, "agree")
    assert said(play, RulingClosed) == [RulingClosed(1, Closing.AGREED, "seats")]
    assert play.look().turn == 2


def test_a_void_by_the_floor_names_him_and_can_be_waived() -> None:
    play = table_of(3)
    play.key(1, "raise", 300)
    before = looks(play)
    assert not order(play, c.Misdeal())
    voided = said(play, HandVoided)[-1]
    assert isinstance(voided, HandVoided)
    assert (voided.by, [back.amount for back in voided.refunds]) == ("Nina", [300, 50, 100])
    assert not order(play, c.Waive())
    assert looks(play) == before
    play.finish()
    assert chips_on(play.table) == 3000


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
    play = Play(load_house("ppc"), random.Random(1), new_table(4, keyed=True))
    assert not play.command(c.SetLevel(50, 100))
    for seat in (1, 2, 3):
        assert not play.command(c.SitDown(seat, f"P{seat}", 1000))
    assert not play.command(c.SetButton(1))
    assert not play.start()
    play.deal()
    before = play.table
    assert order(play, command) == reason
    assert play.table == before


def test_the_last_hand_is_never_killed() -> None:
    play = table_of(2)
    play.key(1, "fold")
    assert order(play, c.KillHand(2)) == "no-live-hand"
    play = table_of(3)
    assert not order(play, c.KillHand(1))
    assert not order(play, c.KillHand(2))
    assert play.look().phase == "over"


# -- penalties --------------------------------------------------------------------------


def test_a_round_is_as_many_hands_as_there_are_players() -> None:
    # FIDPA 9-2b
    play = table_of(3, "fidpa")
    assert not order(play, c.Penalty(2, "1r"))
    assert said(play, PenaltyGiven) == [PenaltyGiven(2, "1r", "FIDPA 9-2", 3, "Nina")]
    play.fold_out()
    for left in (3, 2, 1):
        assert play.look().seats[1].penalty == f"{left}h", left
        assert not play.start()
        play.deal()
        assert said(play, HandKilled)[-1] == HandKilled(2, "penalty", "FIDPA 9-2")
        play.fold_out()
    assert said(play, PenaltyServed) == [PenaltyServed(2)]
    assert not play.start()
    play.deal()
    assert play.look().seats[1].status == "in"


def test_who_serves_a_penalty_is_left_out_where_the_absent_are() -> None:
    # Ramponneau IV.6a
    play = table_of(3, "ramponneau")
    assert not order(play, c.Penalty(2, "2h"))
    play.fold_out()
    for _ in range(2):
        assert not play.start()
        assert play.look().seats[1].status == "waiting"
        play.deal()
        play.fold_out()
    assert not play.start()
    assert play.look().seats[1].status == "in"


def test_minutes_begin_when_the_hand_is_over() -> None:
    # FIDPA 11-6, RedCactus I.a
    play = table_of(3, "redcactus")
    assert not order(play, c.Penalty(3, "10m"))
    assert play.look().seats[2].status == "in"
    play.fold_out()
    over = play.table.serving[0].until - 600_000
    assert not play.start()
    play.deal()
    assert play.look().seats[2].status == "dead"
    play.fold_out()
    play.table = msgspec.structs.replace(play.table, at=over + 600_000)
    assert not play.start()
    play.deal()
    assert play.look().seats[2].status == "in"


def test_a_voided_hand_is_not_a_missed_one() -> None:
    play = table_of(3, "fidpa")
    assert not order(play, c.Penalty(2, "2h"))
    play.fold_out()
    assert not play.start()
    assert not order(play, c.Misdeal())
    assert play.look().seats[1].penalty == "2h"


def test_who_is_put_out_of_the_game_dies_and_takes_his_chips_from_it() -> None:
    # FIDPA 9-2c
    play = table_of(3, "fidpa")
    assert not order(play, c.Penalty(1, "out"))
    assert HandKilled(1, "penalty", "FIDPA 9-2", "Nina") in play.events
    play.fold_out()
    assert said(play, SeatLeft) == [SeatLeft(1, 1000)]
    assert play.look().seats[0].status == "empty"


def test_nought_minutes_lift_a_penalty() -> None:
    # FIDPA 9-3
    play = table_of(3, "fidpa")
    assert not order(play, c.Penalty(2, "4r"))
    assert not order(play, c.Penalty(2, "0m"))
    play.fold_out()
    assert not play.start()
    play.deal()
    assert play.look().seats[1].status == "in"


def test_a_penalty_that_the_house_does_not_know_names_no_article() -> None:
    play = table_of(3, "redcactus")
    assert not order(play, c.Penalty(2, "10m"))
    assert not order(play, c.Penalty(2, "1r"))
    assert [event.article for event in said(play, PenaltyGiven)] == ["RedCactus I.a", ""]  # type: ignore[attr-defined]


# -- chance -----------------------------------------------------------------------------


@pytest.mark.parametrize("house", shipped_houses())
@pytest.mark.parametrize("seed", range(40))
def test_chips_are_conserved_whatever_the_floor_does(house: str, seed: int) -> None:
    rng = random.Random(seed)
    play = seated(load_house(house), rng, level=any_level(rng))
    taken = 0
    total = chips_on(play.table)

    def watch(_: object, done: Step) -> None:
        nonlocal taken
        taken += sum(e.stack for e in done.public if isinstance(e, SeatLeft))
        assert chips_on(done.table) + taken == total, done.public

    play.watch = watch
    for _ in range(6):
        if play.start():
            break
        play.deal()
        play_with_a_meddling_floor(play, rng)


def play_with_a_meddling_floor(play: Play, rng: random.Random) -> None:
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


def take_up_cards(play: Play) -> None:
    """Take all cards up when the hand has been voided."""
    if play.look().voided:
        play.table = msgspec.structs.replace(play.table, places={}, since={})
        play.key(play.look().button, "done")


def meddle(play: Play, rng: random.Random) -> None:
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
    play.table = msgspec.structs.replace(play.table, floor=floor)
    play.key(1, "phone")
    assert play.look().rulings[0].waits_for == waits_for
    for seat in (1, 2, 3):
        play.key(seat, "agree")
    assert bool(play.look().rulings) == (floor == "present")


# -- a pot that went to the wrong seat --------------------------------------------------


def pushed(to: int, lies: int) -> Play:
    """Return a table with a hand won by seat 3, and what its antenna reads in a stack then."""
    play = table_of(3, "fidpa")
    play.key(1, "fold")
    play.key(2, "fold")
    play.tell(ChipsAt(play.table.at, f"stack.{to}", (lies,), play.table.at))
    return play


def test_the_antenna_of_a_stack_sees_a_pot_pushed_to_the_wrong_seat() -> None:
    # FIDPA 75-5
    play = pushed(2, 950 + 150)
    assert said(play, IrregularityFound) == [
        IrregularityFound(Kind.POT_WRONG, "FIDPA 75-5", seat=2),
    ]
    assert play.start() == "ruling-open"
    assert not order(play, c.Confirm())
    assert not play.start()


def test_a_pot_pushed_to_its_winner_is_no_wrong_pot() -> None:
    assert not said(pushed(3, 900 + 150), IrregularityFound)


@pytest.mark.parametrize(
    ("house", "acts", "steps"),
    [("fidpa", 0, ()), ("ppc", 0, ()), ("tda", 0, ("floor_decides",)), ("tda", 3, ())],
)
def test_until_when_a_wrong_pot_is_put_right(house: str, acts: int, steps: tuple[str, ...]) -> None:
    # PPC 23, FIDPA 75-5, TDA 22
    play = table_of(4, house)
    play.fold_out()
    assert not play.start()
    play.deal()
    for _ in range(acts):
        play.key(play.look().turn, "call")
    play.tell(Declared(play.table.at, 1, "floor", "pot"))
    assert [event.kind for event in said(play, IrregularityFound)] == ["pot.wrong"]  # type: ignore[attr-defined]
    opened = [event.steps for event in said(play, RulingOpened)]  # type: ignore[attr-defined]
    assert opened == ([steps] if steps else [])


def test_an_undo_takes_no_penalty_back() -> None:
    play = table_of(3, "fidpa")
    play.key(1, "fold")
    assert not order(play, c.Penalty(2, "1r"))
    assert not order(play, c.Undo())
    assert play.look().seats[1].penalty == "3h"
    play.fold_out()
    assert not order(play, c.Penalty(3, "10m"))
    assert not order(play, c.Undo())
    assert [seat.penalty for seat in play.look().seats] == ["", "3h", "10m"]
    play.fold_out()
    assert not play.start()
    play.deal()
    assert [seat.status for seat in play.look().seats].count(HandStatus.DEAD) == 2
