"""A room's clock: its levels and breaks, and its reading at a given time."""

from collections.abc import Sequence

import msgspec

from controller.contract.rules import Structure, Variant


class Level(msgspec.Struct, frozen=True):
    """A level or a break.

    `number` counts levels from 1; a break has 0. `small_blind`, `big_blind` and `ante` are in
    chips. `ms` is the length; 0 means no end. `game` and `structure` are None where the house's
    defaults apply.
    """

    number: int
    small_blind: int
    big_blind: int
    ante: int
    ms: int
    game: Variant | None = None
    structure: Structure | None = None

    @property
    def is_break(self) -> bool:
        """Return whether this is a break."""
        return not self.number


class Reading(msgspec.Struct, frozen=True):
    """The clock's reading at one moment.

    `at` is the index of the current level or break. `left` is the time (ms) until it ends, and
    `to_break` the time until the next break begins (0 during one); None means that there is no
    such end or break.
    """

    at: int
    left: int | None
    to_break: int | None


class Clock(msgspec.Struct, frozen=True):
    """A clock that runs through a list of levels, and is stopped while it has any holds.

    `at` is the index of the current level or break. `since` is the time (ms) at which the clock
    last started, or None while it is stopped. `spent` is how much of the level or break (ms) had
    been used when the clock last started or stopped. `holds` lists the names of the reasons why it
    is stopped, such as "break".
    """

    at: int = 0
    spent: int = 0
    since: int | None = None
    holds: tuple[str, ...] = ()


def sheet(
    levels: Sequence[tuple[int, int, int]],
    games: Sequence[tuple[int, Variant, Structure]] = (),
) -> tuple[Level, ...]:
    """Return the levels and breaks in a house's list, with the levels numbered from 1.

    Each row of `levels` is (small blind, big blind, minutes); blinds of 0 mean a break. `games`
    lists (level number, game, structure) for each level that is not played with the house's default
    game.
    """
    played = {number: (game, structure) for number, game, structure in games}
    found: list[Level] = []
    number = 0
    for small, big, minutes in levels:
        number += bool(big)
        what = played.get(number, (None, None)) if big else (None, None)
        found.append(Level(number if big else 0, small, big, 0, minutes * 60_000, *what))
    return tuple(found)


def run_to(clock: Clock, levels: Sequence[Level], now: int) -> Clock:
    """Return the clock at `now`, moved past every level whose time had run out by then."""
    if clock.since is None:
        return clock
    at, spent = clock.at, clock.spent + max(0, now - clock.since)
    while levels[at].ms and spent >= levels[at].ms and at + 1 < len(levels):
        spent -= levels[at].ms
        at += 1
    return msgspec.structs.replace(clock, at=at, spent=spent, since=now)


def read(clock: Clock, levels: Sequence[Level], now: int) -> Reading:
    """Return the clock's reading at `now`."""
    there = run_to(clock, levels, now)
    level = levels[there.at]
    left = max(0, level.ms - there.spent) if level.ms else None
    if level.is_break:
        return Reading(there.at, left, 0)
    total = left
    for later in levels[there.at + 1 :]:
        if later.is_break or total is None:
            break
        total = total + later.ms if later.ms else None
    else:
        total = None
    return Reading(there.at, left, total)


def until(clock: Clock, levels: Sequence[Level], now: int, last: int) -> int | None:
    """Return the time on the clock (ms) until the end of level number `last`.

    A break after that level is not counted. Return None if the level has ended or does not exist,
    or if it or a level before it has no end.
    """
    there = run_to(clock, levels, now)
    if not last:
        return None
    total = -there.spent
    for level in levels[there.at :]:
        if not level.ms:
            return None
        total += level.ms
        if level.number == last:
            return total
    return None


def spans(clock: Clock, levels: Sequence[Level], now: int, every: int) -> tuple[Level, ...]:
    """Return the level at the start of each period of play begun so far.

    Each period is `every` ms long. Breaks don't count as play. The result is empty before the clock
    has been started.
    """
    there = run_to(clock, levels, now)
    found: list[Level] = []
    played = 0
    for at, level in enumerate(levels[: there.at + 1]):
        if level.is_break:
            continue
        lasted = there.spent if at == there.at else level.ms
        while len(found) * every < played + lasted:
            found.append(level)
        played += lasted
    return tuple(found)


def reached(levels: Sequence[Level], at: int) -> int:
    """Return the number of the level at index `at` or, if a break is there, of the next level."""
    return max(level.number for level in levels[: at + 1]) + levels[at].is_break


def spend(clock: Clock, levels: Sequence[Level], ms: int) -> Clock:
    """Return a stopped clock advanced by `ms`, or a running one unchanged."""
    if clock.since is not None:
        return clock
    gone = run_to(msgspec.structs.replace(clock, since=0), levels, ms)
    return msgspec.structs.replace(gone, since=None)


def start(clock: Clock, levels: Sequence[Level], now: int) -> Clock:
    """Return the clock at `now`, running unless it has a hold."""
    there = run_to(clock, levels, now)
    return there if there.holds else msgspec.structs.replace(there, since=now)


def hold(clock: Clock, levels: Sequence[Level], now: int, name: str) -> Clock:
    """Return the clock stopped by a named hold; it can't run again until the hold is released."""
    there = run_to(clock, levels, now)
    holds = there.holds if name in there.holds else (*there.holds, name)
    return msgspec.structs.replace(there, since=None, holds=holds)


def release(clock: Clock, levels: Sequence[Level], now: int, name: str) -> Clock:
    """Return the clock without one of its holds; it runs again if no other hold is left."""
    if name not in clock.holds:
        return clock
    holds = tuple(one for one in clock.holds if one != name)
    return start(msgspec.structs.replace(clock, holds=holds), levels, now)


def move(clock: Clock, levels: Sequence[Level], now: int, ms: int) -> Clock:
    """Return the clock with the current level or break `ms` longer, or shorter if negative."""
    there = run_to(clock, levels, now)
    moved = msgspec.structs.replace(there, spent=there.spent - ms)
    return spend(moved, levels, 0) if moved.since is None else run_to(moved, levels, now)


def jump(clock: Clock, now: int, at: int) -> Clock:
    """Return the clock at the start of the level or break at index `at`, running if `clock` is."""
    return msgspec.structs.replace(
        clock, at=at, spent=0, since=None if clock.since is None else now
    )
