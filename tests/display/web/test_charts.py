"""A chart says in words what it shows, and its bars are as long as their figures."""

import re

from display.web.charts import bars
from display.words.names import words


def test_bars_are_as_long_as_what_they_count_and_say_it() -> None:
    drawn = bars({"few <b>": 1, "many": 4, "some": 2}, "Kinds", words("en"))
    assert 'aria-label="Kinds: many: 4, some: 2, few &lt;b&gt;: 1"' in drawn
    assert "<b>" not in drawn
    wide = [int(one) for one in re.findall(r'width="(\d+)"/>', drawn)]
    assert wide == [260, 130, 65]
    assert bars({}, "Kinds", words("en")) == ""
