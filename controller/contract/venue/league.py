"""A league over many evenings: seasons side by side, a formula tried, evenings from elsewhere."""

import msgspec

from controller.contract.venue.kinds import Ask, Do


class TakenLine(msgspec.Struct, frozen=True):
    """A place of an evening that was not played here; who has no `member_no` is known by name."""

    name: str
    first: int
    last: int
    points: int
    member_no: str = ""


class TakeEvening(Do, frozen=True, tag="take-evening"):
    """Results of an evening that was not played here count in a season. Answered with `Taken`."""

    file: str
    title: str
    lines: tuple[TakenLine, ...]
    season: str = ""
    bar: str = ""


class Taken(msgspec.Struct, frozen=True):
    """An evening that was taken in, and how many of its players are new here."""

    tournament: str
    new: int


class AskLeague(Ask, frozen=True, tag="league"):
    """The seasons side by side, and the last evening by a formula. Answered with `League`."""

    formula: str = ""


class Standing(msgspec.Struct, frozen=True):
    """A player's points of a season, their place, and in how many evenings they were."""

    points: int
    first: int
    last: int
    evenings: int


class LeagueLine(msgspec.Struct, frozen=True):
    """A player of a league: their standing in each season, None where they were in none."""

    player: str
    shown_as: str
    seasons: tuple[Standing | None, ...]


class Tried(msgspec.Struct, frozen=True):
    """What an evening was worth to a player, and what a formula would have given."""

    player: str
    shown_as: str
    first: int
    last: int
    was: int
    would: int


class League(msgspec.Struct, frozen=True):
    """A league. The newest season comes first, and players by their place in it.

    `tried` is the evening `title` by the formula that was asked about; `wrong` says why it can't be
    worked out, in English.
    """

    seasons: tuple[str, ...]
    lines: tuple[LeagueLine, ...]
    title: str = ""
    tried: tuple[Tried, ...] = ()
    wrong: str = ""


class AskPublished(Ask, frozen=True, tag="published"):
    """An evening's results with what databases of results ask for. Answered with `Published`."""

    tournament: str = ""


class PublishedLine(msgspec.Struct, frozen=True):
    """A place, the player's name, and their prize."""

    first: int
    last: int
    name: str
    prize: int


class Published(msgspec.Struct, frozen=True):
    """An evening as a database of results lists it. Amounts in what is played for (`money`)."""

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
