"""Plain sentences that describe a house's rules: one for each value, case, step and outcome.

They are written in English here and translated through the catalogues in `display.words`. The
wording is Tapis's own, not the house's.
"""

from collections.abc import Mapping

from controller.care.house_files.house_game_phrases import GAME_VALUES
from display.words.locale import N_

TOPICS = {
    "game": N_("The game"),
    "betting": N_("Betting"),
    "button": N_("Button and blinds"),
    "blinds": N_("Short blinds"),
    "deal": N_("The deal"),
    "pots": N_("Dividing the pots"),
    "showdown": N_("Showing hands"),
    "cards": N_("Cards over the line"),
    "clock": N_("The clock"),
    "penalties": N_("Penalties"),
    "disclosure": N_("Consent"),
    "tournament": N_("The tournament"),
    "cash": N_("The cash game"),
    "remedies": N_("When something goes wrong"),
}

VALUES: Mapping[tuple[str, str], Mapping[object, str]] = {
    **GAME_VALUES,
    ("betting", "structure"): {
        "no-limit": N_("The betting is no-limit."),
        "pot-limit": N_("The betting is pot-limit."),
        "limit": N_("The betting is limit."),
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
            "minimum."
        ),
        "two-big-blinds": N_(
            "After an opening all-in below the big blind, a raise must be to at least two big "
            "blinds."
        ),
    },
    ("betting", "reopening"): {
        "full-raise": N_(
            "An all-in short of a full raise never reopens the betting for players who have acted."
        ),
        "full-raise-cumulative": N_(
            "Short all-ins reopen the betting for a player once they add up to a full raise."
        ),
        "own-bet-doubled": N_(
            "A player who has acted may raise again once their own bet has been doubled, in "
            "one step or more."
        ),
    },
    ("betting", "big_blind_option"): {
        True: N_("The big blind has the option to raise if nobody else has."),
        False: N_("The big blind has no option: the round ends when all bets are equal."),
    },
    ("betting", "knock_facing_bet"): {
        "fold": N_("Several knocks are a fold facing a bet, otherwise a check."),
        "refused": N_("Several knocks are a check, and mean nothing facing a bet."),
        "check": N_("Several knocks announce a check, even facing a bet."),
    },
    ("betting", "check_facing_bet"): {
        "refused": N_("A check when facing a bet does not count, and changes nothing."),
        "call-or-fold": N_("A player who says check with a bet to call can only call or fold."),
    },
    ("betting", "multi_chip"): {
        "sum": N_("Several chips put in without a word are a bet of their total."),
        "all-needed": N_(
            "Several chips put in without a word are a call if every chip is needed, even the "
            "smallest."
        ),
    },
    ("betting", "prior_chips"): {
        "bound": N_("Chips from an earlier bet stay where they are."),
        "judged-together": N_(
            "A player who picks up chips from an earlier bet must call or raise; remaining "
            "chips that do not cover the call count as one bet together with the new chips."
        ),
    },
    ("betting", "bare_figure"): {
        "as-said": N_("An announced figure is a bet of that amount."),
        "highest-within-pot": N_(
            "An announced figure that can't be made up in chips means the highest amount it "
            "could stand for that is within the pot."
        ),
    },
    ("betting", "most_raises"): {
        None: N_("In a limit game a round has at most {n} bets and raises."),
    },
    ("betting", "most_raises_last_two"): {
        True: N_("It also applies to the last two players in a game."),
        False: N_("It does not apply to the last two players in a game."),
    },
    ("betting", "most_raises_heads_up"): {
        True: N_("It also applies when two players are left in a hand."),
        False: N_(
            "It does not apply if only two players are left in the hand before the limit is "
            "reached."
        ),
    },
    ("betting", "pot_said"): {
        "refused": N_('A bet announced as "pot" is only valid in pot-limit.'),
        "least": N_('Outside pot-limit, a bet announced as "pot" is a minimum bet or raise.'),
        "binds": N_(
            'Outside pot-limit, a player who announces "pot" must bet or raise; the chips they '
            "put in set the amount."
        ),
    },
    ("betting", "payment_seconds"): {
        None: N_("A player has {n} seconds to put in announced chips; then the floor is called."),
    },
    ("betting", "half_bet_all_in_reopens"): {
        True: N_("In a limit game an all-in of half a bet or more counts as a raise."),
        False: N_("In a limit game an all-in of less than a full bet does not count as a raise."),
    },
    ("button", "movement"): {
        "dead": N_(
            "The big blind always moves on, and the button may be in front of an empty seat."
        ),
        "moving": N_("The button always moves on to the next player."),
    },
    ("button", "small_blind_out"): {
        "empty-seat": N_(
            "When the small blind has left, the button is placed in front of the empty seat."
        ),
        "same-player": N_("When the small blind has left, the same player keeps the button."),
    },
    ("button", "heads_up_small_blind"): {
        "button": N_("With two players the button posts the small blind."),
        "other": N_("With two players, the player without the button posts the small blind."),
    },
    ("button", "new_player_between"): {
        "waits": N_("A new player between the button and the small blind waits."),
        "plays": N_("A new player between the button and the small blind plays at once."),
    },
    ("button", "new_player_on_button"): {
        "plays": N_("A new player on the button plays and keeps it."),
        "passes-left": N_("A new player on the button plays, and the button passes to their left."),
    },
    ("button", "vacant_seats"): {
        "count": N_("A dead button stays in front of the seat it reaches."),
        "moved-over": N_(
            "A dead button moves past empty seats, to the last one before the small blind."
        ),
    },
    ("deal", "absent"): {
        "dealt-and-killed": N_(
            "An absent player is dealt in and pays the blinds; their hand is dead after the deal."
        ),
        "not-dealt": N_("An absent player gets no cards and pays no blinds."),
    },
    ("deal", "vacant_dead_seat"): {
        "dealt": N_(
            "An empty seat with the dead button is dealt in, and its cards are taken away."
        ),
        "skipped": N_("Empty seats get no cards, even with the dead button."),
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
            "A misdeal can be called until two players after the blinds have put chips in."
        ),
        "two-acts": N_("A misdeal can be called until two players after the big blind have acted."),
        "substantial-action": N_(
            "A misdeal can be called until two players have acted, one of them putting in "
            "chips, or any three players have acted."
        ),
    },
    ("deal", "redeal"): {
        "as-it-was": N_("A void hand is dealt again unchanged: same level, same players."),
        "anew": N_("After a void hand, the next hand is dealt as usual."),
    },
    ("deal", "redeal_absent"): {
        "plays": N_("A player who missed the void hand and has returned plays the redealt one."),
        "killed": N_("A player who was away for the void hand has a dead hand in the redeal too."),
    },
    ("pots", "odd_chip"): {
        "left-of-button": N_(
            "Odd chips go to the first winners left of the button, one chip each."
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
            "The last player to raise in the final round shows first; without a bet, the "
            "first to act."
        ),
        "last-called": N_("The player called on the river shows first, then clockwise."),
        "left-of-last-caller": N_("The first player left of the last caller shows first."),
        "left-of-button": N_("The first player left of the button shows first."),
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
        True: N_("When a player is all-in, no remaining hand may be mucked unseen."),
        False: N_("An all-in does not oblige the other players to show."),
    },
    ("showdown", "ask_to_see"): {
        "nobody": N_("Nobody can ask to see a hand at the showdown."),
        "floor": N_("The floor decides whether a player may see a hand at the showdown."),
        "caller": N_(
            "A player who called the last bet of the final round and kept their cards may "
            "ask to see the bettor's hand; the floor decides any other request."
        ),
        "dealt-in": N_("Any player dealt in may see every hand at the showdown."),
    },
    ("showdown", "held_face_down"): {
        True: N_("They stay face down while the room holds the next street."),
        False: N_("It also applies while the room holds the next street."),
    },
    ("showdown", "run_twice"): {
        True: N_("All-in players may agree to run it twice: two boards, each for half of the pot."),
        False: N_("There is only ever one board, even if the players agree otherwise."),
    },
    ("showdown", "patience_seconds"): {
        None: N_(
            "At the showdown, a player who pushes a hand forward has {n} seconds to declare; "
            "then the floor is called."
        ),
    },
    ("cards", "ask_seconds"): {
        None: N_("A player who pushes a hand forward has {n} seconds to declare."),
    },
    ("cards", "beyond_line"): {
        "folded": N_("Cards released beyond the line are folded."),
        "live": N_("Cards beyond the line stay live: only the muck kills a hand."),
        "asked": N_("Cards beyond the line stay live until the floor has been asked."),
    },
    ("clock", "seconds"): {None: N_("Once the clock has been called, the player has {n} seconds.")},
    ("clock", "count"): {
        0: N_("There is no spoken countdown."),
        None: N_("Then {n} seconds are counted aloud."),
    },
    ("clock", "own"): {
        True: N_("A player may call the clock on themselves."),
        False: N_("A player may only call the clock on others."),
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
            "A penalty is a warning, one to four rounds, tens of minutes, or disqualification."
        ),
        "five-ten-twenty": N_("A penalty is a warning, 5, 10 or 20 minutes, or disqualification."),
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
        False: N_("An earphone at a seat needs the floor's agreement."),
    },
    ("disclosure", "stream_delay"): {
        0: N_("Hole cards may be streamed once their hand is over."),
        None: N_("Hole cards are streamed with a delay of at least {n} seconds."),
    },
    ("tournament", "starting_stack"): {None: N_("Everybody starts with {n}.")},
    ("tournament", "rebuy"): {
        0: N_("There are no rebuys."),
        None: N_("At the break, every player gets {n} more."),
    },
}
"""A sentence for each value; None stands for any number, shown as `{n}` in the sentence."""

PIECES = N_("The starting stack is {pieces}.")
LEVELS = N_("The blinds are {levels}.")
LEVEL = N_("{blinds} for {n} minutes")
LAST_LEVEL = N_("{blinds} to the end")
GAME_AT = N_("At level {n} the game is {game}")
ONE_GAME = N_("The house's game is played at every level.")
BREAK = N_("a break of {n} minutes")

CASES = {
    "flop": N_("flop"), "turn": N_("turn"), "river": N_("river"),
    "acted": N_("somebody has acted"), "not-acted": N_("no action"),
    "order-known": N_("order known"), "order-unknown": N_("order unknown"),
    "burned": N_("after the burn"), "not-burned": N_("before the burn"),
    "before-board": N_("no board card yet"), "on-board": N_("cards on the board"),
    "in-time": N_("noticed in time"), "late": N_("noticed too late"),
    "dealing": N_("during the deal"), "dealt": N_("after the deal"),
    "first-two": N_("one of the first two cards"), "later": N_("a later card"),
    "only-one": N_("the only one"), "second": N_("the second one"),
    "turned-up": N_("face up for all"), "flashed": N_("seen by one player"),
    "stub": N_("a card from the stub"), "burn": N_("a burned card"),
    "muck": N_("a card from the muck"),
    "touched": N_("they have touched it"), "untouched": N_("they have not touched it"),
    "to-board": N_("a card that came to the board"),
    "from-board": N_("a card that left the board"),
    "dealer-own": N_("the dealer's own"), "not-dealer": N_("not the dealer's"),
    "by-dealer": N_("by the dealer"), "by-player": N_("by the player"),
    "to-first": N_("to the first player"), "to-other": N_("to another player"),
    "one": N_("one card"), "more": N_("several cards"),
    "button": N_("the button"), "not-button": N_("not the button"),
    "before-action": N_("before any action"), "after-action": N_("after some action"),
    "to-act": N_("they have still to act"), "all-in": N_("they are all-in"),
    "not-all-in": N_("they are not all-in"),
    "facing-bet": N_("with a bet to call"), "unopened": N_("with no bet"),
    "opened": N_("with a bet made"), "showdown": N_("at the showdown"),
    "uncalled": N_("their raise has not been called"), "called": N_("they have no open raise"),
    "in-turn": N_("in turn"), "out-of-turn": N_("out of turn"),
    "folded": N_("they have folded"),
    "running": N_("during the hand"), "over": N_("after the hand is over"),
    "to-player": N_("to a player in the hand"),
    "to-outsider": N_("to a player not in the hand"),
    "tabled": N_("their hand is face up"),
    "during-hand": N_("during the hand"),
    "lacking": N_("with chips missing from it"),
    "surplus": N_("with chips in it that nobody has bet"),
    "between-hands": N_("before the next hand begins"),
    "next-hand": N_("after the next hand has begun"),
    "substantial-action": N_("after substantial action"),
    "announced": N_("announced"), "silent": N_("nothing said"),
    "after-round": N_("when the betting round is over"),
    "in-round": N_("during the betting round"),
    "half": N_("half a raise or more"), "less-than-half": N_("less than half a raise"),
    "heads-up": N_("with two players"), "several": N_("with more players"),
    "opening": N_("over an opening bet"), "raised": N_("over a raise"),
    "in-a-row": N_("behind another player who was short"),
    "alone": N_("not behind a player who was short"),
    "beyond-pot": N_("more than the pot"), "within-pot": N_("no more than the pot"),
    "amount-open": N_("before the amount of the raise is set"),
    "amount-said": N_("once the amount of the raise is set"),
    "button-owed": N_("the button lacks a card"), "nothing-owed": N_("the button has both cards"),
    "call-then-raise": N_("raise announced, then the call, then the raise"),
    "other-motions": N_("any other motions"),
    "check": N_("a check"), "call": N_("a call"), "bet": N_("an opening bet"),
    "fold": N_("a fold"), "passive": N_("a check, call or fold"), "raise": N_("a bet or raise"),
    "skipped-checks": N_("the skipped player checks"),
    "skipped-raises": N_("the skipped player bets or raises"),
    "skipped-calls": N_("the skipped player calls"),
    "skipped-folds": N_("the skipped player folds"),
    "skipped-by-three": N_("three have acted since the skipped player"),
    "skipped-by-fewer": N_("fewer than three have acted since the skipped player"),
    "less-action": N_("before substantial action"),
    "one-chip": N_("a single chip"), "several-chips": N_("several chips, each of them needed"),
    "unknown": N_("an unknown card"),
    "bound": N_("they must bet or call"),
    "unchanged": N_("nothing has changed since"),
    "changed": N_("there has been a bet or raise since"),
}  # fmt: skip

CARDS = {
    "street": N_("this street's cards"),
    "first": N_("its first card"),
    "last": N_("its last card"),
    "extra": N_("the extra card"),
    "burn": N_("the last burned card"),
    "street+burn": N_("this street's cards and burn"),
    "left": N_("the card left over"),
    "card": N_("this card"),
}

STEPS = {
    "take_back": N_("take {cards} back"),
    "to_stub": N_("put {cards} back into the stub"),
    "mix": N_("mix {cards} face down"),
    "deal": N_("deal {cards} to the board"),
    "use_as_burn": N_("make {cards} the burn"),
    "set_aside": N_("set {cards} aside, face up"),
    "keep": N_("{cards}: no change"),
    "take_back ": N_("take the chips back"),
    "keep ": N_("everything stays as it is"),
    "shuffle": N_("shuffle the stub"),
    "cut": N_("cut"),
    "burn": N_("burn a card"),
    "burn 2": N_("burn two cards"),
    "burn 3": N_("burn three cards"),
    "deal flop": N_("deal the flop"),
    "deal turn": N_("deal the turn"),
    "deal river": N_("deal the river"),
    "deal seat": N_("deal the player a card"),
    "finish_deal": N_("finish the deal"),
    "finish_round": N_("finish the betting round"),
    "void_hand": N_("the hand is void and dealt again"),
    "return_bets": N_("every bet is returned"),
    "kill_hand": N_("the hand is dead"),
    "floor_decides": N_("the floor decides"),
    "gather": N_("gather the bet"),
    "put_in": N_("the player puts the missing chips into the pot"),
}
"""Sentences by step word, and by the step's object where it needs another sentence."""

OUTCOMES = {
    "made-full": N_("it is completed"),
    "call": N_("it is a call"),
    "choose": N_("the player completes it, or folds and loses the chips already in"),
    "chip-value": N_("it counts at the value of the chip"),
    "first-motion": N_("only the first motion counts"),
    "binds": N_("it is binding"),
    "free": N_("it is not binding: the player chooses again when it is their turn"),
    "check": N_("it becomes a check"),
    "call-or-fold": N_("the player may call or fold, but not raise"),
    "stands": N_("it stands"),
    "dead": N_("the hand is dead"),
    "live": N_("the hand stays live"),
    "kept": N_("the card is kept"),
    "floor": N_("the floor decides"),
    "fold": N_("it is a fold"),
    "penalty": N_("the hand stays live; a penalty may follow"),
}

FLOOR = OUTCOMES["floor"]
REMEDY = N_("{what}: {done}.")
SILENT = N_("nothing said: the floor decides")
READING = N_("Read as: {reading}")
FROM_PARENT = N_("Anything the house leaves out comes from {parent}.")
SOURCE = N_("Source: {source}")
NO_ARTICLE = N_("Where the text says nothing")
SAME = N_("{a} and {b} say the same.")
