"""Hands as PHH text: what a journal holds, and what PHH can only say in its own words."""

import random
import tomllib
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import HandHistory

from controller.contract.commands import Absent, SetLevel, SitDown
from controller.contract.observations import TimePassed
from controller.contract.public import (
    Action,
    ActionMade,
    ActionUndone,
    AntePosted,
    BetReturned,
    BlindPosted,
    BoardChanged,
    BoardDealt,
    CardsMucked,
    CardsTabled,
    HandEnded,
    HandKilled,
    HandStarted,
    HandVoided,
    Kind,
    LevelView,
    PotAwarded,
    PublicEvent,
    SeatLeft,
    SeatStack,
    SeatTaken,
    StackChanged,
    Street,
    Task,
)
from controller.contract.rules import Structure, Variant
from controller.houses.loader import load_house
from controller.journal import Journal, JournalError
from controller.play.game import DealtGame, Setup
from controller.play.records.hand_record import HandRecord
from controller.play.records.phh import read_hand, read_hands
from controller.play.records.phh_export import Caused, hands_of, phhs, records
from controller.play.records.recorded import Mucked, RecordedHand, TabledHand
from tests.controller.table.scripted import played
from tests.rig.turns import turn_of


def held(stacks: dict[int, int]) -> tuple[SeatStack, ...]:
    """Return stacks by their seats."""
    return tuple(SeatStack(seat, stack) for seat, stack in stacks.items())


STARTED = HandStarted(1, 2, 3, held({1: 1000, 2: 1000, 3: 1000}), LevelView(50, 100, 0, 0), "ppc")
BLINDS: list[PublicEvent] = [
    STARTED,
    BlindPosted(2, 50, "small"),
    BlindPosted(3, 100, "big"),
]
LIMPED = [
    *BLINDS,
    ActionMade(1, Action.CALL, 100, 100),
    ActionMade(2, Action.CALL, 50, 100),
    ActionMade(3, Action.CHECK, 0, 100),
]
FLOP = BoardDealt(Street.FLOP, ("2h", "7h", "9s"), ("2h", "7h", "9s"))
TURN = BoardDealt(Street.TURN, ("Qd",), ("2h", "7h", "9s", "Qd"))


def record_of(events: Sequence[PublicEvent], structure: Structure = "no-limit") -> HandRecord:
    """Return the one hand of these events."""
    (record,) = records([Caused([event], (), "1", 4, structure) for event in events])
    return record


def pokerkit_stacks(text: str) -> list[int]:
    """Return the final stacks as pokerkit replays a record; a free fold it only warns about."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        states = list(HandHistory.loads(text))
    assert not states[-1].status
    return list(states[-1].stacks)


def check_alike(record: HandRecord) -> RecordedHand:
    """Return the hand read back, once pokerkit has come to the same stacks."""
    assert pokerkit_stacks(record.text()) == list(record.finishing_stacks)
    return read_hand(tomllib.loads(record.text()))


def test_players_stand_from_the_left_of_the_button_with_what_they_posted() -> None:
    events = [
        SeatTaken(1, "Anne", 1000),
        SeatTaken(2, "Bruno", 1000),
        SeatTaken(3, "Zoé \"la Reine\" \\ '''", 1000),
        *BLINDS,
        ActionMade(1, Action.FOLD),
        ActionMade(2, Action.FOLD, 0, 50),
        HandEnded(held({1: 1000, 2: 950, 3: 1050})),
    ]
    record = record_of(events)
    assert (record.seats, record.blinds) == ((2, 3, 1), (50, 100, 0))
    assert record.names == ("Bruno", "Zoé \"la Reine\" \\ '''", "Anne")
    assert tomllib.loads(record.text())["players"] == list(record.names)
    assert record.actions[-2:] == ("p3 f", "p1 f")
    assert check_alike(record).button == 1


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_name_can_be_written(name: str) -> None:
    events = [SeatTaken(1, name, 1000), SeatLeft(2, 5), *BLINDS, HandEnded(held({1: 1000}))]
    written = tomllib.loads(record_of(events).text())
    assert written["players"] == ["seat 2", "seat 3", name or "seat 1"]


def test_an_undone_and_an_amended_action_leave_no_trace() -> None:
    record = record_of(
        [
            *BLINDS,
            ActionMade(1, Action.RAISE, 300, 300),
            ActionUndone(1, "floor"),
            ActionMade(1, Action.RAISE, 200, 200),
            ActionMade(1, Action.RAISE, 400, 400, amended=True),
            ActionMade(2, Action.FOLD, 0, 50),
            ActionMade(3, Action.FOLD, 0, 100),
            HandEnded(held({1: 1150, 2: 950, 3: 900})),
        ]
    )
    assert record.actions[-3:] == ("p3 cbr 400", "p1 f", "p2 f")
    check_alike(record)


UNDONE = {
    "a killed hand":
        "1 calls ; 2 calls ; 3 checks\nflop\n2 checks ; 3 checks\nfloor kills 3\nfloor undoes\n"
        "1 bets 200 ; 2 folds ; 3 calls\nturn ; 3 checks ; 1 checks\nriver ; 3 checks ; 1 checks\n"
        "3 tables ; 1 tables ; push",
    "the end of the hand":
        "1 raises to 300 ; 2 folds ; 3 folds\nfloor undoes\n3 calls\n"
        "flop ; 3 bets 500 ; 1 folds\npush",
    "a mucked hand":
        "1 calls ; 2 folds ; 3 checks\nflop ; 3 checks ; 1 checks ; turn ; 3 checks ; 1 checks\n"
        "river ; 3 bets 100 ; 1 calls\n1 tables ; 3 mucks\nfloor undoes\n3 tables ; push",
}  # fmt: skip


@pytest.mark.parametrize("script", UNDONE.values(), ids=UNDONE)
def test_a_hand_is_written_as_it_went_on_after_an_undo(script: str) -> None:
    game = played(f"hand ; deal\n{script}")
    record = record_of(game.events)
    check_alike(record)
    stacks = {seat.seat: seat.stack for seat in game.look().seats}
    assert dict(zip(record.seats, record.finishing_stacks, strict=True)) == stacks


def test_a_stack_that_the_floor_corrects_in_the_hand_was_as_large_from_the_start() -> None:
    record = record_of(
        [
            *LIMPED,
            FLOP,
            StackChanged(2, 950, "correction", "floor"),
            ActionMade(2, Action.BET, 200, 200),
            ActionMade(3, Action.FOLD),
            ActionMade(1, Action.FOLD),
            BetReturned(2, 200),
            PotAwarded(0, 2, 300),
            HandEnded(held({1: 900, 2: 1250, 3: 900})),
        ]
    )
    assert dict(zip(record.seats, record.starting_stacks, strict=True)) == {
        1: 1000,
        2: 1050,
        3: 1000,
    }
    check_alike(record)


def test_an_action_that_is_amended_later_leaves_the_actions_of_others() -> None:
    record = record_of(
        [
            *BLINDS,
            ActionMade(1, Action.RAISE, 300, 300),
            ActionMade(2, Action.CALL, 150, 200),
            ActionMade(1, Action.RAISE, to=200, amended=True),
            ActionMade(3, Action.FOLD, 0, 100),
            FLOP,
            ActionMade(2, Action.FOLD, 0, 0),
            HandEnded(held({1: 1300, 2: 800, 3: 900})),
        ]
    )
    assert record.actions[-5:] == ("p3 cbr 200", "p1 cc", "p2 f", "d db 2h7h9s", "p1 f")
    check_alike(record)


def test_a_mended_board_stands_as_it_was_in_the_end() -> None:
    checks = [ActionMade(seat, Action.CHECK) for seat in (2, 3, 1)]
    river = BoardDealt(Street.RIVER, ("Kc",), ("7h", "9s", "3d", "Qd", "Kc"))
    shown = [CardsTabled(2, ("Kd", "Ks")), CardsMucked(3), CardsMucked(1)]
    record = record_of(
        [
            *LIMPED,
            FLOP,
            TURN,
            BoardChanged(("7h", "9s", "3d")),
            *checks,
            BoardDealt(Street.TURN, ("Qd",), ("7h", "9s", "3d", "Qd")),
            *checks,
            river,
            *checks,
            *shown,
            HandEnded(held({1: 900, 2: 1200, 3: 900})),
        ]
    )
    assert [a for a in record.actions if a.startswith("d db")] == [
        "d db 7h9s3d",
        "d db Qd",
        "d db Kc",
    ]
    assert check_alike(record).actions[-3:] == (TabledHand(2, ("Kd", "Ks")), Mucked(3), Mucked(1))


def test_a_killed_hand_folds_in_its_turn_or_mucks_at_the_showdown() -> None:
    out_of_turn = [
        *LIMPED,
        FLOP,
        HandKilled(3, "phone"),
        ActionMade(2, Action.CHECK),
        ActionMade(1, Action.BET, 100, 100),
        ActionMade(2, Action.FOLD),
        HandEnded(held({1: 1200, 2: 900, 3: 900})),
    ]
    record = record_of(out_of_turn)
    assert record.actions[-4:] == ("p1 cc", "p2 f", "p3 cbr 100", "p1 f")
    check_alike(record)
    all_in = [
        *BLINDS,
        ActionMade(1, Action.RAISE, 1000, 1000, all_in=True),
        ActionMade(2, Action.CALL, 950, 1000, all_in=True),
        ActionMade(3, Action.FOLD, 0, 100),
        HandKilled(1, "muck"),
        HandEnded(held({1: 0, 2: 2100, 3: 900})),
    ]
    assert record_of(all_in).actions[-2:] == ("p2 f", "p3 sm")


def test_absent_players_fold_before_the_first_round() -> None:
    killed = [HandKilled(seat, "absent") for seat in (1, 3)]
    record = record_of([*BLINDS, *killed, HandEnded(held({1: 1000, 2: 1100, 3: 900}))])
    assert record.actions[-3:] == ("p3 f", "p1 cbr 200", "p2 f")
    check_alike(record)


def test_a_limit_game_has_its_own_code_and_two_bets() -> None:
    """A killed hand folds to a raise of whoever is left, and on the turn that is the big bet."""
    steps = [*LIMPED, FLOP, *(ActionMade(seat, Action.CHECK, 0, 0) for seat in (2, 3, 1)), TURN,
             ActionMade(2, Action.CHECK, 0, 0), ActionMade(3, Action.BET, 200, 200),
             ActionMade(1, Action.FOLD, 0, 0), HandKilled(3, "exposed"),
             HandEnded((SeatStack(1, 900), SeatStack(2, 1400), SeatStack(3, 700)))]  # fmt: skip
    text = record_of(steps, "limit").text()
    fields = tomllib.loads(text)
    assert (fields["variant"], fields["small_bet"], fields["big_bet"]) == ("FT", 100, 200)
    assert "min_bet" not in fields
    assert fields["actions"][-2:] == ["p1 cbr 400", "p2 f"]
    assert read_hand(fields).structure == "limit"
    assert list(HandHistory.loads(text))[-1].stacks == [1400, 700, 900]


def test_a_game_without_a_code_of_its_own_says_what_it_is() -> None:
    started = HandStarted(
        1, 2, 3, held({1: 1000, 2: 1000, 3: 1000}), LevelView(50, 100), "tda",
        Variant.OMAHA_5_HI_LO, "pot-limit",
    )  # fmt: skip
    folded = [ActionMade(1, Action.FOLD, 0, 0), ActionMade(2, Action.FOLD, 0, 50)]
    ended = HandEnded(held({1: 1000, 2: 950, 3: 1050}))
    text = record_of([started, *BLINDS[1:], *folded, ended]).text()
    fields = tomllib.loads(text)
    assert fields["variant"] == "PO"
    assert fields["actions"][0] == "d dh p1 ??????????"
    hand = read_hand(fields)
    assert (hand.game, hand.structure) == (Variant.OMAHA_5_HI_LO, "pot-limit")


def test_a_voided_hand_is_left_out() -> None:
    assert not list(records([Caused([*LIMPED, HandVoided(Kind.FLOOR)])]))


def test_the_big_blind_ante_is_its_own_and_heads_up_the_order_is_turned() -> None:
    record = record_of(
        [
            HandStarted(4, 4, 7, held({4: 1000, 7: 1000}), LevelView(50, 100, 0, 100), "ppc"),
            AntePosted(7, 100),
            BlindPosted(4, 50, "small"),
            BlindPosted(7, 100, "big"),
            ActionMade(4, Action.CALL, 50, 100),
            ActionMade(7, Action.CHECK, 0, 100),
            FLOP,
            ActionMade(7, Action.CHECK),
            ActionMade(4, Action.BET, 100, 100),
            ActionMade(7, Action.FOLD),
            HandEnded(held({4: 1200, 7: 800})),
        ]
    )
    assert "antes = [0, 100]" in record.text()
    assert "blinds_or_straddles = [50, 100]" in record.text()
    hand = check_alike(record)
    assert (hand.button, hand.level) == (4, (50, 100, 0, 100))


def play_evening(
    path: Path, hands: int, seed: int, rules: str = "fidpa"
) -> tuple[list[tuple[int, ...]], set[str]]:
    """Play hands into a journal; give each hand's final stacks, and the cards that were tabled."""
    chance = random.Random(seed)
    house = load_house(rules)
    with Journal(path, house=rules, house_hash="h", table="3", software="0.1.0") as journal:
        game = DealtGame(
            Setup(house, 5, denominations=(25, 100, 500, 1000), seed=seed),
            lambda seen, done: journal.record(
                seen,
                done.public,
                done.private,
                hand=done.table.hand.number if done.table.hand else 0,
            ),
        )
        game.dealer.command(SetLevel(50, 100))
        for seat in range(1, 6):
            game.dealer.command(SitDown(seat, f"Player {seat}", 10_000))
        game.dealer.command(Absent(5))
        for _ in range(hands):
            play_one(game, chance)
    ended = [event for event in game.events if isinstance(event, HandEnded)]
    stacks = [tuple(held.stack or 0 for held in event.stacks) for event in ended]
    tabled = [event.cards for event in game.events if isinstance(event, CardsTabled)]
    return stacks, {card for cards in tabled for card in cards}


def play_one(game: DealtGame, chance: random.Random) -> None:
    """Play one hand with every choice drawn, now and then an action taken back."""
    game.dealer.start_hand()
    game.dealer.deal()
    while (state := game.look()).phase not in {"over", "idle"}:
        step, may = state.next_step, turn_of(state)
        if may is not None:
            choices = ["fold", "call", "call"] if may.call else ["check"]
            least = may.bet or may.raise_to
            if least is not None and chance.random() < 0.3:
                game.dealer.act(may.seat, "bet" if may.bet else "raise", least)
            else:
                game.dealer.act(may.seat, chance.choice(choices))
        elif step is not None and step.task is Task.TABLE:
            game.dealer.table_cards(step.seat)
        else:
            game.dealer.street({0: "flop", 3: "turn", 4: "river"}[len(state.board)])
    game.dealer.push()


@pytest.mark.parametrize("private", [True, False])
def test_a_journals_hands_load_in_pokerkit_and_here(tmp_path: Path, private: bool) -> None:
    stacks, tabled = play_evening(tmp_path / "3.db", 12, seed=4)
    text = phhs(hands_of(tmp_path / "3.db", private))
    path = tmp_path / "evening.phhs"
    path.write_text(text, "utf-8")
    hands = read_hands(path)
    assert len(hands) == len(stacks) == 12
    assert [hand.name for hand in hands] == [str(number) for number in range(1, 13)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for history, hand, expected in zip(HandHistory.loads_all(text), hands, stacks, strict=True):
            by_seat = sorted((p.seat, p.finish) for p in hand.players)
            assert tuple(finish for _, finish in by_seat) == expected
            assert list(list(history)[-1].stacks) == [p.finish for p in hand.players]
    known = {card for hand in hands for p in hand.players for card in p.hole if card != "??"}
    assert known > tabled if private else known == tabled
    starts = [{p.seat: p.stack for p in hand.players} for hand in hands]
    ends = [{p.seat: p.finish for p in hand.players} for hand in hands]
    assert ends[:-1] == starts[1:]


def test_the_hands_of_a_limit_game_load_in_pokerkit_too(tmp_path: Path) -> None:
    house = tmp_path / "limit.toml"
    house.write_text(
        'name = "limit"\ninherits = "ppc"\n[betting]\n'
        'structure = { value = "limit", article = "1" }\n'
        'least_raise = { value = "last-raise", article = "1" }\n',
        "utf-8",
    )
    stacks, _ = play_evening(tmp_path / "3.db", 12, seed=4, rules=str(house))
    text = phhs(hands_of(tmp_path / "3.db"))
    assert text.count('variant = "FT"') == len(stacks) == 12
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for history, expected in zip(HandHistory.loads_all(text), stacks, strict=True):
            assert sorted(list(history)[-1].stacks) == sorted(expected)
    house.unlink()
    assert phhs(hands_of(tmp_path / "3.db")).count('variant = "FT"') == 12


class OldStart(PublicEvent, frozen=True):
    """`hand.started` in the shape of an earlier version."""

    type: ClassVar[str] = "hand.started"
    button: int
    seats: tuple[int, ...]
    stacks: tuple[int, ...]


def test_a_journal_of_an_earlier_shape_is_refused_with_the_version_that_wrote_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "3.db"
    with Journal(path, house="fidpa", house_hash="h", table="3", software="0.0.9") as journal:
        journal.record(TimePassed(1), (OldStart(1, (1, 2), (500, 500)),), (), hand=1)
    with pytest.raises(JournalError, match=r"Tapis 0\.0\.9 .*hand\.started"):
        phhs(hands_of(path))
