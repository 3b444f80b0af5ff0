"""Bounties: the amount on each player's head, won by the players who knock them out.

Each entry adds to its player's bounty. A player is knocked out by the winners of the last pot that
the player could have won, each in proportion to the chips won from it. The bounty is paid out once
the bust is final. A player who buys chips before that keeps their bounty or buys a new one, by the
house's rule.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from controller.contract.venue.inputs import HandReported
from controller.contract.venue.prizes import bounties as b
from controller.venue.rules.books import bounty_books as books
from controller.venue.rules.books.room import Player, Room
from controller.venue.rules.books.work import Refused, Work, needed, refuse_if
from controller.venue.rules.calculations.levels import reached


def _put(work: Work, **fields: object) -> None:
    work.change(heads=replace(work.room.heads, **fields))


def _kind(work: Work) -> str:
    return work.rules.bounties.kind.value


def entered(work: Work, player: str) -> None:
    """Place a new entrant's initial bounty on their head."""
    put_on(work, player, work.rules.bounties.head.value)


def put_on(work: Work, player: str, amount: int) -> None:
    """Add an amount to a player's bounty or, for mystery bounties, to the sum for the envelopes."""
    if _kind(work) != "none" and amount:
        _change(work, player, amount)
        work.say(b.HeadPut(player, amount, work.rules.bounties.head.article))


def cancelled(work: Work, player: Player, entries: int) -> None:
    """Refund the bounty on a player of a cancelled tournament, for so many of their entries.

    Bounties that have been won are kept. Once mystery bounties are in envelopes, nothing is
    refunded: the floor decides on the envelopes that are left.
    """
    heads = work.room.heads
    if _kind(work) != "mystery":
        returned(work, player.id, heads.on.get(player.id, 0))
    elif not heads.drawing:
        returned(work, player.id, work.rules.bounties.head.value * entries)


def returned(work: Work, player: str, amount: int) -> None:
    """Refund an amount of the bounty on a player along with the entry."""
    if _kind(work) == "none" or not amount:
        return
    # A bag from an earlier day may have brought none.
    if _kind(work) == "mystery" or player in work.room.heads.on:
        _change(work, player, -amount)
        work.say(b.HeadReturned(player, amount))


def _change(work: Work, player: str, more: int) -> None:
    heads = work.room.heads
    if _kind(work) == "mystery":
        _put(work, pot=heads.pot + more, put=heads.put + more)
    else:
        on = {**heads.on, player: heads.on.get(player, 0) + more}
        _put(work, on={who: worth for who, worth in on.items() if worth}, put=heads.put + more)


def noted(work: Work, said: HandReported, seated: Mapping[int, Player], seat: int) -> None:
    """Record the players who knocked out the player at a seat: the winners of their last pot.

    If the hand's pots are not known, but only one stack has grown, the player with that stack is
    recorded. Otherwise nobody is recorded, and the floor decides.
    """
    won = books.last_pot(seat, [(pot.seats, pot.won) for pot in said.pots])
    if not won:
        rose = {
            other: said.stacks[other] - one.stack
            for other, one in seated.items() if said.stacks[other] > one.stack
        }  # fmt: skip
        won = rose if len(rose) == 1 and not said.pots else {}
    parts = {seated[one].id: chips for one, chips in won.items() if one in seated}
    player = seated[seat].id
    knocked = books.Knocked(player, parts, said.table, said.hand, seat)
    _put(work, open=(*_others(work, player), knocked))


def not_out(work: Work, player: str) -> None:
    """Delete the record of a bust that was reversed or averted; the player keeps their bounty."""
    if _open(work, player) is not None:
        _put(work, open=_others(work, player))


def chips_again(work: Work, player: str) -> None:
    """Process a rebuy by a player who has gone bust.

    The rules decide whether the old bounty stays or is paid out. If it is paid out, the rebuy puts
    a new one on the player.
    """
    if _open(work, player) is None:
        return
    again = work.rules.bounties.rebuy_head.value
    if not again:
        not_out(work, player)
        return
    out(work, player)
    put_on(work, player, again)


def out(work: Work, player: str) -> None:
    """Pay out the bounty on a player, because their bust is now final."""
    heads = work.room.heads
    knocked = _open(work, player) or books.Knocked(player, {})
    worth = heads.on.get(player, 0)
    on = {who: one for who, one in heads.on.items() if who != player}
    if _kind(work) == "none" or (_kind(work) == "mystery" and not heads.drawing):
        _put(work, open=_others(work, player))
        _fell(work, knocked, 0, ())
        return
    knocked = replace(knocked, out=True, worth=worth)
    _put(work, on=on, open=(*_others(work, player), knocked))
    _fall(work, knocked)


def _fall(work: Work, knocked: books.Knocked) -> None:
    """Pay out a bounty, unless the floor must decide who won it or an envelope must be drawn."""
    if not knocked.parts:
        work.say(b.BountyOpen(knocked.player))
    elif _kind(work) == "mystery":
        work.say(b.EnvelopeDue(knocked.player))
    else:
        _put(work, open=_others(work, knocked.player))
        _pay(work, knocked, knocked.worth)


def _pay(work: Work, knocked: books.Knocked, worth: int) -> None:
    """Pay a bounty of `worth` to its winners, partly onto their own heads if it is progressive."""
    rules = work.rules.bounties
    kept = rules.kept.value if _kind(work) == "progressive" else 100
    inside = {one.id for one in work.room.left}
    paid = []
    for by, share in books.parted(worth, knocked.parts).items():
        pocket, head = books.split(share, kept, still_in=by in inside)
        heads = work.room.heads
        _put(
            work,
            won={**heads.won, by: heads.won.get(by, 0) + pocket},
            on={**heads.on, by: heads.on.get(by, 0) + head} if head else heads.on,
        )
        paid.append((by, pocket, head))
        work.say(b.BountyWon(knocked.player, by, pocket, head, rules.kind.article))
    _fell(work, knocked, worth, tuple(paid))


def _fell(
    work: Work, knocked: books.Knocked, worth: int, paid: tuple[tuple[str, int, int], ...]
) -> None:
    """Credit the winners with the knockout, and record it while the hand may still be reversed."""
    heads = work.room.heads
    knocks = books.parted(1000, knocked.parts) if knocked.parts else {}
    counted = dict(heads.knocks)
    for by, part in knocks.items():
        if by != knocked.player:
            counted[by] = counted.get(by, 0) + part
    _put(work, knocks=counted)
    if knocked.table:
        before = heads.fell.get(knocked.table, ())
        fell = books.Fell(knocked.player, worth, paid, knocks)
        _put(work, fell={**heads.fell, knocked.table: (*before, fell)})


def hand_over(work: Work, table: int) -> None:
    """Make a table's last bounty payouts final, because the table has played another hand."""
    fell = work.room.heads.fell
    if table in fell:
        _put(work, fell={other: one for other, one in fell.items() if other != table})


def taken_back(work: Work, table: int, player: str) -> None:
    """Restore the bounty of a player whose bust was reversed, besides one that a rebuy put on them.

    `table` is the table of the bust. If the bounty has been paid out, it is taken back from its
    winners. Raises `Refused` if one of them no longer has the part that was added to their own
    bounty, because they have been knocked out since.
    """
    heads = work.room.heads
    knocked = _open(work, player)
    if knocked is not None:
        on = {**heads.on, player: heads.on.get(player, 0) + knocked.worth}
        _put(work, on={who: one for who, one in on.items() if one}, open=_others(work, player))
        return
    fell = next((one for one in heads.fell.get(table, ()) if one.player == player), None)
    if fell is None:
        return
    won, on, knocks = dict(heads.won), dict(heads.on), dict(heads.knocks)
    for by, part in fell.knocks.items():
        knocks[by] -= part
    for by, pocket, head in fell.paid:
        refuse_if(on.get(by, 0) < head, "head-fell-since")
        won[by] -= pocket
        on[by] = on.get(by, 0) - head
        work.say(b.BountyBack(player, by, pocket, head))
    on[player] = on.get(player, 0) + fell.worth
    rest = tuple(one for one in heads.fell[table] if one is not fell)
    _put(
        work, won={who: one for who, one in won.items() if one},
        on={who: one for who, one in on.items() if one}, fell={**heads.fell, table: rest},
        knocks={who: one for who, one in knocks.items() if one},
    )  # fmt: skip


def brought_back(work: Work, player: str, head: int, table: int) -> None:
    """Restore a player's bounty after their removal has been undone.

    `head` is the bounty that was on the player, and `table` their table. A bounty stays with those
    who won the player's last chips once that table has played another hand.
    """
    heads = work.room.heads
    fell = any(one.player == player for one in heads.fell.get(table, ()))
    if fell or _open(work, player) is not None:
        taken_back(work, table, player)
    elif head and work.player(player).stack:
        _put(work, on={**heads.on, player: head}, unclaimed=heads.unclaimed - head)


def removed(work: Work, player: str) -> None:
    """Settle the bounty of a player who was removed.

    If the player had lost all their chips, but their bust was not final yet, the bounty goes to
    those who won the chips. Otherwise it is recorded as unclaimed.
    """
    if _open(work, player) is not None:
        out(work, player)
        return
    heads = work.room.heads
    worth = heads.on.get(player, 0)
    on = {who: one for who, one in heads.on.items() if who != player}
    _put(work, on=on, unclaimed=heads.unclaimed + worth, open=_others(work, player))


def take(work: Work, said: b.HeadDecided | b.EnvelopeDrawn) -> None:
    """Process the floor's decision on a knockout, or a drawn envelope."""
    knocked = needed(knocked_out(work.room.heads, said.player), "no-open-head")
    if isinstance(said, b.HeadDecided):
        _decide(work, knocked, said)
    else:
        _draw(work, knocked, said)
    _rest(work)


def _decide(work: Work, knocked: books.Knocked, said: b.HeadDecided) -> None:
    refuse_if(knocked.parts, "head-decided-already")
    parts = {who: part for who, part in said.parts.items() if part > 0}
    if not parts or said.player in parts or not parts.keys() <= work.room.players.keys():
        raise Refused("no-such-player")
    # Once another hand has ended at the table, this knockout can't be reversed any more.
    last = knocked.table and work.room.tables[knocked.table].hand == knocked.hand
    knocked = replace(knocked, parts=parts, table=knocked.table if last else 0)
    _put(work, open=(*_others(work, said.player), knocked))
    _fall(work, knocked)


def listed(tournament: str, room: Room, player: str) -> books.EnvelopeList:
    """Return the envelopes from which a knocked-out player's bounty is drawn."""
    return books.EnvelopeList(tournament, player, room.heads.envelopes)


def _draw(work: Work, knocked: books.Knocked, said: b.EnvelopeDrawn) -> None:
    refuse_if(not knocked.parts, "bounty-open")
    refuse_if(_kind(work) != "mystery", "no-envelopes-here")
    try:
        secret = bytes.fromhex(said.secret)
    except ValueError:
        raise Refused("secret-is-not-hex") from None
    heads = work.room.heads
    refuse_if(not heads.envelopes, "no-envelopes-here")
    at = books.envelope_at(listed(work.rules.name, work.room, said.player), secret, said.witness)
    amount = heads.envelopes[at]
    left = (*heads.envelopes[:at], *heads.envelopes[at + 1 :])
    _put(work, envelopes=left, open=_others(work, said.player) if left else ())
    work.say(b.EnvelopeOpened(said.player, amount, len(left)))
    _pay(work, replace(knocked, table=0), amount)


def look(work: Work) -> None:
    """Move all bounties into envelopes as soon as the house's rules allow it.

    There is one for each player, so nobody may put another bounty on a head after that.
    """
    room, rules = work.room, work.rules.bounties
    if _kind(work) != "mystery" or room.heads.drawing or not room.started or room.ended:
        return
    most = rules.players.value
    if _comes_in(work) or room.may_rebuy:
        return
    if most and len(room.left) > most:
        return
    found = books.envelopes_of(room.heads.pot, len(room.left), rules.envelopes.value)
    _put(work, pot=0, envelopes=found, drawing=True)
    work.say(b.EnvelopesBegan(found, rules.envelopes.article))


def _comes_in(work: Work) -> bool:
    """Return whether anybody may still enter, re-enter or buy a new bounty at the current level."""
    entries, room = work.rules.entries, work.room
    again = entries.reentry_levels.value if entries.reentries.value else 0
    bought = entries.rebuy_levels.value if work.rules.bounties.rebuy_head.value else 0
    level = reached(room.levels, room.clock.at)
    return level <= max(entries.late_levels.value, again, bought)


def tell(work: Work, before: Room) -> None:
    """Order tables to update displayed bounties that have changed since the room `before`."""
    heads, room = work.room.heads, work.room
    if heads.on is before.heads.on and not work.seats_changed:
        return
    told = {}
    for player, worth in heads.on.items():
        one = room.players.get(player)
        if one is None or one.seat is None or one.standing not in ("seated", "waiting"):
            continue
        told[player] = (one.seat, worth)
        if heads.told.get(player) != told[player]:
            work.order_at(b.TellHead, one.seat, player=player, worth=worth)
    _put(work, told=told)


def ended(work: Work, winner: str) -> None:
    """Settle the bounty on the tournament's winner, which nobody can win any more."""
    if _kind(work) == "none":
        return
    heads, own = work.room.heads, work.rules.bounties.unclaimed
    if heads.drawing and own.value == "winner":
        knocked = books.Knocked(winner, {winner: 1}, out=True)
        _put(work, open=(*_others(work, winner), knocked))
        work.say(b.EnvelopeDue(winner))
    elif winner in heads.on:
        on = {who: one for who, one in heads.on.items() if who != winner}
        _put(work, on=on, unclaimed=heads.unclaimed + heads.on[winner])
    _rest(work)


def _rest(work: Work) -> None:
    """Give bounties that nobody won to the winner or the house at the end, as the rules require.

    Do nothing until all other bounties have been paid out, or if the tournament was cancelled.
    """
    room = work.room
    heads = room.heads
    firsts = (one.id for one in room.players.values() if one.place and one.place[0] == 1)
    winner = next(firsts, None)
    if not room.ended or heads.open or winner is None:
        return
    amount = heads.unclaimed + heads.pot + sum(heads.envelopes)
    if not amount:
        return
    rule = work.rules.bounties.unclaimed
    to = winner if rule.value == "winner" else ""
    won = {**heads.won, to: heads.won.get(to, 0) + amount} if to else heads.won
    house = heads.house + (0 if to else amount)
    _put(work, unclaimed=0, pot=0, envelopes=(), won=won, house=house)
    work.say(b.HeadsUnclaimed(amount, to, rule.article))


def _open(work: Work, player: str) -> books.Knocked | None:
    return next((one for one in work.room.heads.open if one.player == player), None)


def _others(work: Work, player: str) -> tuple[books.Knocked, ...]:
    return tuple(one for one in work.room.heads.open if one.player != player)


def knocked_out(heads: books.Heads, player: str) -> books.Knocked | None:
    """Return the record of a player whose bust is final but whose bounty is unpaid, or None."""
    return next((one for one in heads.open if one.player == player and one.out), None)
