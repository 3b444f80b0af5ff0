"""The stream settings in `table.toml`: whether hole cards may be streamed, and to whom."""

from collections.abc import Iterator

from controller.config.strict import Strict, Words
from controller.contract.errors import Sentence
from controller.toml.file import Mistake

STREAM_USER = "tapis-stream"


class StreamConfig(Strict, frozen=True):
    """Whether hole cards may be streamed, and the user whose process may receive them.

    The only subscriber is a process that runs as `user` or, if the machine has no such user, as the
    controller's user.
    """

    allowed: bool = False
    user: Words = STREAM_USER


def stream_mistakes(stream: StreamConfig, keep_days: int) -> Iterator[Mistake]:
    """Yield a mistake if hole cards may be streamed but the journal does not keep them."""
    if stream.allowed and not keep_days:
        wrong = Sentence("hole cards can be streamed only if they are stored")
        yield Mistake(
            ("stream", "allowed"), wrong, Sentence("keep_hole_cards_days = 1 or more in [privacy]")
        )
