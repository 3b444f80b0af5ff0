"""Commands that result from the config: the players, the first level, and timed levels."""

from collections.abc import Sequence

import msgspec

from controller.config.model import TableConfig
from controller.config.money import LevelConfig, TimedLevelConfig
from controller.contract.commands import SetLevel, SitDown, Structure, StructureLevel
from controller.contract.observations import FloorSaid
from controller.run.loop.runtime import Runtime
from controller.table.state import Table
from hardware.ports import Clock


def first_level(level: LevelConfig, levels: Sequence[TimedLevelConfig]) -> SetLevel:
    """Return the command that sets the level of the first hand.

    That level is the first of the timed `levels`, or `level` if there are none.
    """
    first = levels[0] if levels else level
    amounts = first.small_blind, first.big_blind, first.ante, first.big_blind_ante
    number = 1 if levels else 0
    return SetLevel(*amounts, number=number, game=first.game, structure=first.structure,
        blinds=first.blinds,
    )  # fmt: skip


def structure(levels: Sequence[TimedLevelConfig], table: Table) -> Structure | None:
    """Return the command that starts the level clock, or None if it must not be started now.

    `levels` are the timed levels in the config. The clock starts with the first hand. It does not
    start on the last of these levels, because that level has no end. It does not start on a level
    outside `levels`, such as one that the floor has set. A table that was opened by the poker
    room's software gets its levels from that software. A closed table has no level clock.
    """
    number = (table.next_level or table.level).number
    begun = table.played.hands > 0 or table.hand.number > 0
    if table.level_clock is not None or not begun or not 0 < number < len(levels):
        return None
    if table.at_rest.tournament or table.at_rest.closed:
        return None
    rows: list[StructureLevel] = []
    starts: list[int] = []
    for n, level in enumerate(levels, 1):
        starts.append(len(rows))
        last = n == len(levels)
        rows.append(
            StructureLevel(
                n, level.small_blind, level.big_blind, level.ante, level.big_blind_ante,
                0 if last else level.minutes * 60, level.game, level.structure, level.blinds,
            )
        )  # fmt: skip
        if level.break_minutes and not last:
            rows.append(StructureLevel(0, seconds=level.break_minutes * 60))
    return Structure(tuple(rows), starts[number - 1])


class ConfigWord:
    """Creates the commands that the config requires; they have the floor's rights."""

    def __init__(self, config: TableConfig, runtime: Runtime, clock: Clock) -> None:
        """Create commands for the table of `runtime`; `clock` returns table time in ms."""
        self._config = config
        self._runtime = runtime
        self._clock = clock

    def at_first(self) -> Sequence[FloorSaid]:
        """Return the commands for the config's level and players, or () once a hand has begun."""
        table, config = self._runtime.table, self._config
        if table.played.hands or table.hand.number:
            return ()
        said: list[msgspec.Struct] = []
        if not table.level.big_blind:
            said.append(first_level(config.level, config.levels))
        said += [
            SitDown(player.seat, player.name, player.stack)
            for player in config.players
            if not table.seats[player.seat].taken
        ]
        return tuple(self._said(command) for command in said)

    def now(self) -> Sequence[FloorSaid]:
        """Return the command that starts the level clock if it must be started now, or ()."""
        command = structure(self._config.levels, self._runtime.table)
        return () if command is None else (self._said(command),)

    def _said(self, command: msgspec.Struct) -> FloorSaid:
        return FloorSaid(self._clock(), "config", msgspec.json.encode(command).decode())
