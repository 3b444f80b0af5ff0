"""Names for the ids in a game: streets, actions, seat statuses, hands, zones and shoe faults.

The texts are in English, and serve as ids in the catalogues.
"""

from controller.contract.rules import Action, HandStatus, Phase, Street
from display.words.locale import C_, N_

SUITS = {
    "c": "\N{BLACK CLUB SUIT}",
    "d": "\N{BLACK DIAMOND SUIT}",
    "h": "\N{BLACK HEART SUIT}",
    "s": "\N{BLACK SPADE SUIT}",
}
STREETS: dict[Street, str] = {
    Street.PREFLOP: N_("Preflop"),
    Street.FLOP: N_("Flop"),
    Street.TURN: N_("Turn"),
    Street.RIVER: N_("River"),
}
PHASES: dict[Phase, str] = {
    Phase.IDLE: N_("Between hands"),
    Phase.POSTING: N_("Blinds"),
    Phase.DEALING: N_("Deal"),
    Phase.BETTING: N_("Betting round"),
    Phase.BOARD: N_("Board"),
    Phase.SHOWDOWN: N_("Showdown"),
    Phase.OVER: N_("Hand over"),
}
ACTIONS: dict[str, str] = {
    Action.FOLD: N_("Fold"),
    Action.CHECK: N_("Check"),
    Action.CALL: N_("Call"),
    Action.BET: N_("Bet"),
    Action.RAISE: N_("Raise to"),
    "all-in": N_("All-in"),
    "small": N_("Small blind"),
    "big": N_("Big blind"),
    "small-blind": N_("Small blind"),
    "big-blind": N_("Big blind"),
    "blind": N_("Blind"),
    "ante": N_("Ante"),
    "straddle": N_("Straddle"),
    "kill": N_("Kill blind"),
    "muck": N_("Mucks"),
    "show": N_("Shows"),
}
"""The names for a seat's last action, even one made on the player's behalf."""

KEYS: dict[str, str] = {
    Action.FOLD: C_("key", "Fold"),
    Action.CHECK: C_("key", "Check"),
    Action.CALL: C_("key", "Call"),
    Action.BET: C_("key", "Bet"),
    Action.RAISE: C_("key", "Raise"),
    Action.ALL_IN: C_("key", "All-in"),
}
"""The legal actions, as written on keys and in the list for the seat to act."""

RAISE_TO = C_("key", "Raise to")
"""The words for a raise, placed before its amount."""

STATUSES: dict[HandStatus, str] = {
    HandStatus.EMPTY: N_("Free seat"),
    HandStatus.WAITING: N_("Waiting"),
    HandStatus.ALL_IN: N_("All-in"),
    HandStatus.FOLDED: N_("Folded"),
    HandStatus.DEAD: N_("Dead hand"),
}
"""The names of seat statuses, for use where the status says more than the last action."""

DEAD = {
    "absent": N_("Dead: absent"),
    "left": N_("Dead: left the table"),
    "phone": N_("Dead: phone"),
    "clock": N_("Dead: time is up"),
    "muck": N_("Dead: in the muck"),
    "line": N_("Dead: over the line"),
    "taken": N_("Dead: swept in"),
    "count": N_("Dead: wrong number of cards"),
    "mixed": N_("Dead: mixed cards"),
    "shown": N_("Dead: shown too early"),
    "out-of-turn": N_("Dead: folded out of turn"),
    "skipped": N_("Dead: skipped"),
    "exposed": N_("Dead: turned a card up"),
    "short": N_("Dead: bet not completed"),
    "penalty": N_("Dead: serving a penalty"),
    "floor": N_("Dead: floor's ruling"),
}
"""Why a hand is dead, in a few words; `sentences.KILLED` has the sentence."""

PENALTIES = {
    "warning": N_("Warning"),
    "1r": N_("Out for a round"),
    "out": N_("Disqualified"),
}
GAMES = {
    "holdem": N_("Hold'em"),
    "omaha": N_("Omaha"),
    "omaha-5": N_("Five-card Omaha"),
    "omaha-hi-lo": N_("Omaha high-low"),
    "omaha-5-hi-lo": N_("Five-card Omaha high-low"),
    "short-deck": N_("Short deck"),
}
BETTING = {
    "no-limit": N_("no-limit"),
    "pot-limit": N_("pot-limit"),
    "limit": C_("betting", "limit"),
}
HALVES = {"high": N_("high half"), "low": N_("low half")}
RUNS = {1: N_("first board"), 2: N_("second board")}

HANDS = {
    "high-card": N_("High card"),
    "pair": N_("Pair"),
    "two-pair": N_("Two pair"),
    "three-of-a-kind": N_("Three of a kind"),
    "straight": N_("Straight"),
    "flush": N_("Flush"),
    "full-house": N_("Full house"),
    "four-of-a-kind": N_("Four of a kind"),
    "straight-flush": N_("Straight flush"),
    "royal-flush": N_("Royal flush"),
}
"""The names of hands without ranks; `hand_names` adds the ranks."""

ZONES = {
    "hand": N_("cards at seat {seat}"),
    "bet": N_("bets at seat {seat}"),
    "stack": N_("stack at seat {seat}"),
    "badge": N_("badge at seat {seat}"),
    "board": N_("board"),
    "burn": N_("burned cards"),
    "muck": N_("muck"),
    "pot": N_("pot"),
    "shoe": N_("shoe"),
}
SHOE = {
    "empty": N_("The shoe is empty"),
    "jam": N_("A card is stuck in the shoe"),
    "count": N_("The shoe released the wrong number of cards"),
}
SHOE_STEPS = {
    "empty": N_("Put the deck into the shoe"),
    "jam": N_("Open the shoe, take the card out, and close the shoe"),
    "count": N_("Count the cards that came out; if the number is wrong, call the floor"),
}
