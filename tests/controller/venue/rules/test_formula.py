"""Points by a formula: what leagues write today comes to what they say, and nothing else runs."""

import contextlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.venue.rules.standings.formula import LONGEST, Facts, FormulaError, parsed, worth

FACTS = st.builds(
    Facts, st.floats(1, 500), st.integers(1, 500), st.integers(0, 10_000), st.integers(0, 20),
    st.floats(0, 50), st.integers(0, 50), st.integers(0, 10**6),
)  # fmt: skip


@pytest.mark.parametrize(
    ("formula", "facts", "points"),
    [
        # What users of The Tournament Director and a league site have published, in our words.
        ("(entries - place + 1) + (place <= prizes) + (2 if place == 1 else 0) + knockouts",
         Facts(1, 10, knockouts=3, prizes=3), 16),
        ("entries - place + 1", Facts(5, 30), 26),
        ("entries - place + 1 + (5 if place == 1 else 0)", Facts(1, 30), 35),
        ("10 * sqrt(entries) / sqrt(place)", Facts(4, 100), 50),
        ("sqrt(entries / place) * (1 + log10(buyin + 0.25)) * 10", Facts(1, 25, 100), 150),
        ("3 * (entries - place) + 20 + 3 * knockouts", Facts(20, 20), 20),
        ("max(0, 20 - place) if entries >= 8 else 0", Facts(3, 7), 0),
        ("1 < place <= 3", Facts(3, 7), 1),
        ("-5", Facts(1), 0),
        ("2.5", Facts(1), 3),
    ],
)  # fmt: skip
def test_what_leagues_write(formula: str, facts: Facts, points: int) -> None:
    assert worth(parsed(formula), facts) == points


@pytest.mark.parametrize(
    "formula",
    [
        "__import__('os').system('true')", "place.__class__", "[1][0]", "lambda: 1", "f(1)",
        "open('x')", "'text'", "place = 1", "", "1 +", "(" * 400, "sqrt(place, key=1)", "max()",
        "{1: 2}", "entries if", "True", "nobody", "1e10", "sqrt", "x" * 301, "9 ** 9 ** 9",
        "place ** 9", "1 / 0", "sqrt(-1)", "log(0)", "(-1) ** 0.5", "exp(1000)", "1e9 * 2",
        "max(place, (1, 2))", "round(place, 10 ** 8, 1)", "\x00",
    ],
)  # fmt: skip
def test_what_is_no_formula_is_refused(formula: str) -> None:
    """At once, and with nothing done."""
    with pytest.raises(FormulaError):
        worth(parsed(formula), Facts(1, 10))


@given(st.text(max_size=60), FACTS)
def test_whatever_is_written_gives_points_or_is_refused(formula: str, facts: Facts) -> None:
    with contextlib.suppress(FormulaError):
        assert worth(parsed(formula), facts) >= 0


@given(
    st.text("place entries()+-*/%0123456789.<>=!and or not if else sqrtlogminmax,", max_size=80),
    FACTS,
)
def test_whatever_looks_like_a_formula_gives_points_or_is_refused(
    formula: str, facts: Facts
) -> None:
    with contextlib.suppress(FormulaError):
        assert worth(parsed(formula), facts) >= 0


@given(st.integers(1, 500), st.integers(1, 499), st.integers(1, 10_000))
def test_a_better_place_is_worth_no_less(entries: int, place: int, buyin: int) -> None:
    """By formulas that fall with the place."""
    tree = parsed("100 * sqrt(entries / place) * (1 + log10(buyin))")
    better, worse = (worth(tree, Facts(one, entries, buyin)) for one in (place, place + 1))
    assert better >= worse
    assert better == math.floor(100 * (entries / place) ** 0.5 * (1 + math.log10(buyin)) + 0.5)


def test_a_formula_of_the_greatest_length_is_read_and_a_longer_one_is_not() -> None:
    parsed("1" + " " * (LONGEST - 1))
    with pytest.raises(FormulaError, match="at most"):
        parsed("1" + " " * LONGEST)


@pytest.mark.parametrize("text", ["max()", "round(1.5, ndigits=1)", "exit(1)", "place.sqrt(1)"])
def test_a_function_is_called_by_its_name_with_plain_arguments(text: str) -> None:
    with pytest.raises(FormulaError, match="may call only"):
        parsed(text)


def test_the_largest_number_and_exponent_are_allowed_and_nothing_beyond() -> None:
    facts = Facts(1, 2)
    assert worth(parsed("1000000000"), facts) == 10**9
    assert worth(parsed("500000000 + 500000000"), facts) == 10**9
    assert worth(parsed("2 ** 8"), facts) == 256
    for text in ("1000000001", "500000000 + 500000001", "2 ** 9"):
        with pytest.raises(FormulaError):
            worth(parsed(text), facts)


def test_what_is_not_known_of_an_evening_is_nothing() -> None:
    tree = parsed("entries + buyin + rebuys + knockouts + prizes + prize")
    assert worth(tree, Facts(1)) == 0
