"""What an older version told comes out the same, though events say more now."""

import zlib

import msgspec

from controller.contract.public import LevelChanged, SeatOut, TablePaused
from controller.run.loop.published_before import as_told
from controller.run.loop.snapshots import Kept, unpack
from controller.table.state.table import new_table

LEVEL = LevelChanged(50, 100, number=2)


def test_a_field_that_is_new_is_no_difference_and_another_value_is() -> None:
    before = b'{"small_blind":50,"big_blind":100}'
    assert as_told([LEVEL], [("level.changed", before)])
    assert as_told([LEVEL], [("level.changed", msgspec.json.encode(LEVEL))])
    assert not as_told([LEVEL], [("level.changed", before.replace(b"100", b"200"))])
    assert not as_told([LEVEL], [("level.changed", b'{"small_blind":50,"was":1}')])
    assert not as_told([LEVEL], [("level.changed", b"not JSON")])


def test_an_event_more_or_less_is_a_difference() -> None:
    told = [("table.paused", b"{}")]
    assert as_told([TablePaused()], told)
    assert not as_told([TablePaused(), SeatOut(1, 1)], told)
    assert not as_told([], told)


def test_a_state_that_an_older_version_kept_is_read() -> None:
    whole = msgspec.to_builtins(Kept(new_table(3), {}))
    new = ("holds", "notices", "leaving", "denominations", "tournament", "closed")
    table = {name: value for name, value in whole["table"].items() if name not in new}
    for seat in table["seats"]:
        for name in ("player", "entry", "owes", "busted"):
            del seat[name]
    state = {"table": table, "moving": {}}
    assert unpack(zlib.compress(msgspec.msgpack.encode(state))).table == new_table(3)
