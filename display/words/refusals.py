"""Sentences that say why a table refused a request, or why it may not have been carried out.

The texts are in English, and serve as ids in the catalogues.
"""

from display.words.locale import N_

REASONS = {
    "bad-amount": N_(
        "The amount must be more than zero, at most a billion, and a multiple of the smallest chip"
    ),
    "bad-hold": N_("A hold needs a unique name"),
    "bad-notice": N_("A notice needs a name; a move needs an origin and a destination"),
    "bad-structure": N_(
        "A structure needs levels with durations, and the position of the current level"
    ),
    "bad-tournament": N_("A tournament needs a name"),
    "not-leaving": N_("The player is not due to leave after this hand"),
    "no-hold": N_("The table has no hold with this name"),
    "seats-taken": N_("Players from another game are seated here: they must stand up first"),
    "stacks-differ": N_("A stack does not match its count: count again"),
    "top-up-too-large": N_("The house does not allow a top-up that large"),
    "too-many-holds": N_("The table already has too many holds: release one first"),
    "wrong-house": N_("This table uses a different house's rules, or a different version of them"),
    "bad-level": N_(
        "The big blind must be above zero and at least the small blind, with only one kind of ante"
    ),
    "bad-penalty": N_(
        'Enter a penalty as "warning", "out", or a number of minutes, rounds or hands: 10m, 1r, 3h'
    ),
    "bad-player": N_("A player needs a name and a stack"),
    "buy-in-too-large": N_("The stack is above the maximum buy-in"),
    "buy-in-too-small": N_("The stack is below the minimum buy-in"),
    "bad-cards": N_(
        "These cards can't be right: one is already elsewhere, or their number is wrong"
    ),
    "cards-are-read": N_("This table reads its cards, so they can't be entered by hand"),
    "clock-runs": N_("The clock is already running"),
    "hand-running": N_("A hand is in progress: try again when it ends"),
    "id-used": N_("Another request used this id: try again"),
    "last-hand": N_("The last live hand can't be killed"),
    "moved-on": N_("Something has happened at the table in the meantime: try again"),
    "moved-while-off": N_("Items were moved while the table was off: confirm the moves first"),
    "moved-unclear": N_(
        "The table can't tell what moved while it was off: void the hand, or put everything back"
    ),
    "no-bomb-pots": N_("The house has no bomb pots"),
    "no-kill-pots": N_("The house has no kill pots"),
    "no-hand": N_("No hand is in progress"),
    "no-level": N_("There are no blinds yet: set a level first"),
    "locked": N_("The floor decides this: put the floor's badge on the reader, or enter the PIN"),
    "badge-and-pin": N_(
        "The floor decides this: put the floor's badge on the reader, and enter the PIN"
    ),
    "wrong-pin": N_("Wrong PIN"),
    "too-many-pins": N_("Too many wrong PINs: wait before you try again"),
    "no-badge": N_("Put the floor's badge on its reader first"),
    "no-stream": N_("This table's config does not allow hole cards to be streamed"),
    "bad-delay": N_("The stream delay must be at least the house's, and at most a day"),
    "stream-on": N_("A stream is already running: stop it first"),
    "not-asked": N_("Nobody is being asked about streaming now"),
    "not-at-the-seat": N_("Each player must agree at their own seat"),
    "no-live-hand": N_("This seat has no hand in play"),
    "no-ruling": N_("No ruling is pending"),
    "no-such-seat": N_("This table has no such seat"),
    "not-in-turn": N_("The clock can only be called on the player to act"),
    "not-the-floors": N_("Under this house's rules, only players at the table may call the clock"),
    "not-now": N_("This can't be done now"),
    "nothing-to-undo": N_("There is no action to undo"),
    "paused": N_("The table is paused: resume it first"),
    "ruling-open": N_("A ruling is pending: finish it first"),
    "seat-empty": N_("That seat is empty"),
    "seat-taken": N_("That seat is already taken"),
    "standing-still": N_("The table has stopped: check its log"),
    "table-closed": N_("The table is closed: only the room can open it"),
    "token": N_("The table does not recognise this token: ask the person who set it up"),
    "too-few-players": N_("A hand needs two players with chips at the table"),
    "too-many-players": N_("The deck has too few cards for this many players in this game"),
    "too-deep": N_("The data in this request is nested too deeply"),
    "too-many": N_("Too many requests at once: try again in a moment"),
    "too-long": N_("This is too long: at most 200 characters"),
    "unreadable": N_("This request can't be read"),
    "unknown-key": N_("The pad has no such key"),
    "unknown-step": N_("There is no such step in this ruling"),
    "no-token": N_("Nothing was sent: this screen has no token (--token-file)"),
    "no-broker": N_("The broker is not responding: nothing was sent"),
    "broker-refuses": N_("The broker rejects this username or password"),
    "broker-untrusted": N_("The broker's certificate is not trusted here: see --ca"),
    "table-off": N_("The table is switched off"),
    "no-table": N_("There is no table on this topic"),
    "no-answer": N_("No answer: check at the table whether it was done"),
}
"""The sentence for each reason, by the id of the reason, without a full stop."""
