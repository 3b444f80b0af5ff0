"""Data for a league: comparisons of seasons, trial formulas for points, and imported evenings."""

import msgspec

from controller.contract.venue.kinds import Ask, Do


class TakenLine(msgspec.Struct, frozen=True):
    """A player's finishing place in imported results.

    The player is identified by `member_no` or, if that is "", by name.
    """

    name: str
    first: int
    last: int
    points: int
    member_no: str = ""


class TakeEvening(Do, frozen=True, tag="take-evening"):
    """Count an imported evening's results towards a season. Answered with `Taken`."""

    file: str
    title: str
    lines: tuple[TakenLine, ...]
    season: str = ""
    bar: str = ""


class Taken(msgspec.Struct, frozen=True):
    """An imported evening; `new` is the number of its players who were new to this room."""

    tournament: str
    new: int


class AskLeague(Ask, frozen=True, tag="league"):
    """Request a comparison of seasons. Answered with `League`.

    If a trial `formula` for points is given, the last evening is also scored with that formula.
    """

    formula: str = ""


class Standing(msgspec.Struct, frozen=True):
    """A player's points in a season, their place, and the number of evenings they have played."""

    points: int
    first: int
    last: int
    evenings: int


class LeagueLine(msgspec.Struct, frozen=True):
    """A player in a league; `seasons` lists their standing in each season (None: none)."""

    player: str
    shown_as: str
    seasons: tuple[Standing | None, ...]


class Tried(msgspec.Struct, frozen=True):
    """A player's points from an evening, and the points that a trial formula would have given."""

    player: str
    shown_as: str
    first: int
    last: int
    was: int
    would: int


class League(msgspec.Struct, frozen=True):
    """A comparison of seasons, newest first; players are sorted by their place in the newest.

    `tried` lists the points that the requested formula gives for the last evening (`title`).
    If they can't be calculated, it is empty and `wrong` is the reason in English.
    """

    seasons: tuple[str, ...]
    lines: tuple[LeagueLine, ...]
    title: str = ""
    tried: tuple[Tried, ...] = ()
    wrong: str = ""


class AskPublished(Ask, frozen=True, tag="published"):
    """Request an evening's results for a results database. Answered with `Published`."""

    tournament: str = ""


class PublishedLine(msgspec.Struct, frozen=True):
    """A place, the player's name, and their prize."""

    first: int
    last: int
    name: str
    prize: int


class Published(msgspec.Struct, frozen=True):
    """An evening's results in the form that results databases use.

    `money` is the unit of its amounts.
    """

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
