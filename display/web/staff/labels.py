"""The labels of the fields in the forms of staff actions."""

from collections.abc import Mapping
from typing import Final

from controller.contract.venue import desk
from controller.contract.venue import inputs as i
from controller.contract.venue.cash_game import waiting
from controller.contract.venue.floor import clock, direction, members
from controller.contract.venue.prizes import deals, money
from controller.contract.venue.tournament_formats import days, satellites
from display.words.names import N_

LABELS: Final[Mapping[str, str]] = {
    "player": N_("Player"), "table": N_("Table"), "seat": N_("Seat"), "seats": N_("Seats"),
    "ears": N_("Seats with an earpiece"), "chips": N_("Chips"), "why": N_("Why"),
    "name": N_("Reason"), "clock_runs": N_("The clock keeps running"), "on": N_("Hand for hand"),
    "by_street": N_("Wait for all tables after every betting round"),
    "deed": N_("Action to undo"), "index": N_("Level"), "longer": N_("Clock"),
    "yes": N_("The floor's decision"), "done": N_("The new deck"),
    "witness": N_("Witness"), "person": N_("Person"),
    "file": N_("Tournament"), "title": N_("Display title"), "options": N_("On the notice board"),
    "penalty": N_("Penalty"), "stack": N_("Stack"), "offence": N_("Offence"),
    "sanction": N_("Penalty given"), "deliberate": N_("It was intentional"),
    "into": N_("Exchange for"), "players": N_("Players"),
    "gives_up": N_("Gives up the remaining chips"),
    "bound": N_("The player's announcement is binding"),
    "hand": N_("Hand number"), "others": N_("Others involved"),
    "excuse": N_("Reason not to penalise"), "incident": N_("Recorded offence"),
    "stands": N_("The decision"), "held": N_("Chips per seat"),
    "cards": N_("Cards dealt for the chip race, such as 5h Kc"), "chip": N_("Chip value"),
    "count": N_("How many chips"), "card": N_("Card, such as 5h"), "pool": N_("Prize pool"),
    "shares": N_("Shares, starting with first place"), "agreed": N_("Agreed by"),
    "granted": N_("The player's reserved seat"), "shown_as": N_("Shown as"),
    "member_no": N_("Member number"), "mail": N_("Email"),
    "amount": N_("Amount in the till"), "number": N_("Pending payment"), "first": N_("Place"),
    "last": N_("Last of the tied places (same as Place if not tied)"), "points": N_("Points"),
    "tournament": N_("Evening ID (leave empty for the last one)"),
    "agrees": N_("The second person"),
    "left": N_("Prizes still to play for, starting with first place"),
    "tables": N_("Tables"), "whom": N_("Player to call to a seat"), "comes": N_("Answer"),
    "level": N_("Player's club level (cash game)"),
    "owner": N_("This player owns the club"), "entry": N_("How new players come in"),
    "addon": N_("Add-on"), "bar": N_("Counts towards this bar's ranking"),
    "day": N_("Day, such as 2026-11-26"),
    "if_unknown": N_("Refuse if somebody already has this name"),
    "of_age": N_("Of legal age"), "to": N_("Sign-in name"), "by": N_("Reported by"),
    "whose": N_("Owner of the chips"), "but": N_("Except these players"),
    "bonus": N_("Bonus"), "parts": N_("Share of the pot won by each player"),
    "receipt": N_("The player has read the receipt and confirms it"),
    "counted": N_("Chips counted"), "seal": N_("Seal number"),
    "signed": N_("The player has signed"), "game": N_("Game"),
    "again": N_("Recounted: this count is correct"),
    "ticket": N_("Entry paid with a ticket"),
    "needs_ear": N_("Needs a seat with an earpiece"), "identified": N_("Identity checked"),
}  # fmt: skip

OWN_LABELS: Final[Mapping[tuple[type, str], str]] = {
    (i.StackCounted, "chips"): N_("Chips by value"),
    (days.BringBags, "index"): N_("Level at which play resumes"),
    (satellites.LastSeatsDecided, "players"): N_("Players who receive a seat"),
    (i.PrizesShared, "shares"): N_("Each player's share"),
    (desk.Enter, "name"): N_("Name"),
    (deals.DealProposed, "shares"): N_("Each player's guaranteed share"),
    (deals.DealAnswered, "agrees"): N_("The player"),
    (direction.ClockDelegated, "on"): N_("Control of the clock"),
    (money.BankClosed, "amount"): N_("Amount counted"),
    (waiting.ListJoined, "tables"): N_("Tables (leave empty for any)"),
    (waiting.TableFeeds, "to"): N_("Feeds table no. (0 for none)"),
    (i.RedrawAsked, "cards"): N_(
        "Cards dealt to draw the seats, one per stack, table by table from seat 1, such as Kh 9d"
    ),
    (members.KeepMember, "card"): N_("The member has received the card"),
}
"""The labels of fields that have a different meaning in one action, by (action, field)."""

EITHER: Final[Mapping[tuple[type, str], tuple[str, str]]] = {
    (i.AppealDecided, "stands"): (N_("The penalty stands"), N_("The penalty is lifted")),
    (desk.SetHandForHand, "on"): (N_("Start hand for hand"), N_("End hand for hand")),
    (direction.ClockDelegated, "on"): (N_("This person may run the clock"), N_("This person may no "
                                                                     "longer run the clock")),
    (clock.MoveClock, "longer"): (N_("One minute more"), N_("One minute less")),
    (deals.DealAnswered, "agrees"): (N_("Yes, I agree"), N_("No, I do not agree")),
    (money.MoneyApproved, "agrees"): (N_("Yes, I agree"), N_("No, I do not agree")),
    (waiting.CallAnswered, "comes"): (N_("The player is coming"), N_("The player declines")),
    (i.MoveAnswered, "yes"): (N_("The player moves"), N_("The player stays")),
    (i.DeckChanged, "done"): (
        N_("The deck is at the table"), N_("The deck has not arrived yet"),
    ),
}  # fmt: skip
"""The labels for the true and false values of fields shown as two options, by (action, field)."""
