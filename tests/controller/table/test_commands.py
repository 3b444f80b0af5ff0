"""Commands of the floor and of a screen: carried out, or refused with the reason."""

import random

import pytest

from controller.contract import commands as c
from controller.contract.observations import (
    DeviceBack,
    DeviceLost,
    FloorSaid,
    Knocked,
    ShoeSaid,
)
from controller.contract.public import (
    Action,
    ActionMade,
    AntePosted,
    BlindPosted,
    DeviceLostSeen,
    StackChanged,
    ZoneBlind,
)
from controller.houses.loader import load_house
from controller.table.state.table import new_table
from tests.controller.table.random_table import PlayedTable


def three() -> PlayedTable:
    """Return a table of three of four seats, between hands, with the button in front of 1."""
    play = PlayedTable(load_house("ppc"), random.Random(1), new_table(4, keyed=True))
    assert not play.command(c.SetLevel(50, 100))
    for seat in (1, 2, 3):
        assert not play.command(c.SitDown(seat, f"P{seat}", 1000))
    assert not play.command(c.SetButton(1))
    return play


def running() -> PlayedTable:
    """Return the same table with a hand dealt, seat 1 to act."""
    play = three()
    assert not play.start()
    play.deal()
    return play


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (c.SitDown(1, "Nora", 1000), "seat-taken"),
        (c.SitDown(4, "", 1000), "bad-player"),
        (c.SitDown(4, "Nora", -1), "bad-player"),
        (c.SitDown(5, "Nora", 1000), "no-such-seat"),
        (c.SitDown(0, "Nora", 1000), "no-such-seat"),
        (c.StandUp(4), "seat-empty"),
        (c.Absent(4), "seat-empty"),
        (c.Back(4), "seat-empty"),
        (c.Rebuy(4, 100), "seat-empty"),
        (c.Rebuy(1, 0), "bad-amount"),
        (c.SetStack(4, 100), "seat-empty"),
        (c.SetStack(1, -1), "bad-amount"),
        (c.SetLevel(50, 0), "bad-level"),
        (c.SetLevel(200, 100), "bad-level"),
        (c.SetLevel(50, 100, -1), "bad-level"),
        (c.SetButton(9), "no-such-seat"),
        (c.Undo(), "nothing-to-undo"),
        (c.Act(1, "dance"), "unknown-key"),
        (c.Act(9, "fold"), "unknown-key"),
        (c.Act(1, "fold"), "no-betting"),
        (c.Act(3, "done"), "not-the-dealer"),
    ],
)
def test_what_makes_no_sense_between_hands_is_refused(command: c.Command, reason: str) -> None:
    play = three()
    before = play.table
    assert play.command(command) == reason
    assert play.table == before


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (c.StandUp(1), "hand-running"),
        (c.StartHand(), "hand-running"),
        (c.Act(1, "check"), "bet-to-call"),
    ],
)
def test_what_makes_no_sense_in_a_hand_is_refused(command: c.Command, reason: str) -> None:
    play = running()
    before = play.table
    assert play.command(command) == reason
    assert play.table == before


def test_what_is_no_command_is_refused() -> None:
    play = three()
    for text in ("{}", "[]", '{"type": "dance"}', '{"type": "rebuy", "seat": "one"}'):
        assert play.tell(FloorSaid(0, "floor", text)).refused == "unknown-command"


def test_an_act_on_a_screen_is_a_key_at_the_seat() -> None:
    play = running()
    assert not play.command(c.Act(1, "raise", "", 300))
    assert play.events[-2] == ActionMade(1, Action.RAISE, 300, 300)
    assert play.look().turn == 2


def test_a_rebuy_in_a_hand_counts_from_the_next() -> None:
    # Ramponneau III.D, FIDPA 18-3
    play = running()
    assert not play.command(c.Rebuy(3, 500))
    assert not play.command(c.Rebuy(3, 250))
    assert play.look().seats[2].stack == 900
    play.fold_out()
    assert not play.start()
    assert StackChanged(3, 1050 + 750, "rebuy") in play.events
    assert play.look().seats[2].stack == 1800 - 50


def test_a_rebuy_between_hands_counts_at_once() -> None:
    play = three()
    assert not play.command(c.Rebuy(3, 500))
    assert play.events[-1] == StackChanged(3, 1500, "rebuy")


def test_who_has_gone_broke_and_bought_in_during_the_hand_plays_the_next() -> None:
    # FIDPA 18-1, 18-3: nobody misses a hand for a rebuy, heads-up neither.
    play = three()
    assert not play.command(c.StandUp(3))
    assert not play.command(c.SetStack(1, 100))
    assert not play.start()
    for card in ("As", "2c", "Ad", "3d"):
        play.stub.remove(card)
    for zone, card in zip(("hand.2", "hand.1") * 2, ("As", "2c", "Ad", "3d"), strict=True):
        play.card(zone, card)
    assert not play.command(c.Rebuy(1, 700))
    play.command(c.Act(1, "call"))
    play.command(c.Act(2, "check"))
    for seat in (2, 1):
        play.show(seat)
    for card in ("7h", "Td", "8s", "Tc", "9s", "Kh", "Ah", "Th"):
        play.stub.remove(card)
        play.stub.append(card)
    play.finish()
    assert play.look().phase == "over"
    assert play.look().next_dealer == 2
    assert not play.start()
    assert play.look().seats[0].stack in {700 - 50, 700 - 100}


def test_a_pause_lets_the_hand_end_and_no_other_begin() -> None:
    play = running()
    assert not play.command(c.Pause("break"))
    play.fold_out()
    assert play.start() == "paused"
    assert play.look().next_step is None
    assert not play.command(c.Resume())
    assert not play.start()


def test_a_shoe_that_shuffles_starts_the_hand() -> None:
    play = three()
    play.tell(ShoeSaid(0, "loaded"))
    assert play.look().phase != "dealing"
    play.tell(ShoeSaid(0, "shuffling"))
    assert play.look().phase == "dealing"
    before = play.table
    play.tell(ShoeSaid(0, "shuffling"))
    assert play.table == before


def test_the_dealer_starts_the_hand_when_he_is_done() -> None:
    play = three()
    assert not play.command(c.Act(play.look().next_dealer, "done"))
    assert play.look().phase == "dealing"


def test_too_few_players_start_nothing() -> None:
    play = three()
    for seat in (1, 2):
        assert not play.command(c.StandUp(seat))
    assert play.start() == "too-few-players"
    assert play.look().next_step is None
    assert play.look().next_dealer == 0


def test_a_zone_whose_device_is_lost_is_blind_until_it_is_back() -> None:
    play = three()
    play.tell(DeviceLost(0, "board.1", "board"))
    assert play.events[-2:] == [DeviceLostSeen("board.1"), ZoneBlind("board", blind=True)]
    assert play.look().blind_zones == ("board",)
    play.tell(DeviceLost(0, "board.1", "board"))
    assert play.look().blind_zones == ("board",)
    play.tell(DeviceBack(0, "board.1", "board"))
    assert play.look().blind_zones == ()
    play.tell(DeviceLost(0, "ring"))
    assert play.events[-1] == DeviceLostSeen("ring")


def test_who_loses_his_ear_is_told_of_until_it_is_back() -> None:
    play = three()
    play.tell(DeviceLost(0, "voice-3"))
    play.tell(DeviceLost(0, "voice-2"))
    play.tell(DeviceLost(0, "voice-3"))
    assert play.look().deaf == (2, 3)
    play.tell(DeviceBack(0, "voice-3"))
    play.tell(DeviceLost(0, "voice-of-somebody"))
    assert play.look().deaf == (2,)


def test_one_knock_is_an_accident() -> None:
    play = running()
    before = play.table
    play.tell(Knocked(play.table.at, 1, 1))
    assert play.table == before
    play.tell(Knocked(play.table.at, 1, 2))
    assert play.look().turn == 2


def test_an_undo_leaves_who_sat_down_meanwhile() -> None:
    play = running()
    play.key(1, "call")
    assert not play.command(c.SitDown(4, "Nora", 5000))
    assert not play.command(c.Rebuy(3, 500))
    assert not play.command(c.Absent(2))
    assert not play.command(c.Undo())
    assert play.look().turn == 1
    seats = play.table.seats
    assert seats[4].stack == 5000
    assert seats[3].rebuy == 500
    assert seats[2].absent
    assert seats[1].stack == 1000


@pytest.mark.parametrize("players", [2, 3, 10])
def test_the_small_blind_is_posted_before_the_big_blind(players: int) -> None:
    play = PlayedTable(load_house("ppc"), random.Random(1), new_table(10, keyed=True))
    play.command(c.SetLevel(50, 100, 10))
    for seat in range(1, players + 1):
        play.command(c.SitDown(seat, f"P{seat}", 1000))
    play.command(c.SetButton(1))
    assert not play.start()
    posted = [event for event in play.events if isinstance(event, AntePosted | BlindPosted)]
    assert [event.amount for event in posted] == [10] * players + [50, 100]
    assert posted[0].seat == posted[-2].seat == play.look().small_blind
