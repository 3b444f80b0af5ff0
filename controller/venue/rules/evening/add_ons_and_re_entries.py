"""Extra chips: an add-on for everybody, bonuses, and re-entries by players who are out."""

from msgspec.structs import replace

from controller.contract.venue.outputs import ChipsGiven
from controller.contract.venue.prizes.registration import (
    AddOnForAll,
    BonusGiven,
    BonusTold,
    ReEntered,
)
from controller.venue.rules.books.room import Player
from controller.venue.rules.books.work import Work, refuse_if
from controller.venue.rules.calculations.levels import reached
from controller.venue.rules.seating.moving import give_chips
from controller.venue.rules.tournament import EntryRules


def add_on(work: Work, said: AddOnForAll) -> None:
    """Give the add-on to every remaining player with chips who has not had it at this level.

    Players listed in `said.but` have declined it.
    """
    refuse_if(not work.room.started or work.room.ended, "not-started")
    refuse_if(work.room.clock.at not in work.rules.entries.addon.value, "no-add-on-now")
    refuse_if(said.chips <= 0, "no-chips")
    refuse_if(not set(said.but) <= work.room.players.keys(), "no-such-player")
    for player in sorted(one.id for one in work.room.left if one.stack):
        if player in said.but or work.player(player).added == work.room.clock.at:
            continue
        work.put(work.player(player), added=work.room.clock.at)
        give_chips(work, player, said.chips)
        work.say(ChipsGiven(player, said.chips, work.player(player).stack))


def bonus(work: Work, said: BonusGiven) -> None:
    """Give a seated player the chips for a bonus, which they may receive only once."""
    refuse_if(not work.room.started or work.room.ended, "not-started")
    player, rule = work.player(said.player), work.rules.entries.bonuses
    chips = dict(rule.value).get(said.bonus, 0)
    refuse_if(not chips, "no-such-bonus")
    refuse_if(player.standing != "seated" or not player.stack, "not-seated")
    refuse_if(said.bonus in player.bonuses, "had-already")
    work.put(player, bonuses=(*player.bonuses, said.bonus))
    give_chips(work, player.id, chips)
    work.say(BonusTold(player.id, said.bonus, chips, rule.article))


def again(work: Work, player: Player) -> None:
    """Raise `Refused` unless a player may re-enter now.

    Nobody may re-enter after the last level with re-entries, or more often than the house allows.
    """
    rules, room = work.rules.entries, work.room
    refuse_if(reached(room.levels, room.clock.at) > rules.reentry_levels.value, "no-re-entry-now")
    refuse_if(player.reentries >= rules.reentries.value, "no-re-entries-left")


def counted(work: Work, before: Player) -> None:
    """Count a player's re-entry, separately from entries and rebuys."""
    work.put(work.player(before.id), reentries=before.reentries + 1)
    article = work.rules.entries.reentries.article
    work.say(ReEntered(before.id, before.reentries + 1, article))


def by_re_entry(rules: EntryRules) -> EntryRules:
    """Return the entry rules, changed to allow any number of entries in levels with re-entries."""
    return replace(
        rules, entries=replace(rules.entries, value=10**6),
        late_levels=replace(rules.late_levels, value=rules.reentry_levels.value),
    )  # fmt: skip
