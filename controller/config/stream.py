"""Whether a table's hole cards may leave for a stream, and who gets them, in `table.toml`."""

from collections.abc import Iterator

from controller.config.strict import Strict, Words
from controller.contract.errors import Sentence
from controller.toml.file import Mistake

STREAM_USER = "tapis-stream"


class StreamConfig(Strict, frozen=True):
    """Whether hole cards may leave for a stream at all.

    The one subscriber is a process of `user`; on a machine without that user, of the controller's.
    """

    allowed: bool = False
    user: Words = STREAM_USER


def stream_mistakes(stream: StreamConfig, keep_days: int) -> Iterator[Mistake]:
    """Yield what is wrong: cards that the journal forgets at once can't leave later."""
    if stream.allowed and not keep_days:
        wrong = Sentence("hole cards must be kept to leave for a stream")
        yield Mistake(
            ("stream", "allowed"), wrong, Sentence("keep_hole_cards_days = 1 or more in [privacy]")
        )
