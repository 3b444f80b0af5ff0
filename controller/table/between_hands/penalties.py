"""Penalties that the floor gives, and that the table counts down in hands or minutes.

A penalised player is dealt in and killed, or left out, in the same way as an absent player.
"""

import re

from msgspec.structs import replace

from controller.contract.public import PenaltyGiven, PenaltyServed, SeatLeft
from controller.table.between_hands.missed_blinds import MINUTE, come_back, forget
from controller.table.state import Past, Play, Seat, Serving, Table, put

FORM = re.compile(r"(?P<word>warning|out)|(?P<count>\d{1,4})(?P<unit>m|min|r|h)")
_SCALES = {
    "any": re.compile(r".*"),
    "rounds-and-tens": re.compile(r"warning|out|[1-4]r|\d*0m"),
    "five-ten-twenty": re.compile(r"warning|out|(5|10|20)m"),
}


def read(penalty: str) -> re.Match[str] | None:
    """Parse a penalty such as `3h` or `10m`; return the match, or None if it is not valid."""
    return FORM.fullmatch(penalty)


def give_penalty(play: Play, seat: int, penalty: str, by: str) -> str:
    """Give a penalty that starts with the next hand; return the refusal reason, or "".

    `penalty` is a number and a unit, or a word. `Nr` means N rounds of as many hands as there are
    players (fidpa 9-2b), `Nh` N hands, and `Nm` or `Nmin` N minutes. A count of zero lifts the
    penalties being served. `warning` is only recorded. `out` expels the player. `by` is the floor
    person who gives the penalty.
    """
    table = play.table
    parts = read(penalty)
    if parts is None:
        return "bad-penalty"
    hands, ms = _lasts(play, parts)
    scale = play.house.penalties.scale
    article = scale.article if _SCALES[scale.value].fullmatch(penalty) else ""
    play.say(PenaltyGiven(seat, penalty, article, hands, by))
    play.record(penalties=(*table.record.penalties, (seat, penalty)))
    if not (parts["word"] or hands or ms):
        _lift(play, seat)
    elif parts["word"] != "warning":
        _impose(play, Serving(seat, penalty, hands, ms=ms))
    return ""


def _lift(play: Play, seat: int) -> None:
    """Lift a seat's penalties; neither an undo nor the waiver of a void brings them back."""
    _serve(play, tuple(one for one in play.table.serving if one.seat != seat))
    rulings = tuple(
        one if one.before is None else replace(one, before=_lifted(one.before, seat))
        for one in play.table.rulings
    )
    past = tuple(_lifted(one, seat) for one in play.table.past)
    play.table = replace(play.table, past=past, rulings=rulings)


def _lifted(past: Past, seat: int) -> Past:
    seats = put(past.seats, seat, replace(past.seats[seat], excluded=False))
    serving = tuple(one for one in past.serving if one.seat != seat)
    return replace(past, seats=seats, serving=serving)


def with_those_since(table: Table, past: Past) -> tuple[Serving, ...]:
    """Return the penalties as they were in `past`, and those given since, which begin later."""
    known = {(one.seat, one.penalty, one.first) for one in past.serving}
    since = tuple(
        replace(one, until=0)
        for one in table.serving
        if (one.seat, one.penalty, one.first) not in known
    )
    return past.serving + since


def bring(play: Play, seat: int, penalty: str) -> None:
    """Impose what remains of a penalty that a player received at another table.

    `penalty` is what remains, such as `3h` or `10m`. Nothing is done for `out`, because the player
    was already expelled there.
    """
    parts = read(penalty)
    if parts is None:
        return
    hands, ms = _lasts(play, parts)
    if hands or ms:
        _impose(play, Serving(seat, penalty, hands, ms=ms))


def _lasts(play: Play, parts: re.Match[str]) -> tuple[int, int]:
    """Return how long a penalty lasts, as a number of hands and a number of milliseconds.

    At most one of them is above 0. Both are 0 for `warning` or `out`, and for a count of zero.
    """
    if parts["word"]:
        return 0, 0
    count, unit = int(parts["count"]), parts["unit"]
    if unit in {"r", "h"}:
        return count * (_players(play) if unit == "r" else 1), 0
    return 0, count * MINUTE


def _impose(play: Play, one: Serving) -> None:
    """Record a penalty, which is served from the next hand on."""
    running = play.hand.running
    one = replace(one, first=play.table.played.hands + 1 + running)
    play.time(serving=(*play.table.serving, one))
    if not running:
        begin(play)


def _players(play: Play) -> int:
    """Return the number of hands in a round: one for each player with chips, but at least one."""
    if play.hand.running:
        return sum(1 for stack in play.hand.stacks if stack)
    return max(1, sum(1 for seat in play.table.seats if seat.taken and seat.stack))


def begin(play: Play) -> None:
    """Start the penalties that have been imposed; called between hands.

    Penalties that last a number of minutes begin to run, and an expelled player leaves the table.
    """
    for one in play.table.serving:
        seat = play.table.seats[one.seat]
        if one.penalty == "out":
            play.say(SeatLeft(one.seat, seat.stack + seat.rebuy, seat.player, penalty="out"))
            seats = put(play.table.seats, one.seat, Seat())
            play.table = replace(play.table, seats=seats, past=())
            forget(play, one.seat)
        elif seat.taken:
            play.seat(one.seat, excluded=True)
    serving = tuple(
        replace(one, until=play.at + one.ms) if one.ms and not one.until else one
        for one in play.table.serving
        if play.table.seats[one.seat].taken
    )
    play.time(serving=serving)


def hand_over(play: Play, *, played: bool) -> None:
    """Count the finished hand towards penalties served in hands, unless the hand was voided."""
    number = play.table.played.hands
    counted = []
    for one in play.table.serving:
        missed = played and one.hands and one.first <= number
        if not missed:
            counted.append(one)
        elif one.hands > 1:
            counted.append(replace(one, hands=one.hands - 1))
    _serve(play, tuple(counted))
    begin(play)


def served_at(table: Table) -> int | None:
    """Return when the first timed penalty ends (ms of table time), or None if none is running."""
    return min((one.until for one in table.serving if one.until), default=None)


def minutes_over(play: Play) -> None:
    """End penalties whose time is up, so that the players can play the hand about to start."""
    left = tuple(o for o in play.table.serving if not (o.until and o.until <= play.at))
    _serve(play, left)


def _serve(play: Play, left: tuple[Serving, ...]) -> None:
    still = {one.seat for one in left}
    for seat in sorted({one.seat for one in play.table.serving} - still):
        play.say(PenaltyServed(seat))
        play.seat(seat, excluded=False)
        come_back(play, seat)
    play.time(serving=left)


def left_to_serve(table: Table, seat: int) -> str:
    """Return a seat's penalty: its hands left (`3h`) or as given (`10m`, `out`); "" for none."""
    one = longest(table, seat)
    if one is None:
        return ""
    return f"{one.hands}h" if one.hands else one.penalty


def longest(table: Table, seat: int) -> Serving | None:
    """Return the penalty that keeps a seat out longest, or None if it has no penalty.

    Several penalties may run at the same time. An expulsion counts as longest, and a penalty in
    hands as longer than one in minutes.
    """
    mine = (one for one in table.serving if one.seat == seat)
    return max(mine, key=lambda o: (o.penalty == "out", o.hands, o.until, o.ms), default=None)
