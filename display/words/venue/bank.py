"""Words for the financial side of a poker room: stakes, accounts and payments."""

from display.words.locale import N_

MONEY = {
    "none": N_("This game is played without prizes."),
    "points": N_("This game is played for points."),
    "lots": N_("This game is played for non-cash prizes."),
    "currency": N_("This game is played for money."),
}

ACCOUNTS = {
    "till": N_("In the till"),
    "safe": N_("Safe"),
    "chips": N_("Chips in play"),
    "pool": N_("In the prize pool"),
    "heads": N_("Bounties"),
    "house": N_("House share"),
    "difference": N_("Shortfall in the till"),
}
"""The names of the bank's accounts.

An account that holds money has a positive balance; a creditor's account has a negative one.
"""

SECONDS = {
    "bought-in": N_("Buys in"),
    "chips-bought": N_("Buys more chips"),
    "paid-out": N_("To be paid"),
}
"""The actions that a second person must confirm."""
