"""The limits on buy-ins and top-ups in a cash game."""

from controller.houses.model import House
from controller.table.state import Play, Seat, Table


def not_sold(house: House, table: Table, stack: int) -> str:
    """Return why the house does not sell a buy-in of `stack` chips, or "" if it does.

    The reason is an id. In a tournament, the result is always "" (ramponneau IV.3).
    """
    if house.cash is None:
        return ""
    level = table.next_level or table.level
    if not level.big_blind:
        return "no-level"
    least, most = house.cash.buy_in_least.value, house.cash.buy_in_most.value
    if stack < least * level.big_blind:
        return "buy-in-too-small"
    return "buy-in-too-large" if most and stack > most * level.big_blind else ""


def not_topped_up(play: Play, seat: Seat, amount: int) -> str:
    """Return why `amount` chips can't be added to a player's stack now, or "" if they can.

    The reason is an id. In a tournament, the result is always "".
    """
    cash, table = play.house.cash, play.table
    if cash is None:
        return ""
    if play.hand.running and cash.top_up_in_hand.value == "refused":
        return "hand-running"
    level, most = table.next_level or table.level, cash.top_up_most.value
    larger = seat.stack + seat.rebuy + amount
    return "top-up-too-large" if most and larger > most * level.big_blind else ""
