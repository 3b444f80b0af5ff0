"""The pots: their total, what each holds, and who can win it, in the words there is room for."""

import pytest
from msgspec.structs import replace

from controller.contract.public import Award, Phase, PotView, PublicState
from display.felt.drawing.look import Look
from display.felt.on_felt.pots import pot_total, seats_listed
from tests.display.felt.sheets import things
from tests.rig.pictures.example_tables import flop, hidden, table, with_seat

SIZE = (1920, 1080)


def drawn(state: PublicState) -> list[str]:
    return [one.name for one in things(state, SIZE, Look()) if one.kind == "text"]


def with_pots(*pots: PotView) -> PublicState:
    return replace(flop(), pots=pots)


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        ((), ""),
        ((4,), "4"),
        ((4, 5), "4 5"),
        ((4, 5, 6), "4–6"),
        ((1, 2, 4, 5, 6, 7, 9), "1 2 4–7 9"),
        ((1, 3, 4, 5, 10), "1 3–5 10"),
    ],
)
def test_three_seats_in_a_row_are_a_range(seats: tuple[int, ...], told: str) -> None:
    assert seats_listed(seats) == told


@pytest.mark.parametrize(
    ("pots", "figures"),
    [
        # Up to three pots, with the word where there is room for it: eleven signs, not twelve.
        ([(1, 2, 4, 6), (1, 2, 6)], ["seats 1 2 4 6", "seats 1 2 6"]),
        ([(1, 3, 5, 7, 10), (1, 3), (1, 5)], ["seats 1 3 5 7 10", "seats 1 3", "seats 1 5"]),
        ([(1, 3, 5, 7, 9, 10), (1, 3)], ["1 3 5 7 9 10", "seats 1 3"]),
        # More have their amounts, and no word, however few seats they are of.
        ([(1, 2, 4, 6), (1, 2, 6), (1, 2), (6,)],
         ["500 · 1 2 4 6", "600 · 1 2 6", "700 · 1 2", "800 · 6"]),
    ],
)  # fmt: skip
def test_who_can_win_a_pot_is_listed(pots: list[tuple[int, ...]], figures: list[str]) -> None:
    state = with_pots(*(PotView(500 + 100 * nth, seats) for nth, seats in enumerate(pots)))
    told = drawn(state)
    assert [one for one in told if one in figures] == figures
    assert [one for one in told if one.startswith("seats")] == [
        one for one in figures if one.startswith("seats")
    ]


def test_of_many_pots_one_whose_amount_is_hidden_has_its_seats_alone() -> None:
    pots = [PotView(None, (1, 2, 4, 6)), *(PotView(500, (1, 2, nth)) for nth in (4, 5, 6))]
    assert {"1 2 4 6", "500 · 1 2 4", "500 · 1 2 5", "500 · 1 2 6"} <= {*drawn(with_pots(*pots))}


def test_the_total_is_of_pots_and_bets_unless_any_of_it_is_hidden() -> None:
    state = flop()
    bets = sum(seat.bet or 0 for seat in state.seats)
    assert pot_total(state) == 3_700 + 1_200 + bets
    # Who has left hides nothing.
    gone = with_seat(state, 3, status="empty", bet=None)
    assert pot_total(gone) == 3_700 + 1_200 + bets
    for hiding in (
        with_seat(state, 3, bet=None),
        with_pots(PotView(3_700, (1, 2)), PotView(None, (1, 2))),
        replace(state, raked=None),
    ):
        assert pot_total(hiding) is None


def test_the_total_is_written_while_it_is_played_for() -> None:
    state = flop()
    total = f"{pot_total(state):,}"
    assert {"Pot", total} <= {*drawn(state)}
    for other in (
        replace(state, awards=(Award(0, 2, 5),)),
        replace(state, phase=Phase.OVER),
        table(6),
    ):
        assert "Pot" not in drawn(other)


@pytest.mark.parametrize(
    ("amounts", "told"),
    [
        ([None], ["Pot"]),
        ([None, 0], ["Pot"]),
        ([None] * 2, ["Main", "seats 1 2 4", "Side 1", "seats 1 2"]),
        ([None] * 3, ["Main", "Side 1", "Side 2"]),
        ([None] * 4, ["Main", "Side 1", "Side 2", "Side 3"]),
        ([None] * 5, ["Main", "4 side pots"]),
    ],
)
def test_pots_that_are_hidden_are_named_and_two_with_who_can_win_them(
    amounts: list[int | None], told: list[str]
) -> None:
    seats = ((1, 2, 4), *[(1, 2)] * 4)
    pots = tuple(map(PotView, amounts, seats))
    names = drawn(replace(hidden(), turn=0, legal=(), next_step=None, pots=pots))
    start = names.index(told[0])
    assert names[start : names.index("Flop")] == told


def test_several_pots_are_written_apart_in_the_words_there_is_room_for() -> None:
    two = drawn(with_pots(PotView(3_700, (1, 2)), PotView(1_200, (1,))))
    assert "Main 3,700 · Side 1 1,200" in two
    # One that is empty is none of them.
    alone = drawn(with_pots(PotView(3_700, (1, 2)), PotView(0, (1,))))
    assert not any(one.startswith("Main 3") for one in alone)
    many = [PotView(1_000_000 + 111_111 * nth, (1, 2)) for nth in range(9)]
    assert "Main 1M · 8 side pots 12M" in drawn(with_pots(*many))
