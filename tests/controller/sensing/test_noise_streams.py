"""Every stream of sensing among noise is as it was kept."""

import pytest

from tests.streams.noise import every
from tests.streams.written import Stream, changed


@pytest.mark.parametrize("stream", every(), ids=lambda stream: stream.name)
def test_the_stream_is_as_it_was(stream: Stream) -> None:
    why = changed(stream.kind, stream.name, stream.lines())
    assert not why, why
