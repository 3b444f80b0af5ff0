"""Conduct: the closed sets of offences and excuses, and the notation of sanctions.

A sanction is written as at a table: `warning`, minutes (`10m`), rounds (`2r`), `1bb` (a forced bet
of one big blind), hands (`3h`), chips removed from play (`500c`), or `out`.
"""

import re
from enum import StrEnum
from typing import NamedTuple


class Offence(StrEnum):
    """The offences that a house may penalise."""

    OUT_OF_TURN = "out-of-turn"
    FOLD_OUT_OF_TURN = "fold-out-of-turn"
    AGGRESSIVE_FOLD = "aggressive-fold"
    """Folds in anger, throwing cards at somebody or off the table."""
    CARELESS_FOLD = "careless-fold"
    """Folds with the cards held high or visible, instead of low and forward."""
    SPLASH = "splash"
    BEYOND_REACH = "beyond-reach"
    """Bets beyond the dealer's reach."""
    STRING_BET = "string-bet"
    HIDDEN_CHECK = "hidden-check"
    """Picks up chips as if to bet, and then checks."""
    NUTS_CHECKED = "nuts-checked"
    """Checks the nuts as the last player to act."""
    STALLING = "stalling"
    SLOW = "slow"
    """Does not act within a reasonable time."""
    TIME_ABUSED = "time-abused"
    """Needlessly asks for time or has the clock called."""
    MISDEALS = "misdeals"
    """Causes misdeals, so that hands are voided."""
    MISCALLED = "miscalled"
    HAND_SHOWN = "hand-shown"
    """Shows or names their cards while action is pending."""
    HAND_TOLD = "hand-told"
    """Discloses the contents of a live or folded hand."""
    READ_ALOUD = "read-aloud"
    """Reads aloud a hand that is not tabled."""
    ADVICE = "advice"
    """Gives advice on a hand, or criticises its play, before it is over."""
    INFLUENCE = "influence"
    """Talks in order to influence another player's decision."""
    CONDITIONAL = "conditional"
    """Announces what they will do if another player acts in a certain way."""
    DIRECTING = "directing"
    """Directs the action, or another player."""
    SPECTATORS = "spectators"
    """Discusses a hand in play with spectators or players."""
    OUTSIDE_ADVICE = "outside-advice"
    ONE_PLAYER = "one-player-one-hand"
    """Does not play their hand alone (one player to a hand)."""
    LANGUAGE = "language"
    """At the table, speaks a language that is not one of the tournament's official languages."""
    SOFT_PLAY = "soft-play"
    """Soft-plays, or agrees to check a hand down."""
    COLLUSION = "collusion"
    CHEATING = "cheating"
    CHIP_DUMPING = "chip-dumping"
    """Loses chips to another player on purpose; both are guilty."""
    CHIPS_PASSED = "chips-passed"
    """Passes chips to another player, or accepts chips from one, outside a hand."""
    CHIPS_TAKEN_AWAY = "chips-taken-away"
    """Takes chips out of the tournament area."""
    HIDDEN_DEAL = "hidden-deal"
    """Makes a secret deal about the prizes."""
    DODGING = "dodging"
    """Delays a move to another seat, and so avoids blinds."""
    DECK_SPOILED = "deck-spoiled"
    """Damages a deck on purpose."""
    DEVICE = "device"
    """Has or uses a phone or a similar device at the table."""
    DEVICE_ON_TABLE = "device-on-table"
    DEVICE_NUISANCE = "device-nuisance"
    """Disturbs others, delays play or gains an advantage with a device, camera or messages."""
    PHONE_CALL = "phone-call"
    STRATEGY_AID = "strategy-aid"
    """Has or obtains a betting app, a chart or other strategy data at the table."""
    DEVICE_UNAPPROVED = "device-unapproved"
    """Uses a device without approval, or in a way that was not approved."""
    HEADSET = "headset"
    """Wears a headset that blocks out the sounds of the table, or that others can hear."""
    THREATS = "threats"
    ABUSE = "abuse"
    """Insults somebody, by word or gesture."""
    DISCRIMINATION = "discrimination"
    DISTURBANCE = "disturbance"
    CHATTER = "chatter"
    HYGIENE = "hygiene"
    HARD_TO_SEE = "hard-to-see"
    """Makes cards or chips hard to see, or stacks chips badly."""
    CLUTTER = "clutter"
    """Leaves unnecessary things on the table, on the ground or in an aisle."""
    MANNERS = "manners"
    """Any other breach of manners."""
    HARM = "harm"
    """Talks in a way that harms players or the game."""
    CARDS_DAMAGED = "cards-damaged"
    """Throws, tears or bends cards."""
    TOUCHING = "touching"
    """Touches another player's cards or chips without reason."""
    DAMAGE = "damage"
    SUBSTANCES = "substances"
    WEAPONS = "weapons"
    FALSE_IDENTITY = "false-identity"
    UNRECOGNISABLE = "unrecognisable"
    """Hides their face behind sunglasses, a hood or similar, or distracts others with these."""
    WRONG_SEAT = "wrong-seat"
    """Sits in the wrong seat, or does not go to the seat they were sent to."""
    DISOBEDIENCE = "disobedience"
    """Disobeys staff."""
    UNFAIR = "unfair"
    """Anything else that undermines fair play."""


class Excuse(StrEnum):
    """The reasons why a house may waive a sanction."""

    DEALER_MISLED = "dealer-misled"
    """The dealer misled the player."""
    HIDDEN_CHIPS = "hidden-chips"
    """The player acted out of turn because another player hid chips and so seemed all-in."""
    HIDDEN_CARDS = "hidden-cards"
    """The player acted out of turn because another player hid cards and so seemed to be out."""
    AWAY = "away"
    """The player had left the table, for example to make a phone call."""
    FAIRNESS = "fairness"
    """The director considers it fairer to give no sanction, whatever the rule says."""


class Sanction(NamedTuple):
    """The parts of a sanction: its severity, 0 to 6, and its amount, such as 10 for `10m`."""

    hardness: int
    amount: int = 0


WARNING, FORCED_BET, HANDS, MINUTES, ROUNDS, CHIPS, OUT = range(7)

_SANCTION = re.compile(r"(warning|out|1bb)|([1-9]\d{0,2})([hmr])|([1-9]\d{0,6})c")
_UNITS = {"h": HANDS, "m": MINUTES, "r": ROUNDS}
_WORDS = {"warning": Sanction(WARNING), "1bb": Sanction(FORCED_BET), "out": Sanction(OUT)}


def sanction_of(text: str) -> Sanction | None:
    """Parse a sanction, or return None if the text is invalid.

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
