"""Scenario hands in PokerStars' format, as fpdb-3 reads them: `make formats FPDB=folder` runs it.

`TAPIS_FPDB` is a checkout of fpdb-3 with its `.venv`.
"""

import os
from pathlib import Path

import msgspec

from controller.play.formats import write
from controller.play.records.hand_record import HandRecord
from controller.play.records.phh_export import records
from tests.controller.play.test_my_hands import rows_of
from tests.rig.formats import BEGAN, where_for
from tests.rig.read_back import differences, written
from tests.rig.read_fpdb import by_fpdb
from tests.rig.tests.test_formats import SCENARIOS, with_calls

TWO_RETURNED = {"tda/13-22-showdown/15-B-mucked.scn", "tda/58-71-conduct/65-A-killed.scn"}
"""Hands whose killed bet and last bet both go back: fpdb-3 reads one returned bet a street."""


def test_hands_in_which_something_went_wrong_are_read_by_a_tracker() -> None:
    hands: dict[int, tuple[str, HandRecord]] = {}
    for path in sorted(SCENARIOS.rglob("*.scn")):
        for record in records(rows_of(path)):
            number = len(hands) + 1
            own = msgspec.structs.replace(record, began=BEGAN + number, number=number)
            hands[own.id] = str(path.relative_to(SCENARIOS)), own
    texts = [write("pokerstars", [record], where_for(record)) for _, record in hands.values()]
    found = by_fpdb(Path(os.environ["TAPIS_FPDB"]), "".join(texts))
    assert found.keys() == hands.keys()
    told = {}
    for number, (name, record) in hands.items():
        wanted, read = written(record), found[number].story()
        wanted = msgspec.structs.replace(wanted, said=with_calls(record))
        if record.timed:
            # What is paid for the time leaves the stacks: no form has a word for it.
            wanted, read = (msgspec.structs.replace(one, finish=()) for one in (wanted, read))
        if wrong := differences(wanted, read):
            told[name] = wrong
    assert told.keys() == TWO_RETURNED, told
