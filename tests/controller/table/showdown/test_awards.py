"""Who wins, and that the best hand is paid whatever was said."""

import pytest
from msgspec.structs import replace

from controller.contract.public import CardsTabled, PotAwarded
from controller.houses.loader import load_house, shipped_houses
from controller.table.showdown.awards import leads
from tests.controller.table.scripted import THREE, chips, played, said

# Seat 3 has two aces, seat 1 two kings, seat 2 nothing.
ACES = "deck 2c Ah Kh 7d As Ks  3c Qd Jd 4s  5c 9h  6c 8s\n"
NO_BURNS = "deck 2c Ah Kh 7d As Ks  Qd Jd 4s  9h  8s\n"
MAY_MUCK = [name for name in shipped_houses() if load_house(name).showdown.loser_may_muck.value]
SIDE_POT_MAY_MUCK = [
    name for name in MAY_MUCK if not load_house(name).showdown.all_in_shows_all.value
]
TO_THE_RIVER = """hand ; deal
1 calls ; 2 calls ; 3 checks
flop ; 2 checks ; 3 checks ; 1 checks
turn ; 2 checks ; 3 checks ; 1 checks
river
"""


def at_the_showdown(house: str, river: str) -> str:
    """Return a script that ends with the last betting of a hand."""
    deck = ACES if load_house(house).deal.burn.value else NO_BURNS
    return deck + TO_THE_RIVER + river


@pytest.mark.parametrize("house", shipped_houses())
def test_the_cards_speak_whoever_shows_first(house: str) -> None:
    script = at_the_showdown(
        house, "2 checks ; 3 checks ; 1 checks\n1 tables ; 2 tables ; 3 tables"
    )
    game = played(script, house=house)
    assert {(event.seat, event.amount) for event in said(game, PotAwarded)} == {(3, 300)}  # type: ignore[attr-defined]
    assert {event.seat: event.name for event in said(game, CardsTabled)} == {  # type: ignore[attr-defined]
        1: "pair", 2: "high-card", 3: "pair",
    }  # fmt: skip
    assert chips(game) == 15_000


@pytest.mark.parametrize("house", shipped_houses())
def test_who_shows_first_is_the_houses_word(house: str) -> None:
    # Seat 1 has raised and was called by seat 3, who sits first from the left of the button.
    by_seats = load_house(house).showdown.first_to_show.value == "left-of-button"
    river = "2 bets 200 ; 3 calls ; 1 raises to 600 ; 2 folds ; 3 calls\n"
    played(
        at_the_showdown(house, f'{river}expect next "table {3 if by_seats else 1}"'), house=house
    )


@pytest.mark.parametrize("house", MAY_MUCK)
def test_a_mucked_hand_wins_nothing_though_it_is_the_best(house: str) -> None:
    script = at_the_showdown(house, "2 checks ; 3 checks ; 1 checks\n2 mucks ; 3 mucks")
    game = played(f"{script} ; 1 tables\nexpect hand over", house=house)
    assert {event.seat for event in said(game, PotAwarded)} == {1}  # type: ignore[attr-defined]


@pytest.mark.parametrize(("high", "leading"), [("7c 7d", [2, 3]), ("Kc Kd", [2])])
def test_a_tabled_hand_leads_with_the_best_low_or_the_best_high(
    high: str, leading: list[int]
) -> None:
    """Seat 2 has the better low; seat 3 has a pair of nines, and seat 1 has not shown yet."""
    one, other = high.split()
    table = f"""
blinds 50 100 game omaha-hi-lo pot-limit
seat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000
button 1
deck As 5s Qd 2s 6s Qh {one} 9c Jc {other} 9d Jd  2c 3d 4c 8h 2d Ks 2h Tc
"""
    script = """hand ; deal ; 1 calls ; 2 calls ; 3 checks
flop ; 2 checks ; 3 checks ; 1 checks
turn ; 2 checks ; 3 checks ; 1 checks
river ; 2 checks ; 3 checks ; 1 checks
2 tables ; 3 tables"""
    hand = played(script, house="tda", table=table).table.hand
    assert hand.running
    assert [seat for seat in (2, 3) if leads(hand, seat)] == leading
    # With a card to come nobody is beaten.
    turn = replace(hand, board=hand.board[:4])
    assert all(leads(turn, seat) for seat in (2, 3))


@pytest.mark.parametrize("house", SIDE_POT_MAY_MUCK)
def test_a_side_pot_whose_players_all_muck_goes_to_the_last_of_them(house: str) -> None:
    table = THREE.replace("Anne 5000", "Anne 1000")
    checks = "turn ; 2 checks ; 3 checks ; river ; 2 checks ; 3 checks"
    script = f"""hand ; deal
1 goes all-in ; 2 calls ; 3 calls
flop ; 2 bets 500 ; 3 calls ; {checks}
2 mucks ; 3 mucks ; 1 tables
expect hand over"""
    game = played(script, house=house, table=table)
    won = {(event.seat, event.amount) for event in said(game, PotAwarded)}  # type: ignore[attr-defined]
    assert won == {(3, 1000), (1, 3000)}


def test_of_two_hands_that_are_shown_the_better_one_wins_it_all() -> None:
    checks = "2 checks ; 3 checks ; 1 checks\n2 mucks ; 3 tables ; 1 tables"
    game = played(at_the_showdown("ppc", f"{checks}\nexpect hand over"))
    assert {(event.seat, event.amount) for event in said(game, PotAwarded)} == {(3, 300)}  # type: ignore[attr-defined]
