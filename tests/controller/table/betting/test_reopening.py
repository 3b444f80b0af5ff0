"""Who may raise again after short all-ins: each house's own measure, to the chip."""

import pytest

from controller.table.betting.reopening import is_full
from tests.controller.table.scripted import played
from tests.rig.turns import turn_of

SHORT = """
blinds 50 100
seat 1 Anne {first} ; seat 2 Bruno {second} ; seat 3 Chloe 5000 ; seat 4 Dora 5000
button 1
deck 2c 3c 4c 5c 6c 7c 8c 9c  Ah Kd Qs Jh Th 9s 8d 7d 6d
"""


@pytest.mark.parametrize(
    ("house", "second", "again"),
    [
        ("fidpa", 599, False),  # two short ones stay short, together a full raise or not
        ("fidpa", 600, True),
        ("tda", 499, False),  # together one chip less than a full raise
        ("tda", 500, True),
        ("ppc", 599, False),  # not yet twice what the first raiser put in
        ("ppc", 600, True),
    ],
)
def test_two_short_all_ins_reopen_the_betting_by_the_measure_of_the_house(
    house: str, second: int, again: bool
) -> None:
    """The raise is to 300, the first all-in 400; `second` is the second all-in, which is called."""
    game = played(
        "hand ; deal\n4 raises to 300 ; 1 goes all-in ; 2 goes all-in ; 3 calls",
        house=house, table=SHORT.format(first=400, second=second),
    )  # fmt: skip
    turn = turn_of(game.look())
    assert turn is not None
    assert turn.seat == 4
    assert turn.call == second
    assert (turn.raise_to is not None) == again


def test_a_caller_who_has_not_acted_may_always_raise() -> None:
    """A short all-in takes no right from a player whose first turn is still to come."""
    game = played(
        "hand ; deal\n4 raises to 300 ; 1 goes all-in ; 2 goes all-in",
        house="fidpa", table=SHORT.format(first=400, second=450),
    )  # fmt: skip
    turn = turn_of(game.look())
    assert turn is not None
    assert turn.seat == 3
    assert turn.raise_to == 650


@pytest.mark.parametrize(
    ("script", "raises", "last_raise", "heads_up"),
    [
        ("", 1, 100, False),
        ("4 raises to 300", 2, 200, False),
        ("4 folds ; 1 raises to 300", 2, 200, False),
        ("4 folds ; 1 folds ; 2 raises to 300", 2, 200, True),
        ("4 folds ; 1 folds ; 2 raises to 300 ; 3 raises to 700", 3, 400, True),
        ("4 raises to 300 ; 1 goes all-in", 2, 200, False),
    ],
)
def test_full_raises_are_counted_with_the_big_blind_and_those_of_two_hands_marked(
    script: str, raises: int, last_raise: int, *, heads_up: bool
) -> None:
    table = SHORT.format(first=400, second=5000)
    found = played(f"hand ; deal\n{script}", house="fidpa", table=table).table.hand.round
    assert (found.raises, found.last_raise, found.heads_up) == (raises, last_raise, heads_up)


@pytest.mark.parametrize(("to", "full"), [(149, False), (150, True), (200, True)])
def test_half_a_bet_opens_the_betting_again_in_a_limit_game_to_the_chip(
    to: int, *, full: bool
) -> None:
    limit = '"tests/scenarios/tda/47-48-limit/limit.toml"'
    game = played("hand ; deal", house=limit, table=SHORT.format(first=5000, second=5000))
    assert is_full(game.table.hand, game.house, to) is full
