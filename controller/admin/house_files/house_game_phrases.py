"""Sentences that describe a house's game, blinds and chips: one for each value of a setting."""

from collections.abc import Mapping

from controller.contract.rules import Entry, Variant
from display.words.locale import N_

GAME_VALUES: Mapping[tuple[str, str], Mapping[object, str]] = {
    ("game", "variant"): {
        Variant.HOLDEM: N_("The game is hold'em."),
        Variant.OMAHA: N_("The game is Omaha, with four hole cards."),
        Variant.OMAHA_5: N_("The game is Omaha, with five hole cards."),
        Variant.OMAHA_HI_LO: N_("The game is Omaha high-low, with four hole cards."),
        Variant.OMAHA_5_HI_LO: N_("The game is Omaha high-low, with five hole cards."),
        Variant.SHORT_DECK: N_("The game is short deck, with 36 cards."),
    },
    ("game", "short_deck_trips"): {
        "above-straight": N_("In short deck, three of a kind beats a straight."),
        "below-straight": N_("In short deck, a straight beats three of a kind."),
    },
    ("game", "bomb_pot_ante"): {
        0: N_("There are no bomb pots."),
        None: N_(
            "In a bomb pot, every player posts {n} big blinds, and the flop is dealt at once."
        ),
    },
    ("game", "bomb_pot_every"): {
        0: N_("Bomb pots, if any, are played only on request."),
        None: N_("One hand in every {n} is a bomb pot."),
    },
    ("game", "bomb_pot_boards"): {
        1: N_("A bomb pot has one board."),
        2: N_("A bomb pot has two boards side by side, each for half the pot."),
    },
    ("game", "kill"): {
        "none": N_("There are no kill pots."),
        "half": N_("In a kill pot, the limits are one and a half times the usual limits."),
        "full": N_("In a kill pot, the limits are doubled."),
    },
    ("game", "kill_after"): {
        "two-wins": N_("A kill pot is the hand after a player has won two pots in a row."),
        "scoop": N_("A kill pot is the hand after a player has scooped a large high-low pot."),
    },
    ("game", "blinds"): {
        "two": N_("There is a small blind and a big blind."),
        "button": N_(
            "Only the button posts a blind; the button moves to the next player each hand."
        ),
    },
    ("blinds", "big_blind_ante"): {
        "blind-first": N_(
            "If the big blind is short, the blind is paid first, then the big-blind ante."
        ),
        "ante-first": N_(
            "If the big blind is short, the big-blind ante is paid first, then the blind."
        ),
    },
    ("blinds", "short_big_blind"): {
        "full": N_("If the big blind is short, players still call the full blind."),
        "posted": N_(
            "If the big blind is short, players call the largest amount posted as a blind."
        ),
    },
    ("blinds", "pot"): {
        "full": N_(
            "In pot-limit, the pot before the flop includes every blind in full, even a short one."
        ),
        "posted": N_(
            "In pot-limit, the pot before the flop includes only the blinds actually posted."
        ),
    },
    ("blinds", "entry"): {
        Entry.DEALT_IN: N_("A new player is dealt in on the next hand."),
        Entry.POST_NOW: N_(
            "A player who joins a game in progress posts a big blind on the next hand."
        ),
        Entry.WAIT_BIG_BLIND: N_("A player who joins a game in progress waits for the big blind."),
    },
    ("blinds", "ante_for_all"): {
        "big-blind": N_("The big blind posts the ante for the table."),
        "button": N_("The button posts the ante for the table."),
    },
    ("blinds", "straddle"): {
        "none": N_("There is no straddle."),
        "left-of-big-blind": N_(
            "The player to the left of the big blind may straddle, and then acts last."
        ),
        "button": N_("The button may straddle, and then acts last."),
    },
    ("blinds", "straddle_blinds"): {None: N_("A straddle is {n} big blinds.")},
    ("blinds", "straddle_option"): {
        True: N_("A straddler may raise if the straddle is only called."),
        False: N_("A straddler may not raise if the straddle is only called."),
    },
    ("blinds", "entry_choice"): {
        True: N_("A new player may post a big blind now, or wait for it."),
        False: N_("The house decides whether new players post or wait."),
    },
    ("blinds", "missed"): {
        "free": N_("A player who sits out owes nothing for missed blinds."),
        "posted": N_(
            "A player who missed blinds posts them to come back: the big blind is live, "
            "the small blind is dead."
        ),
        "big-posted": N_("A player who missed the big blind posts one to come back."),
        "waited": N_("A player who missed a blind comes back in on the big blind."),
    },
    ("cash", "buy_in_least"): {
        0: N_("There is no minimum buy-in."),
        None: N_("The minimum buy-in is {n} big blinds."),
    },
    ("cash", "buy_in_most"): {
        0: N_("There is no maximum buy-in."),
        None: N_("The maximum buy-in is {n} big blinds."),
    },
    ("cash", "top_up_most"): {
        0: N_("A stack may be topped up to any amount."),
        None: N_("A stack may be topped up to {n} big blinds."),
    },
    ("cash", "top_up_in_hand"): {
        "kept": N_("Chips bought during a hand come into play in the next hand."),
        "refused": N_("No chips are sold during a hand."),
    },
    ("cash", "rake"): {
        0: N_("The house takes no rake."),
        None: N_("The house rakes {n} chips per thousand from each pot."),
    },
    ("cash", "rake_cap"): {
        0: N_("There is no cap on the rake per hand."),
        None: N_("The rake is capped at {n} per hand."),
    },
    ("cash", "no_flop_no_drop"): {
        True: N_("No rake is taken from a hand that ends before the flop."),
        False: N_("Rake is taken as usual from a hand that ends before the flop."),
    },
    ("cash", "time"): {
        0: N_("There is no time charge."),
        None: N_("Each player pays a time charge of {n}."),
    },
    ("cash", "time_minutes"): {
        None: N_("The time charge, if any, is due every {n} minutes, between hands."),
    },
    ("cash", "time_pot"): {
        0: N_("Each player pays the time charge, if any, from their stack."),
        None: N_("The first pot of at least {n} pays the time charge for all players."),
    },
}
