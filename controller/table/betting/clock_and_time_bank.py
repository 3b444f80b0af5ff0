"""The clock, called on a player or started for every decision, and the cards that extend it.

When it expires, the player checks or their hand is killed, as the house rules require. Where
decisions are timed, each player has a time bank: a number of cards for each level.
"""

from msgspec.structs import replace

from controller.contract.observations import TimePassed
from controller.contract.public import ActionRefused, ClockExpired, ClockExtended, ClockStarted
from controller.contract.rules import Action, Kind, Outcome
from controller.houses.model import House
from controller.table.betting.actions import act
from controller.table.betting.dead_hands import act_as_bound, kill_now
from controller.table.rulings import found, stops_play
from controller.table.state import BET_ZONES, Clock, Play, Shots, Table, to_call

_ACTIONS = frozenset(Action)

READ_MS = 800
"""How long a read may take (ms): chips put in before expiry but read after it count (tda 29)."""
REST_MS = 5_000
"""The maximum time (ms) for chips put in at the last moment to come to rest."""


def call_clock(play: Play, by: int, seat: int) -> None:
    """Start the clock on the seat to act, called by the player in seat `by`.

    The call is refused if the caller is away or serving a penalty, if `seat` is not the seat to
    act, if a ruling stops play, or if a clock is already running. It is also refused if the house
    does not let players call the clock on themselves and the caller is the player in `seat`.
    """
    why = _why_not(play, seat)
    caller = play.table.seats[by]
    if not caller.taken or caller.absent or caller.excluded:
        why = "not-seated"
    elif by == seat and not play.house.clock.own.value:
        why = why or "not-on-oneself"
    if why:
        play.say(ActionRefused(by, "time", why))
    else:
        _start(play, by, seat)


def floor_clock(play: Play, seat: int) -> str:
    """Start the clock on the floor's command; return why this is refused, or "" if it is not."""
    why = _why_not(play, seat)
    if not play.house.clock.floor.value:
        why = "not-the-floors"
    if not why:
        _start(play, 0, seat)
    return why


def _why_not(play: Play, seat: int) -> str:
    turn = play.hand.turn
    if not turn or turn != seat:
        return "not-in-turn"
    if stops_play(play.table):
        return "ruling-open"
    return "clock-runs" if play.table.clock is not None else ""


def _start(play: Play, by: int, seat: int, timed: int = 0) -> None:
    """Start the clock on a seat, announce it, and record the seat `by` that called it.

    If every decision is timed, `timed` is the time limit in seconds. If the clock was called,
    `timed` is 0, and the house rules set the limit. In both cases, a shorter limit for the seat's
    player takes precedence.
    """
    seconds = timed or play.house.clock.seconds.value + play.house.clock.count.value
    seconds = min(seconds, play.table.seats[seat].seconds or seconds)
    cards = cards_left(play.table, play.house, seat) if timed else 0
    play.say(ClockStarted(seat, seconds, by, called=not timed, cards=cards))
    play.table = replace(play.table, at=play.at)
    play.time(clock=Clock(seat, play.at + seconds * 1000, by, seconds * 1000))


def time_decision(play: Play) -> None:
    """Start the clock for the seat to act, if each decision is timed."""
    timed, hand = play.table.timed, play.hand
    if timed is None or timed.shots is None or timed.clock is not None:
        return
    seat, rule = hand.turn, play.house.clock
    if not seat or not rule.each_decision.value or stops_play(play.table):
        return
    first = not hand.street and hand.last[seat][0] not in _ACTIONS and rule.first_decision.value
    _start(play, 0, seat, first or rule.each_decision.value)


def time_decisions(play: Play) -> None:
    """Start timing decisions in the new hand.

    At a new level, each player gets new time-bank cards.
    """
    shots, level = play.table.timed and play.table.timed.shots, play.table.level
    if not shots or shots.level != level:
        play.time(shots=Shots(level))


def play_time_bank(play: Play, seat: int) -> None:
    """Extend a seat's clock with a time-bank card."""
    clock, left = play.table.clock, cards_left(play.table, play.house, seat)
    if clock is None or clock.seat != seat:
        play.say(ActionRefused(seat, "time-bank", "no-clock"))
        return
    if not left:
        play.say(ActionRefused(seat, "time-bank", "no-time-bank"))
        return
    until = clock.until + play.house.clock.time_bank_seconds.value * 1000
    _use_cards(play, seat, 1)
    play.say(ClockExtended(seat, (until - play.at) // 1000, left - 1))
    play.table = replace(play.table, at=play.at)
    play.time(
        clock=replace(clock, until=until, whole=until - play.at, cards=clock.cards + 1),
    )


def cards_left(table: Table, house: House, seat: int) -> int:
    """Return how many time-bank cards a player has left in this level.

    Return 0 if decisions are not timed.
    """
    shots = table.timed.shots if table.timed else None
    if shots is None:
        return 0
    return max(house.clock.time_bank.value - dict(shots.used).get(_who(table, seat), 0), 0)


def _use_cards(play: Play, seat: int, cards: int) -> None:
    """Record that a seat has played time-bank cards, or gets back `-cards` of them."""
    shots = play.table.timed.shots if play.table.timed else None
    if shots is not None:
        used = dict(shots.used)
        who = _who(play.table, seat)
        used[who] = used.get(who, 0) + cards
        play.time(shots=replace(shots, used=tuple(used.items())))


def _who(table: Table, seat: int) -> str:
    owner = table.seats[seat]
    return owner.player or owner.name


def runs_out(play: Play, clock: Clock) -> int:
    """Return the time at which a clock has certainly run out (ms of table time).

    That is slightly later than its end, so that chips put in at the last moment still count (tda
    29). It is put off while such chips are in motion, by `REST_MS` at most.
    """
    certain, zone = clock.until + READ_MS, BET_ZONES[clock.seat]
    seat, since = play.hand.round.put_in
    moving = zone in play.table.moving and zone not in play.table.devices.blind_zones
    if moving and seat == clock.seat and since <= certain:
        return max(certain, min(play.at + READ_MS, certain + REST_MS))
    return certain


def time_passed(play: Play, passed: TimePassed) -> None:
    """Record a check or kill the hand, by house rule, if the clock on a player has run out.

    A bet, raise or call that the player is already committed to still stands (tda 50-A).
    """
    play.told = passed.told
    clock = play.table.clock
    if clock is None or passed.at < runs_out(play, clock):
        return
    play.time(clock=None)
    seat = clock.seat
    if play.hand.turn != seat or stops_play(play.table):
        return
    play.say(ClockExpired(seat))
    facing = "facing-bet" if to_call(play.table, play.hand, seat) else "unopened"
    remedy = found(play, Kind.HAND_CLOCK, seat=seat, tags={facing})
    if remedy.outcome is Outcome.DEAD:
        kill_now(play, seat, "clock", remedy.article)
    elif remedy.outcome is Outcome.CHECK and facing == "unopened" and not act_as_bound(play, seat):
        act(play, Action.CHECK)


def stop_clock(play: Play) -> None:
    """Stop the clock if its seat no longer has to act, or if the table is stopped.

    Once the table goes on, the decision is timed anew, so its seat gets back the time-bank cards
    that it has played on the decision.
    """
    clock = play.table.clock
    if clock is None:
        return
    if play.hand.turn != clock.seat:
        play.time(clock=None)
    elif stops_play(play.table):
        if clock.cards:
            _use_cards(play, clock.seat, -clock.cards)
        play.time(clock=None)
