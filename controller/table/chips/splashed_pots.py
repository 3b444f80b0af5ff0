"""Splashed pots: chips that a seat puts straight into the pot, and bets drawn into it too soon."""

from msgspec.structs import replace

from controller.contract.observations import ChipsAt
from controller.contract.rules import Action, Kind
from controller.table.betting import act, lifted_seats, put_in, raising, read_wrong
from controller.table.rulings import found, stops_play
from controller.table.state import Paying, Play, in_front, legal, lies, lying, put, unpaid


def take_splash(play: Play, seen: ChipsAt, settled: tuple[int, ...]) -> None:
    """Read chips that were put straight into the pot; `settled` lay there before.

    They belong to the seat that has acted and whose chips are missing, else to the seat in turn.
    """
    hand = play.hand
    gathered = sum(hand.paid) + hand.dead_money + play.table.carried + hand.splashed
    added = sum(seen.chips) - max(gathered, sum(settled))
    if added > 0 and (hand.round.faulty or hand.betting.pulled or lifted_seats(hand)):
        added = _drawn_in(play, added)
        hand = play.hand
    owing = _still_to_come(play, added)
    seat = owing or hand.turn
    if not seat or added <= 0 or stops_play(play.table):
        return
    found(play, Kind.BET_SPLASHED, seat=seat)
    play.hand = replace(play.hand, splashed=play.hand.splashed + added)
    base = play.table.base
    play.table = replace(play.table, base=put(base, seat, base[seat] - added))
    if owing:
        return
    may = legal(play.table, play.hand, play.house, seat)
    front = play.hand.bets[seat] + added
    to = put_in(may, front)
    if to is None:
        read_wrong(play, may, front)
    else:
        act(play, Action.CALL if to == may.call else raising(may), to)


def paid_into_pot(play: Play, stage: Paying, lies_there: int) -> None:
    """Credit chips put straight into the pot to the one seat that could owe them.

    Bets gathered in the meantime are expected in the pot.
    """
    hand, table = play.hand, play.table
    front = lying(table)
    drawn = sum(max(came - there, 0) for came, there in zip(stage.came, front, strict=True))
    there = sum(hand.paid) + hand.dead_money + table.carried + hand.splashed + drawn
    added = lies_there - there
    owing = [seat for seat, debt in enumerate(unpaid(table, hand)) if debt >= added > 0]
    if len(owing) != 1 or stops_play(table):
        return
    seat = owing[0]
    found(play, Kind.BET_SPLASHED, seat=seat)
    play.hand = replace(play.hand, splashed=play.hand.splashed + added)
    base = play.table.base
    play.table = replace(play.table, base=put(base, seat, base[seat] - added))
    came = put(stage.came, seat, stage.came[seat] + added)
    play.hand = replace(play.hand, stage=replace(stage, came=came))


def _still_to_come(play: Play, added: int) -> int:
    """Return the seat that has acted and whose bet lacks these chips in front, 0 for none."""
    hand, table = play.hand, play.table
    front = in_front(table)
    owing = [s for s, bet in enumerate(hand.bets) if bet - front[s] + table.base[s] >= added > 0]
    return owing[0] if len(owing) == 1 else 0


def _drawn_in(play: Play, added: int) -> int:
    """Count bets that were drawn into the pot too soon as if they still lay in place (tda RP-2).

    Return the amount that came to the pot from elsewhere.
    """
    betting = play.hand.betting
    taken_up = (betting.turn,) if betting.pulled else ()
    for seat in (*play.hand.round.faulty, *taken_up, *lifted_seats(play.hand)):
        hand, base = play.hand, play.table.base
        drawn = min(hand.bets[seat] - lies(play, seat), added)
        if drawn > 0:
            added -= drawn
            play.hand = replace(hand, splashed=hand.splashed + drawn)
            play.table = replace(play.table, base=put(base, seat, base[seat] - drawn))
            play.chips_are_right(seat)
            if seat in taken_up:
                play.hand = replace(play.hand, stage=replace(play.hand.betting, pulled=0))
    return added
