"""Words for the reasons why a table is on hold, and for the room's notices that a table shows.

An unknown reason is shown as "The room is paused", and an unknown notice is not shown.
"""

from collections.abc import Mapping
from typing import Any

from controller.contract.public import HoldReason, HoldView, NoticeText, NoticeView, PublicState
from display.words.locale import N_, locale, official
from display.words.names import Words, words

WAITS: Mapping[str, str] = {
    HoldReason.PAUSE: N_("The table is paused"),
    HoldReason.BREAK: N_("Break"),
    HoldReason.HAND_FOR_HAND: N_("Hand for hand"),
    HoldReason.BALANCE: N_("Balancing tables"),
    HoldReason.COLOUR_UP: N_("Colour-up"),
    HoldReason.DISPUTE: N_("A dispute is being settled"),
    HoldReason.VENUE: N_("The room is paused"),
}
"""The reasons for a hold, each as a title."""

UNTIL: Mapping[str, str] = {
    HoldReason.PAUSE: N_("No new hands until the floor says so"),
    HoldReason.BREAK: N_("Play resumes after the break"),
    HoldReason.HAND_FOR_HAND: N_("The next hand starts at all tables at the same time"),
    HoldReason.BALANCE: N_("Play resumes once the players have moved"),
    HoldReason.COLOUR_UP: N_("Play resumes when the small chips have been exchanged"),
    HoldReason.DISPUTE: N_("Play resumes when the floor says so"),
    HoldReason.VENUE: N_("Play resumes when the room resumes"),
}
"""For each reason for a hold, a sentence that says when play resumes."""

TOLD: Mapping[str, str] = {
    NoticeText.MOVE: N_("{player} moves to table {table}, seat {seat}"),
    NoticeText.TABLE_BREAKS: N_("This table is breaking: everybody moves to another seat"),
    NoticeText.FINAL_TABLE: N_("The final table has been formed"),
    NoticeText.LAST_HAND: N_("This is the last hand"),
    NoticeText.BREAK_SOON: N_("There is a break after this level"),
    NoticeText.COLOUR_UP: N_("The small chips will be coloured up at the next break"),
    NoticeText.COLOUR_UP_NOW: N_("{player}: small chips will be exchanged after this hand"),
    NoticeText.DEVICES_OFF: N_("Switch phones off and keep them off the table"),
    NoticeText.LAST_ENTRIES: N_("Entries and rebuys close at the end of this level"),
    NoticeText.DECK_CHANGE: N_("The next hand is dealt from a new deck"),
    NoticeText.REBUY_DUE: N_("Chips from an unpaid rebuy are in play: payment is due now"),
    NoticeText.LANGUAGES: N_("Languages spoken at this table: {languages}"),
    NoticeText.SEE_DESK: N_("{player}: please come to the desk"),
    NoticeText.CHIPS_DUE: N_(
        "{player}: the stack still contains chips that must be removed from play"
    ),
    NoticeText.STREAM: N_("{player} is being asked whether their cards may be streamed"),
}
YOURS: Mapping[str, str] = {
    NoticeText.MOVE: N_("You move to table {table}, seat {seat}"),
    NoticeText.COLOUR_UP_NOW: N_("Your small chips will be exchanged after this hand"),
    NoticeText.SEE_DESK: N_("Please come to the desk"),
    NoticeText.CHIPS_DUE: N_(
        "Some of your chips must be removed from play: the floor will count them with you"
    ),
    NoticeText.STREAM: N_(
        "May your cards be streamed on a {minutes}-minute delay? Answer yes or no"
    ),
}
"""The texts of notices that are worded differently for the player whom they concern."""

FOR_THE_TABLE: Mapping[str, str] = {
    NoticeText.SEE_DESK: N_("Please call the desk from this table"),
}
"""The texts of notices that are worded differently if they concern no seat."""
CONFIRM = N_("Press Agree when you have heard this")


def holds(state: PublicState) -> tuple[HoldView, ...]:
    """Return the holds that keep the next hand from starting."""
    return tuple(one for one in state.holds if not one.one_hand)


def waits(state: PublicState, said: Words) -> str:
    """Return what the table is waiting for, or "" if it is not waiting."""
    if state.closed:
        return said.say(N_("This table is closed"))
    for one in holds(state):
        return said.say(WAITS.get(one.reason, WAITS[HoldReason.VENUE]))
    return said.say(WAITS[HoldReason.PAUSE]) if state.paused else ""


def until(state: PublicState, said: Words) -> str:
    """Return a sentence that says when play will resume, or "" if play is not stopped.

    Play stops while the table is closed, on a break, on hold or paused.
    """
    if state.closed:
        return said.say(N_("No hands will be dealt here until this table is opened"))
    if state.level.on_break and state.level.next_in is not None:
        return said.say(N_("Play resumes in {time}"), time=said.clock(state.level.next_in))
    for one in holds(state):
        return said.say(UNTIL.get(one.reason, UNTIL[HoldReason.VENUE]))
    return said.say(UNTIL[HoldReason.PAUSE]) if state.paused else ""


def since(state: PublicState, said: Words) -> str:
    """Return how long the table has been on hold, in words.

    Return "" if the table is not on hold, or has been for less than a second.
    """
    return next((for_now(one.waited, said) for one in holds(state) if one.waited >= 1000), "")


def for_now(waited: int, said: Words) -> str:
    """Return the duration of a wait in words; `waited` is in milliseconds."""
    return said.say(N_("{time} so far"), time=said.clock(waited))


def announced(state: PublicState, said: Words) -> Words:
    """Return the words for staff announcements, in an official language if there is one."""
    return words(official(said.language, state.languages))


def notice(data: Mapping[str, Any], state: PublicState, said: Words, *, own: bool = False) -> str:
    """Return the text of a notice, or "" for an unknown notice.

    `data` holds the notice's fields. If `own` is true, the text addresses the player whom it
    concerns.
    """
    seat, text = int(data.get("seat", 0)), str(data["text"])
    told = TOLD.get(text, "")
    if own:
        told = YOURS.get(text, told)
    elif not seat:
        told = FOR_THE_TABLE.get(text, told)
    if not told:
        return ""
    left = next((one.name for one in state.notices if one.notice == data["notice"]), "")
    return said.say(
        told,
        player=left or (said.seat(state, seat) if seat else ""),
        table=int(data.get("to_table", 0)),
        seat=int(data.get("to_seat", 0)),
        languages=spoken_here(state, said),
        minutes=state.stream.delay // 60 if state.stream else 0,
    )


def streamed(state: PublicState, said: Words) -> str:
    """Return how hole cards are streamed, or how many players have yet to agree to it.

    Return "" if there is no stream.
    """
    if state.stream is None:
        return ""
    if state.stream.waits:
        return said.count(
            "Stream: {n} player has yet to agree", "Stream: {n} players have yet to agree",
            len(state.stream.waits),
        )  # fmt: skip
    if not state.stream.delay:
        return said.say(N_("Streamed with hole cards, after each hand is over"))
    minutes = state.stream.delay // 60
    return said.say(N_("Streamed with hole cards, on a {minutes}-minute delay"), minutes=minutes)


def spoken_here(state: PublicState, said: Words) -> str:
    """Return the names of the official languages, separated by commas.

    A language without a known name appears as its code.
    """
    known = locale(said.language).languages
    return ", ".join(known.get(one, one) for one in state.languages)


def moves(state: PublicState) -> tuple[NoticeView, ...]:
    """Return the notices that tell players where to move."""
    return tuple(one for one in state.notices if one.text == NoticeText.MOVE)


def goes(one: NoticeView, state: PublicState, said: Words) -> tuple[str, str]:
    """Return the name of the player moved by a notice, and the player's new table and seat."""
    who = one.name or said.seat(state, one.seat)
    return who, said.say(N_("table {table}, seat {seat}"), table=one.to_table, seat=one.to_seat)


def leaving(state: PublicState, said: Words) -> str:
    """Return a line that names the players leaving after this hand, or "" if nobody is leaving.

    Players with a notice that names their new seat are not included.
    """
    told = {one.seat for one in moves(state)}
    players = ", ".join(said.seat(state, seat) for seat in state.leaving if seat not in told)
    if not players:
        return ""
    return said.say(N_("Leaving after this hand: {players}"), players=players)
