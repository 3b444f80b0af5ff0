"""The closed sets of the game: every id that events, house files, scenarios and sentences speak.

Each is listed here and nowhere else. Members are strings: on the wire, in a house file and in a
scenario they stand as they are written here.
"""

from enum import StrEnum
from typing import Literal, get_args

Structure = Literal["no-limit", "pot-limit", "limit"]
"""How much may be bet."""
Half = Literal["", "high", "low"]
"""Whether a share is of the half for the best hand, for the best low one, or of a whole pot."""
STRUCTURES: tuple[Structure, ...] = get_args(Structure)
BlindForm = Literal["two", "button"]
"""Who posts: a small and a big blind, or the button alone, as in short deck with antes."""
BLIND_FORMS: tuple[BlindForm, ...] = get_args(BlindForm)


class Street(StrEnum):
    """The betting rounds, in their order."""

    PREFLOP = "preflop"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"


class Variant(StrEnum):
    """Which game of poker is played."""

    HOLDEM = "holdem"
    """Two hole cards, any of them used."""
    OMAHA = "omaha"
    """Four hole cards, exactly two of them used."""
    OMAHA_5 = "omaha-5"
    """Five hole cards, exactly two of them used."""
    OMAHA_HI_LO = "omaha-hi-lo"
    """Omaha whose pots are shared with the best low hand, eight or better."""
    OMAHA_5_HI_LO = "omaha-5-hi-lo"
    """Omaha with five hole cards whose pots are shared with the best low hand, eight or better."""
    SHORT_DECK = "short-deck"
    """Hold'em with 36 cards, from the six up; a flush beats a full house."""


class Phase(StrEnum):
    """What a hand is waiting for."""

    IDLE = "idle"
    """No hand has been played yet."""
    POSTING = "posting"
    """Antes and blinds are still to be posted."""
    DEALING = "dealing"
    """The hole cards are being dealt."""
    BETTING = "betting"
    """A seat is in turn."""
    BOARD = "board"
    """A betting round is over: burn and board cards are due."""
    SHOWDOWN = "showdown"
    """Live hands are to be tabled or mucked."""
    OVER = "over"
    """Every chip is where it belongs."""


class HandStatus(StrEnum):
    """What a seat is in the hand, as everybody may see it."""

    EMPTY = "empty"
    """Nobody sits there."""
    WAITING = "waiting"
    """Seated, and not in this hand."""
    IN = "in"
    """In the hand, with chips behind."""
    ALL_IN = "all-in"
    """In the hand, with nothing behind."""
    FOLDED = "folded"
    """Out of the hand by its own decision."""
    DEAD = "dead"
    """Out of the hand by a rule or by the floor."""


class Action(StrEnum):
    """What a seat does in its turn."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    ALL_IN = "all-in"
    """The whole stack goes in where it makes no full bet or raise; it is made as one of those."""


class Subject(StrEnum):
    """What an irregularity is about: the word before the dot of its kind."""

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
    """What can go wrong at a table."""

    DEAL_WRONG_SEAT = "deal.wrong-seat"
    """The first card went to a seat that is not the first."""
    DEAL_ORDER = "deal.order"
    """A card came to an entitled seat that was not the next."""
    DEAL_SKIPPED = "deal.skipped"
    """A seat was passed over in a round of the deal."""
    DEAL_NOT_ENTITLED = "deal.not-entitled"
    """A card came to a seat that gets none."""
    DEAL_TOO_FEW = "deal.too-few"
    """Play began though a seat lacks a hole card."""
    DEAL_TOO_MANY = "deal.too-many"
    """A seat has more hole cards than the game gives it."""
    DEAL_MIXED = "deal.mixed"
    """Hole cards of two seats were mixed while that can still be a misdeal."""
    DEAL_EXPOSED = "deal.exposed"
    """A card that should be secret was seen."""
    DEAL_OFF_TABLE = "deal.off-table"
    """A hole card fell off the table."""
    DECK_DOUBLE = "deck.double"
    """A card of another deck whose face has been seen in this hand, or one tag in two places."""
    DECK_STRANGER = "deck.stranger"
    """An unknown tag, or a card of another deck."""
    DECK_MISSING = "deck.missing"
    """The deck has too few cards."""
    DECK_COUNT = "deck.count"
    """The deck has too many cards."""
    BOARD_NO_BURN = "board.no-burn"
    """A street was dealt without its burn."""
    BOARD_EXTRA_BURN = "board.extra-burn"
    """A card was burned that was not due."""
    BOARD_PREMATURE = "board.premature"
    """A street was dealt before the betting of the last one was over."""
    BOARD_EXTRA_CARD = "board.extra-card"
    """A street has a card too many."""
    BOARD_MISPLACED = "board.misplaced"
    """A card that does not belong on the board lies there, or a board card elsewhere."""
    BUTTON_WRONG = "button.wrong"
    """The button lies before the wrong seat."""
    BLIND_MISSING = "blind.missing"
    """A blind that is owed does not lie there."""
    BLIND_WRONG_SEAT = "blind.wrong-seat"
    """A seat that owes no blind has put one in."""
    BLIND_SHORT = "blind.short"
    """A blind is smaller than it should be."""
    BET_OUT_OF_TURN = "bet.out-of-turn"
    """A seat acted before its turn."""
    BET_STRING = "bet.string"
    """Chips came in several motions."""
    BET_SHORT = "bet.short"
    """An opening bet below the least."""
    BET_SHORT_CALL = "bet.short-call"
    """Fewer chips than a call takes."""
    BET_SHORT_RAISE = "bet.short-raise"
    """More than a call and less than the least raise."""
    BET_NOT_MULTIPLE = "bet.not-multiple"
    """A raise to an amount that is no multiple of what the house asks for."""
    BET_OVERSIZED = "bet.oversized"
    """One chip that is larger than the call, and nothing was said."""
    BET_CONTRADICTS = "bet.contradicts"
    """The chips are not what was announced."""
    BET_TAKEN_BACK = "bet.taken-back"
    """Chips of a bet were taken back."""
    BET_SPLASHED = "bet.splashed"
    """Chips were thrown straight into the pot."""
    BET_UNPAID = "bet.unpaid"
    """Chips that were said do not come."""
    BET_NOT_GATHERED = "bet.not-gathered"
    """A street was dealt and bets of the round before still lie in front."""
    BET_FOREIGN = "bet.foreign"
    """Chips of another set."""
    BET_HIDDEN = "bet.hidden"
    """More chips than the player was known to have."""
    HAND_ABSENT = "hand.absent"
    """A player was away when the deal was over."""
    HAND_LEFT = "hand.left"
    """A player left the table with a live hand."""
    HAND_PHONE = "hand.phone"
    """A player with a live hand answered the telephone."""
    HAND_CLOCK = "hand.clock"
    """The clock that was called on a player ran out."""
    HAND_MUCK = "hand.muck"
    """A live hand came to the muck out of turn, or without being shown."""
    HAND_LINE = "hand.line"
    """A live hand lies beyond the betting line."""
    HAND_TAKEN = "hand.taken"
    """A hand whose action was done was taken in."""
    HAND_COUNT = "hand.count"
    """A hand has too many cards, and it is too late for a misdeal."""
    HAND_MIXED = "hand.mixed"
    """Hands were mixed, and it is too late for a misdeal."""
    HAND_SHOWN = "hand.shown"
    """A player showed a hand while others could act."""
    POT_WRONG = "pot.wrong"
    """A pot went to the wrong seat."""
    STACK_SHORT = "stack.short"
    """Chips of a stack are not on the table."""
    STACK_OVER = "stack.over"
    """A stack has chips that came from nowhere."""
    FLOOR = "floor"
    """Nothing that a house rules on: the floor voids the hand."""

    @property
    def subject(self) -> Subject:
        """What the irregularity is about."""
        # What a newer controller calls it may be about something that is not known here.
        return _SUBJECTS.get(self.value.partition(".")[0], Subject.FLOOR)

    @property
    def fault(self) -> str:
        """What is wrong with it: the word after the dot."""
        return self.value.partition(".")[2]


_SUBJECTS = {subject.value: subject for subject in Subject}

RULED = tuple(kind for kind in Kind if kind is not Kind.FLOOR)
"""The irregularities: what a house has rows for."""
MISDEALS = frozenset(kind for kind in Kind if kind.subject is Subject.DEAL)
BOARD_ERRORS = frozenset(kind for kind in Kind if kind.subject is Subject.BOARD)
BET_ERRORS = frozenset(kind for kind in Kind if kind.subject is Subject.BET)
MIXED = frozenset({Kind.DEAL_MIXED, Kind.HAND_MIXED})


CHANGE = frozenset(
    {Kind.BLIND_WRONG_SEAT, Kind.BET_OVERSIZED, Kind.BET_SHORT_RAISE, Kind.POT_WRONG}
)
"""What leaves chips where they are too many: they go back while play goes on."""


class StepWord(StrEnum):
    """What is to be done in a step of a ruling."""

    TAKE_BACK = "take_back"
    """Cards, or chips beyond the bet, go back to whose they are."""
    TO_STUB = "to_stub"
    """Cards go back into the stub."""
    SHUFFLE = "shuffle"
    """The stub is shuffled."""
    MIX = "mix"
    """The named cards are mixed among themselves."""
    CUT = "cut"
    """The stub is cut."""
    BURN = "burn"
    """Cards are burned."""
    DEAL = "deal"
    """A street, a card, or a seat's card is dealt."""
    USE_AS_BURN = "use_as_burn"
    """A card that was dealt is the burn."""
    SET_ASIDE = "set_aside"
    """Cards are laid aside face up: they are out of play."""
    KEEP = "keep"
    """Cards stay where they lie."""
    FINISH_DEAL = "finish_deal"
    """The initial deal goes on to its end."""
    FINISH_ROUND = "finish_round"
    """The betting round goes on to its end."""
    VOID_HAND = "void_hand"
    """The hand is void: cards and chips are taken back."""
    RETURN_BETS = "return_bets"
    """Every chip goes back to who put it in."""
    KILL_HAND = "kill_hand"
    """A seat's hand is dead."""
    GATHER = "gather"
    """Bets that still lie in front are gathered into the pot."""
    PUT_IN = "put_in"
    """Chips that the pot lacks are put into it."""
    FLOOR_DECIDES = "floor_decides"
    """The floor says what is done."""


UNSENSED = frozenset({StepWord.SHUFFLE, StepWord.CUT, StepWord.MIX})
"""Steps that no sensor sees: a key, or the first movement of the next step, says they are done."""

PLAYED = frozenset({StepWord.FINISH_ROUND, StepWord.FINISH_DEAL})
"""Steps that the players do by playing on: while one is next, the table is not stopped."""


class CardsMeant(StrEnum):
    """Which cards a step is about where they may not be named, or are not known yet."""

    CARD = "card"
    """The card that the irregularity is about."""
    STREET = "street"
    """All cards of the street."""
    FIRST = "first"
    """The first card of the street."""
    LAST = "last"
    """The last card that belongs to the street."""
    EXTRA = "extra"
    """What lies there beyond the street's cards."""
    LEFT = "left"
    """What is left over of cards that were mixed."""
    BURN = "burn"
    """The last burn."""
    STREET_AND_BURN = "street+burn"
    """All cards of the street and the last burn."""
    SEAT = "seat"
    """The card of the seat that the irregularity concerns."""


class Task(StrEnum):
    """What the dealer, or a player at the showdown, does next when no ruling is open."""

    SHUFFLE = "shuffle"
    """The next hand's deck is shuffled."""
    ANTE = "ante"
    """A seat posts its ante."""
    POST = "post"
    """A seat posts its blind."""
    DEAL = "deal"
    """A hole card to a seat, or a street."""
    PUT = "put"
    """A seat puts in the chips that it has said."""
    CHANGE = "change"
    """A seat gets back what it put in beyond its bet, out of the bets of others."""
    GATHER = "gather"
    """The bets are gathered into the pot."""
    BURN = "burn"
    """A card is burned."""
    TABLE = "table"
    """A seat shows its hand or mucks it."""
    PUSH = "push"
    """The pots are pushed to who has won them."""
    RAKE = "rake"
    """What the house takes is put into its box."""
    WAIT = "wait"
    """The next street is not dealt until a hold lets it be."""


class Outcome(StrEnum):
    """What comes of an irregularity that needs no step."""

    NONE = ""
    """Nothing, or what the events that follow say."""
    MADE_FULL = "made-full"
    """The bet or raise is made full."""
    CALL = "call"
    """It counts as a call."""
    CHECK = "check"
    """It counts as a check."""
    CALL_OR_FOLD = "call-or-fold"
    """The player may call or fold, and not raise."""
    CHOOSE = "choose"
    """The player makes it full or folds; or keeps an exposed card."""
    CHIP_VALUE = "chip-value"
    """It counts for what the chip is worth."""
    FIRST_MOTION = "first-motion"
    """What the first motion brought counts."""
    BINDS = "binds"
    """What was said or done out of turn counts when the turn comes."""
    FREE = "free"
    """It binds nobody."""
    WAITS = "waits"
    """It waits for the seat's turn."""
    STANDS = "stands"
    """It stays as it is."""
    DEAD = "dead"
    """The hand is dead."""
    LIVE = "live"
    """The hand stays live."""
    KEPT = "kept"
    """The card is kept."""
    FLOOR = "floor"
    """The floor decides."""
    FOLD = "fold"
    """It counts as a fold."""
    PENALTY = "penalty"
    """The floor gives a penalty."""


class Closing(StrEnum):
    """How a ruling came to its end."""

    DONE = "done"
    """All its steps were done."""
    WAIVED = "waived"
    """The floor waived it."""
    CONFIRMED = "confirmed"
    """The floor confirmed what it waited for."""
    AGREED = "agreed"
    """All players agreed to let it stand."""
    KEPT = "kept"
    """The owner of an exposed card kept it."""
    KILLED = "killed"
    """The floor killed the hand that it was about."""
    MOOT = "moot"
    """The hand ended otherwise, or its player has settled it."""


class WaitsFor(StrEnum):
    """Whom an open ruling waits for."""

    STEPS = "steps"
    """Its next step is to be done."""
    FLOOR = "floor"
    """The floor decides."""
    SEATS = "seats"
    """All players together decide."""


class HoldReason(StrEnum):
    """Why a table starts no hand."""

    PAUSE = "pause"
    """The floor has paused it."""
    BREAK = "break"
    """It is break time."""
    HAND_FOR_HAND = "hand-for-hand"
    """All tables wait for the last one to end its hand."""
    BALANCE = "balance"
    """Players are to be moved first."""
    COLOUR_UP = "colour-up"
    """Small chips are taken out of play."""
    DISPUTE = "dispute"
    """Something has to be cleared up first."""
    VENUE = "venue"
    """The room waits."""


class NoticeText(StrEnum):
    """What a table, or one of its seats, can be told."""

    MOVE = "move"
    """The player moves to another table and seat."""
    TABLE_BREAKS = "table-breaks"
    """This table breaks: everybody gets another seat."""
    FINAL_TABLE = "final-table"
    """The final table is formed."""
    LAST_HAND = "last-hand"
    """This hand is the last one before the break, or the last of the day."""
    BREAK_SOON = "break-soon"
    """There is a break after this level."""
    COLOUR_UP = "colour-up"
    """The small chips are taken out of play at the next break."""
    COLOUR_UP_NOW = "colour-up-now"
    """A player's small chips are exchanged for larger ones, after this hand."""
    DEVICES_OFF = "devices-off"
    """Telephones and other devices go off, and off the table."""
    LAST_ENTRIES = "last-entries"
    """Entries and rebuys end with this level."""
    DECK_CHANGE = "deck-change"
    """Another deck comes to this table, for the next hand."""
    REBUY_DUE = "rebuy-due"
    """Chips of a rebuy were bet that is not paid: the money comes first."""
    LANGUAGES = "languages"
    """These languages may be spoken at the table: the tournament's official ones."""
    SEE_DESK = "see-desk"
    """The player is asked to come to the desk."""
    CHIPS_DUE = "chips-due"
    """Chips that are to leave play could not be taken of the player's stack."""
    STREAM = "stream"
    """The player is asked whether their cards may be shown on a stream, late."""


class Entry(StrEnum):
    """How a player comes into a game that runs."""

    DEALT_IN = "dealt-in"
    """With the next hand, as the house says for the seat."""
    WAIT_BIG_BLIND = "wait-big-blind"
    """With the first hand in which the big blind is theirs."""
    POST_NOW = "post-now"
    """With the next hand, and posts a big blind in it whatever the seat."""


class Leaver(StrEnum):
    """Who stands up."""

    SEAT = "seat"
    """The player of the seat that is named."""
    NEXT_BIG_BLIND = "next-big-blind"
    """Whoever would be the big blind of the next hand, as the table knows when it is at rest."""


class LeaveWhen(StrEnum):
    """When a player stands up."""

    NOW = "now"
    """At once; no player of a hand that runs can."""
    AT_REST = "at-rest"
    """As soon as no hand is running."""
