"""Tournament files: find them by name, and read them strictly, with their parents and house."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec.structs import fields

from controller.contract.errors import Sentence
from controller.houses.loader import find_house, load_house
from controller.houses.model import Ruled
from controller.toml.file import (
    Document,
    FileProblems,
    Mistake,
    Problem,
    is_file,
    nearest,
    shape,
)
from controller.toml.inherit import inherited, with_parents
from controller.venue.rules.standings.formula import FormulaError, parsed
from controller.venue.rules.tournament import Tournament

SHIPPED = Path(__file__).parent / "tournaments"
GAMES = Path(__file__).parent / "games"
"""The folder with the cash game files, which have the same format as tournament files."""
INSTALLED = Path("/etc/tapis/tournaments")
OWN = ("name", "title", "inherits")
"""Keys that a tournament never inherits."""


def shipped_tournaments() -> tuple[str, ...]:
    """Return the sorted names of the tournaments that ship with the package."""
    return tuple(sorted(path.stem for path in SHIPPED.glob("*.toml")))


def tournaments_here() -> tuple[str, ...]:
    """Return the sorted names of all tournaments and cash games that can be opened."""
    installed = {path.stem for path in INSTALLED.glob("*.toml")}
    return tuple(sorted(installed | {*shipped_tournaments(), *shipped_games()}))


def shipped_games() -> tuple[str, ...]:
    """Return the sorted names of the cash games that ship with the package."""
    return tuple(sorted(path.stem for path in GAMES.glob("*.toml")))


def find_tournament(name_or_path: str, beside: Path | None = None) -> Path:
    """Return the path of a tournament file, given its path or the name of an available one.

    `beside` is the folder where a relative path is looked up first. Raises `FileProblems` if there
    is no such file.
    """
    if "/" in name_or_path or name_or_path.endswith(".toml"):
        tried = [*([beside / name_or_path] if beside else []), Path(name_or_path)]
        for path in tried:
            if is_file(path):
                return path
        wrong = Sentence("no such tournament file")
        right = Sentence("the path to a tournament's TOML file")
        raise FileProblems([Problem(name_or_path, 0, "", wrong, right)])
    for folder in (INSTALLED, SHIPPED, GAMES):
        path = folder / f"{name_or_path}.toml"
        if is_file(path):
            return path
    wrong = Sentence("there is no tournament with this name")
    near = nearest(name_or_path, (*shipped_tournaments(), *shipped_games()))
    raise FileProblems([Problem(name_or_path, 0, "tournament", wrong, near)])


def load_tournament(name_or_path: str, beside: Path | None = None) -> Tournament:
    """Read a tournament file, given its path or the name of an available tournament.

    `beside` is the folder where a relative path is looked up first. Raises a `FileProblems`
    that lists every error in the file.
    """
    path = find_tournament(name_or_path, beside)

    def check(found: Tournament) -> Iterator[Mistake]:
        try:
            house = find_house(found.house, path.parent)
        except FileProblems as unknown:
            why = unknown.problems[0]
            yield Mistake(
                ("house",),
                Sentence('"{house}": {wrong}', house=found.house, wrong=why.wrong),
                why.right,
            )
        else:
            if found.structure is None and load_house(str(house)).tournament is None:
                wrong = Sentence("is missing, and the house {house} has none", house=found.house)
                yield Mistake(
                    ("structure",),
                    wrong,
                    Sentence("a [structure] with starting_stack, chips, levels and rebuy"),
                )
            if found.cash is not None and load_house(str(house)).cash is None:
                wrong = Sentence("the house {house} has no cash-game rules", house=found.house)
                yield Mistake(("cash",), wrong, Sentence("a house with [cash], such as ramponneau"))
        yield from contradictions(found)

    found = shape(tournament_document(path), Tournament, check)
    if found.inherits:
        above = load_tournament(found.inherits, path.parent)
        found = msgspec.structs.replace(found, changed=(*above.changed, *changes(found, above)))
    if found.structure is None:
        start = load_house(found.house, path.parent).tournament
        found = msgspec.structs.replace(found, structure=start)
    if found.cash is not None:
        stakes = load_house(found.house, path.parent).cash
        assert stakes is not None
        found = msgspec.structs.replace(found, stakes=stakes)
    return found


def changes(found: Tournament, above: Tournament) -> tuple[str, ...]:
    """Return the names of the values in `found` that differ from those in its parent `above`.

    A name looks like `balancing.gap`. Only values that have an article are compared; the texts to
    be posted and the list of tables to be broken, for example, are not.
    """
    differ = []
    for section in fields(Tournament):
        own, other = (getattr(one, section.name) for one in (found, above))
        if not isinstance(own, msgspec.Struct) or not isinstance(other, msgspec.Struct):
            continue
        differ += [
            f"{section.name}.{key.name}"
            for key in fields(own)
            if isinstance(value := getattr(own, key.name), Ruled)
            and value.value != getattr(other, key.name).value
        ]
    return tuple(differ)


def tournament_document(path: Path) -> Document:
    """Return a tournament file merged with its parents; each value keeps its file and line."""
    return with_parents(path, find_tournament, lambda own, above: inherited(own, above, OWN))


def contradictions(tournament: Tournament) -> Iterator[Mistake]:
    """Yield each contradiction between values in a tournament, with its position in the file."""
    balancing, breaking = tournament.balancing, tournament.breaking
    cash = tournament.cash
    licence = Sentence("playing for money requires a licence"), 'licence = "..."'
    if cash is not None and cash.money.value == "currency" and not cash.licence:
        yield Mistake(("cash", "money"), *licence)
    bank = tournament.bank
    if bank.money.value == "currency" and not bank.licence:
        yield Mistake(("bank", "money"), *licence)
    if bank.money.value == "none" and (bank.entry.value or bank.fee.value):
        wrong = Sentence("entry must be free if there are no stakes")
        right = Sentence('money = "points", or neither entry nor fee')
        yield Mistake(("bank", "entry"), wrong, right)
    yield from _of_points_and_heads(tournament)
    yield from _of_events(tournament)
    if balancing.late_players.value and balancing.late_gap.value > balancing.gap.value:
        yield Mistake(
            ("balancing", "late_gap"),
            Sentence("table sizes may not differ more near the end of the event than before"),
            Sentence("at most {value}", value=balancing.gap.value),
        )
    if balancing.halt_gap.value and balancing.halt_gap.value < balancing.gap.value:
        yield Mistake(
            ("balancing", "halt_gap"),
            Sentence(
                "a table would stop for lack of players before balancing could send it a player"
            ),
            Sentence("0, or at least {value}", value=balancing.gap.value),
        )
    if len(set(breaking.posted)) != len(breaking.posted):
        yield Mistake(
            ("breaking", "posted"), Sentence("names a table twice"), Sentence("each table once")
        )
    waiting = tournament.hand_for_hand
    if "players-left" in waiting.when.value and waiting.players.value < 2:
        at = ("hand_for_hand", "players")
        yield Mistake(
            at, Sentence("`players-left` needs a number of players"), Sentence("2 or more")
        )


def _of_points_and_heads(tournament: Tournament) -> Iterator[Mistake]:
    cash, bounties = tournament.cash, tournament.bounties
    if tournament.results.formula.value:
        try:
            parsed(tournament.results.formula.value)
        except FormulaError as wrong_formula:
            at = ("results", "formula")
            wrong = Sentence("{why}", why=str(wrong_formula))
            yield Mistake(at, wrong, Sentence("an expression such as entries - place + 1"))
    if bounties.kind.value != "none" and (cash is not None or not bounties.head.value):
        wrong = Sentence("bounties require a tournament and an amount for each player")
        yield Mistake(("bounties", "head"), wrong, Sentence("1 or more, in a tournament"))
    if bounties.kind.value == "mystery" and bounties.rebuy_head.value:
        wrong = Sentence("a rebuy can't add a bounty where bounties are in envelopes")
        yield Mistake(("bounties", "rebuy_head"), wrong, Sentence("0 with mystery bounties"))


def _of_events(tournament: Tournament) -> Iterator[Mistake]:
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
