"""The price of a seat in a cash game, and the house's take."""

from display.words.locale import N_

STAKES = {
    "buy_in_least": N_("A buy-in is at least {n} big blinds."),
    "buy_in_most": N_("A buy-in is at most {n} big blinds."),
    "top_up_most": N_("A stack may be topped up to {n} big blinds."),
    "top_up_kept": N_("Chips that are bought during a hand come in before the next one."),
    "top_up_refused": N_("No chips are sold while a hand runs."),
    "no_rake": N_("The house takes nothing out of the pots."),
    "rake": N_("The house takes {n} of each thousand chips of a pot."),
    "rake_cap": N_("The rake of a hand is at most {n}."),
    "no_flop_no_drop": N_("A hand that ends before the flop pays no rake."),
    "time": N_("For the time that is played each player pays {n}."),
    "time_minutes": N_("The time is paid for every {n} minutes, between two hands."),
    "time_pot": N_("The first pot of at least {n} pays for the time of all."),
    "worth_points": N_("A chip is worth {n} points."),
    "worth_lots": N_("A chip is worth {n} lots."),
    "worth_currency": N_("A chip is worth {n} of the currency."),
    "call_minutes": N_("The seat of who is called is kept for {n} minutes."),
    "calls_missed": N_("After {n} calls unanswered a player leaves the list."),
}
"""By the fields of `controller/contract/venue/views.py:StakeLine`."""
