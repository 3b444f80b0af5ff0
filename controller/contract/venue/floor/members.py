"""The desk's work for league members: numbers, cards, attendance and the results sheet."""

import msgspec

from controller.contract.venue.figures import AskFigures
from controller.contract.venue.kinds import Ask, Do


class Announce(Do, frozen=True, tag="announce"):
    """Announce an upcoming evening: its `day`, such as `2026-11-26`, and its tournament file."""

    day: str
    file: str
    title: str = ""


class Declare(Do, frozen=True, tag="declare"):
    """A player declares whether they will attend on a day, using the secret in their link."""

    link: str
    day: str
    present: bool


class KeepMember(Do, frozen=True, tag="keep-member"):
    """Record a person's league number, or that they have received their membership `card`."""

    person: str
    member_no: str = ""
    card: bool = False


class CorrectPerson(Do, frozen=True, tag="correct-person"):
    """Correct a person's data, such as a misspelt name. Empty fields stay unchanged."""

    person: str
    name: str = ""
    shown_as: str = ""
    member_no: str = ""
    mail: str = ""


class CorrectResult(Do, frozen=True, tag="correct-result"):
    """Correct a place or points from a finished evening, with a reason; this updates the season.

    `tournament` defaults to the last one. A player who was not in it is added.
    """

    player: str
    first: int
    last: int
    points: int
    why: str
    tournament: str = ""


MemberDo = Announce | KeepMember | CorrectPerson | CorrectResult


class AskAttendance(Ask, frozen=True, tag="attendance"):
    """Request the attendance declared for upcoming days. Answered with `Attendance`."""


class AskNewcomers(Ask, frozen=True, tag="newcomers"):
    """Request the players without a league number or without a membership card.

    Answered with `Newcomers`.
    """


class AskSheet(Ask, frozen=True, tag="sheet"):
    """Request the results sheet with names and numbers, for the league. Answered with `Sheet`."""

    tournament: str = ""


AnyAskOfMembers = AskAttendance | AskNewcomers | AskSheet | AskFigures


class Coming(msgspec.Struct, frozen=True):
    """An upcoming evening, as shown to one player.

    `present` is true if the player has said that they will come, false if they have said that they
    won't, and None if they have not answered yet.
    """

    day: str
    title: str
    present: bool | None = None


class Expected(msgspec.Struct, frozen=True):
    """An upcoming evening: the declared attendance, and the number of tables needed.

    `faulty` is the name of the tournament file if it contains errors; the number of tables is then
    unknown.
    """

    day: str
    title: str
    present: tuple[str, ...]
    absent: tuple[str, ...]
    tables: int
    faulty: str = ""


class Attendance(msgspec.Struct, frozen=True):
    """The upcoming evenings, next one first."""

    evenings: tuple[Expected, ...]


class Member(msgspec.Struct, frozen=True):
    """A person's data in the league's records. For staff only."""

    person: str
    name: str
    mail: str
    member_no: str


class Newcomers(msgspec.Struct, frozen=True):
    """The players without a league number, and those who should get their membership card."""

    without_number: tuple[Member, ...]
    card_due: tuple[Member, ...]


class SheetLine(msgspec.Struct, frozen=True):
    """A place on the results sheet; a player without a `member_no` is new."""

    first: int
    last: int
    name: str
    member_no: str
    points: int


class Sheet(msgspec.Struct, frozen=True):
    """An evening's results sheet, winner first. For staff only.

    `ended` is true once the sheet is complete.
    """

    tournament: str
    title: str
    bar: str
    day: str
    ended: bool
    lines: tuple[SheetLine, ...]
