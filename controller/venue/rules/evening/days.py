"""Multi-day events: stacks are bagged at the end of a day, and unbagged on the next."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from controller.contract.venue.inputs import RoomReleased
from controller.contract.venue.outputs import GiveChips, HoldTable
from controller.contract.venue.tournament_formats import days as d
from controller.venue.rules.books.deeds import Deed
from controller.venue.rules.books.money_books import POOL
from controller.venue.rules.books.room import Player, Room
from controller.venue.rules.books.work import Refused, Work, refuse_if
from controller.venue.rules.calculations import levels
from controller.venue.rules.evening import chips_out_of_play, results
from controller.venue.rules.tournament import DayRules

NAME = "day"
"""The name of the hold that stops tables from dealing at the end of a day."""


def _put(work: Work, **fields: object) -> None:
    work.change(day=replace(work.room.day, **fields))


def by_the_director(work: Work, _: d.DayEnds) -> None:
    """End the day on the director's decision."""
    refuse_if(not work.rules.days.series, "one-day")
    room = work.room
    refuse_if(not room.started or room.ended, "not-started")
    refuse_if(room.day.ending, "day-ends-already")
    end(work)


def due(work: Work, at: int) -> bool:
    """Return whether the day's last level has ended when the clock is at index `at`."""
    last = work.rules.days.last_level.value
    return bool(last) and levels.reached(work.room.levels, at) > last


def end(work: Work) -> None:
    """Stop all dealing, so that all stacks can be put into bags."""
    room = work.room
    work.put_clock(lambda clock: levels.hold(clock, room.levels, room.at, NAME))
    _put(work, ending=True, held=frozenset())
    # A player may still be on the way to an empty table.
    work.order_all(HoldTable, room.open_tables, name=NAME, clock_runs=False)
    work.say(d.DayEnding(work.rules.days.last_level.article))


def goes_on(work: Work, said: RoomReleased) -> None:
    """Resume a day that was ended by mistake, provided no bag has been closed yet."""
    if said.name != NAME or not work.room.day.ending:
        return
    refuse_if(work.room.day.bags, "bags-are-closed")
    _put(work, ending=False, held=frozenset())
    work.say(d.DayGoesOn())


def table_held(work: Work, table: int) -> None:
    """Record that a table has stopped dealing because the day is ending."""
    day = work.room.day
    if day.ending and not day.over:
        _put(work, held=day.held | {table})


def close_bag(work: Work, said: d.StackBagged) -> None:
    """Close a bag of counted chips; it must be sealed, and signed by the player and the floor."""
    refuse_if(not work.rules.days.series, "one-day")
    day, player = work.room.day, work.player(said.player)
    refuse_if(not day.ending or day.over, "day-goes-on")
    refuse_if(player not in work.room.left or not player.stack, "not-seated")
    refuse_if(player.id in day.bags, "bagged-already")
    if not said.seal or any(one.seal == said.seal for one in day.bags.values()):
        raise Refused("seal-is-used" if said.seal else "no-seal")
    refuse_if(not said.signed, "bag-not-signed")
    _counted(work, player, player.stack, said.counted, again=said.again)
    now = work.player(player.id)
    bag = d.Bag(
        player.id, now.stack, said.counted, said.seal, said.cashier,
        head=work.room.heads.on.get(player.id, 0), ear=player.needs_ear,
    )  # fmt: skip
    _put(work, bags={**day.bags, player.id: bag})
    work.remember(Deed(work.room.n, "bag", player.id, work.room.at, chips=player.stack))
    work.say(d.BagClosed(player.id, bag.chips, bag.seal))


def _counted(work: Work, player: Player, expected: int, counted: int, *, again: bool) -> bool:
    """Compare a bag's count with the expected stack, and return whether they match.

    A first count that differs raises `Refused`. If the second count (`again`) differs too, the
    house's rule decides whether the stack in the books is set to that count or to `expected`.
    """
    if counted == expected:
        return True
    refuse_if(not again, "count-differs")
    rule = work.rules.days.differs
    chips = counted if rule.value == "count" else expected
    refuse_if(chips <= 0, "count-cannot-be")
    _set_stack(work, player, chips)
    work.say(d.BagDiffers(player.id, expected, counted, chips, rule.article))
    return False


def _set_stack(work: Work, player: Player, chips: int) -> None:
    """Set a player's stack in the books; missing chips leave play, and extra chips enter play."""
    more = chips - player.stack
    work.put(player, stack=chips)
    room = work.room
    work.change(issued=room.issued + max(0, more), removed=room.removed + max(0, -more))


def undo_bag(work: Work, deed: Deed) -> None:
    """Reopen a closed bag, provided the day is not over."""
    day = work.room.day
    bag = day.bags.get(deed.player)
    if bag is None or day.over:
        raise Refused("nothing-to-undo")
    _put(work, bags=_without(day.bags, deed.player))
    player = work.player(deed.player)
    if player.stack != deed.chips:
        _set_back(work, player, deed.chips)
    work.say(d.BagVoid(deed.player, bag.seal))


def _set_back(work: Work, player: Player, chips: int) -> None:
    """Undo `_set_stack`: issued chips are withdrawn, and removed chips return."""
    more = player.stack - chips
    work.put(player, stack=chips)
    room = work.room
    work.change(issued=room.issued - max(0, more), removed=room.removed - max(0, -more))


def _without(bags: Mapping[str, d.Bag], player: str) -> dict[str, d.Bag]:
    return {name: one for name, one in bags.items() if name != player}


def look(work: Work) -> None:
    """Void each bag whose player's stack has changed; end the day once all stacks are in bags."""
    day, room = work.room.day, work.room
    if not day.ending or day.over:
        return
    for bag in day.bags.values():
        one = room.players.get(bag.player)
        if one is None or one not in room.left or one.stack != bag.chips:
            _put(work, bags=_without(work.room.day.bags, bag.player))
            closed = ("bag", bag.player)
            deeds = (deed for deed in work.room.deeds if (deed.kind, deed.player) != closed)
            work.change(deeds=tuple(deeds))
            work.say(d.BagVoid(bag.player, bag.seal))
    resting = day.held | {number for number, one in room.tables.items() if one.silent}
    for table in day.held:
        results.played_on(work, table)
    room = work.room
    waits = room.moves or room.taking or room.gone or any(one.out for one in room.heads.open)
    if waits or room.ended or not resting.issuperset(room.occupied):
        return
    if {one.id for one in room.left} == room.day.bags.keys():
        _over(work)


def _over(work: Work) -> None:
    """End the day: close all tables, and report what is carried over to the next day."""
    room, heads = work.room, work.room.heads
    on = sum(heads.on.values()) + heads.unclaimed + heads.pot + sum(heads.envelopes)
    money = -room.money.accounts.get(POOL, 0)
    at = room.clock.at
    told = d.DayOver(
        tuple(one for _, one in sorted(room.day.bags.items())), money, on,
        len(room.players) + room.day.field, at + room.levels[at].is_break,
    )  # fmt: skip
    _put(work, over=True)
    carried = replace(heads, on={}, unclaimed=0, pot=0, envelopes=(), put=heads.put - on)
    work.change(ended=True, heads=carried)
    work.close_all()
    work.say(told)


def merged(stacks: Sequence[int], rules: DayRules, smallest: int) -> int:
    """Return the starting stack of a player with several bags, by the house's rule.

    `stacks` are the chips in each bag, and `smallest` is the smallest chip in play. An average is
    rounded down to a multiple of this chip, but is never less than the smallest stack.

    >>> from controller.houses.model import Ruled
    >>> merged((5000, 8025), DayRules(merge=Ruled("average", "")), 25)
    6500
    """
    if len(stacks) == 1:
        return stacks[0]
    match rules.merge.value:
        case "all":
            return sum(stacks)
        case "best":
            return max(stacks)
        case "average":
            return max(min(stacks), sum(stacks) // len(stacks) // smallest * smallest)


def bring(work: Work, said: d.BagsBrought) -> None:
    """Register the players who have bags from earlier days, each with a single stack."""
    refuse_if(not work.rules.days.series, "one-day")
    room = work.room
    refuse_if(room.started or room.ended, "started-already")
    refuse_if(room.day.brought, "bags-are-there")
    refuse_if(not said.bags, "no-bags")
    refuse_if(not 0 <= said.level < len(room.levels), "no-such-level")
    by_player: dict[str, list[d.Bag]] = {}
    for bag in said.bags:
        by_player.setdefault(bag.player, []).append(bag)
    refuse_if(by_player.keys() & room.players.keys(), "entered-already")
    total = sum(bag.chips for bag in said.bags)
    brought = {name: _merge(work, name, bags) for name, bags in sorted(by_player.items())}
    stays = sum(one.chips for one in brought.values())
    clock = levels.jump(room.clock, room.at, said.level)
    heads = work.room.heads
    on = {one.player: one.head for one in brought.values() if one.head}
    rest = said.heads - sum(on.values())
    mystery = work.rules.bounties.kind.value == "mystery"
    work.change(
        issued=room.issued + total, removed=room.removed + total - stays, clock=clock,
        said_level=said.level - 1, heads=replace(
            heads, on={**heads.on, **on}, put=heads.put + said.heads,
            pot=heads.pot + (rest if mystery else 0),
            unclaimed=heads.unclaimed + (0 if mystery else rest),
        ),
    )  # fmt: skip
    _put(work, brought=brought, field=said.entries - len(brought))
    work.say(d.DayTakenUp(len(brought), stays, said.money, said.heads, said.level))


def _merge(work: Work, name: str, bags: Sequence[d.Bag]) -> d.Bag:
    """Register a player with one stack for all their bags; return a single bag with this stack."""
    rules, total = work.rules.days, sum(one.chips for one in bags)
    stack = merged([one.chips for one in bags], rules, min(work.values, default=1))
    ear = any(one.ear for one in bags)
    work.put(Player(name, needs_ear=ear, stack=stack))
    if len(bags) > 1:
        work.say(d.BagsMerged(name, stack, total - stack, rules.merge.article))
    best = max(bags, key=lambda one: one.chips)
    return replace(best, chips=stack, head=sum(one.head for one in bags), ear=ear)


def open_bag(work: Work, said: d.BagOpened) -> None:
    """Record that a bag has been opened and its chips counted, before play starts."""
    refuse_if(not work.rules.days.series, "one-day")
    day, player = work.room.day, work.player(said.player)
    refuse_if(player.id not in unopened(work.room), "no-bag-to-open")
    refuse_if(work.room.started, "started-already")
    bag = day.brought[player.id]
    if _recounted(work, player, bag, said):
        work.say(d.BagRight(player.id, bag.chips))
    _put(work, opened=day.opened | {player.id})
    work.remember(Deed(work.room.n, "unbag", player.id, work.room.at, chips=player.stack))


def _recounted(work: Work, player: Player, bag: d.Bag, said: d.BagOpened) -> bool:
    """Compare an opened bag's count with the stack recorded for it; return whether they match.

    If the house's rule takes a second count as right, the table corrects the stack too.
    """
    more = said.counted - bag.chips
    counts = work.rules.days.differs.value == "count"
    if player.seat is None or not more or not said.again or not counts:
        return _counted(work, player, bag.chips, said.counted, again=said.again)
    rule = work.rules.days.differs
    if more > 0:
        _set_stack(work, player, said.counted)
        work.order_at(GiveChips, player.seat, player=player.id, chips=more)
    else:
        chips_out_of_play.order(work, player, -more, "bag")
    work.say(d.BagDiffers(player.id, bag.chips, said.counted, said.counted, rule.article))
    return False


def undo_open(work: Work, deed: Deed) -> None:
    """Undo the count of an opened bag, unless it has already changed the stack at a table."""
    day, player = work.room.day, work.player(deed.player)
    refuse_if(player.id not in day.opened or work.room.started, "nothing-to-undo")
    if player.seat is not None and (
        player.stack != deed.chips or any(one.player == player.id for one in work.room.taking)
    ):
        raise Refused("the-table-was-told")
    _put(work, opened=day.opened - {player.id})
    if player.stack != deed.chips:
        _set_back(work, player, deed.chips)


def unopened(room: Room) -> tuple[str, ...]:
    """Return the players who have not been removed and whose bag has not been opened yet."""
    still = (room.players[name] for name in room.day.brought if name in room.players)
    return tuple(
        one.id for one in still if one.standing != "removed" and one.id not in room.day.opened
    )
