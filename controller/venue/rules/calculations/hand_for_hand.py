"""Hand for hand: when all tables must play one hand at a time, and when the next hand may begin."""

import msgspec

from controller.venue.rules.tournament import HandForHandRules, HandForHandWhen


class Due(msgspec.Struct, frozen=True):
    """A situation that calls for hand for hand.

    `article` is the article that says so. `must` is true if hand for hand is then mandatory, and
    false if the floor decides.
    """

    moment: HandForHandWhen
    article: str
    must: bool


def due(
    rules: HandForHandRules, players: int, tables: int, prizes: int, final_table: int
) -> Due | None:
    """Return the situation that now calls for hand for hand, or None.

    `players` and `tables` are the numbers still in play. `prizes` is the number of paid places, and
    `final_table` the number of players at the final table.
    """
    reached: dict[HandForHandWhen, bool] = {
        "one-before-prizes": bool(prizes) and players == prizes + 1,
        "one-before-final": tables == 2 and players == final_table + 1,
        "players-left": players == rules.players.value,
    }
    for moment, now in reached.items():
        must = moment in rules.must.value
        if now and tables > 1 and (must or moment in rules.when.value):
            return Due(moment, (rules.must if must else rules.when).article, must)
    return None


class Round(msgspec.Struct, frozen=True):
    """One hand that all tables play at the same time.

    `number` counts these hands. `playing` lists the tables that have not finished theirs yet. If
    `by_street` is true, tables also wait for one another after each street, and `waiting` lists
    those that have finished the current street. `late` lists tables that did not answer, and that
    have not finished a hand of an earlier round.
    """

    number: int
    playing: frozenset[int]
    by_street: bool = False
    waiting: frozenset[int] = frozenset()
    late: frozenset[int] = frozenset()

    @property
    def over(self) -> bool:
        """Return whether every table has finished its hand, so that the next one may begin."""
        return not self.playing


def ended(now: Round, table: int) -> Round:
    """Return the round after a table has finished its hand."""
    return msgspec.structs.replace(now, playing=now.playing - {table}, late=now.late - {table})
