"""Stream consent: the floor person who switched on the stream, and the players who agreed to it."""

import msgspec


class Stream(msgspec.Struct, frozen=True, gc=False):
    """The stream of a table; `number` counts the streams switched on at this table.

    The stream is `on` once it has been switched on with the floor badge in `by`. Cards are released
    after a delay of `delay` seconds. `agreed` pairs seats with the names of the players who agreed,
    so the next player in a seat has not agreed. `sent` is the last hand that has been released.
    """

    number: int = 0
    on: bool = False
    by: str = ""
    delay: int = 0
    agreed: tuple[tuple[int, str], ...] = ()
    sent: int = 0
