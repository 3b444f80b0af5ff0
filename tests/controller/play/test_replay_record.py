"""What a record says of its hand's end is what `tapis replay` compares, whatever form it has."""

import json
import tomllib
import warnings
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from pokerkit import HandHistory
from typer.testing import CliRunner

from controller.cli import app
from controller.contract.public import CardBurned
from controller.houses.loader import load_house
from controller.play.game import DealtGame, Setup
from controller.play.records.phh import read_hand
from controller.play.records.phh_export import Caused, records
from controller.play.records.recorded import Mucked, PhhError, TabledHand
from controller.play.records.replay import ReplayedHand, play_hand, replay_hands
from tests.controller.table.scripted import FOUR, played

CENT = Decimal("0.01")
DEAL = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????"]
CENTS: dict[str, Any] = {
    "variant": "NT",
    "antes": [0, 0, 0],
    "blinds_or_straddles": [Decimal("0.5"), 1, 0],
    "min_bet": 1,
    "starting_stacks": [Decimal("80.25"), Decimal("120.10"), Decimal("33.35")],
}
FOLDED = [*DEAL, "p3 cbr 2.75", "p1 f", "p2 cc", "d db 2h7h9s", "p2 cc", "p3 cbr 4.05", "p2 f"]
DOWN = ["p1 f", "d db 2h7h9s", "p2 cc", "p3 cc", "d db Qd", "p2 cc", "p3 cc", "d db Qc"]
SHOWN = [*DEAL, "p3 cc", DOWN[0], "p2 cc", *DOWN[1:], "p2 cc", "p3 cc"]
"""A hand that is checked down to its showdown; 2.50 lie in the pot."""
ALL_IN = [*DEAL, "p3 cbr 33.35", "p1 f", "p2 cc", "p3 sm ????", "p2 sm ????", "d db 2h7h9s",
          "p2 sm ????", "d db Qd", "d db Qc"]  # fmt: skip


def ended(house: str = "tda", *, unit: Decimal = CENT, **fields: object) -> ReplayedHand:
    """Return how a hand with these fields ends in a house."""
    hand = read_hand(CENTS | fields, unit=unit)
    (done,) = replay_hands(DealtGame(Setup(load_house(house), 3)), [hand], 0)
    return done


def test_cents_are_chips_of_a_hundredth() -> None:
    finish = [Decimal("79.75"), Decimal("117.35"), Decimal("36.60")]
    done = ended(actions=FOLDED, finishing_stacks=finish)
    assert (done.stacks, done.right, done.checked) == ((7975, 11735, 3660), True, "stacks")
    assert done.recorded == ("7975", "11735", "3660")
    assert not ended(actions=FOLDED, finishing_stacks=[*finish[:2], 36]).right


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"unit": Decimal(1)}, "holds 80.25: amounts are whole chips, 0 or more (with --unit 0.01"),
        ({"min_bet": Decimal("0.005")}, "min_bet holds 0.005: amounts are multiples of 0.01"),
        ({"actions": [*DEAL, "p3 cbr 2.755"]}, "the amount is not a multiple of 0.01"),
        ({"actions": [*DEAL, "p3 cbr 99999999999"]}, "the amount is more than 1000000000"),
        ({"starting_stacks": [80, 120, 10_000_001]}, "holds more than 1000000000"),
    ],
)
def test_what_is_no_multiple_of_the_unit_is_named(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(PhhError) as refused:
        ended(**{"actions": FOLDED} | fields)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("winnings", "right"),
    [
        ([0, 0, 6], True),
        ([0, 0, Decimal("5.70")], True),
        ([0, 0, Decimal("6.01")], False),
        ([0, 0, Decimal("4.70")], False),
        ([0, 6, 0], False),
        ([Decimal("2.85"), 0, Decimal("2.85")], False),
    ],
)
def test_winnings_are_compared_less_the_rake_that_lacks(winnings: list[Any], right: bool) -> None:
    done = ended(actions=FOLDED, winnings=winnings)
    assert (done.checked, done.right) == ("winnings", right)


@pytest.mark.parametrize(
    ("winnings", "right"),
    [([0, 1, 0], True), ([0, Decimal("1.5"), 0], True), ([0, 2, 0], False), ([1, 0, 0], False)],
)
def test_in_a_walk_the_blind_that_returns_may_count_as_won(
    winnings: list[Any], right: bool
) -> None:
    """The phh-dataset has whole blinds as winnings there, and other records what was called."""
    assert ended(actions=[*DEAL, "p3 f", "p1 f"], winnings=winnings).right == right


def test_a_split_pot_shares_its_rake() -> None:
    both = [*SHOWN, "p2 sm AhKh", "p3 sm AsKs"]
    each = Decimal("1.20")
    assert ended(actions=both, winnings=[0, each, each]).right
    assert not ended(actions=both, winnings=[0, Decimal("1.40"), Decimal("1.00")]).right
    assert not ended(actions=both, winnings=[0, Decimal("2.40"), 0]).right


def test_unknown_cards_at_the_showdown_are_mucked_and_lose() -> None:
    """Whatever cards chance gives them: twenty deals, in which a pair of twos would often lose."""
    for actions, finish in (
        ([*SHOWN, "p2 sm 2c3c", "p3 sm ????"], (7975, 12160, 3235)),
        ([*ALL_IN, "p2 sm 2c3c"], (7975, 15395, 0)),
        ([*ALL_IN, "p3 sm 2c3c"], (7975, 8675, 6720)),
    ):
        hand = read_hand(CENTS | {"actions": actions}, unit=CENT)
        shown = [act for act in hand.actions if isinstance(act, TabledHand | Mucked)]
        assert sorted(type(act).__name__ for act in shown) == ["Mucked", "TabledHand"]
        game = DealtGame(Setup(load_house("tda"), 3))
        for seed in range(20):
            done = play_hand(game, hand, seed)
            assert (done.stacks, done.trouble, done.checked) == (finish, (), "")


def test_cards_that_are_told_after_they_were_unknown_are_those_that_were_held() -> None:
    hand = read_hand(CENTS | {"actions": [*ALL_IN, "p2 sm 2c3c", "p3 sm AcAd"]}, unit=CENT)
    assert [player.hole for player in hand.players[1:]] == [("2c", "3c"), ("Ac", "Ad")]
    assert not any(isinstance(act, Mucked) for act in hand.actions)


@pytest.mark.parametrize(("house", "burns"), [("ramponneau", 0), ("fidpa", 3)])
def test_the_board_of_the_record_is_dealt_with_or_without_burns(house: str, burns: int) -> None:
    game = DealtGame(Setup(load_house(house), 3))
    shown = [*SHOWN, "p2 sm AhKh", "p3 sm Jc3c"]
    assert play_hand(game, read_hand(CENTS | {"actions": shown}, unit=CENT), seed=3).trouble == ()
    assert game.look().board == ("2h", "7h", "9s", "Qd", "Qc")
    assert sum(isinstance(event, CardBurned) for event in game.events) == burns


@pytest.mark.parametrize(("house", "plays"), [("tda", True), ("ramponneau", False)])
def test_heads_up_a_house_may_have_the_blinds_the_other_way_round(house: str, plays: bool) -> None:
    fields = {"antes": [0, 0], "blinds_or_straddles": [50, 100], "starting_stacks": [8240, 19700]}
    actions = [*DEAL[:2], "p2 f"]
    done = ended(house, **fields, min_bet=100, actions=actions, winnings=[100, 0], unit=Decimal(1))
    assert done.right == plays
    refused = "the button does not post the small blind"
    assert [refused in one for one in done.trouble] == ([] if plays else [True])


def test_players_who_stay_and_who_are_new_are_all_dealt_in() -> None:
    """In a house whose newcomers wait for the big blind."""
    first = CENTS | {"actions": FOLDED, "winnings": [0, 0, 6]}
    # The first player goes on with what they have left; the others have new stacks.
    second = first | {"starting_stacks": [Decimal("79.75"), 90, 95]}
    hands = [read_hand(one, unit=CENT) for one in (first, second)]
    game = DealtGame(Setup(load_house("ramponneau"), 3))
    assert [done.right for done in replay_hands(game, hands, 0)] == [True, True]


def test_where_all_muck_what_nobody_knows_the_hand_is_played_to_its_end() -> None:
    hand = read_hand(CENTS | {"actions": [*SHOWN, "p2 sm ????", "p3 sm ????"]}, unit=CENT)
    assert hand.actions[-2:] == (Mucked(2), Mucked(3))
    (done,) = replay_hands(DealtGame(Setup(load_house("tda"), 3)), [hand], 0)
    assert (done.trouble, done.checked, sum(done.stacks)) == ((), "", 23370)


def test_known_cards_that_are_shown_as_unknown_are_mucked() -> None:
    deal = ["d dh p1 ????", "d dh p2 AhKh", "d dh p3 Jc3c"]
    actions = [*deal, *SHOWN[3:], "p3 sm ????", "p2 sm ????"]
    hand = read_hand(CENTS | {"actions": actions}, unit=CENT)
    assert hand.actions[-2:] == (Mucked(2), Mucked(3))


SHORT_DECK: dict[str, Any] = {
    "variant": "NS",
    "ante_trimming_status": True,
    "antes": [300, 300, 300, 300],
    "blinds_or_straddles": [0, 0, 0, 300],
    "min_bet": 300,
    "starting_stacks": [30000, 20000, 40000, 25000],
    "actions": ["d dh p1 ThTd", "d dh p2 AhKh", "d dh p3 9c9d", "d dh p4 6c7c", "p1 cc", "p2 f",
                "p3 cbr 1500", "p4 cc", "p1 f", "d db 9h8cKc", "p3 cbr 38200", "p4 cc",
                "p3 sm 9c9d", "p4 sm 6c7c", "d db Ac", "d db 6d"],
    "finishing_stacks": [29400, 19700, 15000, 50900],
}  # fmt: skip


@pytest.mark.parametrize("depth", ["engine", "sensed"])
def test_short_deck_has_antes_and_a_blind_of_the_button(depth: Any) -> None:
    """What pokerkit replays to the same stacks: ours ends like it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fields = {name: SHORT_DECK[name] for name in SHORT_DECK if name != "variant"}
        state = list(HandHistory(variant="NS", **fields))[-1]
    assert list(state.stacks) == SHORT_DECK["finishing_stacks"]
    hand = read_hand(SHORT_DECK)
    assert (hand.button_blind, hand.level) == (True, (0, 300, 300, 0))
    game = DealtGame(Setup(load_house("tda"), 4, depth=depth))
    assert play_hand(game, hand, seed=1).right


def test_a_button_blind_goes_out_and_comes_back() -> None:
    script = (
        "level 0 100 ante 50 button-blind\nhand ; deal\n"
        "2 calls ; 3 folds ; 4 raises to 400 ; 1 folds ; 2 folds\npush"
    )
    game = played(script, house="tda", table=FOUR)
    (record,) = records([Caused(game.events)])
    said = tomllib.loads(record.text())
    assert (said["variant"], said["antes"]) == ("NT", [50] * 4)
    assert said["blinds_or_straddles"] == [0, 0, 0, 100]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert list(list(HandHistory.loads(record.text()))[-1].stacks) == said["finishing_stacks"]
    assert play_hand(DealtGame(Setup(load_house("ppc"), 4)), read_hand(said), seed=1).right


def test_a_button_blind_wants_antes_that_are_all_alike() -> None:
    hand = read_hand(SHORT_DECK | {"antes": [300, 300, 0, 300]})
    with pytest.raises(PhhError, match="antes that are not all equal"):
        _ = hand.level


def test_stud_is_another_game_whatever_it_lacks() -> None:
    with pytest.raises(PhhError, match="variant 'F7S' is another game"):
        read_hand({"variant": "F7S", "antes": [1, 1], "bring_in": 1, "actions": []})
    with pytest.raises(PhhError, match="variant is missing"):
        read_hand({"actions": []})


HAND = """\
[{number}]
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [0.50, 1, 0]
min_bet = 1
starting_stacks = [80.25, 120.10, 33.35]
actions = ["p3 f", "p1 f"]
{result}
"""


def test_the_command_says_what_it_compared(tmp_path: Path) -> None:
    path = tmp_path / "cents.phhs"
    results = ("", "finishing_stacks = [79.75, 120.60, 33.35]", "winnings = [0, 1, 0]",
               "winnings = [1, 0, 0]", "")  # fmt: skip
    hands = [HAND.format(number=n, result=one) for n, one in enumerate(results, 1)]
    path.write_text("\n".join(hands))
    runner = CliRunner()
    shown = runner.invoke(app, ["replay", "--unit", "0.01", str(path)])
    assert shown.exit_code == 1
    assert "hand 4: ends with 7975 12060 3335, which the recorded winnings 100 0 0" in shown.output
    assert (
        "1 of 1 hands with the recorded stacks, 1 of 2 hands with the recorded winnings, "
        "2 of 2 hands played to the end, of which no stacks are recorded" in shown.output
    )
    summary = json.loads(
        runner.invoke(app, ["replay", "--unit", "0.01", "--json", str(path)]).stdout
    )
    said = {"hands": 5, "right": 4, "with_stacks": 1, "right_stacks": 1, "with_winnings": 2}
    assert said.items() <= summary.items()
    whole = runner.invoke(app, ["replay", str(path)])
    assert (whole.exit_code, "with --unit 0.01 they are cents" in whole.output) == (2, True)
    for unit in ("0", "x", "nan", "-1"):
        refused = runner.invoke(app, ["replay", "--unit", unit, str(path)])
        assert (refused.exit_code, "--unit" in refused.output) == (2, True)
