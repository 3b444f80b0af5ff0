"""Every stream is as it was kept: what a change does beside its purpose is seen here."""

import pytest

from tests.streams.made import FOLDER, Stream, every, kept

STREAMS = every()
KEPT = [stream for stream in STREAMS if stream.name in kept(stream.kind)]


@pytest.mark.parametrize("stream", KEPT, ids=lambda stream: f"{stream.kind}:{stream.name}")
def test_the_stream_is_as_it_was(stream: Stream) -> None:
    assert stream.digest == kept(stream.kind)[stream.name], (
        f"compare `python -m tests.streams {stream.kind}:{stream.name}` with what the last commit "
        "prints, and `make streams` if every line that changed is meant to"
    )


def test_nothing_is_kept_of_a_stream_that_is_gone() -> None:
    for path in FOLDER.glob("*.tsv"):
        assert set(kept(path.stem)) <= {each.name for each in STREAMS if each.kind == path.stem}
