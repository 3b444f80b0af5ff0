"""A league over many evenings: seasons side by side, trial formulas, imported evenings."""

import msgspec

from controller.contract.venue.kinds import Ask, Do


class TakenLine(msgspec.Struct, frozen=True):
    """A place in an imported evening; a player without a `member_no` is identified by name."""

    name: str
    first: int
    last: int
    points: int
    member_no: str = ""


class TakeEvening(Do, frozen=True, tag="take-evening"):
    """Count the results of an imported evening in a season. Answered with `Taken`."""

    file: str
    title: str
    lines: tuple[TakenLine, ...]
    season: str = ""
    bar: str = ""


class Taken(msgspec.Struct, frozen=True):
    """An imported evening, and the number of its players who are new here."""

    tournament: str
    new: int


class AskLeague(Ask, frozen=True, tag="league"):
    """The seasons side by side, and the last evening by a formula. Answered with `League`."""

    formula: str = ""


class Standing(msgspec.Struct, frozen=True):
    """A player's points in a season, their place, and the number of their evenings."""

    points: int
    first: int
    last: int
    evenings: int


class LeagueLine(msgspec.Struct, frozen=True):
    """A player of a league: their standing in each season, None for a season without them."""

    player: str
    shown_as: str
    seasons: tuple[Standing | None, ...]


class Tried(msgspec.Struct, frozen=True):
    """A player's points from an evening, and those that a formula would have given."""

    player: str
    shown_as: str
    first: int
    last: int
    was: int
    would: int


class League(msgspec.Struct, frozen=True):
    """A league. The newest season comes first, and players by their place in it.

    `tried` is the evening `title` by the requested formula; `wrong` says in English why that can't
    be calculated.
    """

    seasons: tuple[str, ...]
    lines: tuple[LeagueLine, ...]
    title: str = ""
    tried: tuple[Tried, ...] = ()
    wrong: str = ""


class AskPublished(Ask, frozen=True, tag="published"):
    """An evening's results with the data that results databases need. Answered with `Published`."""

    tournament: str = ""


class PublishedLine(msgspec.Struct, frozen=True):
    """A place, the player's name, and their prize."""

    first: int
    last: int
    name: str
    prize: int


class Published(msgspec.Struct, frozen=True):
    """An evening as a results database lists it; `money` is the unit of its amounts."""

    title: str
    bar: str
    day: str
    money: str
    buy_in: int
    fee: int
    entries: int
    pool: int
    lines: tuple[PublishedLine, ...]


AnyAskOfLeague = AskLeague | AskPublished
