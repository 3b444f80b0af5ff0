"""The complete public view of a table, from which a display can be drawn from scratch.

Cards are written `Kh`; amounts are chips; seats are numbered from 1.
"""

from typing import Literal

import msgspec

from controller.contract.cards_become_public import Asks
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
    """A seat's hand with the first of two boards.

    `hand_name` is the id of the hand ("two-pair"), and `hand_ranks` are the ranks that complete the
    name. `best` lists the five cards that make the hand, and `low` those of the low hand, if any.
    `rank` is the rank of the hand in its game: a lower number wins, and 0 means no hand.
    """

    hand_name: str
    hand_ranks: tuple[str, ...] = ()
    best: tuple[str, ...] = ()
    low: tuple[str, ...] = ()
    rank: int = 0


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The public view of a seat. `stack` and `bet` are None where the house hides them.

    `committed` is the seat's total in the pots of this hand, including its bet in front.
    `last_action` is an action, `small-blind`, `big-blind`, `straddle` or `kill`. `last_amount` is
    the seat's total in front after that action. `owes` is the amount that the seat has announced
    but not yet put in, or must return to the pot under a ruling. `change` is the amount in front of
    the seat beyond its bet. `head` is the bounty on the player's head.

    `cards` is the number of hole cards, and `shown` names those that are face up. `hand_name`,
    `hand_ranks`, `best`, `low` and `rank` describe a shown hand, as in `BoardHand`. With two
    boards, they describe the hand made with the second board, and `first` the hand made with the
    first board.
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
    """A seat's stack in a hand; `stack` is None where the house hides it."""

    seat: int
    stack: int | None


class StackChange(msgspec.Struct, frozen=True):
    """A seat's stack before and after a colour-up; both are None where the house hides stacks."""

    seat: int
    before: int | None
    after: int | None


class Refund(msgspec.Struct, frozen=True):
    """The chips returned to a seat when a hand is voided."""

    seat: int
    amount: int


class PotView(msgspec.Struct, frozen=True, gc=False):
    """A gathered pot and the seats that can win it. `amount` is None where the house hides it."""

    amount: int | None
    seats: tuple[int, ...]


class Award(msgspec.Struct, frozen=True, omit_defaults=True):
    """The award of a pot, or a share of it, to a seat; pot 0 is the main pot.

    `odd` is the part that could not be divided equally, awarded under `article`. If a high
    and a low hand split the pot, `half` is the half that the share comes from. If two boards were
    dealt, `run` is the number (from 1) of the board on which the award was won.
    """

    pot: int
    seat: int
    amount: int
    odd: int = 0
    article: str = ""
    half: Half = ""
    run: int = 0


class PotShare(msgspec.Struct, frozen=True):
    """A seat's winnings from all pots of a hand; `amount` is None where the house hides stacks."""

    seat: int
    amount: int | None


class Due(msgspec.Struct, frozen=True, omit_defaults=True):
    """The ante and blind that a seat still has to post."""

    seat: int
    ante: int = 0
    blind: int = 0


class TimePaid(msgspec.Struct, frozen=True):
    """A seat's time charge; seat 0 stands for a pot that paid for all players."""

    seat: int
    amount: int


class Places(msgspec.Struct, frozen=True):
    """The seats of the button, small blind and big blind; 0 means that there is none."""

    button: int
    small_blind: int
    big_blind: int


class LegalView(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action available to the seat to act. Amounts are totals in front of the seat.

    A call brings the total to `least`, which equals `most`. A bet or raise brings it to an amount
    from `least` to `most` (the stack, or the cap in pot-limit and limit). Unless `multiple` is 0,
    the amount must be a multiple of it, or the whole stack. `all-in` is listed if the whole stack
    may go in but is less than a full bet or raise: `least` and `most` are then the whole stack.
    Where the house hides stacks, the public amounts are those for an unlimited stack: `most` is 0
    if the stack is the only limit.
    """

    action: Action
    least: int = 0
    most: int = 0
    multiple: int = 0


class StepView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step of a ruling: what must be done, and the cards, chips or hand concerned.

    `seat` is the owner of the card, chips or hand, or 0 for none. `cards` are named where they are
    public; otherwise `which` describes them. `zone` is the zone where a stray card is.
    `street` is the street to deal. `count` is the number of cards to burn. `amount` is the chips
    still missing; 0 means that the step has no amount or that no antenna reads the chips.
    """

    word: StepWord
    seat: int = 0
    cards: tuple[str, ...] = ()
    zone: str = ""
    street: Street | None = None
    which: CardsMeant | None = None
    count: int = 0
    done: bool = False
    amount: int = 0


class AskedView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player who is being asked about the hand they pushed forward."""

    seat: int
    about: Asks


class NextStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """The next task of the dealer, or of a player at the showdown.

    `seat` is the seat that posts, puts in what it owes, gets its change, shows, is dealt to, or
    receives the pot. `amount` is the number of chips to move. `street` is the street to deal when
    the cards go to the board, or, for the task `wait`, the street that must wait.
    """

    task: Task
    seat: int = 0
    amount: int = 0
    street: Street | None = None


class RulingView(msgspec.Struct, frozen=True, omit_defaults=True):
    """An unresolved ruling and the party that it is waiting for.

    `zones` are the two zones that read one tag at the same time (`deck.double`). `waited` is the
    time since the ruling was opened, in milliseconds. `amount` is in chips (0: unknown); its
    meaning depends on `kind`, as the event `irregularity.found` explains.
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
    """An irregularity that was ruled on without stopping play.

    `amount` is in chips (0: unknown); its meaning depends on `kind`, as the event
    `irregularity.found` explains.
    """

    kind: Kind
    article: str = ""
    street: Street | None = None
    seat: int = 0
    outcome: Outcome = Outcome.NONE
    amount: int = 0


class LevelView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A level's blinds and antes. `next_in` is the time to the next level (ms), or None if untimed.

    The `next_...` fields describe the next level, if it is known; a big blind of 0 means that it is
    not. Without a clock, the next level takes effect with the next hand. `on_break` is true while
    the clock is timing a break. `stands` is the remaining time in milliseconds while the clock is
    stopped. `break_in` is the playing time until the next break in milliseconds, if known. `game`,
    `structure` and `blinds` (the form of the blinds) are set where the level names them; otherwise
    the house's apply.
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
    """The deck as counted between two hands, never during one.

    `cards` is the number of cards counted. `missing` lists the missing cards, and `extra` counts
    the cards that do not belong to the deck. `extra_cards` lists the extra cards that have a name.
    """

    cards: int
    missing: tuple[str, ...] = ()
    extra: int = 0
    extra_cards: tuple[str, ...] = ()


class HoldView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hold that keeps new hands from starting: its name, reason and age.

    `since` is the table time of its start, and `waited` its age, both in milliseconds. `one_hand`
    means that one hand is played before the hold applies again. That hand is played up to the end
    of the betting round of `to_street`, or to its end if `to_street` is None. `at_once` means that
    the hold also stops play in the current hand.
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
    """A notice to the table or to one seat; `seen` is true once the seat has acknowledged it.

    `name` is the name of the player concerned if they have left the seat.
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
    """A stream of hole cards, sent `delay` seconds late once all players have agreed.

    It was switched on with the badge of `by`, a floor person. `waits` lists the seats that have not
    yet agreed.
    """

    delay: int
    by: str = ""
    waits: tuple[int, ...] = ()


class PublicState(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The complete public view of a table, from which a display can be drawn from scratch.

    `seq` is the number of the last event that the state includes, counted in `epoch`. `head` is the
    hash at the end of the journal's chain: a reader who stores it can tell whether the journal has
    been rewritten. `street` is None before the first hand. `game` and `structure` are those of this
    hand or, between hands, of the next. `voided` means that the last hand had no result.

    `pots` are the gathered bets: stacks, bets in front, `pots` and the chips `carried` to the next
    pot add up to all chips on the table. `raked` is the rake from the pots of this hand, or None
    where the house hides the pots. `timed` lists the time charges of this hand. `denominations` are
    the values of the chips in play, highest first, where known. `keyed_unit` is the smallest chip
    where amounts are entered at the seats, or 0 where chips are read. `cards_keyed` means that no
    cards are read, so the board and shown cards are entered too.

    `legal` lists the actions available to the seat to act, in key order. `to_post` lists the posts
    still due. `to_deal` lists the seats still due a card in the initial deal, in order.
    `next_dealer` is the seat whose `done` starts the next hand, or 0 during a hand. `next_step` is
    the dealer's next task, or None while players act. `asked` is a player who is asked about a hand
    pushed forward. `clock_left` is the time left and `clock_whole` the full time (0: unknown), both
    in milliseconds. `clock_cards` is the number of time-bank cards that the seat on the clock has.
    `found` is the last irregularity in this betting round that did not stop play. `pot_asked` lists
    the winners who are asked whether they have received their share, because the pot has been
    pushed and no antenna reads their stacks. They answer yes with `agree` or no with `floor`; the
    question is dropped when the next hand starts.

    Between hands, `next_places` are the positions for the next hand. `deck` is the result of
    counting the deck, or None if it was not counted. `shoe` is the fault that the shoe reports.
    `holds` lists the reasons why no hand starts, oldest first. `leaving` lists the seats whose
    players will leave after the hand. `coming` lists those seats that another player will then
    take. A player who enters a running game may choose: `may_post` lists the seats that are waiting
    for the big blind but may post one now instead. `may_wait` lists those that would post in the
    next hand but may wait for the big blind instead.

    `button_ante` means that the button, not the big blind, posts the level's ante for all.
    `may_straddle` is the seat that may post a straddle now, or 0 for none. `bomb_pot` is the ante
    of a bomb pot, and `kill` the big blind that sets the limits of a kill pot; both are for this
    hand or, between hands, for the next. When the board is run twice, `first_board` is the first
    board once it is complete, and `board` the second; `may_run_twice` lists the seats that have not
    yet agreed. With two `boards` (in this bomb pot or, between hands, in the next), both are side
    by side from the flop on and are dealt together: `first_board` is the first.

    `tournament` is the tournament for which a room has opened the table; `closed` means that the
    room has closed it. `notices` are the notices to the table. `earphones` is the article under
    which a seat needs the floor's permission for earphones, or empty if it needs none. `deaf` lists
    the accessible seats whose earpiece is not connected. `stream` is set while hole cards may be
    streamed.
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
    """Return the board cards in the order dealt, from both boards if they are side by side."""
    if state.boards == 1:
        return state.board
    came: tuple[str, ...] = ()
    for begin, end in ((0, 3), (3, 4), (4, 5)):
        came += state.first_board[begin:end] + state.board[begin:end]
    return came


def share_asked(state: PublicState, seat: int) -> int:
    """Return the share of the pots that a seat is asked to confirm, or 0 if it is not asked."""
    return sum(one.amount or 0 for one in state.pot_asked if one.seat == seat)


EAR = "voice-"
"""The name prefix of an accessible seat's sound device; the seat's number follows it."""


def ear_seat(device: str) -> int:
    """Return the seat to which a sound device belongs, or 0 for any other device."""
    number = device.removeprefix(EAR) if device.startswith(EAR) else ""
    return int(number) if number.isdecimal() else 0
