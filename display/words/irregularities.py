"""Words for irregularities: the name of each, what happened, and the outcome.

The texts are in English, and serve as ids in the translation catalogues.
"""

from controller.contract.rules import Closing, Kind, Outcome, WaitsFor
from display.words.locale import N_

RULINGS: dict[str, str] = {
    Kind.DEAL_WRONG_SEAT: N_("A card went to the wrong seat"),
    Kind.DEAL_ORDER: N_("Cards dealt in the wrong order"),
    Kind.DEAL_SKIPPED: N_("A seat was skipped in the deal"),
    Kind.DEAL_NOT_ENTITLED: N_("Card dealt to a seat that is not in the hand"),
    Kind.DEAL_TOO_FEW: N_("Too few cards dealt"),
    Kind.DEAL_TOO_MANY: N_("Too many cards dealt"),
    Kind.DEAL_MIXED: N_("Two hands are mixed"),
    Kind.DEAL_EXPOSED: N_("A card was exposed during the deal"),
    Kind.DEAL_OFF_TABLE: N_("A card fell off the table"),
    Kind.DECK_DOUBLE: N_("Duplicate card"),
    Kind.DECK_STRANGER: N_("A card that is not from this deck"),
    Kind.DECK_MISSING: N_("A card is missing from the deck"),
    Kind.DECK_COUNT: N_("Wrong number of cards in the deck"),
    Kind.BOARD_NO_BURN: N_("No card was burned"),
    Kind.BOARD_EXTRA_BURN: N_("Too many cards were burned"),
    Kind.BOARD_PREMATURE: N_("Dealt before the betting round was over"),
    Kind.BOARD_EXTRA_CARD: N_("Too many cards on the board"),
    Kind.BOARD_MISPLACED: N_("A card is in the wrong place"),
    Kind.BUTTON_WRONG: N_("The button is in the wrong place"),
    Kind.BLIND_MISSING: N_("A blind is missing"),
    Kind.BLIND_WRONG_SEAT: N_("A blind was posted from the wrong seat"),
    Kind.BLIND_SHORT: N_("A blind is too small"),
    Kind.BET_OUT_OF_TURN: N_("Acted out of turn"),
    Kind.BET_STRING: N_("String bet"),
    Kind.BET_SHORT: N_("The bet is too small"),
    Kind.BET_SHORT_CALL: N_("The call is too small"),
    Kind.BET_SHORT_RAISE: N_("The raise is too small"),
    Kind.BET_NOT_MULTIPLE: N_("The bet is not a valid multiple"),
    Kind.BET_OVERSIZED: N_("Unannounced oversized chip"),
    Kind.BET_CONTRADICTS: N_("Announcement and chips differ"),
    Kind.BET_TAKEN_BACK: N_("Chips were taken back"),
    Kind.BET_SPLASHED: N_("Chips thrown into the pot"),
    Kind.BET_UNPAID: N_("Announced chips are missing"),
    Kind.BET_NOT_GATHERED: N_("A bet was not gathered"),
    Kind.BET_FOREIGN: N_("Chips that are not from this game"),
    Kind.BET_HIDDEN: N_("Hidden chips"),
    Kind.HAND_ABSENT: N_("The player is absent"),
    Kind.HAND_LEFT: N_("The player left the table"),
    Kind.HAND_PHONE: N_("Phone at the table"),
    Kind.HAND_CLOCK: N_("Time is up"),
    Kind.HAND_MUCK: N_("Cards touched the muck"),
    Kind.HAND_LINE: N_("Cards went over the line"),
    Kind.HAND_TAKEN: N_("The hand was swept in"),
    Kind.HAND_COUNT: N_("Wrong number of hole cards"),
    Kind.HAND_MIXED: N_("Cards mixed with another hand"),
    Kind.HAND_SHOWN: N_("The hand was shown too early"),
    Kind.POT_WRONG: N_("The amount in the pot is wrong"),
    Kind.STACK_SHORT: N_("A stack is short"),
    Kind.STACK_OVER: N_("Unexplained chips"),
    "floor": N_("The floor has decided"),
}
"""The name of each kind of irregularity."""

WAITS: dict[WaitsFor, str] = {
    WaitsFor.STEPS: N_("The players carry out the steps"),
    WaitsFor.FLOOR: N_("The floor decides: call the floor"),
    WaitsFor.SEATS: N_("All players must agree"),
}
"""What an open ruling is waiting for, in words."""

HAPPENED: dict[str, str] = {
    Kind.DEAL_WRONG_SEAT: N_(
        "The first card was dealt to {player}, but the deal starts at another seat."
    ),
    Kind.DEAL_ORDER: N_("{player} was dealt a card out of order."),
    Kind.DEAL_SKIPPED: N_("{player} was skipped in the deal."),
    Kind.DEAL_NOT_ENTITLED: N_("{player} was dealt a card but is not in this hand."),
    Kind.DEAL_TOO_FEW: N_("{player} has too few cards."),
    Kind.DEAL_TOO_MANY: N_("{player} was dealt one card too many."),
    Kind.DEAL_MIXED: N_("One of {player}'s cards is mixed in with another player's cards."),
    Kind.DEAL_EXPOSED: N_("One of {player}'s cards was seen during the deal."),
    Kind.DEAL_OFF_TABLE: N_("One of {player}'s cards fell off the table."),
    Kind.DECK_DOUBLE: N_("The same card appears twice."),
    Kind.DECK_STRANGER: N_("A card that is not from this deck is on the table."),
    Kind.DECK_MISSING: N_("One card of the deck is missing from the table."),
    Kind.DECK_COUNT: N_("The deck has the wrong number of cards."),
    Kind.BOARD_NO_BURN: N_("{street}: dealt without a burn card."),
    Kind.BOARD_EXTRA_BURN: N_("{street}: an extra card was burned."),
    Kind.BOARD_PREMATURE: N_("{street}: dealt before the betting round was over."),
    Kind.BOARD_EXTRA_CARD: N_("{street}: too many cards."),
    Kind.BOARD_MISPLACED: N_("{street}: a card is in the wrong place."),
    Kind.BUTTON_WRONG: N_("The button is in front of the wrong seat."),
    Kind.BLIND_MISSING: N_("{player} has not posted their blind."),
    Kind.BLIND_WRONG_SEAT: N_("{player} posted another player's blind."),
    Kind.BLIND_SHORT: N_("{player} posted too little for their blind."),
    Kind.BET_OUT_OF_TURN: N_("{player} acted out of turn."),
    Kind.BET_STRING: N_("{player} put in more chips after acting."),
    Kind.BET_SHORT: N_("{player} bet less than the minimum."),
    Kind.BET_SHORT_CALL: N_("{player} put in too little to call."),
    Kind.BET_SHORT_RAISE: N_("{player} raised by less than the minimum."),
    Kind.BET_NOT_MULTIPLE: N_("{player}'s bet is not a multiple of the big blind."),
    Kind.BET_OVERSIZED: N_("{player} put in a single oversized chip without an announcement."),
    Kind.BET_CONTRADICTS: N_("{player} announced one thing and put in another."),
    Kind.BET_TAKEN_BACK: N_("{player} took chips back from their bet."),
    Kind.BET_SPLASHED: N_("{player} put chips straight into the pot."),
    Kind.BET_UNPAID: N_("{player} has not put in the announced chips."),
    Kind.BET_NOT_GATHERED: N_("{player}'s bet is still in front of them."),
    Kind.BET_FOREIGN: N_("{player} put in chips that are not from this game."),
    Kind.BET_HIDDEN: N_("{player} brought out hidden chips."),
    Kind.HAND_ABSENT: N_("{player} was not at the table when the deal ended."),
    Kind.HAND_LEFT: N_("{player} left the table with a live hand."),
    Kind.HAND_PHONE: N_("{player} used a phone while holding a live hand."),
    Kind.HAND_CLOCK: N_("{player}'s time has run out."),
    Kind.HAND_MUCK: N_("{player}'s cards are in the muck."),
    Kind.HAND_LINE: N_("{player} released their cards beyond the line."),
    Kind.HAND_TAKEN: N_("{player}'s hand was swept in while it was still live."),
    Kind.HAND_COUNT: N_("{player} holds the wrong number of cards."),
    Kind.HAND_MIXED: N_("{player}'s hand contains a card that is not theirs."),
    Kind.HAND_SHOWN: N_("{player} showed their hand while others could still act."),
    Kind.POT_WRONG: N_("The pot does not match the bets, or was pushed to the wrong seat."),
    Kind.STACK_SHORT: N_("{player}'s stack is {amount} short: somebody may be holding the chips."),
    Kind.STACK_OVER: N_("{player}'s stack has {amount} in unexplained chips."),
    "floor": N_("The floor has decided."),
}
"""The sentence that says what went wrong, for each kind of irregularity."""

WITH_AMOUNT: dict[str, str] = {
    Kind.BET_UNPAID: N_("{player} is {amount} short of the announced amount."),
    Kind.BET_NOT_GATHERED: N_("{player} still has {amount} in front of them."),
    Kind.BET_TAKEN_BACK: N_("{player} took {amount} back from their bet."),
}
"""The sentence that says what went wrong, for kinds where it also gives the number of chips."""

WRONG_POTS = (
    N_("The pot is {amount} short."),
    N_("{player} took {amount} from a pot that they did not win."),
    N_("The pot is {amount} too large, and the excess belongs to {player}."),
)
"""The sentences about a wrong pot, in order: one for each of three cases.

The pot is too small, a player took chips from a pot that they did not win, or the pot contains
chips that belong to a player.
"""

REASONS: dict[str, str] = {
    Kind.DEAL_WRONG_SEAT: N_("The deal starts with the seat to the left of the button."),
    Kind.DEAL_ORDER: N_("Cards are dealt one at a time, in seat order."),
    Kind.DEAL_SKIPPED: N_("In each round of the deal, every player in the hand receives a card."),
    Kind.DEAL_NOT_ENTITLED: N_("Only players in the hand are dealt cards."),
    Kind.DEAL_TOO_FEW: N_("Every hand has the same number of cards."),
    Kind.DEAL_TOO_MANY: N_("Every hand has the same number of cards."),
    Kind.DEAL_MIXED: N_("It must always be clear which player a card belongs to."),
    Kind.DEAL_EXPOSED: N_("Hole cards may be seen only by the player who holds them."),
    Kind.DEAL_OFF_TABLE: N_("A card that fell off the table may have been seen."),
    Kind.DECK_DOUBLE: N_("A deck contains each card only once."),
    Kind.DECK_STRANGER: N_("A hand is played with cards from a single deck."),
    Kind.DECK_MISSING: N_("A hand is played with a complete deck."),
    Kind.DECK_COUNT: N_("A hand is played with a complete deck."),
    Kind.BOARD_NO_BURN: N_("A card is burned so that nobody can know the next one."),
    Kind.BOARD_EXTRA_BURN: N_("Exactly one card is burned before each street."),
    Kind.BOARD_PREMATURE: N_("A street is dealt only after the previous betting round is over."),
    Kind.BOARD_EXTRA_CARD: N_("The flop is three cards; the turn and the river are one card each."),
    Kind.BOARD_MISPLACED: N_("The board stays in the order dealt."),
    Kind.BUTTON_WRONG: N_("The button marks the dealer and determines who owes the blinds."),
    Kind.BLIND_MISSING: N_("Blinds are posted before the cards are dealt."),
    Kind.BLIND_WRONG_SEAT: N_("Each blind is posted by the seat that owes it."),
    Kind.BLIND_SHORT: N_("A player who has enough chips posts the full blind."),
    Kind.BET_OUT_OF_TURN: N_(
        "Players act in turn: acting out of turn gives information to the others."
    ),
    Kind.BET_STRING: N_("A bet is made in one motion, or its amount is announced first."),
    Kind.BET_SHORT: N_("An opening bet has a minimum size."),
    Kind.BET_SHORT_CALL: N_("A call matches the highest bet."),
    Kind.BET_SHORT_RAISE: N_("A raise must exceed the highest bet by a minimum amount."),
    Kind.BET_NOT_MULTIPLE: N_("Bets and raises must be multiples of the big blind."),
    Kind.BET_OVERSIZED: N_(
        "A single oversized chip put in without an announcement is not a raise."
    ),
    Kind.BET_CONTRADICTS: N_("The announcement and the chips must match."),
    Kind.BET_TAKEN_BACK: N_("A bet that has been made cannot be reduced."),
    Kind.BET_SPLASHED: N_("A bet is placed in front of the player, where everybody can count it."),
    Kind.BET_UNPAID: N_("An announced bet is binding: the chips must go in."),
    Kind.BET_NOT_GATHERED: N_("Bets are gathered before the next street is dealt."),
    Kind.BET_FOREIGN: N_("Only chips from this game count."),
    Kind.BET_HIDDEN: N_("All chips must be in plain view."),
    Kind.HAND_ABSENT: N_("Only a player who is at the table can play a hand."),
    Kind.HAND_LEFT: N_("A player with a live hand must stay at the table."),
    Kind.HAND_PHONE: N_("A player with a live hand may not use a phone."),
    Kind.HAND_CLOCK: N_("Nobody may hold up the table indefinitely."),
    Kind.HAND_MUCK: N_("Cards in the muck can no longer be identified with certainty."),
    Kind.HAND_LINE: N_("Players keep a live hand behind the line."),
    Kind.HAND_TAKEN: N_("Players protect their own cards."),
    Kind.HAND_COUNT: N_("Every hand has the same number of cards."),
    Kind.HAND_MIXED: N_("It must always be clear which player a card belongs to."),
    Kind.HAND_SHOWN: N_("Nobody shows cards while others still have to act."),
    Kind.POT_WRONG: N_("The pot is the sum of the bets and goes to the winner."),
    Kind.STACK_SHORT: N_("All of a player's chips stay on the table, in plain view."),
    Kind.STACK_OVER: N_("Chips that were out of sight do not count as part of a stack."),
    "floor": N_("The floor's decision is final."),
}
"""The purpose of the rule on each kind of irregularity, in a sentence.

The sentences are not quoted from any rulebook, and are true in every house.
"""

TWICE = N_(
    "The same tag has been read in two places at once: {one}; {other}. One of the two is a copy."
)
"""The sentence about a duplicate tag when both zones are known."""

OUTCOMES: dict[str, str] = {
    Outcome.MADE_FULL: N_("The full amount is due."),
    Outcome.CALL: N_("The action counts as a call."),
    Outcome.CHOOSE: N_("The player puts in the rest, or folds and forfeits the chips already in."),
    Outcome.CHIP_VALUE: N_("The bet counts for the full value of the chip."),
    Outcome.FIRST_MOTION: N_("Only the first motion counts."),
    Outcome.BINDS: N_("The action is binding."),
    Outcome.CALL_OR_FOLD: N_("The player may call or fold, but not raise."),
    Outcome.FREE: N_("The action is not binding: the player chooses again when it is their turn."),
    Outcome.WAITS: N_("This will be decided when the action reaches that seat."),
    Outcome.CHECK: N_("The action counts as a check."),
    Outcome.STANDS: N_("No correction is made."),
    Outcome.DEAD: N_("The hand is dead."),
    Outcome.LIVE: N_("The hand stays live."),
    Outcome.KEPT: N_("The card is kept."),
    Outcome.FOLD: N_("The action counts as a fold."),
    Outcome.PENALTY: N_("The hand stays live; a penalty may follow."),
}
"""The sentence for each outcome of an irregularity that does not stop play."""

BINDING: dict[str, str] = {
    Kind.BET_CONTRADICTS: N_("The announcement is binding."),
    Kind.BET_TAKEN_BACK: N_("The bet is binding."),
}
"""The sentence that says what is binding, for kinds where it is not the action itself."""

CLOSED: dict[Closing, str] = {
    Closing.DONE: N_("The ruling is closed: every step has been done."),
    Closing.WAIVED: N_("The ruling is closed: the floor has waived it."),
    Closing.CONFIRMED: N_("The ruling is closed: the floor has confirmed it."),
    Closing.AGREED: N_("The ruling is closed: all players in the hand agree."),
    Closing.MOOT: N_("The ruling is closed: there is nothing left to decide."),
    Closing.KEPT: N_("The ruling is closed: the card is kept."),
    Closing.KILLED: N_("The ruling is closed: the hand is dead."),
}
"""The sentence for each way in which a ruling closes."""
