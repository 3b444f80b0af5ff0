"""What a hand is waiting for apart from actions and cards: chips, a pot count, or an answer."""

import msgspec

from controller.contract.cards_become_public import Asks


class Count(msgspec.Struct, frozen=True, gc=False):
    """Gathered bets that have not yet been counted in the pot.

    `since` is when any of these bets, or any chip in the pot, last moved (ms).
    `bets` is the amount that each seat had bet.
    `left` is when each seat's bet was taken away (ms), or 0 while it is still in front.
    `pot_at` is when chips last arrived in the pot (ms), or 0 if none have.
    `chips` is the number of individual chips that have left the seats.
    """

    since: int
    bets: tuple[int, ...]
    left: tuple[int, ...]
    pot_at: int = 0
    chips: int = 0


class Asked(msgspec.Struct, frozen=True, gc=False):
    """A seat that pushed its hand forward and was then asked a question, at time `since` (ms).

    `about` is the question: whether the player folds, or whether they show the hand. `told` counts
    the announcements so far: first the question, later the call for the floor.
    `in_turn` means that the seat was in turn when it was asked.
    """

    seat: int
    about: Asks
    since: int
    told: int = 0
    in_turn: bool = False


class Due(msgspec.Struct, frozen=True, gc=False):
    """What a hand is waiting for apart from actions and cards.

    `owed` is when the wait for announced chips began (ms). It is 0 if nobody owes any, and -1 while
    the wait is suspended. Any bet or payment restarts the wait.
    `left` is when chips left each seat's bet (ms), or 0. During a betting round, any chip that
    leaves counts. After the round, only a bet that has left in full counts.
    `pot_at` is when the pot last changed (ms).
    `count` is set while gathered bets are still to be counted.
    `asked` is a seat that has pushed its hand forward and has not yet said whether it folds or
    shows.
    `parts` is when each seat last put in part of an announced amount (ms), or 0 if no more is
    expected.
    `less` is when chips were found to have left the pot (ms), or 0 if none have. They may be change
    or on their way back to a seat.
    `mixed` means that part of a bet was taken while another seat was due change, so the chips may
    be that seat's change.
    `chips` is the number of individual chips that have left the bets after the round.
    `mucked` lists the seats whose hands were mucked out of turn, and when (ms). Actions made before
    such a muck may still be unread.
    `thrown_in` is the value of chips that came straight into the pot while play was stopped, and
    that no seat has been credited with yet.
    `swept` is the change that was in front of each seat when its bet was lifted during the round.
    `meanwhile` maps each bet zone that has changed while nobody could act, because play was stopped
    or the next street was due, to the chips that it held before.
    """

    owed: int = 0
    left: tuple[int, ...] = ()
    pot_at: int = 0
    count: Count | None = None
    asked: Asked | None = None
    parts: tuple[int, ...] = ()
    less: int = 0
    mixed: bool = False
    chips: int = 0
    mucked: tuple[tuple[int, int], ...] = ()
    thrown_in: int = 0
    meanwhile: dict[str, tuple[int, ...]] = {}
    swept: tuple[int, ...] = ()


NOTHING_DUE = Due()
