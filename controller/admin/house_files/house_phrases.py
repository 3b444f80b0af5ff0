"""Plain sentences that describe a house's rules: one for each value of a setting.

They are written in English here and translated through the catalogues in `display.words`. The
wording is Tapis's own, not the house's.
"""

from collections.abc import Mapping

from controller.admin.house_files.house_game_phrases import GAME_VALUES
from display.words.locale import N_

TOPICS = {
    "game": N_("The game"), "betting": N_("Betting"), "button": N_("Button and blinds"),
    "blinds": N_("Posting and straddles"), "deal": N_("The deal"), "pots": N_("Awarding the pots"),
    "showdown": N_("Showing hands"), "cards": N_("Cards over the line"), "clock": N_("The clock"),
    "penalties": N_("Penalties"), "disclosure": N_("Display, streaming and earphones"),
    "tournament": N_("The tournament"), "cash": N_("The cash game"),
    "remedies": N_("When something goes wrong"),
}  # fmt: skip

VALUES: Mapping[tuple[str, str], Mapping[object, str]] = {
    **GAME_VALUES,
    ("betting", "structure"): {
        "no-limit": N_("The betting is no-limit."),
        "pot-limit": N_("The betting is pot-limit."),
        "limit": N_("The betting is fixed-limit."),
    },
    ("betting", "least_opening"): {
        "big-blind": N_("An opening bet must be at least the big blind."),
        "any": N_("An opening bet may be of any size."),
    },
    ("betting", "least_raise"): {
        "double-last": N_("A raise must at least double the highest bet."),
        "last-raise": N_("A raise must be at least as large as the last full bet or raise."),
        "multiple-of-big-blind": N_(
            "A raise must exceed the highest bet by a multiple of the big blind."
        ),
        "any": N_("A raise may be of any size."),
    },
    ("betting", "short_opening"): {
        "by-least-raise": N_(
            "After an opening all-in below the big blind, a raise must be at least the usual "
            "minimum raise."
        ),
        "two-big-blinds": N_(
            "After an opening all-in below the big blind, a player who raises must raise to at "
            "least two big blinds."
        ),
    },
    ("betting", "reopening"): {
        "full-raise": N_(
            "An all-in short of a full raise never reopens the betting for players who have "
            "already acted."
        ),
        "full-raise-cumulative": N_(
            "Short all-ins reopen the betting for a player once they add up to a full raise."
        ),
        "own-bet-doubled": N_(
            "A player who has acted may raise again once their own bet has been doubled, in "
            "one or more raises."
        ),
    },
    ("betting", "big_blind_option"): {
        True: N_("The big blind has the option to raise if nobody else has raised."),
        False: N_("The big blind has no option: the betting round ends when all bets are equal."),
    },
    ("betting", "knock_facing_bet"): {
        "fold": N_("Several knocks mean a fold when facing a bet, and a check otherwise."),
        "refused": N_("Several knocks mean a check, but have no effect when facing a bet."),
        "check": N_("Several knocks mean a check, even when facing a bet."),
    },
    ("betting", "check_facing_bet"): {
        "refused": N_("A check when facing a bet has no effect."),
        "call-or-fold": N_('A player who says "check" when facing a bet may only call or fold.'),
    },
    ("betting", "multi_chip"): {
        "sum": N_("Several chips put in silently count as a bet of their total value."),
        "all-needed": N_(
            "Several chips put in silently count as a call if every one of them, even the "
            "smallest, is needed for the call."
        ),
    },
    ("betting", "prior_chips"): {
        "bound": N_("Chips from an earlier bet stay where they are."),
        "judged-together": N_(
            "A player who picks up chips from an earlier bet must call or raise. If only some of "
            "the earlier chips were picked up, or if the earlier bet alone covered the call, the "
            "chips left in front and the new chips count as one bet."
        ),
    },
    ("betting", "bare_figure"): {
        "as-said": N_("An announced figure is taken at face value."),
        "highest-within-pot": N_(
            'An announced figure below the smallest chip, such as "five", counts as the highest '
            "amount it could mean without exceeding the pot."
        ),
    },
    ("betting", "most_raises"): {
        None: N_("In a limit game, a round has at most {n} bets and raises."),
    },
    ("betting", "most_raises_last_two"): {
        True: N_("The cap on raises also applies when only two players are left in the game."),
        False: N_("The cap on raises does not apply when only two players are left in the game."),
    },
    ("betting", "most_raises_heads_up"): {
        True: N_("The cap on raises also applies when two players are left in a hand."),
        False: N_(
            "The cap on raises ends when two players are left in a hand, unless it has already "
            "been reached."
        ),
    },
    ("betting", "pot_said"): {
        "refused": N_('A bet announced as "pot" is only valid in pot-limit.'),
        "least": N_(
            'Except in pot-limit, a bet announced as "pot" counts as a minimum bet or raise.'
        ),
        "binds": N_(
            'Except in pot-limit, a player who announces "pot" must bet or raise; the chips they '
            "put in set the amount."
        ),
    },
    ("betting", "payment_seconds"): {
        None: N_(
            "A player has {n} seconds to put in the announced chips; then the floor is called."
        ),
    },
    ("betting", "half_bet_all_in_reopens"): {
        True: N_("In a limit game, an all-in of half a bet or more counts as a raise."),
        False: N_("In a limit game, an all-in of less than a full bet does not count as a raise."),
    },
    ("button", "movement"): {
        "dead": N_(
            "The big blind always moves forward, and the button may be in front of an empty seat."
        ),
        "moving": N_("The button always moves forward to the next player."),
    },
    ("button", "small_blind_out"): {
        "empty-seat": N_(
            "If the small blind has left, the button is placed in front of that empty seat."
        ),
        "same-player": N_("If the small blind has left, the button stays with the same player."),
    },
    ("button", "heads_up_small_blind"): {
        "button": N_("With two players, the button posts the small blind."),
        "other": N_("With two players, the player without the button posts the small blind."),
    },
    ("button", "new_player_between"): {
        "waits": N_("A new player between the button and the small blind waits."),
        "plays": N_("A new player between the button and the small blind plays at once."),
    },
    ("button", "new_player_on_button"): {
        "plays": N_("A new player on the button plays and keeps the button."),
        "passes-left": N_("A new player on the button plays, and the button passes to their left."),
    },
    ("button", "vacant_seats"): {
        "count": N_("A dead button stays at the seat it reaches, even if that is empty."),
        "moved-over": N_(
            "A dead button at an empty seat moves on to the last empty seat before the small blind."
        ),
    },
    ("deal", "absent"): {
        "dealt-and-killed": N_(
            "An absent player is dealt in and posts the blinds; their hand is dead after the deal."
        ),
        "not-dealt": N_("An absent player is not dealt in and posts no blinds."),
    },
    ("deal", "vacant_dead_seat"): {
        "dealt": N_(
            "An empty seat with the dead button is dealt in, and its cards are then removed."
        ),
        "skipped": N_("Empty seats are not dealt in, even with the dead button."),
    },
    ("deal", "burn"): {
        True: N_("A card is burned before the flop, the turn and the river."),
        False: N_("No card is burned."),
    },
    ("deal", "absence_minutes"): {
        0: N_("There is no limit to how long a player may be away."),
        None: N_("The floor is called when a player has been away for more than {n} minutes."),
    },
    ("deal", "too_late"): {
        "two-bets": N_(
            "A misdeal can be called until two players after the blinds have put in chips."
        ),
        "two-acts": N_("A misdeal can be called until two players after the big blind have acted."),
        "substantial-action": N_(
            "A misdeal can be called until two players have acted and at least one of them has "
            "put in chips, or until any three players have acted."
        ),
    },
    ("deal", "redeal"): {
        "as-it-was": N_("A void hand is dealt again, at the same level and with the same players."),
        "anew": N_("After a void hand, the next hand is dealt as usual."),
    },
    ("deal", "redeal_absent"): {
        "plays": N_("A player who missed the void hand and has returned plays in the redeal."),
        "killed": N_(
            "A player who was absent for the void hand has a dead hand in the redeal too."
        ),
    },
    ("pots", "odd_chip"): {
        "left-of-button": N_(
            "Odd chips go to the first winners to the left of the button, one chip each."
        ),
        "next-pot": N_("Odd chips carry over to the next pot."),
    },
    ("pots", "award_order"): {
        "outermost-first": N_("Side pots are awarded first, starting with the last one."),
        "innermost-first": N_("The main pot is awarded first, then the side pots."),
    },
    ("pots", "high_low_odd"): {
        "high": N_("In a high-low split pot, the odd chip goes to the high hand."),
        "low": N_("In a high-low split pot, the odd chip goes to the low hand."),
    },
    ("showdown", "first_to_show"): {
        "last-aggressor": N_(
            "The last player to raise in the final betting round shows first; if nobody bet, "
            "the first to act shows first."
        ),
        "last-called": N_(
            "The player whose bet was called on the river shows first, then the others clockwise."
        ),
        "left-of-last-caller": N_("The first player to the left of the last caller shows first."),
        "left-of-button": N_("The first player to the left of the button shows first."),
    },
    ("showdown", "loser_may_muck"): {
        True: N_("A player who can see they are beaten need not show."),
        False: N_("Everybody shows, including the losers."),
    },
    ("showdown", "all_in_may_muck"): {
        True: N_("An all-in player who has lost need not show."),
        False: N_("An all-in player always shows."),
    },
    ("showdown", "face_up_when_no_action"): {
        True: N_("All live hands are tabled once no more betting is possible."),
        False: N_(
            "Hands stay face down until the showdown, even when no more betting is possible."
        ),
    },
    ("showdown", "all_in_shows_all"): {
        True: N_("Once a player is all-in, no remaining hand may be mucked unseen."),
        False: N_("An all-in does not require the other players to show."),
    },
    ("showdown", "ask_to_see"): {
        "nobody": N_("Nobody can ask to see a hand at the showdown."),
        "floor": N_("The floor decides whether a player may see a hand at the showdown."),
        "caller": N_(
            "A player who called the last bet of the final betting round and kept their cards "
            "may ask to see the bettor's hand; the floor decides on any other request."
        ),
        "dealt-in": N_("Any player who was dealt in may see every hand at the showdown."),
    },
    ("showdown", "held_face_down"): {
        True: N_("All-in hands stay face down while the room is delaying the next street."),
        False: N_("All-in hands need not stay face down while the next street is delayed."),
    },
    ("showdown", "run_twice"): {
        True: N_("All-in players may agree to run it twice: two boards, each for half the pot."),
        False: N_("There is only ever one board, even if the players agree otherwise."),
    },
    ("showdown", "patience_seconds"): {
        None: N_(
            "At the showdown, a player who pushes a hand forward has {n} seconds to show or "
            "muck it; then the floor is called."
        ),
    },
    ("cards", "ask_seconds"): {
        None: N_("A player who pushes a hand forward has {n} seconds to state their intention."),
    },
    ("cards", "beyond_line"): {
        "folded": N_("A hand released beyond the line is folded."),
        "live": N_("Cards beyond the line stay live: only the muck kills a hand."),
        "asked": N_("Cards beyond the line stay live until the floor has been consulted."),
    },
    ("clock", "seconds"): {
        None: N_("Once the clock has been called, the player has {n} seconds to act.")
    },
    ("clock", "count"): {
        0: N_("There is no spoken countdown."),
        None: N_("A spoken countdown of {n} seconds follows."),
    },
    ("clock", "own"): {
        True: N_("A player may call the clock on themselves."),
        False: N_("A player may call the clock only on other players."),
    },
    ("clock", "floor"): {
        True: N_("The floor may call the clock."),
        False: N_("Only the players at the table may call the clock."),
    },
    ("clock", "each_decision"): {
        0: N_("A decision has no time limit until the clock is called."),
        None: N_("A player has {n} seconds for each decision."),
    },
    ("clock", "first_decision"): {
        0: N_("A player's first decision in a hand has the same time limit as any other."),
        None: N_("A player has {n} seconds for their first decision in a hand."),
    },
    ("clock", "time_bank"): {
        0: N_("There are no time-bank cards."),
        None: N_("A player has {n} time-bank cards per level."),
    },
    ("clock", "time_bank_seconds"): {
        0: N_("There are no time extensions."),
        None: N_("A time-bank card gives {n} more seconds."),
    },
    ("penalties", "scale"): {
        "any": N_("The floor chooses a suitable penalty."),
        "rounds-and-tens": N_(
            "A penalty is a warning, one to four rounds or a multiple of ten minutes away "
            "from the table, or disqualification."
        ),
        "five-ten-twenty": N_(
            "A penalty is a warning, 5, 10 or 20 minutes away from the table, or disqualification."
        ),
    },
    ("disclosure", "show_pot"): {
        True: N_("The display shows the pot."),
        False: N_("The display does not show the pot."),
        "pot-limit": N_("The display shows the pot only in pot-limit games."),
    },
    ("disclosure", "show_stacks"): {
        True: N_("The display shows the stacks."),
        False: N_("The display does not show the stacks."),
        "facing-all-in": N_(
            "The display shows the stacks while the player to act faces an all-in."
        ),
    },
    ("disclosure", "show_bets"): {
        True: N_("The display shows the bets."),
        False: N_("The display does not show the bets."),
    },
    ("disclosure", "earphones"): {
        True: N_("A player may use an earphone."),
        False: N_("A player needs the floor's permission to use an earphone."),
    },
    ("disclosure", "stream_delay"): {
        0: N_("Hole cards may be streamed once the hand is over."),
        None: N_("Hole cards are streamed with a delay of at least {n} seconds."),
    },
    ("tournament", "starting_stack"): {None: N_("Every player starts with {n} chips.")},
    ("tournament", "rebuy"): {
        0: N_("There are no rebuys."),
        None: N_("At the break, every player receives {n} extra chips."),
    },
}
"""Sentences by (section, key) of a setting, and then by its value.

The value None stands for any number, which replaces `{n}` in the sentence.
"""

PIECES = N_("The starting stack is {pieces}.")
LEVELS = N_("The blind schedule is {levels}.")
LEVEL = N_("{blinds} for {n} minutes")
LAST_LEVEL = N_("{blinds} until the end")
GAME_AT = N_("Level {n}: {game}")
ONE_GAME = N_("The house's usual game is played at every level.")
BREAK = N_("a break of {n} minutes")

KEEP_CARD = N_("unless the player keeps the card:")
REMEDY = N_("{what}: {done}.")
SILENT = N_("the rule book does not say: the floor decides")
READING = N_("Interpretation: {reading}")
FROM_PARENT = N_("Anything this house does not specify comes from {parent}.")
SOURCE = N_("Source: {source}")
NO_ARTICLE = N_("Where the rule book is silent")
SAME = N_("{a} and {b} have the same rules.")
