"""Hand for hand across the room: each table waits after a hand until all others have finished."""

from msgspec.structs import replace

from controller.contract.rules import NoticeText
from controller.contract.venue import outputs as o
from controller.contract.venue.floor.direction import StreetReleased
from controller.contract.venue.inputs import HandForHand
from controller.venue.rules.books.room import Room
from controller.venue.rules.books.work import Work, needed, refuse_if
from controller.venue.rules.calculations import hand_for_hand, levels
from controller.venue.rules.evening.results import place
from controller.venue.rules.seating.final_table import final_seats
from controller.venue.rules.standings.places import Out

DEVICES = "devices"
"""The name of the notice to put phones away, which is removed when hand for hand ends."""

NAME = "hand-for-hand"
FLOOR = "floor"
"""The reason stored if the floor started hand for hand, in which case the floor must end it. If a
rule started it, it ends automatically."""

SILENT_FOR = 60_000
"""How long (ms) the other tables wait in a round for a table that does not answer."""


def look(work: Work, prizes: int) -> None:
    """Start, propose once or end hand for hand, as the rules say for this number of `prizes`."""
    room = work.room
    tables = set(room.occupied)
    if room.synchronised is not None:  # in a redraw, all players of a table may have stood up
        tables |= {move.target.table for move in room.moves}
    now = hand_for_hand.due(
        work.rules.hand_for_hand, len(room.left), len(tables), prizes,
        final_seats(work)[0],
    )  # fmt: skip
    if room.synchronised is not None:
        required = now is not None and now.must
        if len(tables) < 2 or (room.why_together != FLOOR and not required):
            stop(work)
            if now is not None:
                look(work, prizes)  # the floor may want to go on, and is asked
        return
    if now is None:
        work.change(proposed="")
    elif now.must:
        start(work, now.moment, now.article, must=True)
    elif room.proposed != now.moment:
        work.change(proposed=now.moment)
        work.say(o.HandForHandProposed(now.moment, now.article))


def by_the_floor(work: Work, said: HandForHand) -> None:
    """Start or end hand for hand at the floor's request.

    During hand for hand, a request may also decide whether tables wait after each street.
    """
    now, rules = work.room.synchronised, work.rules.hand_for_hand
    refuse_if(not work.room.started or work.room.ended, "not-started")
    refuse_if(said.by_street and not rules.by_street.value, "not-by-street")
    if not said.on:
        stop(work)
        return
    if now is None or now.by_street == said.by_street:
        start(work, article=rules.by_street.article if said.by_street else "")
        now = work.room.synchronised
    if now is not None:
        work.change(synchronised=replace(now, by_street=said.by_street))


def start(work: Work, why: str = FLOOR, article: str = "", must: bool = False) -> None:
    """Hold every table after its current hand; from then on, all tables play hand for hand.

    `why` is the reason, and `article` the article of the rules that gives this reason. `must` means
    that the article leaves the floor no choice.
    """
    refuse_if(work.room.synchronised is not None, "hand-for-hand-already")
    tables = work.room.occupied
    refuse_if(len(tables) < 2, "one-table")
    room, rule = work.room, work.rules.hand_for_hand
    work.say(o.HandForHandBegan(why, article or rule.when.article, must))
    by_hand = bool(rule.minutes_a_hand.value)
    if by_hand and not room.levels[room.clock.at].is_break:
        work.put_clock(lambda clock: levels.hold(clock, room.levels, room.at, NAME))
    for number in tables:
        _hold(work, number)
        if rule.phones_off.value:
            work.order(o.Notify, number, text=NoticeText.DEVICES_OFF, notice=DEVICES)
    # Round 0: the hands in progress finish first.
    work.change(synchronised=hand_for_hand.Round(0, frozenset(tables)), why_together=why)


def _hold(work: Work, table: int) -> None:
    clock_runs = not work.rules.hand_for_hand.minutes_a_hand.value
    work.order(o.HoldTable, table, name=NAME, clock_runs=clock_runs)


def not_dealt(work: Work, table: int) -> None:
    """Hold a table again after its floor has lifted the hold; it refused to deal one hand.

    It may have dealt that hand already, without the order.
    """
    now = work.room.synchronised
    if now is None:
        return
    _hold(work, table)
    if table in now.playing:
        work.order(o.DealOne, table, name=NAME, by_street=now.by_street)


def by_the_hand(work: Work) -> bool:
    """Return whether hand for hand is on and each hand takes a fixed time off the clock.

    The clock is then held, and each finished round takes that time off it. Breaks always run in
    real time.
    """
    return work.room.synchronised is not None and bool(
        work.rules.hand_for_hand.minutes_a_hand.value
    )


def stop(work: Work) -> None:
    """End hand for hand, so that each table plays at its own pace again.

    Players who have gone out in an unfinished round get their places now.
    """
    room = work.room
    now = needed(room.synchronised, "no-hand-for-hand")
    if room.gone:
        _place_gone(work, now)
        work.change(replan=True)
        room = work.room
    work.put_clock(lambda clock: levels.release(clock, room.levels, room.at, NAME))
    work.change(synchronised=None)
    if work.rules.hand_for_hand.minutes_a_hand.value:
        for number in work.room.open_tables:
            work.tell_level(number)  # their own clocks stood while hands took their time off it
    for number in work.room.tables:
        work.order(o.ReleaseTable, number, name=NAME)
        if work.rules.hand_for_hand.phones_off.value:
            work.order(o.NotifyOff, number, notice=DEVICES)
    work.say(o.HandForHandEnded())


def hand_ended(work: Work, table: int, outs: list[Out]) -> None:
    """Process the end of a hand: assign places to `outs` now, or at the end of the round."""
    before = work.room.synchronised
    now = hand_for_hand.ended(before, table) if before is not None else None
    work.change(synchronised=now)
    if now is None or (before is not None and before.over):
        place(work, outs, together=False)
        return
    work.change(gone=(*work.room.gone, *outs))
    if now.over:
        _round_over(work, now)


def _round_over(work: Work, now: hand_for_hand.Round) -> None:
    """Assign the round's places. If the clock is stopped, deduct one hand's time from it."""
    if now.number:
        ms = work.rules.hand_for_hand.minutes_a_hand.value * 60_000
        work.put_clock(lambda clock: levels.spend(clock, work.room.levels, ms))
    _place_gone(work, now)


def _place_gone(work: Work, now: hand_for_hand.Round) -> None:
    gone = list(work.room.gone)
    work.change(gone=())
    together = now.number > 0 or work.rules.hand_for_hand.announced.value
    place(work, gone, together=together)


def leave_behind(work: Work) -> None:
    """End the round if only tables that can't finish their hand are still playing it.

    A table that did not answer for a minute finishes its hand later, in another round.
    """
    room, now = work.room, work.room.synchronised
    if now is None or now.over or any(_able(room, one) for one in now.playing):
        return
    never = not any(_two_play(room, one) for one in now.playing)
    if never or any(_able(room, one) for one in room.occupied):
        late = {one for one in now.playing.intersection(room.occupied) if room.tables[one].silent}
        now = replace(now, playing=frozenset(), late=now.late | late)
        work.change(synchronised=now)
        _round_over(work, now)


def wait_ends(room: Room) -> int | None:
    """Return the room time (ms) at which a round goes on without the tables that do not answer.

    Return None if the round also waits for other tables, if no other table could go on, or if the
    day is ending.
    """
    now, tables = room.synchronised, room.tables
    awaited = now.playing - now.waiting if now is not None else frozenset()
    if not awaited or room.day.ending or not all(tables[one].silent for one in awaited):
        return None
    if not any(not tables[one].silent and _two_play(room, one) for one in room.occupied):
        return None
    return max(tables[one].silent_since for one in awaited) + SILENT_FOR


def _able(room: Room, number: int) -> bool:
    """Return whether a table has two or more players with chips, and has not been silent too long.

    The limit is `SILENT_FOR`. A closed table only waits until its last players are moved.
    """
    table = room.tables[number]
    silent = table.silent and room.at - table.silent_since >= SILENT_FOR
    return not silent and not table.closed and _two_play(room, number)


def _two_play(room: Room, number: int) -> bool:
    return sum(one.stack > 0 for one in room.seated(number).values()) > 1


def hand_ended_again(work: Work, outs: list[Out]) -> None:
    """Process the second report of a hand whose end was reversed, without counting the hand again.

    If other tables are still playing the round, the places of `outs` are assigned at its end.
    """
    now = work.room.synchronised
    if now is not None and not now.over:
        work.change(gone=(*work.room.gone, *outs))
    else:
        place(work, outs, together=False)


def table_held(work: Work, table: int) -> None:
    """Record, before the first round, that a table has finished its current hand and is waiting.

    A table that did not answer before the first round may report this during a later one. When the
    day ends, tables stop before they have played the round.
    """
    now = work.room.synchronised
    stops = work.room.day.ending
    if now is not None and (not now.number or table in now.late or stops):
        hand_ended(work, table, [])


def next_round(work: Work) -> None:
    """Order all tables to deal one hand, if every table is waiting and no move is pending."""
    room, now = work.room, work.room.synchronised
    if now is None or not now.over or room.moves or room.ended:
        return
    able = frozenset(one for one in room.occupied if _able(room, one))
    tables = sorted(able - now.late)
    if not tables:
        return
    work.order_all(o.DealOne, tables, name=NAME, by_street=now.by_street)
    late = now.late.intersection(room.occupied)
    work.change(synchronised=hand_for_hand.Round(now.number + 1, able, now.by_street, late=late))
    work.say(o.RoundReleased(now.number + 1, tuple(sorted({*room.occupied} - able))))


def street_over(work: Work, table: int) -> None:
    """Record that a table has finished a street and is waiting before the next one."""
    work.table(table)
    now = work.room.synchronised
    if now is not None and table in now.playing:
        work.change(synchronised=replace(now, waiting=now.waiting | {table}))


def streets(work: Work) -> None:
    """Order the tables still playing to deal their next street, if all of them are waiting."""
    room, now = work.room, work.room.synchronised
    if now is None or any(_able(room, one) for one in now.playing - now.waiting):
        return
    tables = tuple(sorted(now.playing & now.waiting))
    if tables:
        work.order_all(o.DealOne, tables, name=NAME, by_street=now.by_street)
        work.change(synchronised=replace(now, waiting=frozenset()))
        work.say(StreetReleased(tables))
