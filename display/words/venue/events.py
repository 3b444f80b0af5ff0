"""Words for multi-day tournaments, satellites and mixed games."""

from display.words.locale import N_

CHANGES = {
    "": "",
    "level": N_("The game changes with the level."),
    "by-hand": N_("The director changes the game."),
    "choice": N_("Dealer's choice: the dealer at each table chooses the game."),
}
"""How the game of a mixed tournament changes, by the keyword in the tournament file."""

BAGGING = {
    "": N_("Stacks can't be bagged now."),
    "ending": N_("The day is ending: each stack is counted, sealed, and signed for by the player."),
    "over": N_("All chips have been bagged. Play continues on another day."),
    "brought": N_("Bags from the previous day: open and count each one before play begins."),
}
"""The text on the page for bagging stacks, by the stage of bagging."""


REFUSED = {
    "bag-not-signed": N_("The player must sign for the count first."),
    "bagged-already": N_("This player's stack has already been bagged."),
    "bags-are-closed": N_("Some stacks have already been bagged: undo that first."),
    "bags-are-there": N_("The bags have already been brought in."),
    "bags-not-opened": N_("Open and count every bag first."),
    "count-differs": N_("The count does not match the books: count again and confirm."),
    "day-ends-already": N_("The day is already ending."),
    "day-goes-on": N_("Stacks can be bagged only while the day is ending."),
    "no-bag-to-open": N_("This player has no bag to open."),
    "no-bags": N_("No flight of this event has bags to bring in."),
    "no-seal": N_("A bag must have a seal."),
    "no-such-change-of-games": N_("This tournament does not allow that change of game."),
    "no-such-game": N_("The tournament file has no such game."),
    "no-such-ticket": N_("This player has no ticket for this tournament."),
    "no-tickets-here": N_("Tickets are not valid for this tournament."),
    "no-tie": N_("No players are tied for a seat."),
    "not-so-many-seats": N_("Choose one tied player for each seat."),
    "one-day": N_("This event lasts one day."),
    "seal-is-used": N_("This seal is already on another bag."),
    "shares-are-not-the-seats": N_(
        "A satellite's prizes are its seats; the remainder goes to the next place."
    ),
    "the-table-was-told": N_("A different count has already been sent to the table."),
    "ticket-is-used": N_("This ticket has already been used for an entry."),
}
"""Why an action with bags, tickets or mixed games was refused, by the id of the reason."""
