"""The state of one PC/SC reader, as reported by the thread that watches all of them."""

import msgspec


class Seen(msgspec.Struct, frozen=True):
    """The state of a reader as seen by the watching thread.

    `name` is the reader's name, or "" if it is disconnected. `state` is the number from pcscd,
    whose high half counts the cards that have been placed and removed. `why` is the reason for a
    disconnect.
    """

    name: str
    state: int = 0
    why: str = ""
