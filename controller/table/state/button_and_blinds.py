"""The positions of the button and the blinds in the next hand."""

from functools import cache

import msgspec

from controller.contract.rules import Entry
from controller.houses.model import House
from controller.table.state.hand import Level
from controller.table.state.table import Table

_WAITS = Entry.WAIT_BIG_BLIND


class Positions(msgspec.Struct, frozen=True, gc=False):
    """The positions in a hand: the seats of the button and the blinds.

    If `small_blind` is an empty seat, nobody posts it. `able` is the set of seats that could be
    dealt in. `waiting` lists those that are not dealt in yet: newcomers who are waiting for
    the button to pass, or for the big blind.
    """

    button: int
    small_blind: int
    big_blind: int
    able: frozenset[int]
    waiting: tuple[int, ...] = ()


def _next(table: Table, after: int, among: frozenset[int]) -> int:
    """Return the first seat of `among` clockwise after seat `after`, which is itself tried last.

    Return `after` if `among` is empty.
    """
    for seat in clockwise(len(table.seats) - 1, after):
        if seat in among:
            return seat
    return after


def between(table: Table, first: int, last: int) -> tuple[int, ...]:
    """Return the seats strictly between two seats, clockwise; none if both are the same."""
    if first == last:
        return ()
    seats = clockwise(len(table.seats) - 1, first)
    return seats[: seats.index(last)]


def players(table: Table, house: House) -> tuple[int, ...]:
    """Return the seats that could be dealt in next: taken, with chips, and not sitting out.

    Players who sit out are included if the house deals to absent players. If a voided hand is to be
    redealt, only the seats that played it are returned, provided that at least two of them can
    still play.
    """
    able = _able(table, house)
    redeal = table.played.redeal
    if redeal is None:
        return able
    names = redeal.names
    again = tuple([n for n in able if names[n] == table.seats[n].name])
    return again if len(again) > 1 else able


def _able(table: Table, house: House) -> tuple[int, ...]:
    taken = [n for n, seat in enumerate(table.seats) if seat.name and (seat.stack or seat.rebuy)]
    if house.deal.absent.value != "not-dealt":
        return tuple(taken)
    here = [n for n in taken if not (table.seats[n].absent or table.seats[n].excluded)]
    if len(here) == 1:
        # Penalty hands must be played to count: a penalised player is dealt in and killed.
        misses = {one.seat for one in table.serving if one.hands}
        here = [n for n in taken if n in here or (n in misses and not table.seats[n].absent)]
    return tuple(here)


def next_positions(table: Table, house: House) -> Positions | None:
    """Return the positions for the next hand, or None if fewer than two players can play.

    Dead button: the big blind always advances by one player. The small blind and the button take
    the previous positions of the big and small blind, even if those seats are empty (ppc 12, 20;
    fidpa 41; redcactus D; tda 32). Nobody posts the big blind twice in a row when the table goes
    heads-up.
    """
    able = frozenset(players(table, house))
    if len(able) < 2:
        return None
    places = _places(table, house, able)
    newcomers = [n for n in able if table.seats[n].entry is _WAITS]
    return _without_early(table, house, places, newcomers) if newcomers else places


def _without_early(
    table: Table, house: House, places: Positions, newcomers: list[int]
) -> Positions:
    """Return the positions that result if no newcomer is dealt in before their big blind.

    `places` are the positions if all of the `newcomers` are dealt in at once. Newcomers who are
    not the big blind in `places` are added to `waiting` (ramponneau IV.4). If fewer than two
    players would be left, return `places` unchanged.
    """
    early = [n for n in newcomers if n != places.big_blind]
    able = places.able.difference(early)
    if not early or len(able) < 2:
        # With only one other player, the newcomers must play.
        return places
    others = _places(table, house, able)
    waiting = (*others.waiting, *sorted(early))
    return msgspec.structs.replace(others, able=places.able, waiting=waiting)


def _places(table: Table, house: House, able: frozenset[int]) -> Positions:
    """Return the positions in the next hand if it is played by the seats in `able`."""
    last = table.played
    if not last.big_blind:
        first = last.button if last.button in able else _next(table, last.button, able)
        places = _from_button(table, house, able, first)
    elif on_button(table.next_level or table.level, house) or last.small_blind == last.big_blind:
        # With a button blind, no blind order applies: the button moves to the next player.
        places = _from_button(table, house, able, _next(table, last.button, able))
    elif house.button.movement.value == "moving":
        places = _moving(table, house, able)
    elif len(able) == 2:
        places = _heads_up(table, house, able)
    else:
        places = _dead_button(table, house, able)
    if on_button(table.next_level or table.level, house):
        return Positions(places.button, places.button, places.button, able)
    return places


def on_button(level: Level, house: House) -> bool:
    """Return whether the button posts the only blind at this level."""
    return (level.blinds or house.game.blinds.value) == "button"


def _moving(table: Table, house: House, able: frozenset[int]) -> Positions:
    """Return the positions with the button moved to the next player.

    `able` lists the seats that could be dealt in. In some houses, a newcomer who wants to post at
    once must wait if their seat is between the last button and the last big blind (Robert 5). The
    button passes over such a newcomer. A newcomer in the last small blind's seat need not wait.
    """
    last = table.played
    waiting: tuple[int, ...] = ()
    if house.button.new_player_between.value == "waits":
        waiting = tuple(
            n
            for n in between(table, last.button, last.big_blind)
            if n in able and n != last.small_blind and table.seats[n].entry is Entry.POST_NOW
        )
    if not waiting or len(able) - len(waiting) < 2:
        return _from_button(table, house, able, _next(table, last.button, able))
    others = able.difference(waiting)
    places = _from_button(table, house, others, _next(table, last.button, others))
    return msgspec.structs.replace(places, able=able, waiting=waiting)


def _from_button(table: Table, house: House, able: frozenset[int], button: int) -> Positions:
    other = _next(table, button, able)
    if len(able) == 2:
        if house.button.heads_up_small_blind.value == "button":
            return Positions(button, button, other, able)
        return Positions(button, other, button, able)
    return Positions(button, other, _next(table, other, able), able)


def _heads_up(table: Table, house: House, able: frozenset[int]) -> Positions:
    big = _next(table, table.played.big_blind, able)
    small_deals = house.button.heads_up_small_blind.value == "button"
    return _from_button(table, house, able, _next(table, big, able) if small_deals else big)


def _is_new(table: Table, number: int) -> bool:
    return 0 < table.played.hands == table.seats[number].joined


def _passes_left(table: Table, house: House, button: int) -> bool:
    """Return whether the button moves on from seat `button` because a newcomer sits there.

    The button moves on only under a house rule, and not if the floor has placed it.
    """
    rule = house.button.new_player_on_button.value
    return rule == "passes-left" and bool(table.played.button) and _is_new(table, button)


def _dead_place(table: Table, house: House, able: frozenset[int], small: int) -> int:
    """Return the button's seat under the dead button rule.

    It is the seat of the last small blind. If it is vacant, some houses move the button on to the
    last vacant seat before the new small blind, whose seat is `small`. A seat that a newcomer has
    just taken counts as vacant (tda-2026 36-B). The blinds advance regardless of the button.
    """
    place = table.played.small_blind
    if house.button.vacant_seats.value == "count":
        return place
    vacant = [
        n for n in (place, *between(table, place, small)) if n not in able or _is_new(table, n)
    ]
    return vacant[-1] if place in vacant else place


def _dead_button(table: Table, house: House, able: frozenset[int]) -> Positions:
    last = table.played
    small = last.big_blind
    button = _dead_place(table, house, able, small)
    # A player who sits down between the new button and small blind waits (ppc 9, fidpa 22-3).
    waiting = tuple(
        n
        for n in between(table, button, small)
        if n in able and house.button.new_player_between.value == "waits" and _is_new(table, n)
    )
    crowded_out = len(able) - len(waiting) < 2
    if crowded_out:
        # With only one other player, the newcomers must play.
        waiting = ()
    everybody = able
    able -= frozenset(waiting)
    if len(able) == 2:
        places = _heads_up(table, house, able)
        return msgspec.structs.replace(places, able=everybody, waiting=waiting)
    big = _next(table, small, able)
    if last.button == button or button in {big, small} or crowded_out:
        # After a heads-up hand, the button goes to the last player before the small blind.
        button = next(s for s in reversed(clockwise(len(table.seats) - 1, small)[:-1]) if s in able)
    elif button not in able:
        only_small_blind_left = last.small_blind_posted and small in able
        same = house.button.small_blind_out.value == "same-player" and last.button in able
        if only_small_blind_left and same and last.button != big:
            button = last.button
    elif _passes_left(table, house, button):
        button = small
    return Positions(button, small, big, everybody, waiting)


def dealing_order(table: Table, house: House, positions: Positions) -> tuple[int, ...]:
    """Return the seats that are dealt cards, starting to the left of the button.

    An empty seat is also dealt cards if the house deals to a dead button or dead small blind (ppc
    12).
    """
    able = positions.able.difference(positions.waiting)
    if house.deal.vacant_dead_seat.value == "dealt":
        dead = (positions.button, positions.small_blind)
        able |= {n for n in dead if not (table.seats[n].taken and table.seats[n].stack > 0)}
    return tuple([s for s in clockwise(len(table.seats) - 1, positions.button) if s in able])


def next_dealer(table: Table, house: House) -> int:
    """Return the seat that deals the next hand, or 0 if no hand can be dealt."""
    positions = next_positions(table, house)
    return dealer_of(table, positions) if positions else 0


def dealer_of(table: Table, positions: Positions) -> int:
    """Return the seat that deals a hand with these positions.

    If the button is at an empty seat, the deal passes to the player who had the button in the last
    hand (ppc 12) or, if that player has left, to the next player to the right. Likewise, somebody
    else deals for a player who is away or serving a penalty.
    """
    here = [n for n in positions.able if not (table.seats[n].absent or table.seats[n].excluded)]
    return _dealer_among(table, positions, frozenset(here) or positions.able)


def usual_dealer(table: Table, positions: Positions) -> int:
    """Return the seat that would deal if everybody were at the table."""
    return _dealer_among(table, positions, positions.able)


def _dealer_among(table: Table, positions: Positions, able: frozenset[int]) -> int:
    for place in (positions.button, table.played.button):
        if place in able:
            return place
    return next(s for s in reversed(clockwise(len(table.seats) - 1, positions.button)) if s in able)


@cache
def clockwise(seats: int, after: int) -> tuple[int, ...]:
    """Return all seats clockwise, beginning to the left of `after` and ending with it."""
    return (*range(after + 1, seats + 1), *range(1, after + 1))
