"""A hand of poker: frozen facts, and the phase that it is in as a type of its own.

Per-seat tuples have one place for each seat and an unused place 0, so that a seat's number is
its index. Facts hold no cycles, so the garbage collector need not look at those that every step
makes.
"""

from enum import IntEnum
from operator import add
from typing import ClassVar

import msgspec

from controller.contract.rules import Action, BlindForm, Half, Phase, Structure, Variant
from controller.contract.state import TimePaid
from controller.table.state.games import HOLDEM, Game, side_by_side
from controller.table.state.waits import Due


class SeatStatus(IntEnum):
    """What a seat is in a hand."""

    OUT = 0
    """Not dealt in."""
    LIVE = 1
    """It can win, and has chips behind."""
    FOLDED = 2
    """It can't win any more."""
    ALL_IN = 3
    """It can win, and has nothing behind."""


OUT, LIVE, FOLDED, ALL_IN = SeatStatus
CAN_WIN = (LIVE, ALL_IN)

LOST_CARD = "??"
"""Stands for a card that no antenna has read: it fell off the table, or its zone is blind."""


class Level(msgspec.Struct, frozen=True):
    """Blinds and antes; `game`, `structure` and `blinds` are the house's where it names none."""

    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    big_blind_ante: int = 0
    number: int = 0
    game: Variant | None = None
    structure: Structure | None = None
    blinds: BlindForm | None = None


class Tentative(msgspec.Struct, frozen=True):
    """An action read from chips that have not come to rest: a late tag of the motion amends it."""

    seat: int
    since: int


class Held(msgspec.Struct, frozen=True):
    """A card of the deal that came before the one that was due: perhaps it was only read first.

    `since` is its first read, `at` when it was observed.
    """

    card: str
    seat: int
    since: int
    at: int


class Early(msgspec.Struct, frozen=True):
    """An action out of turn: `level` is what a call went to then, `skipped` whose turn it was.

    `unsaid`: who was skipped had said a raise, and not yet how much. `said`: it was announced
    before chips came. `heads_up`: two hands were left then. `strung`: more chips came behind the
    motion that counts.
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

    @property
    def outbids_chips(self) -> bool:
        """Return whether it says what is put in, whatever chips follow (tda 40-A)."""
        return self.said and (self.what in {Action.ALL_IN, Action.CALL} or self.to > 0)

    @property
    def puts_nothing_in(self) -> bool:
        """Return whether a check or fold was announced: chips that follow are no bet (tda 40-A)."""
        return self.said and self.what in {Action.CHECK, Action.FOLD}

    @property
    def wants_amount(self) -> bool:
        """Return whether a bet or raise was announced, and not how much (tda 44)."""
        return self.said and self.what in {Action.BET, Action.RAISE} and not self.to

    def yields(self, what: str) -> bool:
        """Return whether what is said behind it takes its place: a fold, or how much it is."""
        return what == Action.FOLD or self.wants_amount


class Share(msgspec.Struct, frozen=True):
    """A seat's share of a pot, or of a half of it; pot 0 is the main pot.

    `run` is the board that it was won on where there were two, from 1.
    """

    pot: int
    seat: int
    amount: int
    odd: int = 0
    half: Half = ""
    run: int = 0


# -- the phases -------------------------------------------------------------------------


class Idle(msgspec.Struct, frozen=True, tag="idle", gc=False):
    """No hand has been played, or the last one has been forgotten."""

    phase: ClassVar[Phase] = Phase.IDLE


class Posting(msgspec.Struct, frozen=True, tag="posting", gc=False):
    """Antes and blinds are due: what each seat owes still."""

    phase: ClassVar[Phase] = Phase.POSTING
    antes: tuple[int, ...]
    blinds: tuple[int, ...]


class Dealing(msgspec.Struct, frozen=True, tag="dealing", gc=False):
    """The hole cards are being dealt; `held` are those whose order is not known yet."""

    phase: ClassVar[Phase] = Phase.DEALING
    held: tuple[Held, ...] = ()


class Betting(msgspec.Struct, frozen=True, tag="betting", gc=False):
    """A seat is in turn.

    `to_act` are the seats whose action is required, in their order; `fresh` those that may still
    raise. `announced` is the bet or raise that the seat in turn has said without an amount,
    `completes` that it must complete what it has put in, or fold. `early` are actions out of turn
    that wait for their turn. `pulled` is what lay in front of the seat in turn before it took up
    chips of an earlier bet, 0 when it has not: it must call or raise.
    """

    phase: ClassVar[Phase] = Phase.BETTING
    turn: int
    to_act: tuple[int, ...]
    fresh: tuple[int, ...]
    announced: Action | None = None
    completes: bool = False
    early: tuple[Early, ...] = ()
    pulled: int = 0


class Paying(msgspec.Struct, frozen=True, tag="paying", gc=False):
    """Nobody has to act any more, and seats have still to put in what they have said.

    `came` is the most that has lain in front of each seat: what leaves it then is being gathered.
    """

    phase: ClassVar[Phase] = Phase.BETTING
    came: tuple[int, ...]


class BoardDue(msgspec.Struct, frozen=True, tag="board", gc=False):
    """A betting round is over, and the next street is to be dealt."""

    phase: ClassVar[Phase] = Phase.BOARD


class Showdown(msgspec.Struct, frozen=True, tag="showdown", gc=False):
    """Live hands are to be tabled or mucked; those that were `asked` to be seen are told then."""

    phase: ClassVar[Phase] = Phase.SHOWDOWN
    asked: tuple[int, ...] = ()


class Over(msgspec.Struct, frozen=True, tag="over", gc=False):
    """The pots are awarded, or the hand is void; the house has `raked` so many chips of them.

    `timed` is what was paid with it for the time, `asked` are the winners who have still to say
    that they have their share.
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


# -- the hand ---------------------------------------------------------------------------


class Extras(msgspec.Struct, frozen=True, gc=False):
    """What a hand has besides its game.

    `straddle` and `kill` are the seats that post one, 0 for none; `bomb` says that it is a bomb
    pot. In a kill pot the level of the hand has the big blind that its limits are counted by.
    `agreed` are who wants the rest of the board `twice`, from the street `parted` on (its place,
    from 0); `first_board` is the first of the two once it lies there, and the hand's is the second
    then.
    """

    straddle: int = 0
    kill: int = 0
    bomb: bool = False
    agreed: tuple[int, ...] = ()
    twice: bool = False
    parted: int = 0
    first_board: tuple[str, ...] = ()


class Round(msgspec.Struct, frozen=True, gc=False):
    """A betting round, while it runs and until the next begins.

    `level_bet` is what a call goes to; `last_raise` the last full bet or raise, by how much;
    `opened` the first bet of the round, before the flop the big blind.
    `raises` counts the bets and raises, the big blind's among them, `acts` the actions; `heads_up`
    says that the last bet or raise was made with two hands left.
    `tentative` is the last action while its chips are still in motion; `faulty` are the seats
    whose chips are known not to be what they should be. `dark` are those that have put chips in
    front since it was over: they count as soon as the next street lies there.
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
    dark: tuple[int, ...] = ()
    heads_up: bool = False


class Cards(msgspec.Struct, frozen=True, gc=False):
    """What is known of a hand's cards besides what was dealt, who holds it and the board.

    `left_shoe` are those that the shoe read leaving. `burns` lie where burns lie; `burned_for` is
    the street (from 0) that the last one was for. `astray` says that the initial deal goes on
    after an error in it, `button_last` that the button gets its cards when all others have theirs.
    `exposed` were seen by others, `touched` have been taken up by their
    owner, `foreign` are not of this deck, `boxed` counts cards that lay face up in the stub.
    `waiting` are board cards that lie there from before an undo. `gone` are live seats whose cards
    have come to the muck while a ruling stopped the table. `mended` says that the board has been
    changed since it was last told.
    """

    left_shoe: tuple[str, ...] = ()
    burns: tuple[str, ...] = ()
    burned_for: int = 0
    astray: bool = False
    button_last: bool = False
    exposed: tuple[str, ...] = ()
    touched: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()
    boxed: int = 0
    waiting: tuple[str, ...] = ()
    gone: tuple[int, ...] = ()
    mended: bool = False


class Hand(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One hand of poker, from the shuffle to the last chip pushed.

    `entitled` are the seats that get cards, in dealing order (empty seats that are dealt to
    because the button is dead included); `stacks` what each had before the hand. `holes` and
    `shown` hold cards by seat. `seen` are all cards that have come out of the stub, in their order,
    and `dealt` counts those of the initial deal, which has `whole_deal`. `bets` is what each seat
    has in front in this round, `paid` what it had put in before it; `gathered` says that no bets
    of a round that is over lie in front.
    `splashed` has been thrown straight into the pot in this round. `last` is the last action of
    each seat and what it went to, `dead` the hands that died and why. `street` is its place, from
    0; `rounds` counts the betting rounds that are over. `places_before` are button, small and big
    blind of the hand before. `kept_out` were away when it was dealt first, and are killed again.
    `change` are the seats whose chips beyond their bet left with it: they may lie in the pot.
    `due` is None where nothing is waited for but acts and cards, `extras` in a plain hand.
    """

    # What changes most often comes first: the search for a field to change begins here.
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
    due: Due | None = None
    # What it began with.
    number: int
    level: Level
    game: Game = HOLDEM["no-limit"]
    button: int
    small_blind: int
    big_blind: int
    entitled: tuple[int, ...]
    stacks: tuple[int, ...]
    places_before: tuple[int, int, int] = (0, 0, 0)
    kept_out: tuple[int, ...] = ()
    extras: Extras | None = None
    whole_deal: int = 0

    @property
    def phase(self) -> Phase:
        """What the hand is waiting for."""
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
        """Whether it is a bomb pot, in which nobody bets before the flop."""
        return self.extras is not None and self.extras.bomb

    @property
    def turn(self) -> int:
        """The seat in turn, 0 when nobody is."""
        return self.stage.turn if type(self.stage) is Betting else 0

    @property
    def betting(self) -> Betting:
        """The betting that runs; one in which nobody acts when none does."""
        return self.stage if type(self.stage) is Betting else NOBODY_ACTS

    @property
    def awards(self) -> tuple[Share, ...]:
        """Who got what of the pots, once the hand is over."""
        return self.stage.awards if type(self.stage) is Over else ()

    @property
    def voided(self) -> bool:
        """Whether the hand was voided."""
        return type(self.stage) is Over and self.stage.voided

    @property
    def raked(self) -> int:
        """What the house took of the pots, once the hand is over."""
        return self.stage.raked if type(self.stage) is Over else 0

    @property
    def timed(self) -> tuple[TimePaid, ...]:
        """What was paid for the time, once the hand is over."""
        return self.stage.timed if type(self.stage) is Over else ()

    @property
    def boxed(self) -> int:
        """What of the pots belongs into the house's box, once the hand is over."""
        return self.raked + sum(paid.amount for paid in self.timed if not paid.seat)

    @property
    def street_due(self) -> bool:
        """Whether the betting of a street is over and another is to be dealt."""
        return type(self.stage) in AFTER_BETTING and self.street < len(self.game.board) - 1

    def can_win(self, seat: int) -> bool:
        """Return whether a seat's hand can still win."""
        status = self.status[seat]
        return status is LIVE or status is ALL_IN

    def live(self) -> tuple[int, ...]:
        """Return the seats whose hands can still win, in dealing order."""
        status = self.status
        return tuple([s for s in self.entitled if status[s] in CAN_WIN])

    def put_in(self) -> tuple[int, ...]:
        """Return what each seat has put into the hand, the running betting round included."""
        return tuple(map(add, self.paid, self.bets))

    def alone(self) -> bool:
        """Return whether a single hand can still win."""
        live = self.status.count(LIVE)
        return live < 2 and live + self.status.count(ALL_IN) == 1

    def boards(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the cards of the first of two boards, none where there is one; and the other's."""
        if self.extras is None:
            return (), self.board
        if self.game.boards > 1:
            return side_by_side(self.game, self.board)
        return self.extras.first_board, self.board

    def holder(self, card: str, likely: int = 0) -> int:
        """Return the seat that a hole card was dealt to, 0 for another; `likely` is tried first."""
        if card in self.holes[likely]:
            return likely
        for seat, held in enumerate(self.holes):
            if card in held:
                return seat
        return 0


def no_hand(seats: int) -> Hand:
    """Return what stands in the place of a hand before the first one, for so many seats."""
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
