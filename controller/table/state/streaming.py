"""Stream consent: which floor person switched the stream on, and which players agreed to it."""

import msgspec


class Stream(msgspec.Struct, frozen=True, gc=False):
    """A table's stream, which shows the cards of players who agreed to it, after a delay.

    `number` counts how often a stream has been switched on at this table. `on` is true while it is
    on, and `by` is the floor person who switched it on. Cards are released after `delay` seconds.
    `agreed` lists (seat, name) of the players who agreed; the name is kept so that the consent does
    not pass to a later player in the same seat. `sent` is the number of the last hand that has been
    released.
    """

    number: int = 0
    on: bool = False
    by: str = ""
    delay: int = 0
    agreed: tuple[tuple[int, str], ...] = ()
    sent: int = 0
