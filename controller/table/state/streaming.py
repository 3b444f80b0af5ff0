"""Stream consent: the floor person who switched on the stream, and the players who agree to it."""

import msgspec


class Stream(msgspec.Struct, frozen=True, gc=False):
    """The stream of a table; `number` counts the streams switched on at this table.

    The stream is `on` once the floor's badge of `by` has switched it on. Cards leave after a delay
    of `delay` seconds. `agreed` pairs seats with their players' names: the next player in the seat
    has not agreed. `sent` is the last hand that has left.
    """

    number: int = 0
    on: bool = False
    by: str = ""
    delay: int = 0
    agreed: tuple[tuple[int, str], ...] = ()
    sent: int = 0
