"""The whole public view of a table: enough to draw a display from nothing.

Cards are `Kh`; amounts are chips; seats are numbered from 1.
"""

from typing import Literal

import msgspec

Phase = Literal["idle", "posting", "dealing", "betting", "board", "showdown", "award", "over"]


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat as anybody may see it. `stack` and `bet` are None where the house hides them.

    `status`: `empty`; `waiting` (seated, not in this hand); `in`; `all-in`; `folded`; `dead`.
    `cards` counts hole cards; `shown` names those that lie face up. `committed` is what the
    seat has put into the pots in this hand, its bet in front included.
    """

    seat: int
    status: Literal["empty", "waiting", "in", "all-in", "folded", "dead"] = "empty"
    name: str = ""
    stack: int | None = None
    bet: int | None = None
    committed: int | None = None
    absent: bool = False
    cards: int = 0
    shown: tuple[str, ...] = ()
    hand_name: str = ""
    hand_ranks: tuple[str, ...] = ()
    best: tuple[str, ...] = ()
    last_action: str = ""
    last_amount: int = 0
    dead_reason: str = ""
    penalty: str = ""
    won: int = 0


class PotView(msgspec.Struct, frozen=True):
    """A gathered pot and who can win it. `amount` is None where the house hides it."""

    amount: int | None
    seats: tuple[int, ...]


class LegalView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the seat in turn may do. Amounts are totals in front; None: not allowed.

    `all_in` is set only when the stack can't make a full bet or raise but may be put in.
    `most` bounds a bet or raise (the stack, or the cap of pot-limit and limit).
    """

    seat: int
    fold: bool = False
    check: bool = False
    call: int | None = None
    bet: int | None = None
    raise_to: int | None = None
    all_in: int | None = None
    most: int | None = None


class StepView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of a ruling: a step word and what it is about."""

    step: str
    detail: str = ""
    done: bool = False


class RulingView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The open ruling. `waits_for`: `steps`, `floor`, `seats` (their agreement)."""

    id: int
    kind: str
    article: str
    street: str = ""
    seat: int = 0
    steps: tuple[StepView, ...] = ()
    waits_for: str = "steps"


class FoundView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What went wrong and was ruled on without a stop. `outcome`: see `irregularity.found`."""

    kind: str
    article: str = ""
    street: str = ""
    seat: int = 0
    outcome: str = ""


class LevelView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Blinds and antes. `next_in` is milliseconds to the next level, None without a clock.

    `next_...` are those of the next level where it is known (a big blind of 0: it is not); without
    a clock they count from the next hand on.
    """

    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    big_blind_ante: int = 0
    number: int = 0
    next_in: int | None = None
    next_small_blind: int = 0
    next_big_blind: int = 0
    next_ante: int = 0
    next_big_blind_ante: int = 0


class OddView(msgspec.Struct, frozen=True):
    """The odd chips of a pot that could not be divided: who got them, and the article."""

    pot: int
    seat: int
    chips: int
    article: str


class DeckView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The deck as it was counted between two hands, never while one runs.

    `missing` are the cards that are not there, `extra` counts those that do not belong there;
    those of them that have a name are `extra_cards`.
    """

    cards: int
    missing: tuple[str, ...] = ()
    extra: int = 0
    extra_cards: tuple[str, ...] = ()


class PublicState(msgspec.Struct, frozen=True, omit_defaults=True):
    """The whole public view: enough to draw a display from nothing.

    `to_post` lists what is still to be posted, as (seat, ante, blind); `to_deal` the seats that
    the rest of the initial deal goes to, in order; `next_dealer` is the seat whose `done` starts
    the next hand, 0 while one runs. `seq` is the last event that the state includes.
    `next_step` is what the dealer does next, in step words (`deal 3`, `burn`, `deal flop`,
    `push`, `gather`, `shuffle`, `post 2 50`, `table 4`); empty while players act. `clock_left` is
    in milliseconds. `voided` says that the last hand came to no result. `odd` are the odd chips
    among the `awards`. Between hands `next_places` are button, small blind and big blind of the
    next one, and `deck` is how the deck was counted, None where nobody has. `shoe` is what is
    wrong with the shoe. `earphones` is the article by which a seat needs the floor's agreement for
    one, empty where it needs none. `keyed_unit` is the smallest chip where amounts are keyed at the
    seats, 0 where chips are read. `deaf` are the accessible seats whose ear is gone. `found` is the
    last thing that went wrong in this betting round and stopped nobody.
    """

    seq: int
    table: str
    house: str
    hand: int = 0
    phase: Phase = "idle"
    street: str = ""
    button: int = 0
    small_blind: int = 0
    big_blind: int = 0
    level: LevelView = LevelView()
    seats: tuple[SeatView, ...] = ()
    board: tuple[str, ...] = ()
    burned: int = 0
    pots: tuple[PotView, ...] = ()
    carried: int = 0
    turn: int = 0
    legal: LegalView | None = None
    next_step: str = ""
    next_dealer: int = 0
    to_post: tuple[tuple[int, int, int], ...] = ()
    to_deal: tuple[int, ...] = ()
    awards: tuple[tuple[int, int, int], ...] = ()
    clock_seat: int = 0
    clock_left: int = 0
    voided: bool = False
    paused: bool = False
    rulings: tuple[RulingView, ...] = ()
    blind_zones: tuple[str, ...] = ()
    moved_while_off: tuple[str, ...] = ()
    odd: tuple[OddView, ...] = ()
    next_places: tuple[int, int, int] | None = None
    deck: DeckView | None = None
    shoe: Literal["", "empty", "jam", "count"] = ""
    earphones: str = ""
    keyed_unit: int = 0
    deaf: tuple[int, ...] = ()
    found: FoundView | None = None


EAR = "voice-"
"""What the ear of an accessible seat is called, with the seat's number behind it."""


def ear_seat(device: str) -> int:
    """Return the seat whose ear a device is, 0 for any other device."""
    number = device.removeprefix(EAR) if device.startswith(EAR) else ""
    return int(number) if number.isdecimal() else 0
