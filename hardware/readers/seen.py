"""The state of one PC/SC reader, as reported by the thread that watches all of them."""

import msgspec


class Seen(msgspec.Struct, frozen=True):
    """The state of a reader as seen by the watching thread.

    If `name` is empty, the reader is disconnected, and `why` is the reason. `state` comes from
    pcscd; its high half counts the cards that have been placed and removed.
    """

    name: str
    state: int = 0
    why: str = ""
