"""Stream consent: the floor's badge switches the stream on, and each player is asked to agree.

A hand's cards are streamed only if every seated player has agreed before it starts. A player's
refusal, at any time, ends the stream immediately, and cards that have not yet been sent are never
sent. The floor can also end it immediately. A journal restored from a backup also ends it, because
a player's refusal may be missing from the journal.
"""

from msgspec.structs import replace

from controller.contract.commands import Notice
from controller.contract.commands import Stream as StreamCommand
from controller.contract.public import (
    ActionRefused,
    NoticeText,
    StreamAgreed,
    StreamAsked,
    StreamEnded,
    StreamHand,
    StreamSent,
    StreamView,
)
from controller.table.between_hands.notices import give_notice, take_off
from controller.table.state import Play, Table

MOST_DELAY = 86_400
"""The maximum delay of a stream: one day, in seconds."""


def switch_stream(play: Play, command: StreamCommand, by: str) -> str:
    """Switch the stream on or off; return the refusal reason, or ""."""
    stream, least = play.table.at_rest.stream, play.house.disclosure.stream_delay.value
    if command.called_off:
        if stream.on:
            _end(play, StreamEnded("floor", by=by))
        return ""
    delay = command.delay or least
    if not least <= delay <= MOST_DELAY:
        return "bad-delay"
    if stream.on:
        return "stream-on"
    play.rest(stream=replace(stream, number=stream.number + 1, on=True, by=by, delay=delay))
    play.say(StreamAsked(delay, by))
    for number, seat in enumerate(play.table.seats):
        if seat.taken:
            ask_for_stream(play, number)
    return ""


def ask_for_stream(play: Play, seat: int) -> None:
    """Ask a player whether their cards may be streamed, if the stream has been switched on."""
    if play.table.at_rest.stream.on:
        give_notice(play, Notice(_asked(seat), NoticeText.STREAM, seat))


def stream_waits(table: Table) -> tuple[int, ...]:
    """Return the seats of players who have not agreed to the stream."""
    agreed = table.at_rest.stream.agreed
    seats = enumerate(table.seats)
    return tuple([n for n, seat in seats if seat.taken and (n, seat.name) not in agreed])


def stream_view(table: Table) -> StreamView | None:
    """Return the public view of the stream, or None if it is off."""
    stream = table.at_rest.stream
    return StreamView(stream.delay, stream.by, stream_waits(table)) if stream.on else None


def agree_to_stream(play: Play, seat: int) -> None:
    """Record a player's consent."""
    stream = play.table.at_rest.stream
    if not stream.on or seat not in stream_waits(play.table):
        play.say(ActionRefused(seat, "stream-yes", "not-asked"))
        return
    agreed = (*stream.agreed, (seat, play.table.seats[seat].name))
    play.rest(stream=replace(stream, agreed=agreed))
    take_off(play, _asked(seat))
    play.say(StreamAgreed(seat))


def refuse_stream(play: Play, seat: int) -> None:
    """Record a player's refusal, which ends the stream even if everybody had agreed."""
    if not play.table.at_rest.stream.on or not play.table.seats[seat].taken:
        play.say(ActionRefused(seat, "stream-no", "not-asked"))
        return
    _end(play, StreamEnded("seat", seat))


def forget_agreement(play: Play, seat: int) -> None:
    """Clear the consent of a player who has left the seat."""
    stream = play.table.at_rest.stream
    if stream.on:
        agreed = tuple([one for one in stream.agreed if one[0] != seat])
        play.rest(stream=replace(stream, agreed=agreed))


def journal_was_cut(play: Play) -> None:
    """End the stream, because a player's refusal may be missing from the journal."""
    if play.table.at_rest.stream.on:
        _end(play, StreamEnded("epoch"))


def hand_for_stream(play: Play) -> None:
    """Announce that the new hand will be streamed, if every seated player has consented."""
    stream = play.table.at_rest.stream
    if stream.on and not stream_waits(play.table):
        play.say(StreamHand(play.hand.number, stream.delay))


def stream_due(play: Play, hand: int) -> None:
    """Report that a hand's cards are now being released to the stream, unless already reported.

    `hand` is the number of the hand.
    """
    stream = play.table.at_rest.stream
    if stream.on and stream.sent < hand:
        play.rest(stream=replace(stream, sent=hand))
        play.say(StreamSent(hand))


def _end(play: Play, ended: StreamEnded) -> None:
    for number in range(1, len(play.table.seats)):
        take_off(play, _asked(number))
    play.rest(stream=replace(play.table.at_rest.stream, on=False, by="", agreed=()))
    play.say(ended)


def _asked(seat: int) -> str:
    """Return the name of the notice that asks a seat for consent."""
    return f"stream-{seat}"
