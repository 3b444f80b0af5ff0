"""A draw that anybody can check: fair, repeatable, and caught when it isn't what it says."""

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.contract.venue.seats import Seat
from controller.venue.rules.calculations.seat_draw import (
    Draw,
    DrawError,
    DrawList,
    Numbers,
    check_draw,
    draw,
    seed_of,
)

DOCS = Path(__file__).parents[4] / "docs" / "VENUE.md"
PLAYERS = tuple(f"p{number}" for number in range(1, 14))


def listed(**changes: object) -> DrawList:
    """Return a list of thirteen players for two tables of eight, changed as asked."""
    plain: dict[str, object] = {"tournament": "t1", "entries": PLAYERS, "tables": {1: 8, 2: 8}}
    return msgspec.convert(plain | changes, DrawList)


@given(st.binary(min_size=32, max_size=32), st.text(max_size=20))
def test_everybody_has_one_seat_and_no_table_one_more_than_it_must(
    secret: bytes, witness: str
) -> None:
    """Thirteen players at two tables are seven and six, each in a seat of their own."""
    seats = draw(listed(), secret, witness).seats
    assert set(seats) == set(PLAYERS)
    assert len(set(seats.values())) == 13
    assert sorted(sum(seat.table == table for seat in seats.values()) for table in (1, 2)) == [6, 7]
    assert all(1 <= seat.seat <= 8 for seat in seats.values())


def test_granted_seats_and_ears_come_first() -> None:
    """Who needs a seat has it, and who needs an ear draws among seats that speak."""
    ears = (Seat(1, 2), Seat(2, 5), Seat(2, 6))
    one = listed(granted={"p3": Seat(1, 1)}, needs_ear=("p7", "p8"), ears=ears)
    places = set()
    for number in range(40):
        seats = draw(one, number.to_bytes(32, "big"), "").seats
        assert seats["p3"] == Seat(1, 1)
        assert {seats["p7"], seats["p8"]} <= set(ears)
        places.add(seats["p7"])
    assert places == set(ears)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"entries": ("p1", "p1")}, "twice"),
        ({"tables": {1: 8}}, "13 players for 8 seats"),
        ({"granted": {"p1": Seat(3, 1)}}, "no seat 3-1"),
        ({"granted": {"p1": Seat(1, 1), "p2": Seat(1, 1)}}, "reserved twice"),
        ({"granted": {"nobody": Seat(1, 1)}}, "nobody is not on the list"),
        ({"needs_ear": ("p1",)}, "1 players need a seat with an earpiece, but 0 are free"),
        (
            {"needs_ear": ("p1",), "granted": {"p1": Seat(1, 1)}, "ears": (Seat(1, 2),)},
            "has no earpiece",
        ),
    ],
)
def test_a_list_that_cannot_be_drawn_for_says_why(changes: dict[str, object], says: str) -> None:
    """Each contradiction of a list is named before anything is drawn."""
    with pytest.raises(DrawError, match=says):
        draw(listed(**changes), bytes(32), "")


def test_a_changed_draw_is_caught() -> None:
    """Another list, secret, witness or seat than was published is found."""
    done = draw(listed(), bytes(range(32)), "7h Ks 2d")
    check_draw(done)
    first, second = PLAYERS[:2]
    swapped = {**done.seats, first: done.seats[second], second: done.seats[first]}
    for changed in (
        msgspec.structs.replace(done, list=listed(tournament="t2").canonical()),
        msgspec.structs.replace(done, list="{"),
        msgspec.structs.replace(done, list=done.list.replace(",", ", ")),
        msgspec.structs.replace(done, secret=bytes(32).hex()),
        msgspec.structs.replace(done, secret="no hex"),
        msgspec.structs.replace(done, witness="7h Ks 2c"),
        msgspec.structs.replace(done, seats=swapped),
        msgspec.structs.replace(done, seats={**done.seats, "more": Seat(1, 1)}),
    ):
        with pytest.raises(DrawError):
            check_draw(changed)


def test_numbers_below_a_bound_are_all_possible_and_never_the_bound() -> None:
    """A bound that divides no power of two is drawn evenly: rejection, and no remainder."""
    numbers = Numbers(seed_of(listed(), bytes(32), ""))
    drawn = [numbers.below(6) for _ in range(6000)]
    assert {drawn.count(number) // 200 for number in range(6)} <= {4, 5}


def test_a_word_that_would_make_some_numbers_likelier_is_drawn_again() -> None:
    """Without that the first third of this bound would come half of the time."""
    numbers = Numbers(b"seed")
    first = sum(numbers.below(3 << 62) < 1 << 62 for _ in range(3000))
    assert 900 < first < 1100


def test_the_program_of_the_docs_repeats_a_draw(tmp_path: Path) -> None:
    """Thirty lines of Python that share nothing with us come to the same seats."""
    program = re.search(r"```python\n(import hashlib.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert program is not None
    assert program[1].count("\n") <= 36
    script = tmp_path / "repeat.py"
    script.write_text(program[1], "utf-8")
    one = listed(
        granted={"p3": Seat(1, 1)}, needs_ear=("p7",), ears=(Seat(2, 5), Seat(2, 6)), tournament="é"
    )
    files = []
    for number in range(50):
        file = tmp_path / f"{number}.json"
        file.write_bytes(msgspec.json.encode(draw(one, number.to_bytes(32, "big"), "7h Ks 2d")))
        files.append(str(file))
    done = subprocess.run(
        [sys.executable, str(script), *files], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [f"{file}: the same" for file in files]
    other = msgspec.json.decode(Path(files[0]).read_bytes(), type=Draw)
    changed = msgspec.structs.replace(other, witness="7h Ks 2c")
    Path(files[0]).write_bytes(msgspec.json.encode(changed))
    again = subprocess.run(
        [sys.executable, str(script), files[0]], capture_output=True, text=True, check=True
    )
    assert "NOT the same" in again.stdout


class _Words(Numbers):
    """Numbers whose next words are known."""

    def __init__(self, *words: int) -> None:
        super().__init__(b"")
        self._words = list(words)

    def _word(self) -> int:
        return self._words.pop(0)


def test_a_word_beyond_the_last_whole_multiple_is_drawn_again() -> None:
    """All numbers are as likely: 2**64 is one more than a multiple of 3."""
    assert _Words(2**64 - 1, 7).below(3) == 1
    assert _Words(2**64 - 2, 7).below(3) == 2
