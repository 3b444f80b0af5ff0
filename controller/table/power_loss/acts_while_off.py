"""Actions while the controller was off: finds a legal sequence that explains the table as it is.

Nobody saw the moves, so their order is unknown. The search looks for an order in which none of them
is irregular. Once an authorised person has confirmed that everything is in place, the search may
also assume actions that have left no trace, such as checks, calls whose chips have been gathered,
and cards that were dealt and thrown away.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from controller.contract.observations import ChipsAt, Declared
from controller.houses.model import House
from controller.table.power_loss.story_search import (
    ACCUSES,
    WRONG,
    Deed,
    Moved,
    Search,
    Thought,
    happens,
    is_cleared,
)
from controller.table.state import BET_ZONES, IN_FRONT, Betting, Table, in_front, legal


class Story(msgspec.Struct, frozen=True):
    """A plausible order of the actions: legal wherever it can be, with any illegal actions last.

    `deeds` lists the actions. `laid` lists chips that the actions do not account for. Those chips
    stay where they are, and the floor is called to count the stacks.
    """

    deeds: tuple[Deed, ...]
    laid: tuple[ChipsAt, ...] = ()


def understood(table: Table, house: House, news: Sequence[Moved], at: int) -> Story | None:
    """Return a legal order of the moves, or None if there is none or its outcome is unknown.

    The moves are taken as they are; no other actions are assumed.
    """
    told = _search(table, house, news, at, (Thought.NOTHING,))[-1]
    return Story(tuple(told.path)) if told.path else None


def _search(
    table: Table, house: House, news: Sequence[Moved], at: int, thoughts: Sequence[Thought]
) -> list[Search]:
    """Search with each assumption in `thoughts` until a search succeeds; return the searches made.

    They are returned in order, so only the last one may have succeeded. If a ruling is open, an
    additional first search rejects moves that the ruling does not ask for.
    """
    ways = [(ACCUSES, thought) for thought in thoughts]
    searches: list[Search] = []
    for wrong, thought in [(WRONG, Thought.NOTHING), *ways] if table.rulings else ways:
        searches.append(Search(table, house, news, at, wrong, thought))
        if searches[-1].succeeds():
            break
    return searches


def reconstructed(table: Table, house: House, news: Sequence[Moved], at: int) -> Story | None:
    """Return a sequence of actions that explains the moves, or None if none can be found.

    It is used once people have confirmed what is on the table. A move that would be irregular
    wherever it is placed in the sequence is placed last.
    """
    thoughts = (Thought.NOTHING, Thought.AS_IT_LIES, Thought.IN_SUM)
    searches = _search(table, house, news, at, thoughts)
    search = searches[-1]
    if search.path:
        return Story(tuple(search.path))
    if any(each.open_end for each in searches):
        return None
    if len(news) > 1:
        # Whatever was bet, the cards show how far the hand has come.
        chips = tuple(one for one in news if isinstance(one, ChipsAt))
        cards = tuple(one for one in news if not isinstance(one, ChipsAt))
        search = Search(table, house, cards, at, ACCUSES, Thought.CARDS)
        if search.succeeds():
            return Story(tuple(search.path), chips)
        searches.append(search)
    if search.open_end or search.gave_up:
        return None
    if len(news) > 1 and is_cleared(table, news):
        return None
    longest = max(searches, key=lambda each: each.told)
    told = {id(deed) for deed in longest.best}
    accused = Story((*longest.best, *(one for one in news if id(one) not in told)))
    if len(news) == 1:
        return None if _may_be_gathered(table, house, news[0], at) else accused
    return _unless_raised(table, house, news, at, accused)


def _may_be_gathered(table: Table, house: House, one: Moved, at: int) -> bool:
    """Return whether a moved bet may be on its way to the pot, after a round ended by calls.

    That is possible if all seats still to act can check or call, and every bet is then either gone
    or in place in full. Chips that have left a seat and not reached the pot are in somebody's hand,
    where no antenna reads them.
    """
    if not isinstance(one, ChipsAt) or one.zone not in IN_FRONT:
        return False
    lies = in_front(lay(table, (one,)))
    while type(table.hand.stage) is Betting and table.hand.turn:
        check = legal(table, table.hand, house, table.hand.turn).check
        said = Declared(at, table.hand.turn, "check" if check else "call")
        done = happens(table, house, at, said)
        if done.table.hand.turn == table.hand.turn or any(
            isinstance(event, ACCUSES) for event in done.public
        ):
            return False
        table = done.table
    return all(now in (0, bet) for bet, now in zip(table.hand.bets, lies, strict=True))


def _unless_raised(
    table: Table, house: House, news: Sequence[Moved], at: int, accused: Story
) -> Story | None:
    """Return a legal story with raises that left no trace, or `accused` if there is none.

    `accused` is a story that ends with illegal actions. Returns None if the search is inconclusive.
    Raises are assumed because chips between a seat and the pot are in somebody's hand, where no
    antenna reads them.
    """
    chips = tuple(one for one in news if isinstance(one, ChipsAt))
    if not _may_hide_a_raise(table, chips):
        return accused
    cards = tuple(one for one in news if not isinstance(one, ChipsAt))
    search = Search(table, house, cards, at, ACCUSES, Thought.RAISES)
    if search.succeeds():
        return Story(tuple(search.path), chips)
    return None if search.open_end or search.gave_up else accused


def _may_hide_a_raise(table: Table, chips: Sequence[ChipsAt]) -> bool:
    """Return whether any of these chips are not an exact call in front of a seat.

    Such chips may be part of a raise that was not seen.
    """
    call = max((table.hand.round.level_bet, *table.hand.bets))
    calls = {zone: base + call for zone, base in zip(BET_ZONES, table.base, strict=False)}
    return any(sum(one.chips) != calls.get(one.zone) for one in chips)


def lay(table: Table, chips: Sequence[ChipsAt]) -> Table:
    """Return the table after putting these chips where they are now; no seat's bet changes."""
    table = replace(table, chips={**table.chips, **{one.zone: one.chips for one in chips}})
    base = tuple(lies - bet for lies, bet in zip(in_front(table), table.hand.bets, strict=True))
    return replace(table, base=base)
