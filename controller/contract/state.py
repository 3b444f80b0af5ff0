"""The whole public view of a table: enough to draw a display from nothing.

Cards are `Kh`; amounts are chips; seats are numbered from 1.
"""

from typing import Literal

import msgspec

from controller.contract.doors import Asks
from controller.contract.rules import (
    Action,
    BlindForm,
    CardsMeant,
    Half,
    HandStatus,
    HoldReason,
    Kind,
    NoticeText,
    Outcome,
    Phase,
    StepWord,
    Street,
    Structure,
    Task,
    Variant,
    WaitsFor,
)


class BoardHand(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat's cards make with the first of two boards; the fields of `SeatView`."""

    hand_name: str
    hand_ranks: tuple[str, ...] = ()
    best: tuple[str, ...] = ()
    low: tuple[str, ...] = ()
    rank: int = 0


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One seat as anybody may see it. `stack` and `bet` are None where the house hides them.

    `cards` counts hole cards; `shown` names those that lie face up. `committed` is what the seat
    has put into the pots in this hand, its bet in front included. `last_action` is an action,
    `small-blind`, `big-blind`, `straddle` or `kill`, and `last_amount` what it then had in front.
    `low` are the five cards of its low hand, where there is one and it counts. `rank` is what a
    shown hand is worth among those of its game: a lower one wins, 0 is no hand. Where there are
    two boards, all these are of the second, and `first` is what the hand makes with the first.
    `owes` is what it has said and not put in yet, `change` what it has in front beyond its bet.
    `head` is what somebody wins who puts its player out.
    """

    seat: int
    status: HandStatus = HandStatus.EMPTY
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
    player: str = ""
    low: tuple[str, ...] = ()
    rank: int = 0
    first: BoardHand | None = None
    owes: int = 0
    change: int = 0
    head: int = 0


class SeatStack(msgspec.Struct, frozen=True):
    """The stack of a seat that plays a hand; None where the house hides it."""

    seat: int
    stack: int | None


class StackChange(msgspec.Struct, frozen=True):
    """A stack before and after small chips were changed; None where the house hides it."""

    seat: int
    before: int | None
    after: int | None


class Refund(msgspec.Struct, frozen=True):
    """What a seat gets back of what it had put in."""

    seat: int
    amount: int


class PotView(msgspec.Struct, frozen=True, gc=False):
    """A gathered pot and who can win it. `amount` is None where the house hides it."""

    amount: int | None
    seats: tuple[int, ...]


class Award(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's share of a pot; pot 0 is the main pot.

    `odd` of its chips could not be divided and went to this seat by `article`. `half` says of which
    half where the pot is shared with a low hand, `run` on which of two boards it was won, from 1.
    """

    pot: int
    seat: int
    amount: int
    odd: int = 0
    article: str = ""
    half: Half = ""
    run: int = 0


class PotShare(msgspec.Struct, frozen=True):
    """All that a seat gets of the pots of a hand; None where the house hides stacks."""

    seat: int
    amount: int | None


class Due(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat still has to post."""

    seat: int
    ante: int = 0
    blind: int = 0


class TimePaid(msgspec.Struct, frozen=True):
    """What a seat has paid for the time that it plays; seat 0 is a pot, which paid for all."""

    seat: int
    amount: int


class Places(msgspec.Struct, frozen=True):
    """The seats of button, small blind and big blind; 0 where nobody has it."""

    button: int
    small_blind: int
    big_blind: int


class LegalView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One action that the seat in turn may do. Amounts are totals in front.

    A call goes to `least`, which is `most`. A bet or raise goes from `least` to `most` (the stack,
    or the cap of pot-limit and limit), to a multiple of `multiple` where that is not 0; the whole
    stack may go in whatever its size. `all-in` is there where the stack makes no full bet or raise
    and may be put in: `least` is `most`, all of it. Where the house hides stacks, everybody is told
    what a stack without end may do: `most` is 0 where nothing but the stack is a bound.
    """

    action: Action
    least: int = 0
    most: int = 0
    multiple: int = 0


class StepView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of a ruling: what is done, and what it is about.

    `seat` is whose card, chips or hand it is, 0 where nobody's; `cards` are named where everybody
    knows them, else `which` says what is meant. `zone` is where a stray card lies. `street` is
    what is dealt, `count` how many cards are burned.
    """

    word: StepWord
    seat: int = 0
    cards: tuple[str, ...] = ()
    zone: str = ""
    street: Street | None = None
    which: CardsMeant | None = None
    count: int = 0
    done: bool = False


class AskedView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player who is asked for a word on the hand that lies forward."""

    seat: int
    about: Asks


class NextStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the dealer, or a player at the showdown, does next.

    `seat` is the seat that posts, puts in what it owes, shows, is dealt to, or gets the pot;
    `amount` is what is posted, put in or pushed; `street` is what is dealt where no seat is.
    """

    task: Task
    seat: int = 0
    amount: int = 0
    street: Street | None = None


class RulingView(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open ruling and whom it waits for.

    `zones` are the two in which one tag is read at once (`deck.double`). `waited` is how long ago
    it was opened, in milliseconds. `amount` is that of `irregularity.found`.
    """

    id: int
    kind: Kind
    article: str
    street: Street | None = None
    seat: int = 0
    steps: tuple[StepView, ...] = ()
    waits_for: WaitsFor = WaitsFor.STEPS
    zones: tuple[str, ...] = ()
    waited: int = 0
    amount: int = 0


class FoundView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What went wrong and was ruled on without a stop; `amount` is that of `irregularity.found`."""

    kind: Kind
    article: str = ""
    street: Street | None = None
    seat: int = 0
    outcome: Outcome = Outcome.NONE
    amount: int = 0


class LevelView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Blinds and antes. `next_in` is milliseconds to the next level, None without a clock.

    `next_...` are those of the next level where it is known (a big blind of 0: it is not); without
    a clock they count from the next hand on. `on_break` says that it is a break whose time runs;
    `stands` is what is left, in milliseconds, while the time stands still; `break_in` is the
    milliseconds of play to the next break, where one is known. `game` and `structure` are what is
    played where the level says so, and `blinds` who posts; they are the house's where it doesn't.
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
    next_number: int = 0
    on_break: bool = False
    stands: int | None = None
    break_in: int | None = None
    game: Variant | None = None
    structure: Structure | None = None
    next_game: Variant | None = None
    next_structure: Structure | None = None
    blinds: BlindForm | None = None
    next_blinds: BlindForm | None = None


class DeckView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The deck as it was counted between two hands, never while one runs.

    `missing` are the cards that are not there, `extra` counts those that do not belong there;
    those of them that have a name are `extra_cards`.
    """

    cards: int
    missing: tuple[str, ...] = ()
    extra: int = 0
    extra_cards: tuple[str, ...] = ()


class HoldView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why no hand starts: the hold's name and reason, and for how long it has been in force.

    `since` is table time, `waited` how long ago that was; both are milliseconds. `one_hand` says
    that one hand is played before it counts again, `to_street` up to which street that is played
    for now: None for all of it. `at_once` stops the hand that runs, too.
    """

    hold: str
    reason: HoldReason
    since: int = 0
    waited: int = 0
    clock_runs: bool = False
    one_hand: bool = False
    to_street: Street | None = None
    at_once: bool = False


class NoticeView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the table, or one seat, is told; `seen` when the seat has acknowledged it.

    `name` is whom it is about where they have left the seat.
    """

    notice: str
    text: NoticeText
    seat: int = 0
    to_table: int = 0
    to_seat: int = 0
    ack: bool = False
    seen: bool = False
    name: str = ""


class StreamView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hole cards leave for a stream `delay` seconds late, once nobody is waited for.

    The floor's badge of `by` has switched it on. `waits` are the seats that have still to agree.
    """

    delay: int
    by: str = ""
    waits: tuple[int, ...] = ()


class PublicState(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The whole public view: enough to draw a display from nothing.

    `street` is None before the first hand. `pots` hold what has been gathered: stacks, bets in
    front, `pots` and what is `carried` to the next pot are together all chips of the table. `legal`
    is what the seat in turn may do, in the order of the keys. `to_post` is what is still to be
    posted; `to_deal` the seats that the rest of the initial deal goes to, in order; `next_dealer`
    is the seat whose `done` starts the next hand, 0 while one runs. `seq` is the last event that
    the state includes. `next_step` is what the dealer does next, None while players act, `asked`
    who is asked for a word on a hand that lies forward.
    `clock_left` and the `clock_whole` that it is a part of (0: not known) are in milliseconds,
    `clock_cards` are the time-bank cards of the seat whose clock runs. `voided` says that the
    last hand came to no result. Between hands `next_places` are those of the next one, and
    `deck` is how the deck was counted, None where nobody has. `shoe` is what is wrong with the
    shoe. `earphones` is the article by which a seat needs the floor's agreement for one, empty
    where it needs none. `keyed_unit` is the smallest chip where amounts are keyed at the seats,
    0 where chips are read. `deaf` are the accessible seats whose ear is gone. `found` is the
    last thing that went wrong in this betting round and stopped nobody. `holds` are the reasons
    why no hand starts, oldest first; `notices` what the table is told; `leaving` the seats that
    are given up when the hand is over, `coming` those of them that somebody else sits down at
    then. `tournament` is what a room has opened the table for, `closed` that it has closed it.
    `denominations` are the chips in play, highest first, where the table was told. `raked` is
    what the house took out of the pots of this hand, None where it hides the pots, `timed` what
    was paid with it for the time. `epoch` is the numbering that `seq` is of, and `head` the
    hash at the end of the journal's chain: who keeps it can tell whether the journal was
    rewritten. `game` and `structure` are what is played in this hand, between hands in the
    next. `may_straddle` is the seat that may post a straddle now, 0 for none; with
    `button_ante` the level's ante for all is the button's and not the big blind's.
    `cards_keyed` says that no card is read: the board and what is shown are keyed too.
    `bomb_pot` is the ante of a bomb pot that this hand is, between hands the next one; `kill`
    the big blind that the limits of a kill pot are counted by, of this hand or the next. Where
    the rest of the board comes twice, `first_board` is the first of the two once it lies there,
    and `board` the second; `may_run_twice` are the seats that have still to say so. With two
    `boards` (of this bomb pot, between hands of the next) they lie side by side from the flop
    on, and grow together: `first_board` is the first. Who comes into a game that runs may
    choose: `may_post` are the seats that wait for the big blind and may post one now,
    `may_wait` those that would post with the next hand and may wait. `pot_asked` are the winners
    who are asked whether they have their share: the pot has left its place, and no antenna reads
    their stacks. `agree` says yes and `floor` no; the next hand ends the question. `stream` is
    there while hole cards may leave for a stream.
    """

    seq: int
    table: str
    house: str
    hand: int = 0
    phase: Phase = Phase.IDLE
    street: Street | None = None
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
    legal: tuple[LegalView, ...] = ()
    next_step: NextStep | None = None
    asked: AskedView | None = None
    next_dealer: int = 0
    to_post: tuple[Due, ...] = ()
    to_deal: tuple[int, ...] = ()
    awards: tuple[Award, ...] = ()
    clock_seat: int = 0
    clock_left: int = 0
    clock_whole: int = 0
    clock_cards: int = 0
    voided: bool = False
    paused: bool = False
    rulings: tuple[RulingView, ...] = ()
    blind_zones: tuple[str, ...] = ()
    moved_while_off: tuple[str, ...] = ()
    next_places: Places | None = None
    deck: DeckView | None = None
    shoe: Literal["", "empty", "jam", "count"] = ""
    earphones: str = ""
    keyed_unit: int = 0
    deaf: tuple[int, ...] = ()
    found: FoundView | None = None
    epoch: str = ""
    head: str = ""
    holds: tuple[HoldView, ...] = ()
    notices: tuple[NoticeView, ...] = ()
    leaving: tuple[int, ...] = ()
    tournament: str = ""
    closed: bool = False
    denominations: tuple[int, ...] = ()
    raked: int | None = 0
    coming: tuple[int, ...] = ()
    languages: tuple[str, ...] = ()
    game: Variant = Variant.HOLDEM
    structure: Structure = "no-limit"
    may_straddle: int = 0
    bomb_pot: int = 0
    first_board: tuple[str, ...] = ()
    may_run_twice: tuple[int, ...] = ()
    kill: int = 0
    button_ante: bool = False
    cards_keyed: bool = False
    boards: int = 1
    may_post: tuple[int, ...] = ()
    may_wait: tuple[int, ...] = ()
    timed: tuple[TimePaid, ...] = ()
    pot_asked: tuple[PotShare, ...] = ()
    stream: StreamView | None = None


def laid(state: PublicState) -> tuple[str, ...]:
    """Return the cards of the board as they came: of two that lie side by side, of both."""
    if state.boards == 1:
        return state.board
    came: tuple[str, ...] = ()
    for begin, end in ((0, 3), (3, 4), (4, 5)):
        came += state.first_board[begin:end] + state.board[begin:end]
    return came


def share_asked(state: PublicState, seat: int) -> int:
    """Return the share of the pots that a winner is asked about, 0 when nobody asks the seat."""
    return sum(one.amount or 0 for one in state.pot_asked if one.seat == seat)


EAR = "voice-"
"""What the ear of an accessible seat is called, with the seat's number behind it."""


def ear_seat(device: str) -> int:
    """Return the seat whose ear a device is, 0 for any other device."""
    number = device.removeprefix(EAR) if device.startswith(EAR) else ""
    return int(number) if number.isdecimal() else 0
