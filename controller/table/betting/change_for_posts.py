"""Change for posts: a seat that has posted too large a chip takes its change from other posts."""

from controller.table.betting.blinds import owed, post_from_chips
from controller.table.chips_in_front import Motion, lie_before
from controller.table.state import BET_ZONES, Hand, Play, Posting, Table, lying


def change_of_posts(table: Table, hand: Hand, due: Posting) -> tuple[int, int]:
    """Return the first seat that has put in more than its ante and blind, and the change it is due.

    `due` contains the posts still due. Returns (0, 0) if there is no such seat.
    """
    if not table.fittings.keyed:
        front, blind = lying(table), table.devices.blind_zones
        for seat in hand.entitled:
            owes = due.antes[seat] + due.blinds[seat]
            if 0 < owes < front[seat] and BET_ZONES[seat] not in blind:
                return seat, front[seat] - owes
    return 0, 0


def is_change_of_posts(play: Play, motion: Motion) -> bool:
    """Return whether chips taken from a blind are change for another seat; if so, count them.

    They are change if exactly one other seat has posted with too large a chip, and they are worth
    exactly the change due to that seat. The same amount in front of that other seat then counts
    towards the blind that the chips were taken from.
    """
    hand, table, seat = play.hand, play.table, motion.seat
    gone = motion.lay_before - motion.front
    if gone <= 0 or motion.lay_before != _post(hand, seat):
        return False
    front = lying(table)
    due = [other for other in hand.entitled if front[other] - _post(hand, other) == gone]
    if len(due) != 1 or not _post(hand, due[0]):
        return False
    lie_before(play, due[0], seat, gone)
    if type(hand.stage) is Posting:
        post_from_chips(play, hand.stage, due[0], front[due[0]] - gone)
    return True


def _post(hand: Hand, seat: int) -> int:
    """Return a seat's bet plus the ante and blind that it still owes, in chips."""
    return hand.bets[seat] + sum(owed(hand, seat))
