"""Staff notes on players' conduct, in words.

The texts are in English, and serve as ids in the catalogues.
"""

from controller.contract.venue.floor.conduct import CHIPS, Excuse, Offence, sanction_of
from display.words.locale import N_
from display.words.names import Words

OFFENCES: dict[Offence, str] = {
    Offence.OUT_OF_TURN: N_("Acts out of turn"),
    Offence.FOLD_OUT_OF_TURN: N_("Folds out of turn"),
    Offence.AGGRESSIVE_FOLD: N_("Folds in anger"),
    Offence.CARELESS_FOLD: N_("Folds with cards held high or exposed"),
    Offence.SPLASH: N_("Splashes the pot"),
    Offence.BEYOND_REACH: N_("Bets out of the dealer's reach"),
    Offence.STRING_BET: N_("Makes string bets"),
    Offence.HIDDEN_CHECK: N_("Picks up chips as if to bet, then checks"),
    Offence.NUTS_CHECKED: N_("Checks the nuts in last position"),
    Offence.STALLING: N_("Stalls"),
    Offence.SLOW: N_("Does not act within a reasonable time"),
    Offence.TIME_ABUSED: N_("Asks for time without needing it"),
    Offence.MISDEALS: N_("Causes misdeals"),
    Offence.MISCALLED: N_("Miscalls their hand"),
    Offence.HAND_SHOWN: N_("Shows or reveals their hand while action is pending"),
    Offence.HAND_TOLD: N_("Reveals another player's hand"),
    Offence.READ_ALOUD: N_("Declares a hand without tabling it"),
    Offence.ADVICE: N_("Gives advice or criticises during a hand"),
    Offence.INFLUENCE: N_("Tries to influence a decision"),
    Offence.CONDITIONAL: N_("Announces a conditional action"),
    Offence.DIRECTING: N_("Directs the action or other players"),
    Offence.SPECTATORS: N_("Discusses a hand in play with others"),
    Offence.OUTSIDE_ADVICE: N_("Seeks or uses outside advice"),
    Offence.ONE_PLAYER: N_("Breaks the one-player-to-a-hand rule"),
    Offence.LANGUAGE: N_("Speaks a foreign language at the table"),
    Offence.SOFT_PLAY: N_("Soft-plays another player"),
    Offence.COLLUSION: N_("Colludes with another player"),
    Offence.CHEATING: N_("Cheats"),
    Offence.CHIP_DUMPING: N_("Dumps chips"),
    Offence.CHIPS_PASSED: N_("Passes chips to another player outside a hand"),
    Offence.CHIPS_TAKEN_AWAY: N_("Takes chips out of the room"),
    Offence.HIDDEN_DEAL: N_("Makes a secret prize deal"),
    Offence.DODGING: N_("Dodges blinds when moving tables"),
    Offence.DECK_SPOILED: N_("Damages the deck on purpose"),
    Offence.DEVICE: N_("Uses a phone at the table"),
    Offence.DEVICE_ON_TABLE: N_("Puts a device on the table"),
    Offence.DEVICE_NUISANCE: N_("Disturbs or delays others with a device"),
    Offence.PHONE_CALL: N_("Takes a phone call at the table"),
    Offence.STRATEGY_AID: N_("Has strategy aids at the table"),
    Offence.DEVICE_UNAPPROVED: N_("Uses a device that is not approved"),
    Offence.HEADSET: N_("Wears a headset that blocks out the table"),
    Offence.THREATS: N_("Threatens somebody"),
    Offence.ABUSE: N_("Insults somebody"),
    Offence.DISCRIMINATION: N_("Discriminates against somebody"),
    Offence.DISTURBANCE: N_("Disturbs other players"),
    Offence.CHATTER: N_("Talks too much"),
    Offence.HYGIENE: N_("Has poor personal hygiene"),
    Offence.HARD_TO_SEE: N_("Keeps cards or chips out of sight"),
    Offence.CLUTTER: N_("Leaves objects in the way"),
    Offence.MANNERS: N_("Other misconduct"),
    Offence.HARM: N_("Makes remarks that harm players or the game"),
    Offence.CARDS_DAMAGED: N_("Throws, tears or bends cards"),
    Offence.TOUCHING: N_("Touches another player's cards or chips"),
    Offence.DAMAGE: N_("Damages property"),
    Offence.SUBSTANCES: N_("Carries illegal substances"),
    Offence.WEAPONS: N_("Carries weapons"),
    Offence.FALSE_IDENTITY: N_("Plays under another person's name"),
    Offence.UNRECOGNISABLE: N_("Hides their face"),
    Offence.WRONG_SEAT: N_("Sits in the wrong seat, or refuses to move"),
    Offence.DISOBEDIENCE: N_("Ignores staff instructions"),
    Offence.UNFAIR: N_("Any other unfair play"),
}

EXCUSES: dict[Excuse, str] = {
    Excuse.DEALER_MISLED: N_("The dealer misinformed the player"),
    Excuse.HIDDEN_CHIPS: N_("The skipped player hid chips"),
    Excuse.HIDDEN_CARDS: N_("The skipped player hid cards"),
    Excuse.AWAY: N_("The player had already left the table"),
    Excuse.FAIRNESS: N_("The director considers it fairer not to penalise"),
}


def sanction_text(sanction: str, said: Words) -> str:
    """Return the name of a sanction; for "", return the words for a note without one."""
    if not sanction:
        return said.say(N_("Record only"))
    if sanction == "1bb":
        return said.say(N_("A forced bet equal to one big blind"))
    given = sanction_of(sanction)
    if given is not None and given.hardness == CHIPS:
        return said.say(N_("{amount} in chips forfeited"), amount=said.amount(given.amount))
    return said.penalty(sanction)
