"""Every stream is as it was kept: what a change does beside its purpose is seen here.

The streams of scenarios are compared where scenarios are played (tests/controller/play), those of
boards, of sensing among noise, and of a running table's parts beside the tests of these.
"""

import pytest

from tests.streams.made import every
from tests.streams.written import FOLDER, Stream, changed, kept

STREAMS = every()
PLAYED = frozenset({"board", "engine", "noise", "running", "said", "sensed"})


@pytest.mark.parametrize(
    "stream",
    [stream for stream in STREAMS if stream.kind not in PLAYED],
    ids=lambda stream: f"{stream.kind}:{stream.name}",
)
def test_the_stream_is_as_it_was(stream: Stream) -> None:
    why = changed(stream.kind, stream.name, stream.lines())
    assert not why, why


def test_nothing_is_kept_of_a_stream_that_is_gone() -> None:
    for path in FOLDER.glob("*.tsv"):
        assert set(kept(path.stem)) <= {each.name for each in STREAMS if each.kind == path.stem}


def test_a_line_more_is_a_change() -> None:
    stream = next(stream for stream in STREAMS if stream.kind == "room")
    assert changed("room", stream.name, [*stream.lines(), "one more"])


def test_a_stream_that_is_new_is_no_change() -> None:
    stream = next(stream for stream in STREAMS if stream.kind == "room")
    assert not changed("room", "not kept yet", stream.lines())
