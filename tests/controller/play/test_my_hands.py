"""What a player takes home: their own cards, and others' only where everybody has seen them."""

from pathlib import Path

from controller.contract.observations import Observation
from controller.contract.private import HoleCardSeen
from controller.contract.public import (
    CardsTabled,
    HandEnded,
    HandStarted,
    LevelView,
    PublicEvent,
    SeatStack,
    SeatTaken,
)
from controller.houses.loader import shipped_houses
from controller.play.records.phh_export import Caused, records
from controller.play.runner import Runner, set_up
from controller.play.script import language
from controller.table.engine import Transition


def rows_of(path: Path) -> list[Caused]:
    """Return all that a scenario's table published, and what was private beside it."""
    rows: list[Caused] = []

    def watch(_: Observation, done: Transition) -> None:
        rows.append(Caused(done.public, done.private, "1", done.table.hand.number))

    statements = language.read(path, shipped_houses())
    runner = Runner(set_up(statements, beside=path.parent), watch)
    runner.play(statements)
    runner.game.close()
    return rows


STACKS = tuple(SeatStack(seat, 1000) for seat in (1, 2, 3))


def hand_of(
    *private: tuple[int, str], names: tuple[str, ...] = ("Anne", "Bruno", "Chloe")
) -> list[Caused]:
    """Return a hand in which nothing is bet, with these cards seen in its seats."""
    seated: list[PublicEvent] = [SeatTaken(n, name, 1000) for n, name in enumerate(names, 1)]
    started = HandStarted(1, 2, 3, STACKS, LevelView(50, 100), "ppc")
    seen = tuple([HoleCardSeen(seat, card) for seat, card in private])
    ended = HandEnded(STACKS)
    return [Caused([*seated, started]), Caused([], seen), Caused([ended])]


def cards_of(rows: list[Caused], hero: str) -> list[str]:
    """Return the words that deal hole cards, of each hand that is a player's."""
    return [word for one in records(rows, hero=hero) for word in one.actions if " dh " in word]


def test_a_player_has_their_own_cards_and_nobody_elses() -> None:
    rows = hand_of((1, "Ah"), (2, "Kh"), (3, "Qh"), (1, "Ad"), (2, "Kd"), (3, "Qd"))
    assert cards_of(rows, "Anne") == ["d dh p1 ????", "d dh p2 ????", "d dh p3 AhAd"]
    assert cards_of(rows, "Bruno") == ["d dh p1 KhKd", "d dh p2 ????", "d dh p3 ????"]
    assert cards_of(rows, "Dora") == []


def test_a_card_that_went_on_to_another_seat_is_no_more_theirs() -> None:
    """It was dealt to Anne by mistake, and belongs to Chloe: Anne never looked at it."""
    rows = hand_of((1, "Ah"), (2, "Kh"), (1, "Qh"), (3, "Qh"), (1, "Ad"))
    assert cards_of(rows, "Anne")[-1] == "d dh p3 AhAd"


def test_two_players_of_one_name_take_nothing_home() -> None:
    rows = hand_of((1, "Ah"), (2, "Kh"), names=("Anne", "Anne", "Chloe"))
    assert cards_of(rows, "Anne") == []
    assert len(cards_of(rows, "Chloe")) == 3


def test_shown_cards_are_everybodys() -> None:
    rows = hand_of((1, "Ah"), (2, "Kh"), (1, "Ad"), (2, "Kd"))
    rows.insert(2, Caused([CardsTabled(2, ("Kh", "Kd"))]))
    (record,) = records(rows, hero="Anne")
    assert [one.seat for one in record.tabled] == [2]
    assert record.actions[2:] == ("d dh p3 AhAd", "p1 sm KhKd")
