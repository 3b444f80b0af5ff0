"""Words for a poker room: the phase of an evening, notices, standings, roles and refusals.

The texts are in English, and serve as ids in the catalogues.
"""

from typing import Final

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
    RoomPhase.ENTERING: N_("Players are signing in"),
    RoomPhase.PLAYING: N_("Play is under way"),
    RoomPhase.BREAK: N_("Break"),
    RoomPhase.HELD: N_("The room is paused"),
    RoomPhase.BAGGING: N_("The day is ending"),
    RoomPhase.BAGGED: N_("The day is over"),
    RoomPhase.ENDED: N_("The tournament is over"),
}

NOTICES: dict[NoticeKind, str] = {
    NoticeKind.MOVE: N_("{player} moves from {seat} to {to}"),
    NoticeKind.MOVED: N_("{player} has moved from {seat} to {to}"),
    NoticeKind.MOVE_PROPOSED: N_(
        "{player} should move from {seat} to {to}: the floor must approve it first"
    ),
    NoticeKind.TABLE_BREAKS: N_("Table {table} is breaking"),
    NoticeKind.FINAL_TABLE: N_("The final table will be at table {table}"),
    NoticeKind.HAND_FOR_HAND: N_("Hand for hand: every table waits for the others"),
    NoticeKind.BREAK: N_("Break"),
    NoticeKind.HELD: N_("The room is paused: {reason}"),
    NoticeKind.TABLES_HALTED: N_("Table {table} is waiting to be balanced"),
    NoticeKind.BREAK_WAITS: N_("Table {table} should break but can't yet"),
    NoticeKind.HAND_FOR_HAND_PROPOSED: N_("Hand-for-hand play may begin now"),
    NoticeKind.TABLE_SILENT: N_("Table {table} is offline"),
    NoticeKind.CHIPS_DIFFER: N_(
        "Table {table} and the room disagree about the chips: please count them"
    ),
    NoticeKind.TABLE_TWICE: N_("Two devices claim to be table {table}: stop the wrong one"),
    NoticeKind.REPORTED: N_("{seat}: the floor is needed"),
    NoticeKind.REBUY_DUE: N_("{seat}: chips from an unpaid rebuy are in play; payment is due now"),
    NoticeKind.ALTERNATES_LEFT: N_(
        "Entries are closed. Players without a seat: {reason}. Their entries may be refunded"
    ),
    NoticeKind.HEAD_OPEN: N_("{player} is out: the floor must record who knocked them out"),
    NoticeKind.ENVELOPE_DUE: N_("An envelope must be drawn for the bounty on {player}"),
    NoticeKind.DAY_ENDS: N_("The day is ending: bag the chips"),
    NoticeKind.GAME_DUE: N_("Table {table}: the dealer chooses the game"),
    NoticeKind.SEAT_WON: N_("{player} has won a seat"),
    NoticeKind.SEATS_TIED: N_("{player} is tied with others for the remaining seats"),
    NoticeKind.WINNER: N_("{player} wins the tournament"),
}

NO_BREAK: dict[str, str] = {
    NoBreak.NO_SEAT: N_("Table {table} should break, but too few seats are free elsewhere"),
    NoBreak.NO_EAR: N_(
        "Table {table} should break, but no seat with an earpiece is free elsewhere"
    ),
}
"""Why a table can't break, if the reason is known."""

PAUSE: Final = "pause"
"""The name of the hold that the clock's Pause button sets, without asking for a reason."""

HOLDS = {
    PAUSE: N_("The room is paused"),
    "start": N_("Before the start"),
    "break": N_("Break"),
    "hand-for-hand": N_("Hand for hand"),
    "balance": N_("Balancing tables"),
    "colour-up": N_("Colour-up"),
    "redraw": N_("Seat redraw"),
    "day": N_("The day is ending"),
}
"""Why the room holds a table, by the hold's name; a name chosen by staff is shown unchanged."""

MOVES = {
    "break": N_("Table break"),
    "balance": N_("Balancing tables"),
    "floor": N_("Moved by the floor"),
    "redraw": N_("Seat redraw"),
    "seat": N_("Wrong seat"),
}
"""The reasons for moving a player to another seat."""

DEEDS: dict[DeedKind, str] = {
    "remove": N_("{player} was removed from the tournament with {chips} chips"),
    "move": N_("{player} was moved from {seat} to {to}"),
    "rebuy": N_("{player} was given {chips} chips"),
    "addon": N_("{player} was given an add-on of {chips} chips"),
    "bag": N_("{player}'s bag was closed with {chips} chips"),
    "unbag": N_("{player}'s bag was opened with {chips} chips"),
}
"""Staff actions, as described in the list of actions that can be undone."""

INCIDENTS = {
    "hand.voided": N_("The hand was voided"),
    "floor.called": N_("The floor was called"),
    "deck.fouled": N_("The deck is fouled"),
    "epoch.begun": N_("The table's record was lost or restored: check the stacks"),
    "penalty.given": N_("A penalty was given"),
    "absence": N_("The floor was called: a player is away"),
    "show": N_("The floor was called: a player must show their hand"),
}
"""The names of the incidents that are not irregularities."""

REASONS = {
    "left": N_("Leaves for good"),
    "disqualified": N_("Disqualified"),
    "dealer": N_("New dealer"),
    "level": N_("New level"),
    "order": N_("At the floor's request"),
    "player": N_("At a player's request"),
}
"""The reasons why a player leaves or a deck is changed."""

ENTRIES = {
    Entry.DEALT_IN: N_("On the next hand"),
    Entry.WAIT_BIG_BLIND: N_("On their big blind"),
    Entry.POST_NOW: N_("At once, by posting a big blind"),
}
"""The ways in which a player can join a running game."""

POSTING = {
    "deal_policy": N_("How prizes may be split in a deal"),
    "missed_hand_unit": N_("How penalties served away from the table are counted"),
    "languages": N_("Languages at the table"),
    "devices": N_("Phones and other devices"),
    "id": N_("Proof of identity"),
    "age": N_("Age"),
    "alternates": N_("Alternates"),
    "late": N_("Late entries"),
    "rebuy": N_("Rebuys"),
    "break_order": N_("The order in which tables break"),
    "deck_change": N_("When decks change"),
    "h4h": N_("When play goes hand for hand"),
    "final_table_size": N_("Players at the final table"),
    "betting_line": N_("Betting line"),
    "all_in_button": N_("All-in button"),
    "limit_cap": N_("Number of raises allowed in a limit game"),
    "items": N_("Items allowed on the table"),
    "stalling": N_("Stalling"),
    "muck_retrievable": N_("Whether mucked cards may be retrieved"),
}
"""The points that a house leaves open; the room must post its choices on the wall."""

REPORTS = {
    "hand-reported": N_("A hand ended"),
    "player-left": N_("A player left a seat"),
    "player-arrived": N_("A player sat down"),
    "order-refused": N_("A table refused a command"),
    "table-heard": N_("A table connected or stopped responding"),
    "street-ended": N_("A table waited before the next street"),
    "table-held": N_("A table was idle"),
    "clock-ticked": N_("A level began"),
    "tell-table": N_("A floor decision at a table"),
    "bet-behind": N_("A bet was made with unpaid chips"),
    "chips-taken": N_("A table removed chips from a stack"),
    "coming-said": N_("A player called to a seat said they were coming"),
    "day-began": N_("A day began"),
    "player-stays": N_("A table cancelled a player's departure"),
}
"""The names of the log entries that report something from a table or from the clock."""

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
    "alternate": N_("Waiting for a seat"),
    "seated": N_("Playing"),
    "moving": N_("Moving"),
    "waiting": N_("Waiting"),
    "out": N_("Out"),
    "removed": N_("Out of the tournament"),
}

LOG: dict[LogHealth, str] = {
    LogHealth.DISK_FULL: N_(
        "The disk is full: the room has stopped seating and moving players, but the tables "
        "keep playing."
    ),
    LogHealth.READ_ONLY: N_(
        "The disk can't be written to: the room has stopped seating and moving players."
    ),
    LogHealth.FAILING: N_(
        "The room's log has failed: the room has stopped seating and moving players."
    ),
    LogHealth.BOOKS: N_(
        "A report or an action was refused: the chips would not add up. See the log."
    ),
}

REFUSALS = {
    **{str(health): text for health, text in LOG.items()},
    **REFUSED,
    "amount-changed": N_("The amount has risen since it was approved: ask for approval again."),
    "another-person": N_(
        "This must be approved by a second person, not by the person who asked for it."
    ),
    "bank-is-closed": N_("The bank is closed: a cashier must open it first."),
    "bank-is-open": N_("A cashier is already in charge of the till."),
    "no-money-here": N_("This game is played without prizes."),
    "nothing-owed": N_("This player is owed nothing."),
    "nothing-waits": N_("No payment with this number is waiting for a second person's approval."),
    "waits-for-a-second": N_(
        "A transaction for this player is already waiting for a second person's approval."
    ),
    "called-already": N_("A seat is already reserved for this player."),
    "feeds-in-a-circle": N_(
        "A table can feed only one other table, which can't itself feed another."
    ),
    "not-called": N_("No seat is reserved for this player."),
    "not-on-the-list": N_("This player is not on the waiting list."),
    "others-wait": N_("Others are waiting for this seat: call the first player on the list."),
    "seat-is-kept": N_("This seat is reserved for another player."),
    "waits-already": N_("This player is already on the waiting list."),
    "buy-in-too-large": N_("The stack is above the maximum buy-in."),
    "buy-in-too-small": N_("The stack is below the minimum buy-in."),
    "chips-are-out": N_("Players still have chips: cash them out first."),
    "chips-are-played": N_("These chips have already been played."),
    "no-cash-here": N_("This can only be done in a cash game."),
    "no-hands-left": N_("This player has already played all their hands for today."),
    "not-in-a-cash-game": N_("This does not apply to cash games."),
    "same-day": N_("This day has already started."),
    "signed-out": N_("Please sign in again."),
    "no-right": N_("Your role does not allow that."),
    "top-up-too-large": N_("The house rules do not allow a top-up that large."),
    "wrong-password": N_("Wrong name or password."),
    "too-many": N_("Too many attempts: please wait a minute."),
    "not-now": N_("This can't be done now."),
    "another-player": N_("This instruction is for another player."),
    "books": N_("Nothing was done, because the chips would not add up. Check the log."),
    "closed": N_("Entries are closed."),
    "entered": N_("This player has used up all their entries."),
    "out-for-good": N_(
        "This player has been disqualified or has left for good, and can't come back."
    ),
    "entered-already": N_("This player is already on the list."),
    "game-runs": N_("The tournament is running: end it first."),
    "hand-for-hand-already": N_("Hand-for-hand play has already started."),
    "list-cannot-be-drawn-for": N_(
        "There are more players than seats, or a reserved seat does not exist."
    ),
    "list-changed": N_("The list has changed since it was closed: close it again."),
    "no-levels": N_(
        "A structure must begin with a level and have at most 60 levels and breaks, "
        "such as 50/100 20 (20 minutes) or break 10."
    ),
    "blinds-cannot-be": N_("The small blind must be more than 0 and no larger than the big blind."),
    "blinds-fall": N_("Blinds can't decrease from one level to the next."),
    "minutes-cannot-be": N_(
        "Each level must last 1 to 600 minutes, but the last one may be open-ended."
    ),
    "chips-cannot-be": N_("Write chips as number x value, such as 8x25 8x100."),
    "level-has-no-end": N_("This level lasts until the end, so its length can't be changed."),
    "undo-at-the-bank": N_("This has been paid for, so the bank must refund it."),
    "no-chips-besides": N_(
        "This player has no other chips: remove the player from the tournament instead."
    ),
    "nothing-to-undo": N_("There is nothing left to undo."),
    "no-table-yet": N_("Open a table first."),
    "too-few-seats": N_("There are more players than seats: open another table."),
    "list-is-open": N_("Before the draw, close the list and post both fingerprints on the wall."),
    "no-chips": N_("Enter more than 0 chips; only a player with chips can cash out."),
    "no-deck-to-come": N_("This table is not waiting for a deck."),
    "no-free-seat": N_("There is no free seat."),
    "not-by-street": N_(
        "Under these house rules, hand-for-hand play waits after each hand, not each street."
    ),
    "hold-of-the-room": N_("The room itself uses this name for a pause: enter another reason."),
    "no-hand-for-hand": N_("Hand-for-hand play has not started."),
    "no-move-to-call-off": N_("This player does not have to move, or has already left the seat."),
    "name-is-known": N_(
        "This name is already known: sign the player in from the search results, or tick "
        "the box to say that this is a different person."
    ),
    "no-name": N_("A name is missing."),
    "no-such-incident": N_("There is no such incident."),
    "no-such-level": N_("There is no such level."),
    "no-such-place": N_("A place must be at least 1, and points at least 0."),
    "no-such-player": N_("There is no such player."),
    "no-such-table": N_("There is no such table, or its number of seats is not 2 to 10."),
    "no-such-tournament": N_("There is no such tournament."),
    "no-tournament": N_("No tournament is open."),
    "not-drawn": N_("Seats have not been drawn yet."),
    "not-seated": N_("This player has no seat."),
    "not-started": N_("The tournament has not started, or is over."),
    "on-the-way": N_("This player is already moving."),
    "one-table": N_("There is only one table."),
    "out-already": N_("This player is already out."),
    "same-table": N_("This player is already at this table."),
    "seat-has-no-ear": N_("This player needs a seat with an earpiece, and this seat has none."),
    "seat-is-taken": N_("This seat is taken."),
    "seated-already": N_("This player already has a seat."),
    "started-already": N_("The tournament has already started."),
    "table-is-there": N_("This table already exists."),
    "too-few-players": N_("At least two players must be seated."),
    "a-card-for-each-odd-chip": N_("A chip race needs a different card for each odd chip."),
    "another-penalty": N_("The house rules set a different penalty for this."),
    "appealed-already": N_("The appeal has already been decided, and the decision is final."),
    "count-cannot-be": N_("This count does not match the stack: count again."),
    "ended-already": N_("The tournament is over."),
    "carried-over": N_(
        "The day is over: its entries and bounties have been carried over to the next day."
    ),
    "identity-not-seen": N_("The player's identity must be checked first."),
    "must-be-penalised": N_("The house rules penalise this: choose the penalty."),
    "no-appeal": N_("This decision can't be appealed."),
    "no-cards-here": N_("Seats are not drawn with cards in this tournament."),
    "no-colour-up": N_("No small chips are due for exchange at this table."),
    "no-deals-here": N_("Deals are not allowed in this tournament."),
    "not-to-be-bound": N_("The house rules do not make this announcement binding."),
    "no-excuse-here": N_("The house rules do not accept this excuse here."),
    "no-reason": N_("Give a reason."),
    "no-redraw-here": N_("Seats are not redrawn in this tournament."),
    "no-such-card": N_("There is no such card."),
    "no-such-option": N_("The house rules do not offer this choice."),
    "no-such-penalty": N_("The house rules have no such penalty."),
    "no-such-proposal": N_("This move is no longer proposed."),
    "no-such-seat": N_("There is no such seat."),
    "no-unsold-here": N_("Unsold stacks are not put in play in this tournament."),
    "nobody-sits-there": N_("One of these seats is empty."),
    "not-all-agree": N_("All remaining players must agree."),
    "not-all-are-seated": N_("Some players who have entered do not have a seat yet."),
    "not-all-counted": N_("Count the small chips at every seat."),
    "not-all-who-are-left": N_("The shares must cover all remaining players, and nobody else."),
    "not-excluded": N_("This player is not disqualified."),
    "not-for-this": N_("This is not a reason to change the deck."),
    "not-in-this-house": N_("Nothing in these house rules covers this."),
    "not-this-move": N_(
        "A move caused by a table break, a seat redraw or a must-move can't be cancelled."
    ),
    "not-the-first-time": N_(
        "Unless this is intentional or repeated, the house rules allow only a warning."
    ),
    "options-not-posted": N_(
        "One of the house options has not been posted yet: see [posting] in the tournament file."
    ),
    "prizes-not-posted": N_("Post the prizes first."),
    "no-granted-seats": N_("Seats can't be reserved in this tournament: they are all drawn."),
    "chips-are-taken-already": N_(
        "The table is about to take chips from this player: wait until it has."
    ),
    "bounty-open": N_("First record who knocked this player out."),
    "deal-in-force": N_("All players have already accepted a deal."),
    "head-decided-already": N_("This knockout has already been recorded."),
    "head-fell-since": N_("The winner of this bounty has since been knocked out."),
    "left-is-too-much": N_(
        "The deal leaves too much to play for: a prize would be smaller than the one below it."
    ),
    "no-deal-proposed": N_("No deal has been proposed, or it has lapsed."),
    "no-envelopes-here": N_("There are no bounty envelopes to draw from."),
    "no-open-head": N_("This player has no bounty waiting to be awarded."),
    "had-already": N_("This player has already received these chips."),
    "no-re-entries-left": N_("This player has used up all their re-entries."),
    "no-re-entry-now": N_("Re-entry is no longer possible at this level."),
    "no-rebuy-now": N_("Rebuys are no longer possible at this level."),
    "somebody-may-rebuy": N_(
        "A player with no chips may still rebuy, or has no finishing place yet: wait for "
        "the next hand."
    ),
    "no-such-bonus": N_("The tournament file has no bonus with this name."),
    "share-below-the-next-prize": N_("Nobody may get less than the prize for the next player out."),
    "shares-are-not-in-order": N_("No place may receive more than the one above it."),
    "shares-are-not-the-pool": N_("The shares must add up to the full amount."),
    "shoes-at-some-tables": N_("Deal from a shoe at every table, or at none."),
    "somebody-is-on-the-way": N_(
        "A player is moving to a different seat: wait until they sit down."
    ),
    "no-such-chip": N_("These chips do not exist, or cannot be exchanged evenly."),
    "still-in-play": N_("These chips are still in play."),
    "tables-differ": N_("The tables differ by too many players: move somebody first."),
    "the-directors-alone": N_("Only the director may give this penalty."),
    "too-many-seats": N_(
        "This tournament uses fewer seats per table: open the table with fewer seats."
    ),
    "who-else": N_("Name everybody else involved, once each."),
    "a-card-for-each-stack": N_(
        "Enter one card for each stack. Don't use the same card twice at one table."
    ),
    "age-not-seen": N_("The player's age must be checked first."),
    "changes-not-posted": N_(
        "A rule change has not been posted in every official language yet: see [posting] in "
        "the tournament file."
    ),
    "clock-is-the-directors": N_("Only the director may run the clock here."),
    "no-add-on-now": N_("Add-ons are not possible now."),
    "no-rebuy-announced": N_("This player has not announced a rebuy."),
    "no-refunds-here": N_("Entries are not refunded in this tournament."),
    "no-such-day": N_("No tournament has been announced for that day."),
    "no-results": N_("An evening needs a title, and 1 to 500 lines of results."),
    "player-twice": N_("A player is listed twice."),
    "no-such-address": N_("Notices can't be sent to this address: check it."),
    "no-such-link": N_("This link is not valid, or no longer valid: please ask at the desk."),
    "not-a-member": N_("Enter a member number first, or a name and email to become a member."),
    "not-transferable": N_("Entries are not transferable."),
    "nothing-changes": N_("That would change nothing."),
    "nothing-reported": N_("Nothing has been reported about this player."),
    "number-is-taken": N_("Another player already has this number."),
    "rebuy-unpaid": N_("The last rebuy is still unpaid."),
    "receipt-not-read": N_("The player must first read the receipt and say whether it is correct."),
    "refunded-already": N_("This entry has already been refunded."),
    "reported-already": N_("This player has already been reported to the floor."),
    "still-in": N_("This player is still in."),
}
"""Why the core process refuses a request, by the id of the reason.

If a reason is not listed, the text that came with the refusal is shown unchanged.
"""


def seat_text(table: int, seat: int, said: Words) -> str:
    """Return the table and seat number in words, for instance `table 4, seat 7`."""
    return said.say(N_("table {table}, seat {seat}"), table=table, seat=seat)


def notice_text(notice: NoticeLine, said: Words) -> str:
    """Return a notice as a sentence in the language of `said`."""
    reason = notice.reason
    if notice.kind is NoticeKind.HELD:
        if reason == PAUSE:
            return said.say(HOLDS[PAUSE])
        reason = said.of(HOLDS, reason)
    return said.say(
        NO_BREAK.get(notice.reason, NOTICES[notice.kind]),
        player=notice.shown_as or notice.player,
        seat=seat_text(notice.table, notice.seat, said),
        to=seat_text(notice.to_table, notice.to_seat, said),
        table=notice.table,
        reason=reason,
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
"""The remedies for some refusals: the address of a page, and the name of the action there."""


def incident_name(kind: str, said: Words) -> str:
    """Return the name of an incident's kind: an irregularity, a floor call or a penalty."""
    if kind in INCIDENTS:
        return said.say(INCIDENTS[kind])
    if kind in RULINGS:
        return said.ruling_name(kind)
    return said.penalty(kind)


def refusal(reason: str, error: str, said: Words) -> str:
    """Return why a request was refused, in the visitor's language.

    If the id `reason` is unknown, the text `error` is returned unchanged.
    """
    return said.say(REFUSALS[reason]) if reason in REFUSALS else error
