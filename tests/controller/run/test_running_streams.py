"""Every stream of a running table's parts is as it was kept."""

import pytest

from tests.streams.running import every
from tests.streams.written import Stream, changed


@pytest.mark.parametrize("stream", every(), ids=lambda stream: stream.name)
def test_the_stream_is_as_it_was(stream: Stream) -> None:
    why = changed(stream.kind, stream.name, stream.lines())
    assert not why, why
