"""The final table: how many players sit at it, and the redraw with which it begins."""

from collections import Counter

from controller.contract.venue import outputs as o
from controller.venue.rules.books.work import Work
from controller.venue.rules.calculations.seat_draw import DrawError
from controller.venue.rules.seating import redraw, unsold


def final_seats(work: Work) -> tuple[int, str]:
    """Return the maximum number of players at the final table, and the article that sets it.

    If the house sets it by table size, the most common table size decides. The maximum is then
    limited to the number of seats at the largest table.
    """
    rule, tables = work.rules.final_table, work.room.tables.values()
    sizes = Counter(work.rules.seating.most_seats.value or one.seats for one in tables)
    handed = max(sizes, key=lambda size: (sizes[size], size), default=0)
    seats = dict(rule.handed.value).get(handed)
    if seats is None:
        return rule.seats.value, rule.seats.article
    return min(seats, max(one.seats for one in tables)), rule.handed.article


def redraw_final(work: Work, table: int, articles: tuple[str, ...]) -> bool:
    """Make `table` the final table: break the only other one, and draw all players' seats again.

    `articles` are the rules that require the break. Return whether this was possible. Raises
    `DrawError`, and leaves the room unchanged, if not all players can be seated.
    """
    rules = work.rules.final_table
    if any(work.room.tables[number].silent for number in work.room.occupied):
        return False
    if redraw.somebody_may_rebuy(work):
        return False
    before = work.room
    broken = next(number for number in work.room.occupied if number != table)
    work.change(final=table, stuck=0, why_stuck=None)
    try:
        redraw.redraw(work, {table: work.room.tables[table].seats}, (rules.redraw.article,))
    except DrawError:
        work.change(final=before.final, stuck=before.stuck, why_stuck=before.why_stuck)
        raise
    unsold.close(work)
    work.say(o.TableBroken(broken, articles))
    work.say(o.FinalTable(table, final_seats(work)[1]))
    return True
