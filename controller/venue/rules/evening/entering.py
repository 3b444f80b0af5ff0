"""How players enter: before the start, with a drawn or an assigned seat, or late."""

from contextlib import suppress

import msgspec

from controller.contract.venue import inputs as i
from controller.contract.venue import outputs as o
from controller.contract.venue.seats import Seat
from controller.venue.rules.books.room import Player, Room
from controller.venue.rules.books.work import Refused, Work, refuse_if
from controller.venue.rules.calculations import levels, seat_draw
from controller.venue.rules.calculations.breaking import landings
from controller.venue.rules.calculations.button import DECK, RANKS, SUITS
from controller.venue.rules.calculations.entries import NoEntry, closed, enter
from controller.venue.rules.calculations.seats import TableView
from controller.venue.rules.evening import days, rebuys_and_add_ons, results
from controller.venue.rules.evening.breaks_and_levels import START
from controller.venue.rules.prizes import bounties, wall_postings
from controller.venue.rules.seating import redraw, unsold
from controller.venue.rules.tournament import EntryRules, Tournament


def enter_player(work: Work, said: i.PlayerEntered) -> None:
    """Register a player before the start; after it, seat them or make them an alternate."""
    known = work.room.players.get(said.player)
    refuse_if(not said.player, "no-such-player")
    refuse_if(work.room.ended, "ended-already")
    refuse_if(known is not None and known.standing == "removed", "out-for-good")
    inside = known in work.room.left or (known is not None and known.standing == "alternate")
    if known is not None and (not work.room.started or inside):
        refuse_if(not said.gives_up or known.standing != "seated", "entered-already")
        _give_up(work, known)
    refuse_if(known is not None and known.behind, "rebuy-unpaid")
    rules = work.rules.entries
    again = known if known and known.standing == "out" and rules.reentries.value else None
    # A player who entered before the start, but had no seat by then, has not used their entry.
    work.paid_already = known is not None and known.standing == "entered"
    bought = known.entries if known is not None and not work.paid_already else 0
    _may_enter(rules, said)
    refuse_if(work.room.deal, "deal-in-force")
    if said.granted is not None and not work.rules.seating.granted_seats.value:
        raise Refused("no-granted-seats")
    if known is None:  # an earlier entry of theirs may have been refunded
        others = tuple(one for one in work.room.refunded if one != said.player)
        work.change(refunded=others)
    if not work.room.started:
        work.put(Player(said.player, needs_ear=said.needs_ear, granted=said.granted))
        bounties.entered(work, said.player)
        return
    if again is not None:
        rules = rebuys_and_add_ons.again(work, again)
    _enter_late(work, said, bought, rules)
    if again is not None:
        rebuys_and_add_ons.counted(work, again)


def _give_up(work: Work, player: Player) -> None:
    """Take a seated player's chips out of play and free the seat, so that they can enter again."""
    rule = work.rules.entries.gives_up
    if not rule.value or not work.room.started or player.seat is None:
        raise Refused("entered-already")
    refuse_if(any(move.player == player.id for move in work.room.moves), "on-the-way")
    # A player who went out in a round of hand for hand may enter again once it is over.
    refuse_if(any(one.player == player.id for one in work.room.gone), "entered-already")
    work.clear_seat(player.seat, player.id)
    work.chips_leave(player, player.seat)
    work.say(o.ChipsRemoved(player.id, player.stack, "re-entry", rule.article))
    # They keep this place if no seat becomes free for them.
    place = len(work.room.left)
    work.put(player, standing="out", seat=None, stack=0, place=(place, place))


def _may_enter(rules: EntryRules, said: i.PlayerEntered) -> None:
    """Raise `Refused` unless the desk has made every check on a player that the rules require."""
    refuse_if(rules.identity.value and not said.identified, "identity-not-seen")
    refuse_if(rules.of_age.value and not said.of_age, "age-not-seen")
    refuse_if(rules.members.value and said.membership == "none", "not-a-member")
    refuse_if(rules.receipts.value and not said.receipt, "receipt-not-read")


def _enter_late(work: Work, said: i.PlayerEntered, bought: int, rules: EntryRules) -> None:
    room = work.room
    level = levels.reached(room.levels, room.clock.at)
    every = rules.late_minutes.value * 60_000
    missed = levels.spans(room.clock, room.levels, room.at, every)
    seats = max((table.seats for table in room.tables.values()), default=2)
    lie = unsold.there(work, ear=said.needs_ear)
    if said.granted is not None:
        lie = tuple(one for one in lie if one.seat == said.granted)
        _may_be_granted(work, said, said.granted, lies=bool(lie))
    entry = enter(rules, level, bought, work.stack, missed, seats, lie)
    if isinstance(entry, NoEntry):
        raise Refused(entry.why)
    player = msgspec.structs.replace(
        room.players.get(said.player) or Player(said.player), standing="entered",
        needs_ear=said.needs_ear, entries=bought + 1, add_ons=(),
    )  # fmt: skip
    if not work.paid_already:
        bounties.entered(work, said.player)
    if entry.seat is not None:
        unsold.take(work, player, entry.seat, entry.article)
        results.place_again(work)
        return
    seat = said.granted or landing(work, player)
    if seat is None:
        _wait_for_seat(work, player)
        return
    work.put(player)
    if entry.removed:
        work.change(issued=work.room.issued + entry.removed, removed=room.removed + entry.removed)
        work.say(o.ChipsRemoved(said.player, entry.removed, "late", entry.article))
    _give(work, player.id, seat, entry.stack, entry.article)
    results.place_again(work)


def _may_be_granted(work: Work, said: i.PlayerEntered, seat: Seat, *, lies: bool) -> None:
    """Raise `Refused` if a seat does not exist, is taken, or lacks a required earpiece.

    If `lies` is true, the seat has an unsold stack, which the player takes over, so the seat need
    not be free.
    """
    table = work.room.tables.get(seat.table)
    if table is None or not 1 <= seat.seat <= table.seats:
        raise Refused("no-such-seat")
    refuse_if(not lies and not work.free(seat), "seat-is-taken")
    refuse_if(said.needs_ear and seat.seat not in table.ears, "seat-has-no-ear")


def landing(work: Work, player: Player) -> Seat | None:
    """Return a randomly drawn free seat for one player, or None if there is none.

    An empty table is used only once all others are full. A breaking table takes no players. A
    seat whose player was removed is free again once its table has ended a hand without them.
    """
    room = work.room
    free = sum(len(room.view(number).free) for number in room.open_tables)
    closed_ones = [number for number, table in room.tables.items() if table.closed]
    first = sum(len(room.view(number).players) for number in closed_ones)
    if free <= first + sum(move.target.table in closed_ones for move in room.moves):
        return None  # players in play whose table has closed come first
    leaving = {move.source.table for move in room.moves if move.redraw or move.reason == "break"}
    stay = [n for n in room.open_tables if n not in leaving or room.view(n).players]
    played = [number for number in stay if room.seated(number)]
    new = [number for number in stay if not room.seated(number)]
    for tables in (played, new):
        numbers = seat_draw.Numbers(f"{room.n} late {player.id}".encode())
        ears = frozenset({player.id} if player.needs_ear else ())
        views = [_with_kept(room, number) for number in tables]
        with suppress(seat_draw.DrawError):
            return landings([player.id], views, numbers, ears)[player.id]
    return None


def _with_kept(room: Room, number: int) -> TableView:
    view = room.view(number)
    if not room.seated(number):
        return view
    return msgspec.structs.replace(view, kept=view.kept | room.going.get(number, {}).keys())


def _wait_for_seat(work: Work, player: Player) -> None:
    rule = work.rules.entries.alternates
    queue = work.room.alternates
    refuse_if(len(queue) >= rule.value, "no-free-seat")
    # A player who enters again waits behind those who came before.
    others = {name: one for name, one in work.room.players.items() if name != player.id}
    work.change(players=others)
    work.put(msgspec.structs.replace(player, standing="alternate"))
    work.say(o.AlternateWaits(player.id, len(queue) + 1, rule.article))


def seat_alternates(work: Work) -> None:
    """Give free seats and full stacks to alternates, first come, first served.

    An alternate for whom no seat is free (because they need an earpiece) does not hold up the
    others. Once entries are closed, nobody else is seated, and the entries of waiting players may
    be refunded; if only one player is left by then, that player has won.
    """
    if closed(work.rules.entries, work.room.levels, work.room.clock.at):
        results.end_if_won(work)
        return
    for player in work.room.alternates:
        seat = landing(work, player)
        if seat is None:
            continue  # a player who needs no earpiece may still find a seat
        _give(work, player.id, seat, work.stack, work.rules.entries.alternates.article)
        results.place_again(work)


def seat_by_card(work: Work, said: i.SeatCardDrawn) -> None:
    """Seat a player by a drawn card: the suit decides the table, and the rank the seat.

    Spades mean the first table, and an ace means seat 1.
    """
    refuse_if(not work.rules.seating.by_cards.value, "no-cards-here")
    refuse_if(said.card not in DECK, "no-such-card")
    tables = sorted(work.room.tables)
    at = len(SUITS) - 1 - SUITS.index(said.card[1])
    rank = (*RANKS[-1:], *RANKS[:-1]).index(said.card[0]) + 1
    refuse_if(at >= len(tables), "no-such-table")
    seat_player(work, i.PlayerSeated(player=said.player, seat=Seat(tables[at], rank)))


def draw_seats(work: Work, said: i.SeatsDrawn) -> None:
    """Draw a seat for every entrant who has none, before the start."""
    refuse_if(work.room.started, "started-already")
    refuse_if(work.room.moves, "somebody-is-on-the-way")
    listed = list_for(work.room, work.rules)
    try:
        seat_draw.check_list(listed)
        seed = seat_draw.seed_of(listed, bytes.fromhex(said.secret), said.witness)
    except seat_draw.DrawError:
        raise Refused("list-cannot-be-drawn-for") from None
    except ValueError:
        raise Refused("secret-is-not-hex") from None
    early = work.stack + work.rules.entries.early_bird.value
    drawn = seat_draw.seats_drawn(listed, seat_draw.Numbers(seed))
    for player, seat in sorted(drawn.items(), key=lambda row: row[1]):
        if work.player(player).seat is None:
            _give(work, player, seat, early, "")


def list_for(room: Room, rules: Tournament) -> seat_draw.DrawList:
    """Return the input for a seat draw held now; seats that are taken count as reserved."""
    entrants = [one for one in room.players.values() if one.seat or one.standing == "entered"]
    tables = [room.tables[number] for number in room.open_tables]
    kept = {one.id: one.seat or one.granted for one in entrants}
    return seat_draw.DrawList(
        rules.name, tuple(kept), {one.number: one.seats for one in tables},
        granted={name: seat for name, seat in kept.items() if seat is not None},
        needs_ear=tuple(one.id for one in entrants if one.needs_ear and one.seat is None),
        ears=tuple(Seat(one.number, seat) for one in tables for seat in one.ears),
    )  # fmt: skip


def seat_player(work: Work, said: i.PlayerSeated) -> None:
    """Seat a player manually."""
    player = work.player(said.player)
    refuse_if(work.room.started or player.standing != "entered", "seated-already")
    refuse_if(not work.free(said.seat), "seat-is-taken")
    if player.needs_ear and said.seat.seat not in work.room.tables[said.seat.table].ears:
        raise Refused("seat-has-no-ear")
    early = work.stack + work.rules.entries.early_bird.value
    _give(work, player.id, said.seat, early, "")


def start_play(work: Work) -> None:
    """Draw the first button, release the tables and start the clock.

    Players without a seat do not take part unless they enter late.
    """
    room = work.room
    refuse_if(room.started, "started-already")
    counts = [room.crowd(number) for number in room.occupied]
    refuse_if(len(room.left) < 2, "too-few-players")
    _may_start(work, counts)
    redraw.set_buttons(work)
    work.order_all(o.ReleaseTable, room.tables, name=START)
    clock = levels.start(room.clock, room.levels, room.at)
    work.change(started=True, clock=clock)
    wall_postings.announce(work)


def _may_start(work: Work, counts: list[int]) -> None:
    """Raise `Refused` unless play may start with these `counts` of players at the tables."""
    room, rule = work.room, work.rules.seating
    wall_postings.check(work)
    refuse_if(work.rules.days.recount.value and days.unopened(room), "bags-not-opened")
    refuse_if(room.moves, "somebody-is-on-the-way")
    refuse_if(work.rules.results.posted.value and not room.shares, "prizes-not-posted")
    waiting = any(one.standing == "entered" for one in room.players.values())
    refuse_if(rule.waits_for_all.value and waiting, "not-all-are-seated")
    if rule.most_differ.value and max(counts) - min(counts) > rule.most_differ.value:
        raise Refused("tables-differ")
    shoes = {one.shoe for number, one in room.tables.items() if room.seated(number)}
    refuse_if(rule.same_shoes.value and len(shoes) > 1, "shoes-at-some-tables")


def _give(work: Work, player: str, seat: Seat, stack: int, article: str) -> None:
    one = work.player(player)
    if player in work.room.day.brought and one.standing == "entered":
        stack = one.stack  # it came in a bag, and has been issued already
    else:
        work.change(issued=work.room.issued + stack)
    work.put(one, standing="seated", seat=seat, stack=stack, place=None)
    work.order_at(o.SitDown, seat, player=player, stack=stack)
    work.say(o.SeatGiven(player, seat, stack, article))
