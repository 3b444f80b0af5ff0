"""The state of a poker hand as frozen facts, with one type for each phase.

Per-seat tuples have an unused element 0, so that a seat's number is its index. Facts contain no
reference cycles, so the garbage collector can skip the structs that every step creates.
"""

from enum import IntEnum
from operator import add
from typing import ClassVar

import msgspec

from controller.contract.rules import Action, BlindForm, Half, Phase, Structure, Variant
from controller.contract.state import TimePaid
from controller.table.state.games import HOLDEM, Game, side_by_side
from controller.table.state.waits import NOTHING_DUE, Due


class SeatStatus(IntEnum):
    """The status of a seat in a hand."""

    OUT = 0
    """Not dealt in."""
    LIVE = 1
    """Can win, and has chips behind."""
    FOLDED = 2
    """Can no longer win."""
    ALL_IN = 3
    """Can win, and has no chips behind."""


OUT, LIVE, FOLDED, ALL_IN = SeatStatus
CAN_WIN = (LIVE, ALL_IN)

LOST_CARD = "??"
"""Stands for a card not read by any antenna: off the table, or in a zone that can't be read."""


class Level(msgspec.Struct, frozen=True):
    """Blinds and antes; if `game`, `structure` or `blinds` is None, the house's value applies."""

    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    big_blind_ante: int = 0
    number: int = 0
    game: Variant | None = None
    structure: Structure | None = None
    blinds: BlindForm | None = None


class Missed(msgspec.Struct, frozen=True):
    """The blinds missed by a player who is sitting out."""

    seat: int
    small: bool = False
    big: bool = False


class Streak(msgspec.Struct, frozen=True):
    """A seat that won all pots in `pots` hands in a row; `kills` means that a kill pot follows."""

    seat: int
    name: str
    pots: int = 1
    kills: bool = False


class Tentative(msgspec.Struct, frozen=True):
    """An action read while its chips are still in motion; chips read later may still change it."""

    seat: int
    since: int


class Held(msgspec.Struct, frozen=True):
    """A dealt card that was not due when it was read; the reads may just be out of order.

    `since` is when the card was first read (ms), and `at` when that read was processed (ms).
    """

    card: str
    seat: int
    since: int
    at: int


class Early(msgspec.Struct, frozen=True):
    """An action out of turn by the player in `seat`.

    `what` is the action, and `to` the total announced or put in (0: none given). `said`: it was
    announced before chips were put in. `laid` is the amount put in front for it. `strung`: a second
    motion added chips, which do not count. `stands`: the floor has made it binding.
    The other fields describe the situation when the player acted. `level` is the total for a call,
    and `skipped` the seat whose turn it was. `unsaid`: that seat had announced a bet or raise
    without an amount. `heads_up`: only two live hands were left.
    """

    seat: int
    what: str
    to: int
    level: int
    skipped: int
    unsaid: bool = False
    said: bool = False
    heads_up: bool = False
    strung: bool = False
    laid: int = 0
    stands: bool = False

    @property
    def outbids_chips(self) -> bool:
        """Return whether the announcement takes precedence over later chips (tda 40-A)."""
        return self.said and (self.what in {Action.ALL_IN, Action.CALL} or self.to > 0)

    @property
    def puts_nothing_in(self) -> bool:
        """Return whether a check or fold was announced; later chips are not a bet (tda 40-A)."""
        return self.said and self.what in {Action.CHECK, Action.FOLD}

    @property
    def wants_amount(self) -> bool:
        """Return whether a bet or raise was announced without an amount (tda 44)."""
        return self.said and self.what in {Action.BET, Action.RAISE} and not self.to

    def yields(self, what: str) -> bool:
        """Return whether the action `what`, announced later, replaces this one.

        A fold always does. Any other action does if this one was announced without its amount.
        """
        return what == Action.FOLD or self.wants_amount


class Share(msgspec.Struct, frozen=True):
    """A seat's share of a pot or of half a pot; pot 0 is the main pot.

    `odd` is the part of `amount` that is odd chips. `half` is the half of a high-low pot, or "" for
    a whole pot. `run` is the number of the board that won it (1 or 2) if two were dealt.
    """

    pot: int
    seat: int
    amount: int
    odd: int = 0
    half: Half = ""
    run: int = 0


class Idle(msgspec.Struct, frozen=True, tag="idle", gc=False):
    """The stage before the first hand, and after the last hand has been cleared."""

    phase: ClassVar[Phase] = Phase.IDLE


class Posting(msgspec.Struct, frozen=True, tag="posting", gc=False):
    """The stage in which antes and blinds are posted; the fields have each seat's amount due."""

    phase: ClassVar[Phase] = Phase.POSTING
    antes: tuple[int, ...]
    blinds: tuple[int, ...]


class Dealing(msgspec.Struct, frozen=True, tag="dealing", gc=False):
    """The stage of dealing hole cards, the latest at `last` (ms); `held` are those not yet due."""

    phase: ClassVar[Phase] = Phase.DEALING
    held: tuple[Held, ...] = ()
    last: int = 0


class Betting(msgspec.Struct, frozen=True, tag="betting", gc=False):
    """The stage in which a betting round is in progress, and the seat `turn` is to act.

    `to_act` lists the seats that must act, in order; `fresh` lists those that may still raise.
    `early` lists the actions out of turn whose seats have not had their turn yet. `undone` lists
    the seats with chips in front from an action that the floor has undone.
    Three fields concern the seat to act. `announced` is a bet or raise that it announced without an
    amount. `completes` means that it has put in too few chips: it must add the rest, or fold and
    forfeit them. `pulled` is the amount it had in front before it took back chips from an earlier
    bet, or 0 if it took none; after that it must call or raise.
    """

    phase: ClassVar[Phase] = Phase.BETTING
    turn: int
    to_act: tuple[int, ...]
    fresh: tuple[int, ...]
    announced: Action | None = None
    completes: bool = False
    early: tuple[Early, ...] = ()
    pulled: int = 0
    undone: tuple[int, ...] = ()


class Paying(msgspec.Struct, frozen=True, tag="paying", gc=False):
    """The stage after a betting round in which some seats still owe the chips they announced.

    `came` is the largest amount seen in front of each seat. If there is less now, the missing chips
    are being gathered.
    """

    phase: ClassVar[Phase] = Phase.BETTING
    came: tuple[int, ...]


class BoardDue(msgspec.Struct, frozen=True, tag="board", gc=False):
    """The stage after a betting round in which the next street is due."""

    phase: ClassVar[Phase] = Phase.BOARD


class Showdown(msgspec.Struct, frozen=True, tag="showdown", gc=False):
    """The stage for tabling or mucking live hands; `asked` lists hands players asked to see."""

    phase: ClassVar[Phase] = Phase.SHOWDOWN
    asked: tuple[int, ...] = ()


class Over(msgspec.Struct, frozen=True, tag="over", gc=False):
    """The stage after the pots are awarded or the hand is voided; `raked` is the rake in chips.

    `timed` lists the time charges collected at the end of the hand. `asked` lists the winners who
    have not yet confirmed that they have their share.
    """

    phase: ClassVar[Phase] = Phase.OVER
    awards: tuple[Share, ...] = ()
    voided: bool = False
    raked: int = 0
    timed: tuple[TimePaid, ...] = ()
    asked: tuple[int, ...] = ()


Stage = Idle | Posting | Dealing | Betting | Paying | BoardDue | Showdown | Over

BEFORE_BETTING = (Dealing, Posting)
AFTER_BETTING = (BoardDue, Showdown)
AT_REST = frozenset({Idle, Over})
NOBODY_ACTS = Betting(0, (), ())
NOT_OVER = Over()


class Extras(msgspec.Struct, frozen=True, gc=False):
    """Optional features of a hand that are not part of its game.

    `straddle` and `kill` are the seats that post a straddle or a kill blind, or 0 if none. In a
    kill pot, the hand's level has a raised big blind, from which the limits follow. `bomb` marks a
    bomb pot. `agreed` lists the seats that want the rest of the board run twice. If this is done,
    `twice` is true, and the second run starts with the street at index `parted` (from 0).
    `first_board` is the first board once complete; from then on, the hand's `board` is the second.
    """

    straddle: int = 0
    kill: int = 0
    bomb: bool = False
    agreed: tuple[int, ...] = ()
    twice: bool = False
    parted: int = 0
    first_board: tuple[str, ...] = ()


class Round(msgspec.Struct, frozen=True, gc=False):
    """A betting round, while it is in progress and until the next one starts.

    Amounts: `opened` is the first bet (the big blind preflop). `level_bet` is the total for a call.
    `last_raise` is the size of the last full bet or raise.
    Seats: `last_caller` is the last to call, and `aggressor` the last to bet or raise. `faulty`
    lists the seats whose chips in front are known to be wrong. `put_in` is the last seat to put
    chips in front, and when it began to do so (ms).
    `acts` counts the actions. `begun` describes the last action made with a key or chips: its value
    of `acts`, when it began (ms, 0: unknown), and whether it was made with chips. `raises`
    counts the full bets and raises, including the big blind. `tentative` is the last action while
    its chips are in motion.
    `heads_up` means that the last full bet or raise was made with two hands left.
    """

    acts: int = 0
    last_caller: int = 0
    tentative: Tentative | None = None
    opened: int = 0
    level_bet: int = 0
    last_raise: int = 0
    raises: int = 0
    aggressor: int = 0
    faulty: tuple[int, ...] = ()
    heads_up: bool = False
    put_in: tuple[int, int] = (0, 0)
    begun: tuple[int, int, bool] = (0, 0, False)


class Cards(msgspec.Struct, frozen=True, gc=False):
    """Facts about the cards of a hand, in addition to those in `Hand`.

    `left_shoe` lists cards read leaving the shoe, `burns` those that count as burns, `exposed`
    those seen by others, `touched` those that their owner picked up, `foreign` those not from this
    deck, and `passing` stub cards in a hand zone that may just be sliding past it. `waiting` lists
    board cards dealt too early, to count once their street is due. `keyed` lists board cards
    entered by hand and not read. `boxed` means that a stub card lay face up. `astray` means that
    the deal goes on after an error that stands. `button_last`: the button gets its cards last.
    `burned_for` is the street (its index, from 0) of the last burn. `gone` lists seats whose live
    hands were mucked or pushed forward while a ruling stopped play. `mended` means that the board
    was corrected and has not been announced since.
    """

    left_shoe: tuple[str, ...] = ()
    burns: tuple[str, ...] = ()
    burned_for: int = 0
    astray: bool = False
    button_last: bool = False
    exposed: tuple[str, ...] = ()
    touched: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()
    boxed: bool = False
    waiting: tuple[str, ...] = ()
    gone: tuple[int, ...] = ()
    mended: bool = False
    keyed: tuple[str, ...] = ()
    passing: tuple[str, ...] = ()


class Prior(msgspec.Struct, frozen=True, gc=False):
    """Facts from before a hand: last button and blinds, missed blinds, and the winning streak."""

    button: int = 0
    small_blind: int = 0
    big_blind: int = 0
    small_blind_posted: bool = False
    missed: tuple[Missed, ...] = ()
    streak: Streak | None = None


class Hand(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One hand of poker, from the shuffle to the last chip pushed.

    Cards: `seen` lists all cards that have left the stub, in order. `holes` are each seat's hole
    cards, and `shown` those that it has shown. `dealt` counts the cards dealt so far in the initial
    deal, out of `whole_deal`. `dead` lists the seat of each dead hand, and the reason. `face_up`
    means that the live hands are turned up, because nobody can bet any longer. Chips: `bets` is
    each seat's amount in front in this round, and `paid` its total from earlier rounds. `last` is
    each seat's last action and its total. `gathered` means that no bets from a finished round are
    in front. `splashed` is the amount thrown straight into the pot in this round. `dead_money`
    counts towards no bet, such as a big blind ante. `surplus` is the reported excess in the pot.
    `change` lists seats owed change whose whole bet was taken away. Progress: `rounds` counts the
    finished betting rounds. `street` is the street's index, from 0. `due` is what the hand is
    waiting for besides actions and cards, or None. Start: `entitled` lists the seats dealt to, in
    dealing order, with empty seats if the house deals to a dead button. `stacks` is each seat's
    stack before the hand. `prior` holds facts from before the hand, restored if it is voided.
    `kept_out` lists the seats that were away in a voided hand, and are killed in its redeal.
    `extras` holds optional features, or is None.
    """

    # The fields that change most often come first: the search for a field to change starts here.
    stage: Stage = Idle()
    seen: tuple[str, ...] = ()
    bets: tuple[int, ...]
    last: tuple[tuple[str, int], ...]
    status: tuple[SeatStatus, ...]
    round: Round = Round()
    holes: tuple[tuple[str, ...], ...]
    dealt: int = 0
    gathered: bool = True
    cards: Cards = Cards()
    board: tuple[str, ...] = ()
    rounds: int = 0
    paid: tuple[int, ...]
    street: int = 0
    splashed: int = 0
    dead_money: int = 0
    shown: tuple[tuple[str, ...], ...]
    mucked: tuple[int, ...] = ()
    dead: tuple[tuple[int, str], ...] = ()
    face_up: bool = False
    change: tuple[int, ...] = ()
    surplus: int = 0
    due: Due | None = None
    number: int
    level: Level
    game: Game = HOLDEM["no-limit"]
    button: int
    small_blind: int
    big_blind: int
    entitled: tuple[int, ...]
    stacks: tuple[int, ...]
    prior: Prior = Prior()
    kept_out: tuple[int, ...] = ()
    extras: Extras | None = None
    whole_deal: int = 0

    @property
    def phase(self) -> Phase:
        """The phase that the hand is in."""
        return self.stage.phase

    @property
    def running(self) -> bool:
        """Whether the hand has begun and is not over."""
        return type(self.stage) not in AT_REST

    @property
    def before_betting(self) -> bool:
        """Whether blinds are being posted or hole cards dealt."""
        return type(self.stage) in BEFORE_BETTING

    @property
    def bomb(self) -> bool:
        """Whether this is a bomb pot, in which nobody bets preflop."""
        return self.extras is not None and self.extras.bomb

    @property
    def turn(self) -> int:
        """The seat to act, or 0 if there is none."""
        return self.stage.turn if type(self.stage) is Betting else 0

    @property
    def betting(self) -> Betting:
        """The current betting round, or an empty one if no betting round is in progress."""
        return self.stage if type(self.stage) is Betting else NOBODY_ACTS

    @property
    def awaits(self) -> Due:
        """What the hand waits for: `due`, or `NOTHING_DUE` if that is None."""
        return self.due or NOTHING_DUE

    @property
    def over(self) -> Over:
        """The end of the hand; `NOT_OVER`, which is empty, while the hand is in progress."""
        return self.stage if type(self.stage) is Over else NOT_OVER

    @property
    def awards(self) -> tuple[Share, ...]:
        """The shares of the pots, or () until the hand is over."""
        return self.over.awards

    @property
    def voided(self) -> bool:
        """Whether the hand has been voided."""
        return self.over.voided

    @property
    def boxed(self) -> int:
        """The amount from the pots for the house's drop box, or 0 until the hand is over."""
        return self.over.raked + sum(paid.amount for paid in self.over.timed if not paid.seat)

    @property
    def street_due(self) -> bool:
        """Whether a street's betting round is over and another street is due."""
        return type(self.stage) in AFTER_BETTING and self.street < len(self.game.board) - 1

    def can_win(self, seat: int) -> bool:
        """Return whether a seat's hand can still win."""
        status = self.status[seat]
        return status is LIVE or status is ALL_IN

    def live(self) -> tuple[int, ...]:
        """Return the seats that can still win, in dealing order."""
        return tuple([s for s in self.entitled if self.status[s] in CAN_WIN])

    def put_in(self) -> tuple[int, ...]:
        """Return the total that each seat has put in, including the current betting round."""
        return tuple(map(add, self.paid, self.bets))

    def hands_left(self) -> int:
        """Return how many hands can still win."""
        return self.status.count(LIVE) + self.status.count(ALL_IN)

    def alone(self) -> bool:
        """Return whether only one hand can still win."""
        return self.status.count(LIVE) + self.status.count(ALL_IN) == 1

    def boards(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the first and second boards; the first is empty if only one board is dealt."""
        if self.extras is None:
            return (), self.board
        if self.game.boards > 1:
            return side_by_side(self.game, self.board)
        return self.extras.first_board, self.board

    def holder(self, card: str) -> int:
        """Return the seat that was dealt a hole card, or 0 if none."""
        return next((seat for seat, held in enumerate(self.holes) if card in held), 0)


def no_hand(seats: int) -> Hand:
    """Return the empty hand that a table with `seats` seats has until its first hand starts."""
    none = (0,) * (seats + 1)
    empty: tuple[tuple[str, ...], ...] = ((),) * (seats + 1)
    return Hand(
        number=0,
        level=Level(),
        button=0,
        small_blind=0,
        big_blind=0,
        entitled=(),
        stacks=none,
        status=(OUT,) * (seats + 1),
        bets=none,
        paid=none,
        holes=empty,
        shown=empty,
        last=(("", 0),) * (seats + 1),
    )
