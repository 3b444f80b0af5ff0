"""Who shows first at the showdown."""

from msgspec.structs import replace

from controller.table.showdown.showing_order import next_to_show, showing_order
from tests.controller.table.scripted import played


def test_who_has_nothing_in_the_pot_shows_with_those_of_the_main_pot() -> None:
    """The floor may set a stack to nothing before its player has put anything in."""
    script = """deck 2c Ah Kh 7d As Ks  3c Qd Jd 4s  5c 9h  6c 8s
hand ; deal
1 calls ; 2 calls ; 3 checks
flop ; 2 checks ; 3 checks ; 1 checks
turn ; 2 checks ; 3 checks ; 1 checks
river ; 2 checks ; 3 checks ; 1 checks
"""
    game = played(script, house="fidpa")
    hand = replace(game.table.hand, paid=(0, 0, 100, 200))
    assert showing_order(game.table, hand, game.house) == (3, 2, 1)
    assert next_to_show(game.table, hand, game.house) == 3
    shown = replace(hand, shown=hand.holes)
    assert next_to_show(game.table, shown, game.house) == 0
