"""What is said of money in a room that has chosen to have any."""

from display.words.locale import N_

MONEY = {
    "none": N_("Nothing is played for here."),
    "points": N_("Points are played for."),
    "lots": N_("Prizes in kind are played for."),
    "currency": N_("Money is played for."),
}

ACCOUNTS = {
    "till": N_("In the till"),
    "safe": N_("From the safe"),
    "chips": N_("Chips in play"),
    "pool": N_("For the prizes"),
    "heads": N_("On heads"),
    "house": N_("The house's"),
    "difference": N_("Missing by a count"),
}
"""What accounts are called: places have money, who is owed it stands below nothing."""

SECONDS = {
    "bought-in": N_("Buys a seat"),
    "chips-bought": N_("Buys more chips"),
    "paid-out": N_("Is paid"),
}
"""What waits for a second person."""
