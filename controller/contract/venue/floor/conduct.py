"""What people do that a house may penalise, and what they get for it: closed sets.

A sanction is written as at a table: `warning`, minutes (`10m`), rounds (`2r`), `1bb` (a bet of one
big blind that is forced), hands (`3h`), chips that leave play (`500c`), or `out`.
"""

import re
from enum import StrEnum
from typing import NamedTuple


class Offence(StrEnum):
    """What somebody has done."""

    OUT_OF_TURN = "out-of-turn"
    """Acts before their turn."""
    FOLD_OUT_OF_TURN = "fold-out-of-turn"
    """Folds before their turn."""
    AGGRESSIVE_FOLD = "aggressive-fold"
    """Folds in anger: cards thrown at somebody, or off the table."""
    CARELESS_FOLD = "careless-fold"
    """Folds with cards high, or so that they are seen, instead of low and forward."""
    SPLASH = "splash"
    """Throws chips into the middle instead of in front."""
    BEYOND_REACH = "beyond-reach"
    """Bets where whoever deals can't reach."""
    STRING_BET = "string-bet"
    """Bets in several motions."""
    HIDDEN_CHECK = "hidden-check"
    """Takes up chips to hide that they mean to check."""
    NUTS_CHECKED = "nuts-checked"
    """Checks the best hand there can be, last to act."""
    STALLING = "stalling"
    """Delays the game."""
    SLOW = "slow"
    """Does not act within a reasonable time."""
    TIME_ABUSED = "time-abused"
    """Asks for time, or has it called, without need."""
    MISDEALS = "misdeals"
    """Deals so that hands are void."""
    MISCALLED = "miscalled"
    """Says of their hand what it isn't."""
    HAND_SHOWN = "hand-shown"
    """Shows cards, or says what they are, while there is action to come."""
    HAND_TOLD = "hand-told"
    """Tells what a hand in play, or one that was folded, holds."""
    READ_ALOUD = "read-aloud"
    """Reads a hand aloud that nobody has tabled."""
    ADVICE = "advice"
    """Advises, or criticises how a hand is played, before it is over."""
    INFLUENCE = "influence"
    """Speaks so as to influence what another player decides."""
    CONDITIONAL = "conditional"
    """Says what they will do if another player acts in a certain way."""
    DIRECTING = "directing"
    """Directs the action, or another player."""
    SPECTATORS = "spectators"
    """Talks with spectators, or with players, about a hand in play."""
    OUTSIDE_ADVICE = "outside-advice"
    """Seeks advice from outside, or uses it."""
    ONE_PLAYER = "one-player-one-hand"
    """Does not play their hand alone."""
    LANGUAGE = "language"
    """Speaks a language at the table that isn't one of the tournament's."""
    SOFT_PLAY = "soft-play"
    """Plays softly against somebody, or agrees to check a hand down."""
    COLLUSION = "collusion"
    """Plays together with somebody."""
    CHEATING = "cheating"
    """Cheats."""
    CHIP_DUMPING = "chip-dumping"
    """Loses chips to somebody on purpose; both are in it."""
    CHIPS_PASSED = "chips-passed"
    """Gives chips to another player, or takes some, outside a hand."""
    CHIPS_TAKEN_AWAY = "chips-taken-away"
    """Takes chips out of the tournament's area."""
    HIDDEN_DEAL = "hidden-deal"
    """Shares prizes behind somebody's back."""
    DODGING = "dodging"
    """Delays a move, and misses blinds by it."""
    DECK_SPOILED = "deck-spoiled"
    """Makes a deck defective on purpose."""
    DEVICE = "device"
    """Has a telephone or the like at the table, or uses it there."""
    DEVICE_ON_TABLE = "device-on-table"
    """Lays a telephone or another device on the table."""
    DEVICE_NUISANCE = "device-nuisance"
    """Has a device, camera or message that is heard, seen, annoys, delays or gives an advantage."""
    PHONE_CALL = "phone-call"
    """Talks on the telephone at the table."""
    STRATEGY_AID = "strategy-aid"
    """Has a betting app, a chart or other data on strategy at the table, or gets some."""
    DEVICE_UNAPPROVED = "device-unapproved"
    """Uses a device that nobody approved, or not as it was approved."""
    HEADSET = "headset"
    """Wears a headset that keeps the table's sound out, or that others hear."""
    THREATS = "threats"
    """Threatens somebody."""
    ABUSE = "abuse"
    """Insults somebody, by word or gesture."""
    DISCRIMINATION = "discrimination"
    """Offends or discriminates against somebody for who they are."""
    DISTURBANCE = "disturbance"
    """Disturbs the room."""
    CHATTER = "chatter"
    """Talks too much."""
    HYGIENE = "hygiene"
    """Neglects hygiene."""
    HARD_TO_SEE = "hard-to-see"
    """Keeps cards or chips where they are badly seen, or stacks these badly."""
    CLUTTER = "clutter"
    """Has things on the table, at the feet or in an aisle that aren't needed there."""
    MANNERS = "manners"
    """Any other breach of manners."""
    HARM = "harm"
    """Talks so as to harm players or the game."""
    CARDS_DAMAGED = "cards-damaged"
    """Throws, tears or bends cards."""
    TOUCHING = "touching"
    """Touches another player's cards or chips without reason."""
    DAMAGE = "damage"
    """Damages something."""
    SUBSTANCES = "substances"
    """Has illegal substances."""
    WEAPONS = "weapons"
    """Has weapons."""
    FALSE_IDENTITY = "false-identity"
    """Plays under another's name."""
    UNRECOGNISABLE = "unrecognisable"
    """Hides who they are behind sunglasses, a hood or the like, or distracts others by it."""
    WRONG_SEAT = "wrong-seat"
    """Sits in a seat that isn't the one they were given, or does not go where they were told."""
    DISOBEDIENCE = "disobedience"
    """Does not do what staff say."""
    UNFAIR = "unfair"
    """Anything else that harms a fair game."""


class Excuse(StrEnum):
    """Why a house may let somebody off."""

    DEALER_MISLED = "dealer-misled"
    """Who dealt misled them."""
    HIDDEN_CHIPS = "hidden-chips"
    """The player who was passed over hid chips, and seemed to be all-in."""
    HIDDEN_CARDS = "hidden-cards"
    """The player who was passed over hid cards, and seemed to be out of it."""
    AWAY = "away"
    """They had left the table for it."""
    FAIRNESS = "fairness"
    """The director finds it fairer, whatever the rule is."""


class Sanction(NamedTuple):
    """What somebody gets: how hard it is, from 0, and how much of it."""

    hardness: int
    amount: int = 0


WARNING, FORCED_BET, HANDS, MINUTES, ROUNDS, CHIPS, OUT = range(7)

_SANCTION = re.compile(r"(warning|out|1bb)|([1-9]\d{0,2})([hmr])|([1-9]\d{0,6})c")
_UNITS = {"h": HANDS, "m": MINUTES, "r": ROUNDS}
_WORDS = {"warning": Sanction(WARNING), "1bb": Sanction(FORCED_BET), "out": Sanction(OUT)}


def sanction_of(text: str) -> Sanction | None:
    """Return what a sanction's text means, None for a text that is none.

    >>> sanction_of("20m") > sanction_of("10m")
    True
    """
    found = _SANCTION.fullmatch(text)
    if found is None:
        return None
    if found[1]:
        return _WORDS[found[1]]
    if found[4]:
        return Sanction(CHIPS, int(found[4]))
    return Sanction(_UNITS[found[3]], int(found[2]))
