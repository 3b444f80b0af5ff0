"""The end of the deal, at which the hands of absent players are killed."""

from controller.contract.rules import Kind, Outcome
from controller.table.betting import advance, check_blinds, judge_pushed, kill, open_street
from controller.table.rulings import found
from controller.table.state import Play


def end_deal(play: Play) -> None:
    """End the deal: kill absent players' hands, and ask about hands already pushed forward."""
    check_blinds(play)
    _kill_absent(play)
    if play.hand.alone() or play.hand.bomb:
        advance(play)
    else:
        open_street(play)
    judge_pushed(play)


def _kill_absent(play: Play) -> None:
    """Kill the hands of players who are away, excluded, or kept out of a redeal."""
    hand, seats = play.hand, play.table.seats
    away = hand.kept_out
    missing = [
        s
        for s in hand.entitled
        if (seats[s].absent or seats[s].excluded or s in away) and hand.can_win(s)
    ]
    if missing and len(missing) == len(hand.live()):
        # With nobody at the table the blinds go to the big blind, as if all the others had folded.
        missing.remove(hand.big_blind if hand.big_blind in missing else missing[-1])
    for seat in missing:
        if seats[seat].excluded:
            kill(play, seat, "penalty", play.house.penalties.scale.article)
            continue
        remedy = found(play, Kind.HAND_ABSENT, seat=seat)
        if remedy.outcome is Outcome.DEAD:
            kill(play, seat, "absent", remedy.article)
