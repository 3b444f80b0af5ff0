"""Extra chips: rebuys, add-ons, bonuses, and re-entries by players who are out."""

from msgspec.structs import replace

from controller.contract.venue.floor.undoing import DeedKind
from controller.contract.venue.inputs import ChipsBought, OrderRefused
from controller.contract.venue.outputs import ChipsBack, ChipsGiven, PlayerBack
from controller.contract.venue.prizes import registration as r
from controller.venue.rules.books.deeds import Deed, Gift
from controller.venue.rules.books.room import Player
from controller.venue.rules.books.work import Work, refuse_if
from controller.venue.rules.calculations.levels import reached
from controller.venue.rules.prizes import bounties
from controller.venue.rules.seating.chips_given import give_chips
from controller.venue.rules.seating.moving import forget_moves_of
from controller.venue.rules.standings.places import Out
from controller.venue.rules.tournament import EntryRules


def give_rebuy(work: Work) -> None:
    """Give every remaining player, once, the rebuy chips that the house gives to everybody.

    Players who ran out of chips and were waiting for this rebuy are back in the tournament.
    """
    rule = work.rules.start.rebuy
    if not rule.value or work.room.rebought:
        return
    # Players who went out in a round of hand for hand that is still being played stay in.
    work.change(rebought=True, gone=())
    for player in work.room.left:
        bounties.chips_again(work, player.id)
        standing = "seated" if player.standing == "waiting" else player.standing
        work.put(player, standing=standing)
        give_chips(work, player.id, rule.value)
        work.say(PlayerBack(player.id, work.player(player.id).stack, rule.article))


def buy_chips(work: Work, said: ChipsBought) -> None:
    """Give a player the chips of a rebuy or add-on; a player who had none left is back in play."""
    player = work.player(said.player)
    refuse_if(said.chips <= 0, "no-chips")
    refuse_if(not work.room.started or work.room.ended, "not-started")
    refuse_if(player.standing not in ("seated", "waiting"), "not-seated")
    refuse_if(any(one.player == player.id for one in work.room.gone), "out-already")
    _may_buy(work, player, said)
    bounties.chips_again(work, player.id)
    level = work.room.clock.at if said.addon else -1
    add_ons = (*player.add_ons, level) if said.addon else player.add_ons
    work.put(player, standing="seated", add_ons=add_ons)
    give_chips(work, player.id, said.chips)
    if not said.addon:
        work.change(rebuys=work.room.rebuys + 1)
    kind: DeedKind = "addon" if said.addon else "rebuy"
    work.remember(Deed(work.room.n, kind, player.id, work.room.at, chips=said.chips, level=level))
    work.say(ChipsGiven(player.id, said.chips, work.player(player.id).stack))


def _may_buy(work: Work, player: Player, said: ChipsBought) -> None:
    """Raise `Refused` for a rebuy or add-on outside its levels, or a second add-on at a level.

    A player who went out in the last level with rebuys may still rebuy before the next deal. In a
    tournament without levels for rebuys, the desk decides when a player may rebuy.
    """
    room, rules = work.room, work.rules.entries
    refuse_if(said.addon and room.clock.at not in rules.addon.value, "no-add-on-now")
    refuse_if(said.addon and room.clock.at in player.add_ons, "had-already")
    late = reached(room.levels, room.clock.at) > rules.rebuy_levels.value > 0
    refuse_if(late and not said.addon and player.standing != "waiting", "no-rebuy-now")


def add_on(work: Work, said: r.AddOnForAll) -> None:
    """Give the add-on to each remaining player with chips who has not had it or declined it."""
    refuse_if(not work.room.started or work.room.ended, "not-started")
    refuse_if(work.room.clock.at not in work.rules.entries.addon.value, "no-add-on-now")
    refuse_if(said.chips <= 0, "no-chips")
    refuse_if(not set(said.but) <= work.room.players.keys(), "no-such-player")
    for player in sorted(one.id for one in work.room.left if one.stack):
        one, level = work.player(player), work.room.clock.at
        if player in said.but or level in one.add_ons:
            continue
        gift = Gift(work.room.n, "addon", said.chips, level=level)
        work.put(one, add_ons=(*one.add_ons, level), gifts=(*one.gifts, gift))
        give_chips(work, player, said.chips)
        work.say(ChipsGiven(player, said.chips, work.player(player).stack))


def bonus(work: Work, said: r.BonusGiven) -> None:
    """Give a seated player the chips for a bonus, which they may receive only once."""
    refuse_if(not work.room.started or work.room.ended, "not-started")
    player, rule = work.player(said.player), work.rules.entries.bonuses
    chips = dict(rule.value).get(said.bonus, 0)
    refuse_if(not chips, "no-such-bonus")
    refuse_if(player.standing != "seated" or not player.stack, "not-seated")
    refuse_if(said.bonus in player.bonuses, "had-already")
    gift = Gift(work.room.n, "bonus", chips, said.bonus)
    work.put(player, bonuses=(*player.bonuses, said.bonus), gifts=(*player.gifts, gift))
    give_chips(work, player.id, chips)
    work.say(r.BonusTold(player.id, said.bonus, chips, rule.article))


def not_given(work: Work, said: OrderRefused) -> None:
    """Take back chips that a table refused to add, as if the player had never had them.

    A player who left before the table could add them has them at the next seat instead.
    """
    player = work.player(said.player)
    if _take_along(work, player, said.table):
        return
    refuse_if(player.stack < said.chips, "chips-are-played")
    player = work.put(player, stack=player.stack - said.chips)
    work.change(issued=work.room.issued - said.chips)
    if not player.stack:
        player = _waits_again(work, player)
    match _given(work, said):
        case Deed() as deed:
            not_sold(work, player, deed)
        case Gift() as gift:
            _not_had(work, player, gift)
        case None:
            if player.behind <= said.chips:  # also several sales that were given as one
                work.put(player, behind=0)
    work.say(ChipsBack(player.id, said.chips, said.why))


def _take_along(work: Work, player: Player, table: int) -> bool:
    """Return whether a player has left a table that did not add their chips.

    Their next table is told to seat them with their whole stack, which includes these chips.
    """
    moves = (one for one in work.room.moves if one.player == player.id and one.left)
    move = next(moves, None)
    if move is not None and not move.given:
        return True
    seat = player.seat if move is None else move.target
    return seat is not None and table not in (0, seat.table)


def _waits_again(work: Work, player: Player) -> Player:
    """Let a player who has no chips after all wait for a rebuy, at most until the next deal.

    A rebuy for everybody that is still to come ends the wait instead.
    """
    room, seat = work.room, player.seat
    if seat is None:
        return player
    everybody = bool(work.rules.start.rebuy.value) and not room.rebought
    if not everybody and all(one.player != player.id for one in room.may_rebuy):
        work.change(may_rebuy=(*room.may_rebuy, Out(player.id, seat.table, 0)))
    forget_moves_of(work, player.id)
    return work.put(player, standing="waiting")


def _given(work: Work, said: OrderRefused) -> Deed | Gift | None:
    """Return the sale or the gift that a refused order was for, or None if it is not known."""
    row = said.order.partition(".")[0]
    given: list[Deed | Gift] = [
        one for one in work.room.deeds
        if one.kind in ("rebuy", "addon") and one.player == said.player
    ]  # fmt: skip
    given += work.player(said.player).gifts
    found = [
        one for one in given
        if one.chips == said.chips and (not row.isdecimal() or int(row) == one.n)
    ]  # fmt: skip
    return max(found, key=lambda one: one.n, default=None)


def not_sold(work: Work, player: Player, deed: Deed) -> None:
    """Forget a rebuy or add-on, so that it can't be undone as well."""
    work.change(deeds=tuple(one for one in work.room.deeds if one is not deed))
    if deed.kind == "addon":
        _not_added(work, player, deed.level)
        return
    work.change(rebuys=work.room.rebuys - 1)
    if player.behind == deed.chips:
        work.put(player, behind=0)


def _not_added(work: Work, player: Player, level: int) -> None:
    """Let a player have the add-on of a level that they did not get after all."""
    work.put(player, add_ons=tuple(one for one in player.add_ons if one != level))


def _not_had(work: Work, player: Player, gift: Gift) -> None:
    """Forget a gift, so that the player may still receive it."""
    player = work.put(player, gifts=tuple(one for one in player.gifts if one is not gift))
    match gift.kind:
        case "addon":
            _not_added(work, player, gift.level)
        case "bonus":
            work.put(player, bonuses=tuple(one for one in player.bonuses if one != gift.word))
        case "found":
            room = work.room
            missing = {**room.missing, player.id: room.missing.get(player.id, 0) + gift.chips}
            work.change(missing=missing, adrift=room.adrift - gift.chips)


def again(work: Work, player: Player) -> EntryRules:
    """Return the rules for a re-entry: any number of entries, in levels with re-entries.

    Raises `Refused` unless the player may re-enter now.
    """
    rules, room = work.rules.entries, work.room
    refuse_if(reached(room.levels, room.clock.at) > rules.reentry_levels.value, "no-re-entry-now")
    refuse_if(player.reentries >= rules.reentries.value, "no-re-entries-left")
    return replace(
        rules, entries=replace(rules.entries, value=10**6),
        late_levels=replace(rules.late_levels, value=rules.reentry_levels.value),
    )  # fmt: skip


def counted(work: Work, before: Player) -> None:
    """Count a player's re-entry, separately from entries and rebuys."""
    work.put(work.player(before.id), reentries=before.reentries + 1)
    article = work.rules.entries.reentries.article
    work.say(r.ReEntered(before.id, before.reentries + 1, article))
