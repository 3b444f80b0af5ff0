"""The rake and the time charges of a cash game."""

from msgspec.structs import replace

from controller.contract.public import RakeTaken, StackChanged, TimePaid, TimeTaken
from controller.houses.model import CashRules
from controller.table.state import Over, Play, Pot, Seat, Table

MINUTE = 60_000


def taken(play: Play, pots: tuple[Pot, ...]) -> tuple[tuple[Pot, ...], int]:
    """Return the pots after the rake, and the total rake in chips.

    The main pot is raked first. If the house has a cap, it limits the total. Chips carried over
    from an earlier hand are not raked a second time.
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


def time_of_pots(
    play: Play, cash: CashRules, pots: tuple[Pot, ...]
) -> tuple[tuple[Pot, ...], tuple[TimePaid, ...]]:
    """Take the time charge for all players from one pot; return the pots and the payments.

    The pot that pays is the first one of at least the house's minimum size. Until there is such a
    pot, the charge stays due. If nothing is taken, there are no payments.
    """
    table, least = play.table, cash.time_pot.value
    large = [n for n, pot in enumerate(pots) if pot.amount - table.carried * (not n) >= least]
    if not least or not large or not _time_is_due(play, cash):
        return pots, ()
    index = large[0]
    pot = pots[index]
    amount = min(cash.time.value * sum(map(bool, play.hand.stacks)), pot.amount)
    amount -= amount % table.fittings.unit
    without = Pot(pot.amount - amount, pot.seats)
    return (*pots[:index], without, *pots[index + 1 :]), _paid(play, cash, {0: amount})


def time_of_stacks(play: Play, cash: CashRules, seats: list[Seat]) -> tuple[TimePaid, ...]:
    """Charge the stack of each player in the hand for time, and return the payments.

    `seats` is changed in place. A stack no larger than the charge pays nothing, so that the charge
    busts nobody. Returns an empty tuple if no charge is due.
    """
    if cash.time_pot.value or not _time_is_due(play, cash):
        return ()
    amount = cash.time.value - cash.time.value % play.table.fittings.unit
    there = [n for n, stack in enumerate(play.hand.stacks) if stack and seats[n].stack > amount]
    for n in there:
        seats[n] = replace(seats[n], stack=seats[n].stack - amount)
    paid = _paid(play, cash, dict.fromkeys(there, amount))
    for one in paid:
        play.say(StackChanged(one.seat, seats[one.seat].stack, "time"))
    return paid


def _time_is_due(play: Play, cash: CashRules) -> bool:
    return bool(cash.time.value) and play.at >= play.table.at_rest.time_due


def _paid(play: Play, cash: CashRules, amounts: dict[int, int]) -> tuple[TimePaid, ...]:
    paid = tuple(TimePaid(seat, amount) for seat, amount in amounts.items() if amount)
    if paid:
        seats = tuple([one.seat for one in paid if one.seat])
        play.say(TimeTaken(paid[0].amount, seats, cash.time.article))
        raked = play.table.at_rest.raked + sum(one.amount for one in paid)
        play.rest(raked=raked, time_due=play.at + cash.time_minutes.value * MINUTE)
    return paid


def given_back(table: Table, over: Over) -> Table:
    """Return the table with a reopened hand's rake and time charge no longer counted as taken."""
    rest, taken_ = table.at_rest, over.raked + sum(paid.amount for paid in over.timed)
    if not taken_:
        return table
    due = 0 if over.timed else rest.time_due
    return replace(table, at_rest=replace(rest, raked=rest.raked - taken_, time_due=due))
