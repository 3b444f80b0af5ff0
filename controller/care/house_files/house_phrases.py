"""Plain sentences for a house's rules: one for each value, case, step and outcome.

English here, translated by the catalogues of `display.words`; written by us, not taken from the
houses' texts.
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
        "no-limit": N_("The betting has no limit."),
        "pot-limit": N_("The betting is pot-limit."),
        "limit": N_("The betting is limit."),
    },
    ("betting", "least_opening"): {
        "big-blind": N_("An opening bet is at least the big blind."),
        "any": N_("An opening bet may be of any size."),
    },
    ("betting", "least_raise"): {
        "double-last": N_("A raise goes to at least twice the highest bet."),
        "last-raise": N_("A raise is by at least the last full bet or raise."),
        "multiple-of-big-blind": N_(
            "A raise goes to a multiple of the big blind above the highest bet."
        ),
        "any": N_("A raise may be by any amount."),
    },
    ("betting", "short_opening"): {
        "by-least-raise": N_(
            "Over an opening all-in below the big blind, a raise is by the usual least amount."
        ),
        "two-big-blinds": N_(
            "Over an opening all-in below the big blind, a raise goes to at least two big blinds."
        ),
    },
    ("betting", "reopening"): {
        "full-raise": N_("An all-in that is no full raise never lets who has acted raise again."),
        "full-raise-cumulative": N_(
            "Short all-ins let who has acted raise again once they add up to a full raise to them."
        ),
        "own-bet-doubled": N_(
            "A player who has acted may raise again once their own bet has been doubled, in "
            "one step or more."
        ),
    },
    ("betting", "big_blind_option"): {
        True: N_("The big blind may raise when only called."),
        False: N_("The big blind has no option: the round ends when all bets are equal."),
    },
    ("betting", "knock_facing_bet"): {
        "fold": N_("Several knocks are a fold for who has a bet to call, else a check."),
        "refused": N_("Several knocks are a check, and nothing for who has a bet to call."),
        "check": N_("Several knocks are a check that is said, with a bet to call, too."),
    },
    ("betting", "check_facing_bet"): {
        "refused": N_("A check is none with a bet to call, and changes nothing."),
        "call-or-fold": N_("A player who says check with a bet to call can only call or fold."),
    },
    ("betting", "multi_chip"): {
        "sum": N_("Several chips with nothing said are a bet of what they come to."),
        "all-needed": N_(
            "Several chips with nothing said are a call when it takes each of them, the smallest"
            " too."
        ),
    },
    ("betting", "prior_chips"): {
        "bound": N_("Chips of an earlier bet stay where they lie."),
        "judged-together": N_(
            "A player who picks up chips of an earlier bet must call or raise; the chips "
            "left, or chips that cover the call, are one bet with those that come."
        ),
    },
    ("betting", "bare_figure"): {
        "as-said": N_("A figure that is said is a bet of that."),
        "highest-within-pot": N_(
            "A figure that no chips make is the highest bet that it can mean and the pot covers."
        ),
    },
    ("betting", "most_raises"): {
        None: N_("In a limit game a round has at most {n} bets and raises."),
    },
    ("betting", "most_raises_last_two"): {
        True: N_("That holds for the last two players of a game, too."),
        False: N_("It does not hold for the last two players of a game."),
    },
    ("betting", "most_raises_heads_up"): {
        True: N_("It holds where two players are left in a hand, too."),
        False: N_(
            "It does not hold for two players who are the last of a hand before it is reached."
        ),
    },
    ("betting", "pot_said"): {
        "refused": N_("A bet of the pot is none but in pot-limit."),
        "least": N_("A bet of the pot, but in pot-limit, is the least bet or raise."),
        "binds": N_(
            "Outside pot-limit, a player who says a bet of the pot must bet or raise; the "
            "chips say how much."
        ),
    },
    ("betting", "payment_seconds"): {
        None: N_("Chips that were said are waited for {n} seconds; then the floor is called."),
    },
    ("betting", "half_bet_all_in_reopens"): {
        True: N_("In a limit game an all-in of half a bet or more counts as a raise."),
        False: N_("In a limit game an all-in of less than a full bet is no raise."),
    },
    ("button", "movement"): {
        "dead": N_("The big blind always moves on, and the button may stand before an empty seat."),
        "moving": N_("The button always moves on to the next player."),
    },
    ("button", "small_blind_out"): {
        "empty-seat": N_("When the small blind has left, the button stands before the empty seat."),
        "same-player": N_("When the small blind has left, the same player has the button again."),
    },
    ("button", "heads_up_small_blind"): {
        "button": N_("With two players the button posts the small blind."),
        "other": N_("With two players who does not have the button posts the small blind."),
    },
    ("button", "new_player_between"): {
        "waits": N_("A newcomer between the button and the small blind waits."),
        "plays": N_("A newcomer between the button and the small blind plays at once."),
    },
    ("button", "new_player_on_button"): {
        "plays": N_("A newcomer on the button plays and keeps it."),
        "passes-left": N_("A newcomer on the button plays, and the button passes to their left."),
    },
    ("button", "vacant_seats"): {
        "count": N_("A dead button stands before the seat that it comes to."),
        "moved-over": N_(
            "A dead button is moved on over empty seats, to the last one before the small blind."
        ),
    },
    ("deal", "absent"): {
        "dealt-and-killed": N_(
            "An absent player is dealt in and pays their blinds; their hand is dead after the deal."
        ),
        "not-dealt": N_("An absent player gets no cards and pays no blinds."),
    },
    ("deal", "vacant_dead_seat"): {
        "dealt": N_(
            "An empty seat that has the dead button is dealt to, and its cards are taken away."
        ),
        "skipped": N_("Empty seats get no cards, even with the dead button."),
    },
    ("deal", "burn"): {
        True: N_("A card is burned before the flop, the turn and the river."),
        False: N_("No card is burned."),
    },
    ("deal", "absence_minutes"): {
        0: N_("How long a player may be away has no limit."),
        None: N_("The floor is called because of who is away for more than {n} minutes."),
    },
    ("deal", "too_late"): {
        "two-bets": N_(
            "A misdeal can be called until two players after the blinds have put chips in."
        ),
        "two-acts": N_("A misdeal can be called until two players after the big blind have acted."),
        "substantial-action": N_(
            "A misdeal can be called until two have acted, one of them with chips, or any three."
        ),
    },
    ("deal", "redeal"): {
        "as-it-was": N_("A void hand is dealt again as it was: same level, same players."),
        "anew": N_("After a void hand the next one is dealt as any other."),
    },
    ("deal", "redeal_absent"): {
        "plays": N_("A player who was away in the void hand and is back plays the next one."),
        "killed": N_(
            "The hand of a player away in the void hand is killed again when it is dealt again."
        ),
    },
    ("pots", "odd_chip"): {
        "left-of-button": N_("Odd chips go to the first winners left of the button, a chip each."),
        "next-pot": N_("Odd chips stay for the next pot."),
    },
    ("pots", "award_order"): {
        "outermost-first": N_("Side pots go first, the outermost before all."),
        "innermost-first": N_("The pot that all can win goes first, then the side pots."),
    },
    ("pots", "high_low_odd"): {
        "high": N_("Shared with a low hand, the odd chip of a pot is the high hand's."),
        "low": N_("Shared with a low hand, the odd chip of a pot is the low hand's."),
    },
    ("showdown", "first_to_show"): {
        "last-aggressor": N_(
            "The last to raise in the last round shows first; with no bet, the first to act."
        ),
        "last-called": N_("The player called on the river shows first, then clockwise."),
        "left-of-last-caller": N_("The first left of the last caller shows first."),
        "left-of-button": N_("The first left of the button shows first."),
    },
    ("showdown", "loser_may_muck"): {
        True: N_("A player who sees that they have lost need not show."),
        False: N_("Everybody shows, losers too."),
    },
    ("showdown", "all_in_may_muck"): {
        True: N_("An all-in player who has lost need not show."),
        False: N_("An all-in player shows in any case."),
    },
    ("showdown", "face_up_when_no_action"): {
        True: N_("All live hands are turned up as soon as nobody can bet any more."),
        False: N_("Hands stay closed until the showdown, even when nobody can bet any more."),
    },
    ("showdown", "all_in_shows_all"): {
        True: N_("Where somebody is all-in, nobody who is left mucks their hand unseen."),
        False: N_("Others need not show because somebody is all-in."),
    },
    ("showdown", "ask_to_see"): {
        "nobody": N_("Nobody can ask to see a hand at the showdown."),
        "floor": N_("Whether somebody may see a hand at the showdown, the floor decides."),
        "caller": N_(
            "A player who called the last bet of the last round and kept their cards may see "
            "the bettor's hand; the floor decides any other wish to see one."
        ),
        "dealt-in": N_("Every player dealt in may see every hand of the showdown."),
    },
    ("showdown", "held_face_down"): {
        True: N_("They stay closed while the room holds the next street."),
        False: N_("That holds while the room holds the next street, too."),
    },
    ("showdown", "run_twice"): {
        True: N_("All-in players may agree to run it twice: two boards, each for half of the pot."),
        False: N_("There is one board, whatever the players agree."),
    },
    ("showdown", "patience_seconds"): {
        None: N_(
            "At the showdown a hand that lies forward waits {n} seconds for a word; then the floor"
            " is called."
        ),
    },
    ("cards", "ask_seconds"): {
        None: N_("A hand that lies forward waits {n} seconds for a word of its player."),
    },
    ("cards", "beyond_line"): {
        "folded": N_("Cards let go beyond the line are folded."),
        "live": N_("Cards beyond the line stay live: only the muck kills them."),
        "asked": N_("Cards beyond the line stay live until the floor has been asked."),
    },
    ("clock", "seconds"): {None: N_("Once the clock is called, {n} seconds are left.")},
    ("clock", "count"): {
        0: N_("No seconds are counted aloud."),
        None: N_("Then {n} seconds are counted aloud."),
    },
    ("clock", "own"): {
        True: N_("A player may call the clock on themselves."),
        False: N_("A player calls the clock on others only."),
    },
    ("clock", "floor"): {
        True: N_("The floor may call the clock."),
        False: N_("Only the players at the table call the clock."),
    },
    ("clock", "each_decision"): {
        0: N_("A decision has no time of its own until the clock is called."),
        None: N_("Each decision has {n} seconds."),
    },
    ("clock", "first_decision"): {
        0: N_("A player's first decision in a hand has the same time as any other."),
        None: N_("A player's first decision in a hand has {n} seconds."),
    },
    ("clock", "time_bank"): {
        0: N_("There are no time-bank cards."),
        None: N_("A player has {n} time-bank cards a level."),
    },
    ("clock", "time_bank_seconds"): {
        0: N_("No card gives more time."),
        None: N_("A time-bank card gives {n} seconds more."),
    },
    ("penalties", "scale"): {
        "any": N_("The floor gives the penalty that it finds right."),
        "rounds-and-tens": N_(
            "A penalty is a warning, one to four rounds, tens of minutes, or the end of the game."
        ),
        "five-ten-twenty": N_(
            "A penalty is a warning, 5, 10 or 20 minutes, or the end of the game."
        ),
    },
    ("disclosure", "show_pot"): {
        True: N_("The display shows the pot."),
        False: N_("The display does not show the pot."),
        "pot-limit": N_("The display shows the pot in pot-limit games alone."),
    },
    ("disclosure", "show_stacks"): {
        True: N_("The display shows the stacks."),
        False: N_("The display does not show the stacks."),
        "facing-all-in": N_("The display shows the stacks while who is in turn faces an all-in."),
    },
    ("disclosure", "show_bets"): {
        True: N_("The display shows the bets."),
        False: N_("The display does not show the bets."),
    },
    ("disclosure", "earphones"): {
        True: N_("A seat may have an earphone."),
        False: N_("An earphone at a seat needs the floor's agreement."),
    },
    ("disclosure", "stream_delay"): {
        0: N_("Hole cards may leave for a stream when their hand is over."),
        None: N_("Hole cards leave for a stream {n} seconds late at the earliest."),
    },
    ("tournament", "starting_stack"): {None: N_("Everybody starts with {n}.")},
    ("tournament", "rebuy"): {
        0: N_("There is no rebuy."),
        None: N_("At the break everybody gets {n} more."),
    },
}
"""A sentence for each value; None stands for any number, `{n}` in its sentence."""

PIECES = N_("The starting stack is {pieces}.")
LEVELS = N_("The blinds are {levels}.")
LEVEL = N_("{blinds} for {n} minutes")
LAST_LEVEL = N_("{blinds} to the end")
GAME_AT = N_("At level {n} the game is {game}")
ONE_GAME = N_("The house's game is played at each level.")
BREAK = N_("a break of {n} minutes")

CASES = {
    "flop": N_("flop"), "turn": N_("turn"), "river": N_("river"),
    "acted": N_("somebody has acted"), "not-acted": N_("nobody has acted"),
    "order-known": N_("order known"), "order-unknown": N_("order unknown"),
    "burned": N_("after the burn"), "not-burned": N_("before the burn"),
    "before-board": N_("no board card yet"), "on-board": N_("cards on the board"),
    "in-time": N_("noticed in time"), "late": N_("noticed too late"),
    "dealing": N_("during the deal"), "dealt": N_("after the deal"),
    "first-two": N_("one of the first two cards"), "later": N_("a later card"),
    "only-one": N_("the only one"), "second": N_("the second one"),
    "turned-up": N_("face up for all"), "flashed": N_("seen by one"),
    "stub": N_("a card of the stub"), "burn": N_("a burned card"), "muck": N_("a card of the muck"),
    "touched": N_("their hand was on it"), "untouched": N_("they have not touched it"),
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
    "uncalled": N_("their raise is not called"), "called": N_("no raise of theirs is open"),
    "in-turn": N_("in turn"), "out-of-turn": N_("out of turn"),
    "folded": N_("they have folded"),
    "running": N_("during the hand"), "over": N_("after the hand is over"),
    "to-player": N_("to a player in the hand"),
    "to-outsider": N_("to somebody who is not in the hand"),
    "tabled": N_("their hand lies face up"),
    "during-hand": N_("while the hand runs"),
    "lacking": N_("with chips missing from it"),
    "surplus": N_("with chips in it that nobody has bet"),
    "between-hands": N_("before the next hand begins"),
    "next-hand": N_("after the next hand has begun"),
    "substantial-action": N_("after substantial action"),
    "announced": N_("announced"), "silent": N_("nothing said"),
    "after-round": N_("when the betting round is over"),
    "in-round": N_("while the betting round runs"),
    "half": N_("half a raise or more"), "less-than-half": N_("less than half a raise"),
    "heads-up": N_("with two players"), "several": N_("with more players"),
    "opening": N_("over an opening bet"), "raised": N_("over a raise"),
    "in-a-row": N_("behind another that was short"), "alone": N_("behind none that was short"),
    "beyond-pot": N_("more than the pot"), "within-pot": N_("no more than the pot"),
    "amount-open": N_("before the raise has its amount"),
    "amount-said": N_("once the raise has its amount"),
    "button-owed": N_("the button lacks a card"), "nothing-owed": N_("the button lacks none"),
    "call-then-raise": N_("raise said, then the call, then the raise"),
    "other-motions": N_("any other motions"),
    "check": N_("a check"), "call": N_("a call"), "bet": N_("an opening bet"),
    "fold": N_("a fold"), "passive": N_("a check, call or fold"), "raise": N_("a bet or raise"),
    "skipped-checks": N_("who was skipped checks"),
    "skipped-raises": N_("who was skipped bets or raises"),
    "skipped-calls": N_("who was skipped calls"),
    "skipped-folds": N_("who was skipped folds"),
    "skipped-by-three": N_("three have acted after who was skipped"),
    "skipped-by-fewer": N_("fewer have acted after who was skipped"),
    "less-action": N_("before substantial action"),
    "one-chip": N_("a single chip"), "several-chips": N_("several chips, each of them needed"),
    "unknown": N_("a card that nobody knows"),
    "bound": N_("they must bet or call"),
    "unchanged": N_("nothing changed since"), "changed": N_("a bet or raise came since"),
}  # fmt: skip

CARDS = {
    "street": N_("the cards of this street"),
    "first": N_("its first card"),
    "last": N_("its last card"),
    "extra": N_("the card too many"),
    "burn": N_("the last burned card"),
    "street+burn": N_("the cards of this street and its burn"),
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
    "keep ": N_("everything stays as it lies"),
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
    "return_bets": N_("every bet goes back"),
    "kill_hand": N_("the hand is dead"),
    "floor_decides": N_("the floor decides"),
    "gather": N_("gather the bet"),
    "put_in": N_("the player puts the missing chips into the pot"),
}
"""Sentences by step word, and by its object where that needs another sentence."""

OUTCOMES = {
    "made-full": N_("it is made full"),
    "call": N_("it is a call"),
    "choose": N_("the player makes it full, or folds and loses what is in"),
    "chip-value": N_("it counts with the value of the chip"),
    "first-motion": N_("only the first motion counts"),
    "binds": N_("it binds"),
    "free": N_("it does not bind: the player chooses again in their turn"),
    "check": N_("it becomes a check"),
    "call-or-fold": N_("the player may call or fold, and not raise"),
    "stands": N_("it stands"),
    "dead": N_("the hand is dead"),
    "live": N_("the hand stays live"),
    "kept": N_("the card is kept"),
    "floor": N_("the floor decides"),
    "fold": N_("it is a fold"),
    "penalty": N_("the hand stays live, a penalty may follow"),
}

FLOOR = OUTCOMES["floor"]
REMEDY = N_("{what}: {done}.")
SILENT = N_("nothing said: the floor decides")
READING = N_("Read so: {reading}")
FROM_PARENT = N_("Everything that the house leaves out is {parent}'s.")
SOURCE = N_("Source: {source}")
NO_ARTICLE = N_("Where the text says nothing")
SAME = N_("{a} and {b} say the same.")
