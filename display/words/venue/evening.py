"""Words about a room: the phase of an evening, notices, standings, roles, and refusals.

In English, which is the id of each text in the catalogues.
"""

from controller.contract.rules import Entry
from controller.contract.venue.floor.undoing import DeedKind
from controller.contract.venue.outputs import NoBreak
from controller.contract.venue.rights import Role
from controller.contract.venue.views import LogHealth, NoticeKind, NoticeLine, RoomPhase
from display.words.irregularities import RULINGS
from display.words.locale import N_
from display.words.names import Words
from display.words.venue.events import REFUSED

PHASES: dict[RoomPhase, str] = {
    RoomPhase.IDLE: N_("No tournament is open"),
    RoomPhase.ENTERING: N_("Players sign in"),
    RoomPhase.PLAYING: N_("Play is on"),
    RoomPhase.BREAK: N_("Break"),
    RoomPhase.HELD: N_("The room waits"),
    RoomPhase.BAGGING: N_("The day ends"),
    RoomPhase.BAGGED: N_("The day is over"),
    RoomPhase.ENDED: N_("The tournament is over"),
}

NOTICES: dict[NoticeKind, str] = {
    NoticeKind.MOVE: N_("{player} moves from {seat} to {to}"),
    NoticeKind.MOVED: N_("{player} has moved from {seat} to {to}"),
    NoticeKind.MOVE_PROPOSED: N_(
        "{player} should move from {seat} to {to}: the floor agrees first"
    ),
    NoticeKind.TABLE_BREAKS: N_("Table {table} breaks"),
    NoticeKind.FINAL_TABLE: N_("The final table is table {table}"),
    NoticeKind.HAND_FOR_HAND: N_("Hand for hand: every table waits for the others"),
    NoticeKind.BREAK: N_("Break"),
    NoticeKind.HELD: N_("The room waits: {reason}"),
    NoticeKind.TABLES_HALTED: N_("Table {table} waits to be balanced"),
    NoticeKind.BREAK_WAITS: N_("Table {table} should break and can't yet"),
    NoticeKind.HAND_FOR_HAND_PROPOSED: N_("Hand for hand may begin now"),
    NoticeKind.TABLE_SILENT: N_("Table {table} is not heard"),
    NoticeKind.CHIPS_DIFFER: N_("Table {table} counts other chips than the room: please count"),
    NoticeKind.TABLE_TWICE: N_("Two devices say that they are table {table}: stop the wrong one"),
    NoticeKind.REPORTED: N_("{seat}: the floor is asked to look"),
    NoticeKind.REBUY_DUE: N_("{seat}: a rebuy has been bet, and is to be paid now"),
    NoticeKind.ALTERNATES_LEFT: N_(
        "Entries are closed. Players who still wait for a seat: {reason}; their entries may be"
        " given back"
    ),
    NoticeKind.HEAD_OPEN: N_("{player} is out: the floor says who has put them out"),
    NoticeKind.ENVELOPE_DUE: N_("An envelope is drawn for {player}"),
    NoticeKind.DAY_ENDS: N_("The day ends: chips go into bags"),
    NoticeKind.GAME_DUE: N_("Table {table}: the dealer chooses the game"),
    NoticeKind.SEAT_WON: N_("{player} has won a seat"),
    NoticeKind.SEATS_TIED: N_("{player} ties for a last seat"),
    NoticeKind.WINNER: N_("{player} wins the tournament"),
}

NO_BREAK: dict[str, str] = {
    NoBreak.NO_SEAT: N_("Table {table} should break, and not enough seats are free elsewhere"),
    NoBreak.NO_EAR: N_("Table {table} should break, and no seat that speaks is free elsewhere"),
}
"""Why a table can't break, if the reason is known."""

HOLDS = {
    "start": N_("Before the start"),
    "break": N_("Break"),
    "hand-for-hand": N_("Hand for hand"),
    "balance": N_("Tables are balanced"),
    "colour-up": N_("Colour-up"),
    "redraw": N_("Seats are redrawn"),
    "day": N_("The day ends"),
}
"""Why the room holds a table; a hold named by staff is shown as they wrote it."""

MOVES = {
    "break": N_("The table breaks"),
    "balance": N_("To balance tables"),
    "floor": N_("The floor moved them"),
    "redraw": N_("Seats were redrawn"),
    "seat": N_("They sat at a wrong seat"),
}
"""The reasons for a move."""

DEEDS: dict[DeedKind, str] = {
    "remove": N_("{player} was taken out of the tournament with {chips} chips"),
    "move": N_("{player} was moved from {seat} to {to}"),
    "rebuy": N_("{player} was given {chips} chips"),
    "addon": N_("{player} was given an add-on of {chips} chips"),
    "bag": N_("The bag of {player} was closed with {chips} chips"),
    "unbag": N_("The bag of {player} was opened with {chips} chips"),
}
"""Staff actions, as they are offered to be undone."""

INCIDENTS = {
    "hand.voided": N_("The hand was voided"),
    "floor.called": N_("The floor was called"),
    "deck.fouled": N_("The deck is not whole"),
    "epoch.begun": N_("The table has started again: compare its stacks"),
    "penalty.given": N_("A penalty"),
    "absence": N_("The floor was called: a player is away"),
    "show": N_("The floor was called: a player has to show"),
}
"""Incidents that are not irregularities."""

REASONS = {
    "left": N_("Leaves for good"),
    "disqualified": N_("Disqualified"),
    "dealer": N_("Another dealer comes"),
    "level": N_("A new level begins"),
    "order": N_("The floor wants it"),
    "player": N_("A player asks for it"),
}
"""The reasons why a player leaves, and why a deck changes."""

ENTRIES = {
    Entry.DEALT_IN: N_("With the next hand"),
    Entry.WAIT_BIG_BLIND: N_("When the big blind is theirs"),
    Entry.POST_NOW: N_("At once, with a big blind"),
}
"""The ways to enter a running game."""

POSTING = {
    "deal_policy": N_("How prizes may be shared otherwise"),
    "missed_hand_unit": N_("Unit of a penalty away from the table"),
    "languages": N_("Languages at the table"),
    "devices": N_("Telephones and other devices"),
    "id": N_("Proof of identity"),
    "age": N_("Age"),
    "alternates": N_("Alternates"),
    "late": N_("Late entries"),
    "rebuy": N_("Rebuys"),
    "break_order": N_("The order in which tables break"),
    "deck_change": N_("When decks change"),
    "h4h": N_("When play is hand for hand"),
    "final_table_size": N_("Players at the final table"),
    "betting_line": N_("Betting line"),
    "all_in_button": N_("All-in button"),
    "limit_cap": N_("How often a limit game may be raised"),
    "items": N_("Allowed on the table"),
    "stalling": N_("Slow play"),
    "muck_retrievable": N_("Whether mucked cards may be taken back"),
}
"""Points that a house leaves open and wants posted on the wall."""

REPORTS = {
    "hand-reported": N_("A hand ended"),
    "player-left": N_("A player has left a seat"),
    "player-arrived": N_("A player has sat down"),
    "order-refused": N_("A table refuses an order"),
    "table-heard": N_("A table is heard, or silent"),
    "street-ended": N_("A table waits with the next street"),
    "table-held": N_("A table is at rest"),
    "clock-ticked": N_("A level begins"),
    "tell-table": N_("Floor decisions at a table"),
    "bet-behind": N_("A bet with chips that are not paid"),
    "chips-taken": N_("A table has taken chips out of a stack"),
    "coming-said": N_("A player who was called says that they come"),
    "day-began": N_("A day begins"),
    "player-stays": N_("A player stays in their seat"),
}
"""The log's reports from tables and from the clock."""

ROLES: dict[Role, str] = {
    Role.DIRECTOR: N_("Director"),
    Role.FLOOR: N_("Floor"),
    Role.DESK: N_("Registration"),
    Role.SCREEN: N_("Screen"),
    Role.PLAYER: N_("Player"),
    Role.AUDITOR: N_("Auditor"),
}

STANDINGS = {
    "entered": N_("On the list"),
    "alternate": N_("Waits for a seat"),
    "seated": N_("Playing"),
    "moving": N_("On the way"),
    "waiting": N_("Waiting"),
    "out": N_("Out"),
    "removed": N_("Out of the tournament"),
}

LOG: dict[LogHealth, str] = {
    LogHealth.DISK_FULL: N_("The disk is full: the room decides nothing new; tables play on."),
    LogHealth.READ_ONLY: N_("The disk can't be written: the room decides nothing new."),
    LogHealth.FAILING: N_("The room's log fails: the room decides nothing new."),
    LogHealth.BOOKS: N_("The chips don't add up: the room decides nothing new."),
}

REFUSALS = (
    {
        "amount-changed": N_("It would be more money by now than was agreed to: ask again."),
        "another-person": N_("This takes a second person, who has not asked for it."),
        "bank-is-closed": N_("The bank is closed: a cashier opens it first."),
        "bank-is-open": N_("A cashier has the till already."),
        "no-money-here": N_("Nothing is played for here."),
        "nothing-owed": N_("This player is owed nothing."),
        "nothing-waits": N_("Nothing of this number waits for a second person."),
        "waits-for-a-second": N_("Money for this player waits for a second person already."),
        "called-already": N_("A seat is kept for this player already."),
        "feeds-in-a-circle": N_("A table feeds one other, which feeds none."),
        "not-called": N_("No seat is kept for this player."),
        "not-on-the-list": N_("This player is not on the waiting list."),
        "others-wait": N_("Others wait for this seat: call who is first."),
        "seat-is-kept": N_("This seat is kept for another player."),
        "waits-already": N_("This player is on the waiting list already."),
        "buy-in-too-large": N_("The house sells no stack as large as this."),
        "buy-in-too-small": N_("The house sells no stack as small as this."),
        "chips-are-out": N_("Players still have chips: turn them back first."),
        "chips-are-played": N_("These chips are played already."),
        "no-cash-here": N_("This is no cash game: nobody buys seats in a tournament."),
        "no-hands-left": N_("This player has no hands left today."),
        "not-in-a-cash-game": N_("A cash game has none of this."),
        "same-day": N_("It is this day already."),
        "signed-out": N_("Please sign in again."),
        "no-right": N_("Your role may not do that."),
        "top-up-too-large": N_("The house tops no stack up as far as this."),
        "wrong-password": N_("Name or password is wrong."),
        "too-many": N_("Too many tries: please wait a minute."),
        "not-now": N_("This can't be done now."),
        "another-player": N_("This order is for another player."),
        "books": N_("The chips would not add up: nothing was done. Look at the log."),
        "closed": N_("Entries are closed."),
        "entered": N_("This player has had all the entries that one may have."),
        "out-for-good": N_(
            "This player was put out, or has left for good, and does not come back."
        ),
        "entered-already": N_("This player is on the list already."),
        "game-runs": N_("The tournament runs: end it first."),
        "hand-for-hand-already": N_("Hand for hand is on already."),
        "list-cannot-be-drawn-for": N_(
            "There are more players than seats, or a reserved seat is not there."
        ),
        "list-changed": N_("The list has changed since it was closed: close it again."),
        "no-levels": N_(
            "A structure begins with a level and has at most 60: 50/100 20, or break 10."
        ),
        "blinds-cannot-be": N_("A small blind is more than 0 and no more than the big blind."),
        "blinds-fall": N_("Blinds don't fall from one level to the next."),
        "minutes-cannot-be": N_("Each level has 1 to 600 minutes; the last one may have none."),
        "chips-cannot-be": N_("Chips are pieces of a value, such as 8x25 8x100."),
        "level-has-no-end": N_("This level lasts to the end: it has no minutes to change."),
        "undo-at-the-bank": N_("Money was taken for this: the bank pays it back."),
        "no-chips-besides": N_("This player has no other chips: take them out instead."),
        "nothing-to-undo": N_("Nothing is left to undo."),
        "no-table-yet": N_("Open a table first."),
        "too-few-seats": N_("There are more players than seats: open another table."),
        "list-is-open": N_("Close the list first, and put both hashes up."),
        "no-chips": N_(
            "Without chips that can't be: say how many, or see whether the player has any."
        ),
        "no-deck-to-come": N_("This table waits for no deck."),
        "no-entries": N_("There are no entries any more."),
        "no-free-seat": N_("There is no free seat."),
        "not-by-street": N_("This house plays hand for hand a hand at a time."),
        "no-hand-for-hand": N_("Hand for hand is not on."),
        "no-move-to-call-off": N_("This player is not to move, or has left the seat already."),
        "name-is-known": N_(
            "Somebody of this name is known: sign them in from what was found, or tick that it is"
            " another person."
        ),
        "no-name": N_("A name is missing."),
        "no-such-incident": N_("There is no such incident."),
        "no-such-level": N_("There is no such level."),
        "no-such-place": N_("Places begin with 1, and points with 0."),
        "no-such-player": N_("There is no such player."),
        "no-such-table": N_("There is no such table; a table has 2 to 10 seats."),
        "no-such-tournament": N_("There is no such tournament."),
        "no-tournament": N_("No tournament is open."),
        "not-drawn": N_("Seats are not drawn yet."),
        "not-seated": N_("This player does not sit."),
        "not-started": N_("The tournament has not begun, or is over."),
        "on-the-way": N_("This player is on the way already."),
        "one-table": N_("There is one table alone."),
        "out-already": N_("This player is out already."),
        "same-table": N_("This player sits at this table."),
        "seat-has-no-ear": N_("This seat does not speak, and the player needs one that does."),
        "seat-is-taken": N_("This seat is taken."),
        "seated-already": N_("This player has a seat already."),
        "started-already": N_("The tournament has begun already."),
        "table-is-there": N_("This table is there already."),
        "too-few-players": N_("It takes two players with a seat."),
        "a-card-for-each-odd-chip": N_("A race needs one card for each odd chip, each another."),
        "another-penalty": N_("The house gives another penalty for this."),
        "appealed-already": N_("There was an appeal already, and it is final."),
        "count-cannot-be": N_("This count can't be true of the stack: count again."),
        "ended-already": N_("The tournament is over."),
        "identity-not-seen": N_("Somebody has to see who this player is first."),
        "must-be-penalised": N_("The house penalises this: say with what."),
        "no-appeal": N_("There is no appeal against this."),
        "no-cards-here": N_("Seats are not drawn with cards in this tournament."),
        "no-colour-up": N_("No small chips are to be exchanged at this table."),
        "no-deals-here": N_("Prizes are not shared otherwise in this tournament."),
        "no-excuse-here": N_("The house has no such excuse for this."),
        "no-reason": N_("Say why."),
        "no-redraw-here": N_("Seats are not redrawn in this tournament."),
        "no-such-card": N_("There is no such card."),
        "no-such-option": N_("The house does not leave this open."),
        "no-such-penalty": N_("The house has no such penalty."),
        "no-such-proposal": N_("No such move is proposed any more."),
        "no-such-seat": N_("There is no such seat."),
        "no-unsold-here": N_("Stacks that nobody bought are not in play in this tournament."),
        "nobody-sits-there": N_("Nobody sits at one of these seats."),
        "not-all-agree": N_("All who are left have to agree."),
        "not-all-are-seated": N_("Not all who have entered have a seat."),
        "not-all-counted": N_("Count the small chips of every seat."),
        "not-all-who-are-left": N_(
            "The shares have to be those of all who are left, and no others."
        ),
        "not-excluded": N_("This player is not excluded."),
        "not-for-this": N_("The deck does not change for this."),
        "not-in-this-house": N_("No text of this house knows this."),
        "not-this-move": N_("A table that breaks and a redraw are for everybody."),
        "not-the-first-time": N_("The house penalises this when it was meant, or is done again."),
        "options-not-posted": N_(
            "An option of the house is not on the wall yet: see [posting] in the tournament's file."
        ),
        "prizes-not-posted": N_("Post the prizes first."),
        "no-granted-seats": N_("This tournament reserves no seats: all are drawn."),
        "chips-are-taken-already": N_(
            "The table is about to take this player's chips: wait for it."
        ),
        "bounty-open": N_("Say who has put this player out first."),
        "deal-in-force": N_("All have agreed to a deal already."),
        "head-decided-already": N_("It is known who put this player out."),
        "head-fell-since": N_("The head of who won this one has fallen since."),
        "left-is-too-much": N_(
            "So much can't be left: a prize would be smaller than the next one."
        ),
        "no-deal-proposed": N_("No deal is proposed, or it is off by now."),
        "no-envelopes-here": N_("There are no envelopes to draw from."),
        "no-open-head": N_("No head of this player waits for anybody."),
        "had-already": N_("This player has had that already."),
        "no-re-entries-left": N_("This player has entered again as often as one may."),
        "no-re-entry-now": N_("Nobody enters again at this level any more."),
        "no-such-bonus": N_("The tournament's file knows no bonus of this name."),
        "share-below-the-next-prize": N_("Nobody gets less than the next prize."),
        "shares-are-not-in-order": N_("No place gets more than one before it."),
        "shares-are-not-the-pool": N_("The shares have to be all that there is."),
        "shoes-at-some-tables": N_("A shoe deals at some tables and not at others."),
        "somebody-is-on-the-way": N_("Somebody is on the way: wait until they sit."),
        "no-such-chip": N_("There are no such chips, or these don't go into those evenly."),
        "still-in-play": N_("These chips are still in play."),
        "tables-differ": N_("The tables differ by too many players: move somebody first."),
        "the-directors-alone": N_("This is the director's alone to give."),
        "too-many-seats": N_("The tournament plays with fewer seats at a table."),
        "who-else": N_("Say who else was in it, each once."),
        "a-card-for-each-stack": N_("It takes a card for each stack of every table, each another."),
        "age-not-seen": N_("Somebody has to see that this player is old enough first."),
        "changes-not-posted": N_(
            "A change to the rules is not on the wall in each official language yet:"
            " see [posting] in the tournament's file."
        ),
        "clock-is-the-directors": N_("The director alone keeps the clock here."),
        "no-add-on-now": N_("No chips are added in this part of the tournament."),
        "no-rebuy-announced": N_("This player has announced no rebuy."),
        "no-refunds-here": N_("Entries are not given back here."),
        "no-such-day": N_("No evening of that day is announced."),
        "no-results": N_("An evening needs a title, and 1 to 500 places."),
        "player-twice": N_("A player is there twice."),
        "no-such-address": N_("Notices can't be sent there: look at the address."),
        "no-such-link": N_("This link is nobody's (any more): please ask at the desk."),
        "not-a-member": N_("A member's number, or name and e-mail to become one, comes first."),
        "not-transferable": N_("An entry is its player's: it can't become another's."),
        "nothing-changes": N_("That is so already."),
        "nothing-reported": N_("Nothing is reported of this player."),
        "number-is-taken": N_("Another player has this number."),
        "rebuy-unpaid": N_("The last rebuy is not paid yet."),
        "receipt-not-read": N_("The player reads the receipt first, and says whether it is right."),
        "refunded-already": N_("This entry was given back already."),
        "reported-already": N_("The floor is told of this player already."),
        "still-in": N_("This player is still in."),
    }
    | REFUSED
    | {str(health): text for health, text in LOG.items()}
)
"""Why the core refuses, by the id of its reason; an unknown reason is told in English."""


def seat_text(table: int, seat: int, said: Words) -> str:
    """Return a seat of the room: `table 4, seat 7`."""
    return said.say(N_("table {table}, seat {seat}"), table=table, seat=seat)


def notice_text(notice: NoticeLine, said: Words) -> str:
    """Return a notice as a sentence, or its kind if that is unknown."""
    return said.say(
        NO_BREAK.get(notice.reason, NOTICES[notice.kind]),
        player=notice.shown_as or notice.player,
        seat=seat_text(notice.table, notice.seat, said),
        to=seat_text(notice.to_table, notice.to_seat, said),
        table=notice.table,
        reason=notice.reason,
    )


CURES: dict[str, tuple[str, str]] = {
    "no-table-yet": ("/do/open-table", N_("Open a table")),
    "too-few-seats": ("/do/open-table", N_("Open a table")),
    "no-free-seat": ("/do/open-table", N_("Open a table")),
    "no-such-table": ("/do/open-table", N_("Open a table")),
    "no-tournament": ("/evening", N_("Open a tournament")),
    "list-is-open": ("/evening#draw", N_("Close the list")),
    "list-changed": ("/evening#draw", N_("Close the list")),
    "too-few-players": ("/desk", N_("Sign a player in")),
    "not-all-are-seated": ("/evening#draw", N_("Draw the seats")),
    "tables-differ": ("/evening#draw", N_("Draw the seats")),
    "prizes-not-posted": ("/prizes", N_("Post the prizes")),
    "game-runs": ("/do/tournament-cancelled", N_("Cancel the tournament")),
    "bags-not-opened": ("/bags", N_("Bags")),
    "bank-is-closed": ("/do/bank-opened", N_("Open the bank")),
    "options-not-posted": ("/do/open-tournament", N_("Open a tournament")),
    "name-is-known": ("/desk", N_("Registration")),
}
"""The remedy for a refusal: the address of a page, and the action there."""


def incident_name(kind: str, said: Words) -> str:
    """Return the name of an incident: an irregularity, a call, a penalty."""
    if kind in INCIDENTS:
        return said.say(INCIDENTS[kind])
    if kind in RULINGS:
        return said.ruling_name(kind)
    return said.penalty(kind)


def refusal(reason: str, error: str, said: Words) -> str:
    """Return a refusal in the visitor's language where its id is known."""
    return said.say(REFUSALS[reason]) if reason in REFUSALS else error
