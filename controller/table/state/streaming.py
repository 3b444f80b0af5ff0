"""Whose hole cards may leave for a stream: who has switched it on, and which players agree."""

import msgspec


class Stream(msgspec.Struct, frozen=True, gc=False):
    """A stream of a table; its `number` counts how often one was switched on here.

    It is `on` since the floor's badge of `by` has said so; cards leave `delay` seconds late.
    `agreed` are seats with the names of their players: who sits down there next has not agreed.
    `sent` is the last hand that has left.
    """

    number: int = 0
    on: bool = False
    by: str = ""
    delay: int = 0
    agreed: tuple[tuple[int, str], ...] = ()
    sent: int = 0
