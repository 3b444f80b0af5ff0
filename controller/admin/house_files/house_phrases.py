"""Plain sentences that describe a house's rules: one for each value, case, step and outcome.

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

CASES = {
    "flop": N_("flop"), "turn": N_("turn"), "river": N_("river"),
    "acted": N_("somebody has acted"), "not-acted": N_("nobody has acted"),
    "order-known": N_("the order of the cards is known"),
    "order-unknown": N_("the order of the cards is unknown"),
    "burned": N_("after the burn"), "not-burned": N_("before the burn"),
    "before-board": N_("no board cards yet"), "on-board": N_("cards on the board"),
    "finished": N_("the street is complete"), "unfinished": N_("the street is incomplete"),
    "in-time": N_("noticed in time"), "late": N_("noticed too late"),
    "dealing": N_("during the deal"), "dealt": N_("after the deal"),
    "first-two": N_("one of the first two cards"), "later": N_("a later card"),
    "only-one": N_("the only exposed card"), "second": N_("the second exposed card"),
    "turned-up": N_("face up, seen by everyone"), "flashed": N_("seen by one player"),
    "stub": N_("a card from the stub"), "burn": N_("a burned card"),
    "muck": N_("a card from the muck"),
    "touched": N_("the player has touched the card"),
    "untouched": N_("the player has not touched the card"),
    "to-board": N_("a card that reached the board"),
    "from-board": N_("a card that left the board"),
    "dealer-own": N_("the dealer's own card"),
    "not-dealer": N_("the card of a player other than the dealer"),
    "by-dealer": N_("caused by the dealer"), "by-player": N_("caused by the player"),
    "to-first": N_("dealt to the first player"), "to-other": N_("dealt to another player"),
    "to-small-blind": N_("dealt to the small blind"),
    "not-to-small-blind": N_("dealt to a player other than the small blind"),
    "one": N_("one card"), "more": N_("several cards"),
    "button": N_("the button"), "not-button": N_("a player other than the button"),
    "before-action": N_("before any action"), "after-action": N_("after some action"),
    "to-act": N_("the player still has to act"), "all-in": N_("the player is all-in"),
    "not-all-in": N_("the player is not all-in"),
    "facing-bet": N_("with a bet to call"), "unopened": N_("with no bet"),
    "opened": N_("after a bet"), "showdown": N_("at the showdown"),
    "uncalled": N_("the player's raise has not been called"),
    "called": N_("the player has no uncalled raise"),
    "in-turn": N_("in turn"), "out-of-turn": N_("out of turn"),
    "folded": N_("the player has folded"),
    "running": N_("during the hand"), "over": N_("after the hand is over"),
    "to-player": N_("shown to a player in the hand"),
    "to-outsider": N_("shown to a player who is not in the hand"),
    "tabled": N_("the player's hand is face up"),
    "during-hand": N_("during the hand"),
    "lacking": N_("chips are missing from the pot"),
    "surplus": N_("the pot contains chips that nobody has bet"),
    "between-hands": N_("before the next hand begins"),
    "next-hand": N_("after the next hand has begun"),
    "substantial-action": N_("after substantial action"),
    "announced": N_("announced"), "silent": N_("not announced"),
    "after-round": N_("when the betting round is over"),
    "in-round": N_("during the betting round"),
    "half": N_("half a raise or more"), "less-than-half": N_("less than half a raise"),
    "heads-up": N_("with two players"), "several": N_("with more than two players"),
    "opening": N_("facing an opening bet"), "raised": N_("facing a raise"),
    "in-a-row": N_("after another player's short call"),
    "alone": N_("not after another player's short call"),
    "beyond-pot": N_("more than the pot"), "within-pot": N_("no more than the pot"),
    "amount-open": N_("before the amount of the raise is set"),
    "amount-said": N_("once the amount of the raise is set"),
    "button-owed": N_("the button is missing a card"),
    "nothing-owed": N_("the button has both cards"),
    "call-then-raise": N_("raise announced, then chips for the call, then chips for the raise"),
    "other-motions": N_("any other sequence of motions"),
    "check": N_("a check"), "call": N_("a call"), "bet": N_("an opening bet"),
    "fold": N_("a fold"), "passive": N_("a check, call or fold"), "raise": N_("a bet or raise"),
    "skipped-checks": N_("the skipped player checks"),
    "skipped-raises": N_("the skipped player bets or raises"),
    "skipped-calls": N_("the skipped player calls"),
    "skipped-folds": N_("the skipped player folds"),
    "skipped-by-three": N_("three players have acted since the skipped player"),
    "skipped-by-fewer": N_("fewer than three players have acted since the skipped player"),
    "less-action": N_("before substantial action"),
    "one-chip": N_("a single chip"),
    "several-chips": N_("several chips, all of them needed for the call"),
    "unknown": N_("an unknown card"), "bound": N_("the player must bet or call"),
    "unchanged": N_("nobody has bet or raised since the action out of turn"),
    "changed": N_("somebody has bet or raised since the action out of turn"),
}  # fmt: skip

CARDS = {
    "street": N_("this street's cards"),
    "first": N_("the street's first card"),
    "last": N_("the street's last card"),
    "extra": N_("the extra card"),
    "burn": N_("the last burned card"),
    "street+burn": N_("this street's cards and its burn card"),
    "left": N_("the remaining card"),
    "card": N_("this card"),
}

STEPS = {
    "take_back": N_("take {cards} back"),
    "to_stub": N_("put {cards} back into the stub"),
    "mix": N_("mix {cards} face down"),
    "deal": N_("deal {cards} to the board"),
    "use_as_burn": N_("use {cards} as the burn card"),
    "set_aside": N_("set {cards} aside face up"),
    "keep": N_("leave {cards} in place"),
    "take_back ": N_("take the chips back"),
    "keep ": N_("leave everything as it is"),
    "shuffle": N_("shuffle the stub"),
    "cut": N_("cut the stub"),
    "burn": N_("burn a card"),
    "burn 2": N_("burn two cards"),
    "burn 3": N_("burn three cards"),
    "deal flop": N_("deal the flop"),
    "deal turn": N_("deal the turn"),
    "deal river": N_("deal the river"),
    "deal seat": N_("deal the player a card"),
    "finish_deal": N_("finish the deal"),
    "finish_round": N_("finish the betting round"),
    "void_hand": N_("the hand is void and is redealt"),
    "return_bets": N_("every bet is returned"),
    "kill_hand": N_("the hand is dead"),
    "floor_decides": N_("the floor decides"),
    "gather": N_("gather the bet"),
    "put_in": N_("the player puts the missing chips into the pot"),
}
"""Phrases for the steps of a ruling, by whole step (`deal flop`) or by first word (`deal`).

A word used with and without an object has two keys: the one without an object ends with a space."""

OUTCOMES = {
    "made-full": N_("the full amount is due"),
    "call": N_("it counts as a call"),
    "choose": N_("the player completes it, or folds and forfeits the chips already in"),
    "chip-value": N_("the bet counts for the full value of the chip"),
    "first-motion": N_("only the first motion counts"),
    "binds": N_("the action is binding"),
    "free": N_("the action is not binding, so the player chooses again when it is their turn"),
    "check": N_("it counts as a check"), "stands": N_("no correction is made"),
    "call-or-fold": N_("the player may call or fold, but not raise"),
    "dead": N_("the hand is dead"), "live": N_("the hand stays live"),
    "kept": N_("the card is kept"), "floor": N_("the floor decides"),
    "fold": N_("it counts as a fold"),
    "penalty": N_("the hand stays live; a penalty may follow"),
}  # fmt: skip

KEEP_CARD = N_("unless the player keeps the card:")
FLOOR = OUTCOMES["floor"]
REMEDY = N_("{what}: {done}.")
SILENT = N_("the rule book does not say: the floor decides")
READING = N_("Interpretation: {reading}")
FROM_PARENT = N_("Anything this house does not specify comes from {parent}.")
SOURCE = N_("Source: {source}")
NO_ARTICLE = N_("Where the rule book is silent")
SAME = N_("{a} and {b} have the same rules.")
