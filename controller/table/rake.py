"""What the house takes of the pots of a cash game, and how large the stacks are that it sells."""

from msgspec.structs import replace

from controller.contract.public import RakeTaken
from controller.houses.model import House
from controller.table.play import Play
from controller.table.pots import Pot
from controller.table.state import Seat, Table


def taken(play: Play, pots: tuple[Pot, ...]) -> tuple[tuple[Pot, ...], int]:
    """Return the pots without what the house takes of each, and all that it takes (chips).

    The main pot comes first, where a cap bounds it. Chips that an earlier hand has left in the pot
    were raked then.
    """
    cash, hand, table = play.house.cash, play.hand, play.table
    if cash is None or not cash.rake.value or (cash.no_flop_no_drop.value and not hand.board):
        return pots, 0
    unit, carried, total = table.fittings.unit, table.carried, 0
    left = []
    for index, pot in enumerate(pots):
        amount = (pot.amount - carried) * cash.rake.value // 1000
        if cash.rake_cap.value:
            amount = min(amount, cash.rake_cap.value - total)
        amount -= amount % unit
        carried = 0
        if amount > 0:
            play.say(RakeTaken(index, amount, cash.rake.article))
            total += amount
        left.append(Pot(pot.amount - max(amount, 0), pot.seats))
    if total:
        play.rest(raked=table.at_rest.raked + total)
    return tuple(left), total


def given_back(table: Table, raked: int) -> Table:
    """Return the table without what was raked of a hand that is not over any more."""
    rest = table.at_rest
    return replace(table, at_rest=replace(rest, raked=rest.raked - raked)) if raked else table


def not_sold(house: House, table: Table, stack: int) -> str:
    """Return why the house sells no such stack (an id), or nothing (ramponneau IV.3)."""
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
    """Return why a stack can't be topped up by so much now (an id), or nothing."""
    cash, table = play.house.cash, play.table
    if cash is None:
        return ""
    if play.hand.running and cash.top_up_in_hand.value == "refused":
        return "hand-running"
    level, most = table.next_level or table.level, cash.top_up_most.value
    larger = seat.stack + seat.rebuy + amount
    return "top-up-too-large" if most and larger > most * level.big_blind else ""
