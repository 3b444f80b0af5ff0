"""Reasons why the room refuses a request: each has an id for programs and a sentence for people."""

from controller.contract.errors import TapisError
from controller.venue.core.take_input import NO_TOURNAMENT, Core, Evening, Turn

SENTENCES = {
    "bag-not-signed": "the player must sign for the count first",
    "bagged-already": "this player's stack has already been bagged",
    "bags-are-closed": "some stacks have already been bagged: undo that first",
    "bags-are-there": "the bags have already been brought in",
    "bags-not-opened": "open and count every bag first",
    "count-differs": "the count does not match the books: count again and confirm",
    "day-ends-already": "the day is already ending",
    "day-goes-on": "stacks can be bagged only while the day is ending",
    "no-bag-to-open": "this player has no bag to open",
    "no-bags": "no flight of this event has bags to bring in",
    "no-seal": "a bag must have a seal",
    "no-such-change-of-games": "this tournament does not allow that change of game",
    "no-such-game": "the tournament file has no such game",
    "no-such-ticket": "this player has no ticket for this tournament",
    "no-tickets-here": "tickets are not valid for this tournament",
    "no-tie": "no players are tied for a seat",
    "not-so-many-seats": "choose one tied player for each seat",
    "one-day": "this event lasts one day",
    "seal-is-used": "this seal is already on another bag",
    "shares-are-not-the-seats": "a satellite's prizes are its seats; the remainder goes to the "
    "next place",
    "the-table-was-told": "a different count has already been sent to the table",
    "ticket-is-used": "this ticket has already been used for an entry",
    "amount-changed": "the amount has risen since it was approved: ask for approval again",
    "bounty-open": "first record who knocked this player out",
    "deal-in-force": "all players have already accepted a deal",
    "head-decided-already": "this knockout has already been recorded",
    "head-fell-since": "the winner of this bounty has since been knocked out",
    "left-is-too-much": "the deal leaves too much to play for: a prize would be smaller than the "
    "one below it",
    "no-deal-proposed": "no deal has been proposed, or it has lapsed",
    "no-envelopes-here": "there are no bounty envelopes to draw from",
    "no-open-head": "this player has no bounty waiting to be awarded",
    "had-already": "this player has already received these chips",
    "no-re-entries-left": "this player has used up all their re-entries",
    "no-rebuy-now": "rebuys are no longer possible at this level",
    "somebody-may-rebuy": "a player with no chips may still rebuy, or has no finishing place yet: "
    "wait for the next hand",
    "no-re-entry-now": "re-entry is no longer possible at this level",
    "no-such-bonus": "the tournament file has no bonus with this name",
    "another-person": "this must be approved by a second person, not by the person who "
    "asked for it",
    "bank-is-closed": "the bank is closed: a cashier must open it first",
    "bank-is-open": "a cashier is already in charge of the till",
    "no-money-here": "this game is played without prizes",
    "nothing-owed": "this player is owed nothing",
    "nothing-waits": "no payment with this number is waiting for a second person's approval",
    "waits-for-a-second": "a transaction for this player is already waiting for a second "
    "person's approval",
    "called-already": "a seat is already reserved for this player",
    "feeds-in-a-circle": "a table can feed only one other table, which can't itself feed another",
    "not-called": "no seat is reserved for this player",
    "not-on-the-list": "this player is not on the waiting list",
    "others-wait": "others are waiting for this seat: call the first player on the list",
    "seat-is-kept": "this seat is reserved for another player",
    "waits-already": "this player is already on the waiting list",
    "no-deck-to-come": "this table is not waiting for a deck",
    "no-move-to-call-off": "this player does not have to move, or has already left the seat",
    "no-such-proposal": "this move is no longer proposed",
    "not-this-move": "a move caused by a table break, a seat redraw or a must-move can't be "
    "cancelled",
    "top-up-too-large": "the house rules do not allow a top-up that large",
    "same-day": "this day has already started",
    "not-in-a-cash-game": "this does not apply to cash games",
    "no-hands-left": "this player has already played all their hands for today",
    "no-cash-here": "this can only be done in a cash game",
    "chips-are-taken-already": "the table is about to take chips from this player: wait until "
    "it has",
    "chips-are-played": "these chips have already been played",
    "chips-are-out": "players still have chips: cash them out first",
    "buy-in-too-small": "the stack is below the minimum buy-in",
    "buy-in-too-large": "the stack is above the maximum buy-in",
    "a-card-for-each-odd-chip": "a chip race needs a different card for each odd chip",
    "a-card-for-each-stack": "enter one card for each stack, and no card twice at the same table",
    "age-not-seen": "the player's age must be checked first",
    "another-penalty": "the house rules set a different penalty for this",
    "another-player": "this instruction is for another player",
    "appealed-already": "the appeal has already been decided, and the decision is final",
    "books": "nothing was done, because the chips would not add up: check the log",
    "changes-not-posted": "a rule change has not been posted in every official language yet: see "
    "[posting] in the tournament file",
    "closed": "entries are closed",
    "clock-is-the-directors": "only the director may run the clock here",
    "count-cannot-be": "this count does not match the stack: count again",
    "ended-already": "the tournament is over",
    "entered": "this player has used up all their entries",
    "entered-already": "this player is already on the list",
    "game-runs": "the tournament is running: end it first",
    "hand-for-hand-already": "hand-for-hand play has already started",
    "identity-not-seen": "the player's identity must be checked first",
    "list-cannot-be-drawn-for": "there are more players than seats, or a reserved seat does not "
    "exist",
    "list-changed": "the list has changed since it was closed: close it again",
    "no-levels": "a structure must begin with a level and have at most 60 levels and breaks, "
    "such as 50/100 20 (20 minutes) or break 10",
    "blinds-cannot-be": "the small blind must be more than 0 and no larger than the big blind",
    "blinds-fall": "blinds can't decrease from one level to the next",
    "minutes-cannot-be": "each level must last 1 to 600 minutes, but the last one may be "
    "open-ended",
    "chips-cannot-be": "write chips as number x value, such as 8x25 8x100",
    "level-has-no-end": "this level lasts until the end, so its length can't be changed",
    "undo-at-the-bank": "this has been paid for, so the bank must refund it",
    "no-chips-besides": "this player has no other chips: remove the player from the tournament "
    "instead",
    "nothing-to-undo": "there is no clock change left to undo",
    "no-table-yet": "open a table first",
    "too-few-seats": "there are more players than seats: open another table",
    "list-is-open": "before the draw, close the list and post both hashes on the wall",
    "must-be-penalised": "the house rules penalise this: choose the penalty",
    "name-is-known": "this name is already known: enter that person, or say that this is a "
    "different one",
    "no-add-on-now": "add-ons are not possible now",
    "no-appeal": "this decision can't be appealed",
    "no-cards-here": "seats are not drawn with cards in this tournament",
    "no-chips": "enter more than 0 chips; only a player with chips can cash out",
    "no-colour-up": "no small chips are due for exchange at this table",
    "no-deals-here": "deals are not allowed in this tournament",
    "no-entries": "entries are closed",
    "no-excuse-here": "the house rules do not accept this excuse here",
    "no-free-seat": "there is no free seat",
    "not-by-street": "under these house rules, hand-for-hand play waits after each hand, not each "
    "street",
    "no-granted-seats": "seats can't be reserved in this tournament: they are all drawn",
    "no-hand-for-hand": "hand-for-hand play has not started",
    "no-name": "a hold needs a name",
    "no-reason": "give a reason",
    "no-rebuy-announced": "this player has not announced a rebuy",
    "no-redraw-here": "seats are not redrawn in this tournament",
    "no-refunds-here": "entries are not refunded in this tournament",
    "no-such-card": "there is no such card",
    "no-such-day": "no evening has been announced for that day",
    "no-such-incident": "there is no such incident",
    "no-such-level": "the structure has no such level",
    "no-results": "an evening needs a title, and 1 to 500 lines of results",
    "player-twice": "a player is listed twice",
    "no-such-address": "notices can't be sent to this address: check it",
    "no-such-link": "this link is not valid, or no longer valid: please ask at the desk",
    "no-such-option": "the house rules do not offer this choice",
    "no-such-penalty": "the house rules have no such penalty",
    "no-such-place": "a place must be at least 1, and points at least 0",
    "no-such-player": "there is no such player",
    "no-such-seat": "there is no such seat",
    "no-such-table": "there is no such table, or its number of seats is not between 2 and 10",
    "no-such-tournament": "there is no such tournament",
    NO_TOURNAMENT: "no tournament is open",
    "no-unsold-here": "unsold stacks are not put in play in this tournament",
    "nobody-sits-there": "one of these seats is empty",
    "not-a-member": "enter a member number first, or a name and email to become a member",
    "not-all-agree": "all remaining players must agree",
    "not-all-are-seated": "some players who have entered do not have a seat yet",
    "not-all-counted": "count the small chips at every seat",
    "not-all-who-are-left": "the shares must cover all remaining players, and nobody else",
    "not-excluded": "this player is not disqualified",
    "not-for-this": "this is not a reason to change the deck",
    "not-in-this-house": "nothing in these house rules covers this",
    "not-seated": "this player has no seat",
    "not-started": "the tournament has not started, or is over",
    "not-the-first-time": "unless this is intentional or repeated, the house rules allow only a "
    "warning",
    "not-transferable": "entries are not transferable",
    "nothing-changes": "that would change nothing",
    "nothing-reported": "nothing has been reported about this player",
    "number-is-taken": "another player already has this number",
    "on-the-way": "this player is already moving",
    "one-table": "there is only one table",
    "options-not-posted": "one of the house options has not been posted yet: see [posting] in "
    "the tournament file",
    "out-for-good": "this player has been disqualified or has left for good, and can't come back",
    "out-already": "this player is already out",
    "prizes-not-posted": "post the prizes first",
    "rebuy-unpaid": "the last rebuy is still unpaid",
    "receipt-not-read": "the player must first read the receipt and say whether it is correct",
    "refunded-already": "this entry has already been refunded",
    "reported-already": "this player has already been reported to the floor",
    "same-table": "this player is already at this table",
    "seat-has-no-ear": "this is not an audio seat, and the player needs one",
    "seat-is-taken": "this seat is taken",
    "seated-already": "this player already has a seat",
    "share-below-the-next-prize": "nobody may get less than the prize for the next player out",
    "shares-are-not-in-order": "no place may receive more than the one above it",
    "shares-are-not-the-pool": "the shares must add up to the full amount",
    "shoes-at-some-tables": "deal from a shoe at every table, or at none",
    "somebody-is-on-the-way": "a player is moving to a different seat: wait until they sit down",
    "started-already": "the tournament has already started",
    "still-in": "this player is still in",
    "still-in-play": "these chips are still in play",
    "table-is-there": "this table already exists",
    "tables-differ": "the tables differ by too many players: move somebody first",
    "the-directors-alone": "only the director may give this penalty",
    "too-few-players": "at least two players must be seated",
    "too-many-seats": "this tournament uses fewer seats per table: open the table with fewer seats",
    "who-else": "name everybody else involved, once each",
}
"""The sentence for each refusal, by the id of its reason."""


class No(TapisError):
    """A request that the room refuses: `reason` is an id, and the message is a sentence."""

    def __init__(self, reason: str, sentence: str = "") -> None:
        """Store the reason's id and its sentence; without a `sentence`, use the default one."""
        super().__init__(sentence or SENTENCES.get(reason, f"the room refuses: {reason}"))
        self.reason = reason


def refuse_if(wrong: object, reason: str) -> None:
    """Raise `No` with the reason if `wrong` is true."""
    if wrong:
        raise No(reason)


def evening_of(room: Core | Turn) -> Evening:
    """Return the open tournament or cash game. Raises `No` if there is none."""
    if room.evening is None:
        raise No(NO_TOURNAMENT)
    return room.evening
