"""A table as SVG: all that its state says is on it, and nothing that a page could be hurt by."""

import re
import subprocess
import sys
from xml.dom import minidom

import pytest
from msgspec.structs import replace

from controller.contract.public import Award, HandStatus, PublicState
from display.web.pictures import svg as line
from display.web.pictures.felt import described, felt, felt_in_pieces, small_felt
from display.words.names import words
from tests.display.states import ALL
from tests.rig.pictures import example_tables as e
from tests.rig.pictures.example_tables_all_in import bomb_pot, two_boards

SAID = words("en")


def texts(svg: str) -> list[str]:
    """Return what is written on a picture."""
    found = minidom.parseString(svg).getElementsByTagName("text")
    return [str(one.firstChild.nodeValue) for one in found if one.firstChild is not None]


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("tall", [False, True])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_seat_and_card_of_a_state_is_on_its_picture(
    name: str, tall: bool, language: str
) -> None:
    state = ALL[name]()
    said = words(language)
    svg = felt(state, said, tall=tall)
    written = texts(svg)
    for seat in state.seats:
        if seat.status is HandStatus.EMPTY:
            continue
        assert any(line.rstrip("…") and seat.name.startswith(line.rstrip("…")) for line in written)
        if seat.stack is not None:
            assert {said.amount(seat.stack), said.short_amount(seat.stack)} & set(written)
    faces = sum(len(seat.shown) for seat in state.seats) + len(state.board)
    assert svg.count('class="face"') == faces


@pytest.mark.parametrize("state", [two_boards(), bomb_pot()])
def test_both_of_two_boards_are_on_the_picture_and_told(state: PublicState) -> None:
    cards = {*state.first_board, *state.board}
    faces = sum(len(seat.shown) for seat in state.seats) + len(cards)
    assert felt(state, SAID).count('class="face"') == faces
    told = described(state, SAID)
    assert all(SAID.cards(card) in told for card in cards)


@pytest.mark.parametrize("name", ALL)
def test_cards_that_nobody_has_shown_are_backs(name: str) -> None:
    state = ALL[name]()
    hidden = sum(
        max(0, seat.cards - len(seat.shown)) for seat in state.seats if seat.status != "folded"
    )
    assert felt(state, SAID).count('class="back"') == hidden + min(state.burned, 3)


def test_amounts_that_a_house_hides_are_nowhere() -> None:
    state = e.hidden()
    assert all(seat.stack is None for seat in state.seats)
    amounts = {line for line in texts(felt(state, SAID))
               if line.replace(",", "").isdecimal() and len(line) > 2}  # fmt: skip
    assert amounts == {SAID.amount(seat.bet) for seat in state.seats if seat.bet}


def test_the_cards_that_win_the_low_half_stay_bright() -> None:
    low = ("Ah", "2h", "4c", "5d", "7s")
    state = e.with_seat(
        e.showdown(), 1, shown=("Ah", "2h", "Kc", "Qd"), best=("Kc", "Qd", "9s", "8s", "3s"),
        cards=4, low=low,
    )  # fmt: skip
    state = replace(state, awards=(Award(0, 1, 500, half="low"),))
    seat = felt_in_pieces(state, SAID, tall=False)[2]
    assert seat.name == "felt-seat-1"
    assert re.findall('class="card( dim)?"', seat.html) == ["", "", " dim", " dim"]


def test_what_is_on_a_head_stands_beside_its_players_name() -> None:
    state = e.flop()
    seats = tuple(replace(one, head=1250 if one.seat == 2 else 0) for one in state.seats)
    assert texts(felt(replace(state, seats=seats), SAID)).count("1,250") == 1


def test_a_name_is_text_and_never_a_tag() -> None:
    state = e.with_seat(e.flop(), 1, name='<script>"&')
    for svg in (felt(state, SAID), felt(replace(state, turn=1), SAID)):
        assert "<script" not in svg
        minidom.parseString(svg)
    assert '<script>"&' in described(replace(state, turn=1), SAID)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("tall", [False, True])
def test_no_amount_is_wider_than_its_label(language: str, tall: bool) -> None:
    """Nor is the label wider than it has to be: at the ends of the table it lay on the rail."""
    drawn = felt(e.showdown(), words(language), tall=tall)
    labels = re.findall(
        r'<rect class="label"[^>]*width="(\d+)" height="(\d+)"[^>]*/>'
        r'<text class="stack"[^>]*font-size="([\d.]+)"[^>]*>([^<]+)<', drawn,
    )  # fmt: skip
    assert len(labels) == 2
    for wide, high, size, figure in labels:
        blank = int(wide) - len(figure) * 0.58 * float(size)
        assert 0.4 * int(high) < blank < 1.2 * int(high), figure


def test_the_ruling_stands_where_the_next_step_would() -> None:
    svg = felt(e.ruling(), SAID)
    assert "message-ruling" in svg
    assert "Shuffle" in texts(svg)


def test_a_table_without_seats_and_one_with_more_than_ten_are_drawn() -> None:
    empty = PublicState(1, "1", "ppc")
    crowd = e.full_ring()
    more = replace(
        crowd, seats=(*crowd.seats, *(replace(s, seat=s.seat + 10) for s in crowd.seats))
    )
    for state in (empty, more):
        minidom.parseString(felt(state, SAID))
        minidom.parseString(small_felt(state))


def test_pages_need_no_pygame() -> None:
    asked = "import sys, display.web.app; sys.exit('pygame' in sys.modules)"
    subprocess.run([sys.executable, "-c", asked], check=True, timeout=60)


@pytest.mark.parametrize(("width", "fits"), [(86.9, "no"), (87, "yes"), (319, "yes, indeed")])
def test_the_first_wording_is_taken_that_fits_exactly(width: float, fits: str) -> None:
    assert line.best(("yes, indeed!", "yes, indeed", "yes", "no"), width, 50) == fits
