"""Stream consent: which floor person switched the stream on, and which players agreed to it."""

import msgspec


class Stream(msgspec.Struct, frozen=True, gc=False):
    """A table's stream; `number` counts how often one has been switched on at this table.

    The stream is `on` once the floor badge of `by` has switched it on. Cards are released after
    `delay` seconds. `agreed` pairs each seat with the name of the player who agreed, so the next
    player in that seat has not agreed. `sent` is the number of the last hand that has been
    released.
    """

    number: int = 0
    on: bool = False
    by: str = ""
    delay: int = 0
    agreed: tuple[tuple[int, str], ...] = ()
    sent: int = 0
