"""Words for the costs of a cash game: buy-ins, rake, time charges, and the value of a chip."""

from display.words.locale import N_

STAKES = {
    "buy_in_least": N_("The minimum buy-in is {n} big blinds."),
    "buy_in_most": N_("The maximum buy-in is {n} big blinds."),
    "top_up_most": N_("A stack may be topped up to {n} big blinds."),
    "top_up_kept": N_("Chips bought during a hand come into play in the next hand."),
    "top_up_refused": N_("No chips are sold during a hand."),
    "no_rake": N_("The house takes no rake."),
    "rake": N_("The house rakes {n} chips per thousand from each pot."),
    "rake_cap": N_("The rake is capped at {n} per hand."),
    "no_flop_no_drop": N_("No rake is taken from a hand that ends before the flop."),
    "time": N_("Each player pays a time charge of {n}."),
    "time_minutes": N_("Time is charged every {n} minutes, between hands."),
    "time_pot": N_("The first pot of at least {n} pays the time charge for all players."),
    "worth_points": N_("Points per chip: {n}."),
    "worth_lots": N_("Each chip is worth {n} in prizes."),
    "worth_currency": N_("Each chip is worth {n} in cash."),
    "call_minutes": N_(
        "When a player is called from the waiting list, the seat is held for {n} minutes."
    ),
    "calls_missed": N_("A player is taken off the waiting list after {n} unanswered calls."),
    "return_minutes": N_(
        "A player who returns within {n} minutes must buy in for at least the amount they "
        "left with."
    ),
}
"""The terms of a cash game as sentences, by field of `StakeLine`.

`controller/contract/venue/views.py` defines that struct.
"""
