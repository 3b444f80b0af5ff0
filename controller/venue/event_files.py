"""Check that a tournament file's satellite, days and mixed games do not contradict other values."""

from collections.abc import Iterator

from controller.contract.errors import Sentence
from controller.toml.file import Mistake
from controller.venue.rules.tournament import Tournament


def event_contradictions(tournament: Tournament) -> Iterator[Mistake]:
    """Yield each contradiction, with its position in the file."""
    yield from _of_satellites(tournament)
    yield from _of_days(tournament)
    mixed = tournament.mixed
    if mixed.change.value != "level" and not mixed.games.value:
        wrong = Sentence("there are no games to choose from")
        yield Mistake(
            ("mixed", "games"), wrong, Sentence('a list such as [["holdem", "no-limit"]]')
        )
    if tournament.cash is not None and mixed.games.value and mixed.change.value == "level":
        wrong = Sentence("a cash game has no levels at which the game could change")
        yield Mistake(("mixed", "change"), wrong, Sentence('"by-hand" or "choice"'))


def _of_satellites(tournament: Tournament) -> Iterator[Mistake]:
    satellite = tournament.satellite
    if not satellite.worth.value:
        if satellite.seats.value or satellite.target:
            wrong = Sentence("a satellite seat must be worth something")
            yield Mistake(("satellite", "worth"), wrong, Sentence("1 or more"))
        return
    if tournament.cash is not None or tournament.bounties.kind.value != "none":
        wrong = Sentence("a satellite must be a tournament without bounties")
        yield Mistake(
            ("satellite", "worth"), wrong, Sentence("worth = 0, or a tournament without bounties")
        )
    if not satellite.target:
        wrong = Sentence("a tournament that awards seats must name the tournament they are for")
        yield Mistake(("satellite", "target"), wrong, Sentence("the name of a tournament file"))


def _of_days(tournament: Tournament) -> Iterator[Mistake]:
    days = tournament.days
    if not days.series:
        if days.last_level.value:
            wrong = Sentence("a day that ends after a given level must belong to a series")
            yield Mistake(("days", "series"), wrong, Sentence("one name for all days and flights"))
        return
    if tournament.cash is not None or tournament.bounties.kind.value == "mystery":
        wrong = Sentence("cash games and mystery bounties can't last more than one evening")
        yield Mistake(
            ("days", "series"),
            wrong,
            Sentence('series = "", or a tournament without mystery bounties'),
        )
    if tournament.satellite.worth.value:
        wrong = Sentence("a satellite can't last more than one evening")
        yield Mistake(
            ("days", "series"),
            wrong,
            Sentence('series = "", or a tournament that awards no seats'),
        )
