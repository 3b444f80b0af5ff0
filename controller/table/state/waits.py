"""What a hand waits for besides acts and cards: chips, a count of the pot, a word."""

import msgspec

from controller.contract.doors import Asks


class Count(msgspec.Struct, frozen=True, gc=False):
    """Bets that have been gathered and are to be counted in the pot.

    `since` is when the last of them, or chips of the pot, moved (ms); `bets` is what each seat had
    in front, `left` when it left, 0 where it lay there still; `pot_at` is when chips last came to
    the pot.
    """

    since: int
    bets: tuple[int, ...]
    left: tuple[int, ...]
    pot_at: int = 0


class Asked(msgspec.Struct, frozen=True, gc=False):
    """A seat that is asked for a word on the hand that lies forward, and since when (ms).

    `told` is how often that was told: once, then the floor is called. `in_turn` says that the seat
    was in turn when it was asked.
    """

    seat: int
    about: Asks
    since: int
    told: int = 0
    in_turn: bool = False


class Due(msgspec.Struct, frozen=True, gc=False):
    """What a hand waits for besides acts and cards.

    `owed` is since when somebody owes chips that were said (ms), 0 where nobody does and -1 while
    no time passes for it; what is bet or put in begins it again. `left` is when the bet of each
    seat left its place since the round was over, `pot_at` when the pot has changed since (ms), and
    `count` is there while gathered bets are still to be counted. `asked` is a seat whose hand lies
    forward and that is asked what it means.
    """

    owed: int = 0
    left: tuple[int, ...] = ()
    pot_at: int = 0
    count: Count | None = None
    asked: Asked | None = None


NOTHING_DUE = Due()
