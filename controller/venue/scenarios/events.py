"""Statements about satellites, multi-day events and mixed games in a room's scenario."""

from typing import Final

from msgspec.structs import replace

from controller.contract.venue.floor.clock import ClockUndone
from controller.contract.venue.tournament_formats import days
from controller.contract.venue.tournament_formats.games import GameChosen, GameSet
from controller.contract.venue.tournament_formats.satellites import LastSeatsDecided
from controller.venue.scenarios.staff import Inputs, Words, after, entered


def _bags(words: Words) -> days.BagsBrought:
    pairs = [word.split("=") for word in words[1:] if "=" in word]
    bags = tuple(
        days.Bag(player, int(chips), int(chips), f"s{at}", flight=f"f{at}")
        for at, (player, chips) in enumerate(pairs)
    )
    money, heads, field = (int(after(words, name, "0")) for name in ("money", "heads", "field"))
    return days.BagsBrought(
        bags=bags, money=money, heads=heads, entries=field or len(bags), level=int(words[0])
    )


EVENTS: Final[Inputs] = {
    "ticket ID TICKET WORTH": lambda words: replace(
        entered(words[0]), ticket=words[1], ticket_worth=int(words[2])
    ),
    "last-seats ID ...": lambda words: LastSeatsDecided(players=tuple(words)),
    "day-ends": lambda _: days.DayEnds(),
    # A player's stack is counted and bagged. COUNTED is the number of chips counted, and SEAL the
    # number of the bag's seal. `again` marks a second count. `unsigned` means that player and floor
    # have not signed the bag.
    "bag ID COUNTED SEAL [again] [unsigned]": lambda words: days.StackBagged(
        player=words[0], counted=int(words[1]), seal=words[2], cashier="floor",
        signed="unsigned" not in words, again="again" in words,
    ),
    # An earlier day's bags arrive. Play resumes at index LEVEL in the list of levels. `money` is
    # the prize money still to be won, and `heads` the sum of the bounties on players' heads.
    # `field` is the number of players who entered in all flights; by default, it is the number of
    # bags.
    "bags LEVEL ID=CHIPS ... [money N] [heads N] [field N]": _bags,
    # A bag is opened at its player's seat and counted. COUNTED is the number of chips counted.
    # `again` marks a second count.
    "unbag ID COUNTED [again]": lambda words: days.BagOpened(
        player=words[0], counted=int(words[1]), again="again" in words
    ),
    "game N": lambda words: GameSet(game=int(words[0])),
    "choose T N": lambda words: GameChosen(table=int(words[0]), game=int(words[1])),
    "undo-clock": lambda _: ClockUndone(),
}  # fmt: skip
"""The statements about satellites, multi-day events and mixed games."""
