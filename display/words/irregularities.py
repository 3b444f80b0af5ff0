"""What each irregularity is called, what happened, and what comes of it.

In English, which is the id of each text in the catalogues.
"""

from controller.contract.rules import Closing, Kind, Outcome, WaitsFor
from display.words.locale import N_

RULINGS: dict[str, str] = {
    Kind.DEAL_WRONG_SEAT: N_("A card went to the wrong seat"),
    Kind.DEAL_ORDER: N_("Cards dealt in the wrong order"),
    Kind.DEAL_SKIPPED: N_("A seat was skipped in the deal"),
    Kind.DEAL_NOT_ENTITLED: N_("A card for a seat that gets none"),
    Kind.DEAL_TOO_FEW: N_("Too few cards dealt"),
    Kind.DEAL_TOO_MANY: N_("Too many cards dealt"),
    Kind.DEAL_MIXED: N_("Cards of two hands are mixed"),
    Kind.DEAL_EXPOSED: N_("A card was exposed in the deal"),
    Kind.DEAL_OFF_TABLE: N_("A card fell off the table"),
    Kind.DECK_DOUBLE: N_("The same card twice"),
    Kind.DECK_STRANGER: N_("A card that is not of this deck"),
    Kind.DECK_MISSING: N_("A card is missing from the deck"),
    Kind.DECK_COUNT: N_("Wrong number of cards in the deck"),
    Kind.BOARD_NO_BURN: N_("No card was burned"),
    Kind.BOARD_EXTRA_BURN: N_("Too many cards were burned"),
    Kind.BOARD_PREMATURE: N_("Dealt before the betting was over"),
    Kind.BOARD_EXTRA_CARD: N_("Too many cards on the board"),
    Kind.BOARD_MISPLACED: N_("A card lies in the wrong place"),
    Kind.BUTTON_WRONG: N_("The button is in the wrong place"),
    Kind.BLIND_MISSING: N_("A blind is missing"),
    Kind.BLIND_WRONG_SEAT: N_("A blind from the wrong seat"),
    Kind.BLIND_SHORT: N_("A blind is too small"),
    Kind.BET_OUT_OF_TURN: N_("Acted out of turn"),
    Kind.BET_STRING: N_("Chips put in twice"),
    Kind.BET_SHORT: N_("The bet is too small"),
    Kind.BET_SHORT_CALL: N_("The call is too small"),
    Kind.BET_SHORT_RAISE: N_("The raise is too small"),
    Kind.BET_NOT_MULTIPLE: N_("The bet is not a multiple"),
    Kind.BET_OVERSIZED: N_("A large chip without a word"),
    Kind.BET_CONTRADICTS: N_("Words and chips differ"),
    Kind.BET_TAKEN_BACK: N_("Chips were taken back"),
    Kind.BET_SPLASHED: N_("Chips thrown into the pot"),
    Kind.BET_FOREIGN: N_("Chips that are not of this game"),
    Kind.BET_HIDDEN: N_("Hidden chips"),
    Kind.HAND_ABSENT: N_("The player is absent"),
    Kind.HAND_LEFT: N_("The player left the table"),
    Kind.HAND_PHONE: N_("Phone at the table"),
    Kind.HAND_CLOCK: N_("Time is up"),
    Kind.HAND_MUCK: N_("Cards touched the muck"),
    Kind.HAND_LINE: N_("Cards went over the line"),
    Kind.HAND_TAKEN: N_("The hand was taken in"),
    Kind.HAND_COUNT: N_("Wrong number of hole cards"),
    Kind.HAND_MIXED: N_("Cards mixed with another hand"),
    Kind.HAND_SHOWN: N_("The hand was shown too early"),
    Kind.POT_WRONG: N_("The pot has the wrong amount"),
    "floor": N_("The floor has decided"),
}
"""What a kind of irregularity is called."""

WAITS: dict[WaitsFor, str] = {
    WaitsFor.STEPS: N_("The table watches the steps"),
    WaitsFor.FLOOR: N_("The floor decides: please call"),
    WaitsFor.SEATS: N_("All players must agree"),
}
"""Whom an open ruling waits for."""

HAPPENED: dict[str, str] = {
    Kind.DEAL_WRONG_SEAT: N_("The first card of the deal went to {player}, who is not the first."),
    Kind.DEAL_ORDER: N_("{player} was dealt a card before their turn in the deal."),
    Kind.DEAL_SKIPPED: N_("{player} was left out in the deal."),
    Kind.DEAL_NOT_ENTITLED: N_("{player} was dealt a card and gets none in this hand."),
    Kind.DEAL_TOO_FEW: N_("{player} has too few cards."),
    Kind.DEAL_TOO_MANY: N_("{player} was dealt a card too many."),
    Kind.DEAL_MIXED: N_("A card of {player} lies among another player's."),
    Kind.DEAL_EXPOSED: N_("A card of {player} was seen in the deal."),
    Kind.DEAL_OFF_TABLE: N_("A card of {player} fell off the table."),
    Kind.DECK_DOUBLE: N_("The same card is there twice."),
    Kind.DECK_STRANGER: N_("A card that is not of this deck is on the table."),
    Kind.DECK_MISSING: N_("A card of the deck is nowhere on the table."),
    Kind.DECK_COUNT: N_("The deck has not the number of cards it should have."),
    Kind.BOARD_NO_BURN: N_("{street}: no card was burned before it."),
    Kind.BOARD_EXTRA_BURN: N_("{street}: more than one card was burned before it."),
    Kind.BOARD_PREMATURE: N_("{street}: dealt before the betting was over."),
    Kind.BOARD_EXTRA_CARD: N_("{street}: it has too many cards."),
    Kind.BOARD_MISPLACED: N_("{street}: a card lies in the wrong place."),
    Kind.BUTTON_WRONG: N_("The button lies in front of the wrong seat."),
    Kind.BLIND_MISSING: N_("{player} has not posted their blind."),
    Kind.BLIND_WRONG_SEAT: N_("{player} posted a blind that is another's."),
    Kind.BLIND_SHORT: N_("{player} posted too little for their blind."),
    Kind.BET_OUT_OF_TURN: N_("{player} acted before their turn."),
    Kind.BET_STRING: N_("{player} put chips in with more than one motion."),
    Kind.BET_SHORT: N_("{player} bet less than the least bet."),
    Kind.BET_SHORT_CALL: N_("{player} put in less than a call."),
    Kind.BET_SHORT_RAISE: N_("{player} raised by less than the least raise."),
    Kind.BET_NOT_MULTIPLE: N_("{player} bet what is no multiple of the big blind."),
    Kind.BET_OVERSIZED: N_("{player} put in one large chip and said nothing."),
    Kind.BET_CONTRADICTS: N_("{player} said one thing and put in another."),
    Kind.BET_TAKEN_BACK: N_("{player} took chips back from their bet."),
    Kind.BET_SPLASHED: N_("{player} put chips straight into the pot."),
    Kind.BET_FOREIGN: N_("{player} put in chips that are not of this game."),
    Kind.BET_HIDDEN: N_("{player} brought out chips that nobody could see."),
    Kind.HAND_ABSENT: N_("{player} was not there when the deal ended."),
    Kind.HAND_LEFT: N_("{player} left the table with a live hand."),
    Kind.HAND_PHONE: N_("{player} used a phone with a live hand."),
    Kind.HAND_CLOCK: N_("The time of {player} has run out."),
    Kind.HAND_MUCK: N_("The cards of {player} are in the muck."),
    Kind.HAND_LINE: N_("{player} let their cards go beyond the line."),
    Kind.HAND_TAKEN: N_("The hand of {player} was taken in while it was live."),
    Kind.HAND_COUNT: N_("{player} holds the wrong number of cards."),
    Kind.HAND_MIXED: N_("{player} has a card among theirs that is not theirs."),
    Kind.HAND_SHOWN: N_("{player} showed their hand while others could still act."),
    Kind.POT_WRONG: N_("The pot does not hold what was bet, or went to the wrong seat."),
    "floor": N_("The floor has decided."),
}
"""What went wrong, in a sentence."""

TWICE = N_("One tag is read in two places at once: {one}; {other}. One of the two is a copy.")
"""What happened where the zones of a double are known."""

OUTCOMES: dict[Outcome, str] = {
    Outcome.MADE_FULL: N_("It is made full."),
    Outcome.CALL: N_("It is a call."),
    Outcome.CHOOSE: N_("The player makes it full, or folds and loses what is in."),
    Outcome.CHIP_VALUE: N_("It counts with the value of the chip."),
    Outcome.FIRST_MOTION: N_("Only the first motion counts."),
    Outcome.BINDS: N_("It binds."),
    Outcome.CALL_OR_FOLD: N_("The player may call or fold, and not raise."),
    Outcome.FREE: N_("It does not bind: the player chooses again in their turn."),
    Outcome.WAITS: N_("It is decided when the turn comes to that seat."),
    Outcome.CHECK: N_("It becomes a check."),
    Outcome.STANDS: N_("It stands."),
    Outcome.DEAD: N_("The hand is dead."),
    Outcome.LIVE: N_("The hand stays live."),
    Outcome.KEPT: N_("The card is kept."),
    Outcome.FOLD: N_("It is a fold."),
    Outcome.PENALTY: N_("The hand stays live, a penalty may follow."),
}
"""What comes of what stops nobody; of the floor's the ruling tells that it opens."""

CLOSED: dict[Closing, str] = {
    Closing.DONE: N_("The ruling is closed: every step is done."),
    Closing.WAIVED: N_("The ruling is closed: the floor has waived it."),
    Closing.CONFIRMED: N_("The ruling is closed: the floor has confirmed it."),
    Closing.AGREED: N_("The ruling is closed: all players in the hand agree."),
    Closing.MOOT: N_("The ruling is closed: the hand has ended without it."),
    Closing.KEPT: N_("The ruling is closed: the card is kept."),
    Closing.KILLED: N_("The ruling is closed: the hand is dead."),
}
"""How a ruling came to its end."""
