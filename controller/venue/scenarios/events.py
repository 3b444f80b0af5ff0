"""Statements about satellites, several days and mixed games in a room's scenario."""

from collections.abc import Callable

from controller.contract.venue import inputs
from controller.contract.venue.floor.clock import ClockUndone
from controller.contract.venue.floor.undoing import DeedUndone
from controller.contract.venue.tournament_formats.days import (
    Bag,
    BagOpened,
    BagsBrought,
    DayEnds,
    StackBagged,
)
from controller.contract.venue.tournament_formats.games import GameChosen, GameSet
from controller.contract.venue.tournament_formats.satellites import LastSeatsDecided
from controller.venue.rules.books.room import Room
from controller.venue.scenarios.staff import Words, entered


class Events:
    """The statements for satellites, events over several days and mixed games."""

    def __init__(
        self, tell: Callable[[inputs.AnyRoomInput], None], room: Callable[[], Room]
    ) -> None:
        self.tell = tell
        self.room = room

    def ticket(self, words: Words) -> None:
        """`ticket ID TICKET WORTH`: a player enters, paying with a ticket."""
        said = entered(words[0])
        self.tell(
            inputs.PlayerEntered(
                player=said.player, identified=True, of_age=True, receipt=True,
                membership="number", ticket=words[1], ticket_worth=int(words[2]),
            )
        )  # fmt: skip

    def last_seats(self, words: Words) -> None:
        """`last-seats ID ...`: the floor gives the last seats to these tied players."""
        self.tell(LastSeatsDecided(players=tuple(words)))

    def day_ends(self, _: Words) -> None:
        """`day-ends`: the director ends the day."""
        self.tell(DayEnds())

    def bag(self, words: Words) -> None:
        """`bag ID COUNTED SEAL [again] [unsigned]`: a player's stack is counted and bagged.

        COUNTED is the number of chips counted, and SEAL the number of the bag's seal. `again` marks
        a second count. `unsigned` means that player and floor have not signed the bag.
        """
        self.tell(
            StackBagged(
                player=words[0], counted=int(words[1]), seal=words[2], cashier="floor",
                signed="unsigned" not in words, again="again" in words,
            )
        )  # fmt: skip

    def bags(self, words: Words) -> None:
        """`bags LEVEL ID=CHIPS ... [money N] [heads N] [field N]`: an earlier day's bags arrive.

        Play resumes at index LEVEL in the list of levels. `money` is the prize money still to be
        won, and `heads` the sum of the bounties on players' heads. `field` is the number of players
        who entered in all flights; by default, it is the number of bags.
        """
        pairs = [word.split("=") for word in words[1:] if "=" in word]
        bags = tuple(
            Bag(player, int(chips), int(chips), f"s{at}", flight=f"f{at}")
            for at, (player, chips) in enumerate(pairs)
        )
        more = {
            name: int(words[words.index(name) + 1]) if name in words else 0
            for name in ("money", "heads", "field")
        }
        entries = more["field"] or len(bags)
        self.tell(
            BagsBrought(
                bags=bags, money=more["money"], heads=more["heads"], entries=entries,
                level=int(words[0]),
            )
        )  # fmt: skip

    def unbag(self, words: Words) -> None:
        """`unbag ID COUNTED [again]`: a bag is opened at its player's seat and counted.

        COUNTED is the number of chips counted. `again` marks a second count.
        """
        again = "again" in words
        self.tell(BagOpened(player=words[0], counted=int(words[1]), again=again))

    def game(self, words: Words) -> None:
        """`game N`: the director switches all tables to a game in the file's list, from 0."""
        self.tell(GameSet(game=int(words[0])))

    def choose(self, words: Words) -> None:
        """`choose T N`: the dealer at a table chooses a game in the file's list, from 0."""
        self.tell(GameChosen(table=int(words[0]), game=int(words[1])))

    def undo_deed(self, _: Words) -> None:
        """`undo-deed`: the last staff action on a player is undone."""
        deeds = self.room().deeds
        self.tell(DeedUndone(deed=deeds[-1].n if deeds else 0))

    def undo_clock(self, _: Words) -> None:
        """`undo-clock`: the last change to the clock is undone."""
        self.tell(ClockUndone())

    def expect_game(self, words: Words) -> str:
        """`expect game T GAME STRUCTURE`: a table's current game; for T 0, the current level's."""
        room = self.room()
        level, own = room.levels[room.clock.at], room.tables.get(int(words[0]))
        chosen = own.game if own is not None else None
        found = list(map(str, chosen or (level.game or "house", level.structure or "house")))
        return "" if found == words[1:] else " ".join(found)

    def expect_seats(self, words: Words) -> str:
        """`expect seats ID ... [tied ID ...]`: who won seats, and who is tied for the last ones."""
        won = self.room().seats_won
        found = [*won.winners, *(["tied", *won.tied] if won.tied else [])]
        return "" if found == words else " ".join(found) or "nobody"

    def expect_bags(self, words: Words) -> str:
        """`expect bags N [over]`: the number of closed bags, and whether the day is over."""
        day = self.room().day
        found = [str(len(day.bags)), *(["over"] if day.over else [])]
        return "" if found == words else " ".join(found)
