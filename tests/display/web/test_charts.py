"""A chart says in words what it shows, and its bars are as long as their figures."""

import re
from itertools import pairwise

from display.web.pictures.charts import bars, lines
from display.words.names import words


def test_bars_are_as_long_as_what_they_count_and_say_it() -> None:
    drawn = bars({"few <b>": 1, "many": 4, "some": 2}, "Kinds", words("en"))
    assert 'aria-label="Kinds: many: 4, some: 2, few &lt;b&gt;: 1"' in drawn
    assert "<b>" not in drawn
    wide = [int(one) for one in re.findall(r'width="(\d+)"/>', drawn)]
    assert wide == [260, 130, 65]
    assert bars({}, "Kinds", words("en")) == ""


def test_a_name_that_fits_is_whole_and_a_longer_one_is_cut() -> None:
    for chart, most in (
        (bars({"n" * 38: 1, "m" * 39: 1}, "", words("en")), 38),
        (lines({"n" * 15: [(0, 1)], "m" * 16: [(0, 1)]}, "", words("en")), 15),
    ):
        assert re.findall(r">([nm]+…?)<", chart) == ["m" * (most - 1) + "…", "n" * most]


def test_lines_go_from_left_to_right_and_their_names_do_not_lie_on_each_other() -> None:
    many = {f"n{nth}": [(0, 100), (50, 100 + nth), (100, 100)] for nth in range(12)}
    drawn = lines(many | {"nobody": []}, "Stacks", words("en"))
    assert drawn.count("<polyline") == 8
    assert "nobody" not in drawn
    ends = [float(one) for one in re.findall(r'x="220" y="([\d.]+)"', drawn)]
    assert all(later - one >= 15 for one, later in pairwise(ends))
    assert max(ends) <= 260
    assert 'points="0.0,' in drawn
    assert lines({}, "Stacks", words("en")) == ""
