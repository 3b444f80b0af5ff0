"""The game's closed sets of ids, used in events, house files, scenarios and sentences.

Each id is listed here and nowhere else. Members are strings, spelled the same in messages, house
files and scenarios.
"""

from enum import StrEnum
from typing import Literal, get_args

Structure = Literal["no-limit", "pot-limit", "limit"]
"""The betting structure."""
Half = Literal["", "high", "low"]
"""The half of a pot from which a share comes; "" if the pot is not split between high and low."""
STRUCTURES: tuple[Structure, ...] = get_args(Structure)
BlindForm = Literal["two", "button"]
"""The blinds posted: a small and a big blind, or a button blind only, as in short deck."""


class Street(StrEnum):
    """The betting rounds, in order."""

    PREFLOP = "preflop"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"


class Variant(StrEnum):
    """The poker game being played."""

    HOLDEM = "holdem"
    """Two hole cards, any of them used."""
    OMAHA = "omaha"
    """Four hole cards, exactly two of them used."""
    OMAHA_5 = "omaha-5"
    """Five hole cards, exactly two of them used."""
    OMAHA_HI_LO = "omaha-hi-lo"
    """Omaha with each pot split between the high hand and the low hand, eight or better."""
    OMAHA_5_HI_LO = "omaha-5-hi-lo"
    """Omaha with five hole cards and each pot split between high and low, eight or better."""
    SHORT_DECK = "short-deck"
    """Hold'em with 36 cards, from the six up; a flush beats a full house."""


class Phase(StrEnum):
    """The phase of a hand."""

    IDLE = "idle"
    """No hand has been played yet."""
    POSTING = "posting"
    """Antes and blinds are still to be posted."""
    DEALING = "dealing"
    """Hole cards are being dealt."""
    BETTING = "betting"
    """It is a seat's turn to act."""
    BOARD = "board"
    """A betting round is over: a burn and board cards are due."""
    SHOWDOWN = "showdown"
    """Live hands are to be tabled or mucked."""
    OVER = "over"
    """The hand has ended: all its chips have been awarded or returned."""


class HandStatus(StrEnum):
    """The public status of a seat in a hand."""

    EMPTY = "empty"
    """The seat is empty."""
    WAITING = "waiting"
    """Seated, but not in this hand."""
    IN = "in"
    """In the hand, with chips behind."""
    ALL_IN = "all-in"
    """In the hand, with no chips behind."""
    FOLDED = "folded"
    """Out of the hand by the player's own decision."""
    DEAD = "dead"
    """Out of the hand by a rule or by the floor's decision."""


class Action(StrEnum):
    """An action by the player to act."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    ALL_IN = "all-in"
    """An all-in for less than a full bet or raise; it is recorded as a bet or raise."""


class Subject(StrEnum):
    """The subject of an irregularity: the word before the dot in its kind."""

    DECK = "deck"
    DEAL = "deal"
    BUTTON = "button"
    BLIND = "blind"
    BOARD = "board"
    BET = "bet"
    HAND = "hand"
    POT = "pot"
    STACK = "stack"
    FLOOR = "floor"


class Kind(StrEnum):
    """The kinds of irregularity at a table."""

    DEAL_WRONG_SEAT = "deal.wrong-seat"
    """The first card went to the wrong seat."""
    DEAL_ORDER = "deal.order"
    """A card went to an entitled seat out of order."""
    DEAL_SKIPPED = "deal.skipped"
    """A seat was skipped in a round of the deal."""
    DEAL_NOT_ENTITLED = "deal.not-entitled"
    """A card went to a seat that is not dealt in."""
    DEAL_TOO_FEW = "deal.too-few"
    """Play started although a seat lacked a hole card."""
    DEAL_TOO_MANY = "deal.too-many"
    """A seat has more hole cards than the game allows."""
    DEAL_MIXED = "deal.mixed"
    """Hole cards from two seats were mixed while a misdeal was still possible."""
    DEAL_EXPOSED = "deal.exposed"
    """A card that should be secret was seen."""
    DEAL_OFF_TABLE = "deal.off-table"
    """A hole card fell off the table."""
    DECK_DOUBLE = "deck.double"
    """A card from another deck duplicates one seen this hand, or one tag is read in two places."""
    DECK_STRANGER = "deck.stranger"
    """An unknown tag or a card from another deck was read."""
    DECK_MISSING = "deck.missing"
    """The deck has too few cards."""
    DECK_COUNT = "deck.count"
    """The deck has too many cards."""
    BOARD_NO_BURN = "board.no-burn"
    """A street was dealt without a card being burned first."""
    BOARD_EXTRA_BURN = "board.extra-burn"
    """A card was burned when none was due."""
    BOARD_PREMATURE = "board.premature"
    """A street was dealt before the previous betting round was over."""
    BOARD_EXTRA_CARD = "board.extra-card"
    """A street has one card too many."""
    BOARD_MISPLACED = "board.misplaced"
    """A card that does not belong on the board is there, or a board card is elsewhere."""
    BUTTON_WRONG = "button.wrong"
    """The button is in front of the wrong seat."""
    BLIND_MISSING = "blind.missing"
    """A blind that is due has not been put in."""
    BLIND_WRONG_SEAT = "blind.wrong-seat"
    """A seat that owes no blind has put one in."""
    BLIND_SHORT = "blind.short"
    """A seat put in too small a blind."""
    BET_OUT_OF_TURN = "bet.out-of-turn"
    """A seat acted out of turn."""
    BET_STRING = "bet.string"
    """A seat put in the chips of one bet in several motions."""
    BET_SHORT = "bet.short"
    """A seat opened the betting with less than the minimum bet."""
    BET_SHORT_CALL = "bet.short-call"
    """A seat put in fewer chips than a call requires."""
    BET_SHORT_RAISE = "bet.short-raise"
    """A seat put in more than a call and less than a minimum raise."""
    BET_NOT_MULTIPLE = "bet.not-multiple"
    """A seat raised to an amount that is not a multiple of the house's unit."""
    BET_OVERSIZED = "bet.oversized"
    """A seat put in a single chip worth more than the call, without an announcement."""
    BET_CONTRADICTS = "bet.contradicts"
    """The chips put in differ from the amount announced."""
    BET_TAKEN_BACK = "bet.taken-back"
    """A seat took chips back from its bet."""
    BET_SPLASHED = "bet.splashed"
    """Chips were thrown straight into the pot."""
    BET_UNPAID = "bet.unpaid"
    """Announced chips have not been put in."""
    BET_NOT_GATHERED = "bet.not-gathered"
    """A street was dealt while bets from the previous round were still in front of the players."""
    BET_FOREIGN = "bet.foreign"
    """Chips from another chip set were put in."""
    BET_HIDDEN = "bet.hidden"
    """A seat put in more chips than its recorded stack."""
    HAND_ABSENT = "hand.absent"
    """A player was away at the end of the deal."""
    HAND_LEFT = "hand.left"
    """A player left the table with a live hand."""
    HAND_PHONE = "hand.phone"
    """A player with a live hand answered the telephone."""
    HAND_CLOCK = "hand.clock"
    """The time ran out for a player on whom the clock had been called."""
    HAND_MUCK = "hand.muck"
    """A live hand was mucked out of turn, or without being shown."""
    HAND_LINE = "hand.line"
    """The cards of a live hand are beyond the betting line."""
    HAND_TAKEN = "hand.taken"
    """The dealer took in the live hand of a player who had acted."""
    HAND_COUNT = "hand.count"
    """A hand was found to have the wrong number of cards when it was too late for a misdeal."""
    HAND_MIXED = "hand.mixed"
    """The cards of different hands were mixed when it was too late for a misdeal."""
    HAND_SHOWN = "hand.shown"
    """A player showed a hand while other players still had to act."""
    POT_WRONG = "pot.wrong"
    """A pot went to the wrong seat."""
    STACK_SHORT = "stack.short"
    """Some of a stack's chips are missing from the table."""
    STACK_OVER = "stack.over"
    """A stack has more chips than it should, for no known reason."""
    FLOOR = "floor"
    """The floor voids the hand for a reason that no house rule covers."""

    @property
    def subject(self) -> Subject:
        """The subject of the irregularity."""
        # A kind from a newer controller may have a subject that is unknown here.
        return _SUBJECTS.get(self.value.partition(".")[0], Subject.FLOOR)

    @property
    def fault(self) -> str:
        """The fault: the word after the dot in the irregularity's kind."""
        return self.value.partition(".")[2]


_SUBJECTS = {subject.value: subject for subject in Subject}

MISDEALS = frozenset(kind for kind in Kind if kind.subject is Subject.DEAL)
BOARD_ERRORS = frozenset(kind for kind in Kind if kind.subject is Subject.BOARD)
BET_ERRORS = frozenset(kind for kind in Kind if kind.subject is Subject.BET)
MIXED = frozenset({Kind.DEAL_MIXED, Kind.HAND_MIXED})


CHANGE = frozenset(
    {Kind.BLIND_WRONG_SEAT, Kind.BET_OVERSIZED, Kind.BET_SHORT_RAISE, Kind.POT_WRONG}
)
"""The kinds of irregularity that leave surplus chips in front of a seat.

These chips are returned without stopping play.
"""


class StepWord(StrEnum):
    """What a step of a ruling requires somebody to do."""

    TAKE_BACK = "take_back"
    """A stray card leaves the zone that it is in, or a seat gets back the chips beyond its bet."""
    TO_STUB = "to_stub"
    """Cards go back into the stub."""
    SHUFFLE = "shuffle"
    """The stub is shuffled."""
    MIX = "mix"
    """The named cards are mixed with one another."""
    CUT = "cut"
    """The stub is cut."""
    BURN = "burn"
    """Cards are burned."""
    DEAL = "deal"
    """A street, a board card or a seat's card is dealt."""
    USE_AS_BURN = "use_as_burn"
    """A card that has been dealt becomes the burn card."""
    SET_ASIDE = "set_aside"
    """Cards are set aside face up, out of play."""
    KEEP = "keep"
    """Cards stay where they are."""
    FINISH_DEAL = "finish_deal"
    """The initial deal is completed."""
    FINISH_ROUND = "finish_round"
    """The betting round is completed."""
    VOID_HAND = "void_hand"
    """The hand is voided: its cards are collected and its chips returned to the players."""
    RETURN_BETS = "return_bets"
    """All chips are returned to the players who put them in."""
    KILL_HAND = "kill_hand"
    """A seat's hand is dead."""
    GATHER = "gather"
    """Bets that are still in front of the players are gathered into the pot."""
    PUT_IN = "put_in"
    """Chips missing from the pot are put into it."""
    FLOOR_DECIDES = "floor_decides"
    """The floor decides what is done."""


UNSENSED = frozenset({StepWord.SHUFFLE, StepWord.CUT, StepWord.MIX})
"""Steps that no sensor sees: a key, or the first move of the next step, marks them as done."""

PLAYED = frozenset({StepWord.FINISH_ROUND, StepWord.FINISH_DEAL})
"""Steps that are done by continuing play, so play is not stopped when such a step is next."""


class CardsMeant(StrEnum):
    """Which cards a step concerns, when they must not be named or are not known yet."""

    CARD = "card"
    """The card that the irregularity concerns."""
    STREET = "street"
    """All cards of the street."""
    FIRST = "first"
    """The first card of the street."""
    LAST = "last"
    """The last card that belongs to the street."""
    EXTRA = "extra"
    """The extra cards, which do not belong to the street."""
    LEFT = "left"
    """The card that is left over from the cards that were mixed."""
    BURN = "burn"
    """The card that was burned last."""
    STREET_AND_BURN = "street+burn"
    """All cards of the street, and the card that was burned last."""
    SEAT = "seat"
    """The card of the seat that the irregularity concerns."""


class Task(StrEnum):
    """The next task for the dealer, or for a player at the showdown, when no ruling is open."""

    SHUFFLE = "shuffle"
    """The deck for the next hand is shuffled."""
    ANTE = "ante"
    """A seat posts its ante."""
    POST = "post"
    """A seat posts its blind."""
    DEAL = "deal"
    """A hole card is dealt to a seat, or a street is dealt."""
    PUT = "put"
    """A seat puts in the chips that it announced."""
    CHANGE = "change"
    """A seat gets its change out of the other bets."""
    GATHER = "gather"
    """The bets are gathered into the pot."""
    BURN = "burn"
    """A card is burned."""
    TABLE = "table"
    """A seat shows its hand or mucks it."""
    PUSH = "push"
    """The pots are pushed to their winners."""
    RAKE = "rake"
    """The house's rake goes into the drop box."""
    WAIT = "wait"
    """The next street waits until a hold is released."""


class Outcome(StrEnum):
    """The outcome of an irregularity that needs no step."""

    NONE = ""
    """Nothing follows, or the next events show what follows."""
    MADE_FULL = "made-full"
    """The bet or raise is brought up to the full amount."""
    CALL = "call"
    """The action counts as a call."""
    CHECK = "check"
    """The action counts as a check."""
    CALL_OR_FOLD = "call-or-fold"
    "The player may call or fold, but not raise."
    CHOOSE = "choose"
    """The player chooses: to complete the bet or fold, or to keep or give up an exposed card."""
    CHIP_VALUE = "chip-value"
    """The bet counts as the value of the chip."""
    FIRST_MOTION = "first-motion"
    """Only the chips of the first motion count."""
    BINDS = "binds"
    """The action out of turn is binding when the turn comes."""
    FREE = "free"
    """The action is not binding."""
    WAITS = "waits"
    """The action waits for the seat's turn."""
    STANDS = "stands"
    """What has happened stays as it is."""
    DEAD = "dead"
    """The hand is dead."""
    LIVE = "live"
    """The hand stays live."""
    KEPT = "kept"
    """The card is kept."""
    FLOOR = "floor"
    """The floor decides."""
    FOLD = "fold"
    """The action counts as a fold."""
    PENALTY = "penalty"
    """The floor gives a penalty."""


class Closing(StrEnum):
    """How a ruling was closed."""

    DONE = "done"
    """All steps of the ruling were done."""
    WAIVED = "waived"
    """The floor waived the ruling."""
    CONFIRMED = "confirmed"
    """The floor confirmed the ruling, and no steps were left to do."""
    AGREED = "agreed"
    """All players agreed to let the irregularity stand."""
    KEPT = "kept"
    """The owner of an exposed card kept it."""
    KILLED = "killed"
    """The floor killed the hand concerned."""
    MOOT = "moot"
    """Nothing was left to decide: the hand ended, a player settled it, or the card was moved."""


class WaitsFor(StrEnum):
    """The party that an open ruling is waiting for."""

    STEPS = "steps"
    """The people who must do the ruling's next step."""
    FLOOR = "floor"
    """The floor, which must decide."""
    SEATS = "seats"
    """All players, who decide together."""


class HoldReason(StrEnum):
    """The reason why a hold keeps a table from starting hands."""

    PAUSE = "pause"
    """The floor has paused the table."""
    BREAK = "break"
    """It is break time."""
    HAND_FOR_HAND = "hand-for-hand"
    """All tables wait for the last one to finish its hand."""
    BALANCE = "balance"
    """Players have to be moved first, to balance the tables."""
    COLOUR_UP = "colour-up"
    """A colour-up takes small chips out of play."""
    DISPUTE = "dispute"
    """A dispute has to be settled first."""
    VENUE = "venue"
    """The whole room waits."""


class NoticeText(StrEnum):
    """The notices that can be given to a table or a seat."""

    MOVE = "move"
    """The player must move to another table and seat."""
    TABLE_BREAKS = "table-breaks"
    """This table breaks: all its players move to other seats."""
    FINAL_TABLE = "final-table"
    """The final table is formed."""
    LAST_HAND = "last-hand"
    """This is the last hand before the break, or of the day."""
    BREAK_SOON = "break-soon"
    """A break follows this level."""
    COLOUR_UP = "colour-up"
    """The small chips are coloured up at the next break."""
    COLOUR_UP_NOW = "colour-up-now"
    """A player's small chips are exchanged for larger ones after this hand."""
    DEVICES_OFF = "devices-off"
    """Phones and other devices must be switched off and kept off the table."""
    LAST_ENTRIES = "last-entries"
    """Entries and rebuys end with this level."""
    DECK_CHANGE = "deck-change"
    """This table gets a different deck for the next hand."""
    REBUY_DUE = "rebuy-due"
    """Chips from an unpaid rebuy were bet, so the rebuy must be paid for first."""
    LANGUAGES = "languages"
    """The official languages of the tournament, which may be spoken at the table."""
    SEE_DESK = "see-desk"
    """The player is asked to come to the desk."""
    CHIPS_DUE = "chips-due"
    """Chips that must leave play could not be taken from the player's stack."""
    STREAM = "stream"
    """The player is asked whether their cards may be shown on a delayed stream."""


class Entry(StrEnum):
    """How a player enters a running game."""

    DEALT_IN = "dealt-in"
    """The player is dealt in from the next hand, under the house's rule for that seat."""
    WAIT_BIG_BLIND = "wait-big-blind"
    """The player is dealt in from the first hand in which they are the big blind."""
    POST_NOW = "post-now"
    """The player is dealt in from the next hand, and posts a big blind, wherever they sit."""


class Leaver(StrEnum):
    """How the player who stands up is identified."""

    SEAT = "seat"
    """The player in the named seat."""
    NEXT_BIG_BLIND = "next-big-blind"
    """The player who would be the next big blind, determined once no hand is running."""


class LeaveWhen(StrEnum):
    """When a player stands up."""

    NOW = "now"
    """At once; not possible for a player in the current hand."""
    AT_REST = "at-rest"
    """As soon as no hand is running."""
