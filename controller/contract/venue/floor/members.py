"""Members of a league at the desk: their numbers and cards, who is coming, the sheet of results."""

import msgspec

from controller.contract.venue.figures import AskFigures
from controller.contract.venue.kinds import Ask, Do


class Announce(Do, frozen=True, tag="announce"):
    """An evening to come, on a `day` (`2026-11-26`), by a tournament file's name."""

    day: str
    file: str
    title: str = ""


class Declare(Do, frozen=True, tag="declare"):
    """A player says, by the secret of their link, whether they will be there on a day."""

    link: str
    day: str
    present: bool

    def __repr__(self) -> str:
        """Return its text without the secret: it may end up in a log."""
        return f"Declare({self.day!r}, {self.present!r})"


class KeepMember(Do, frozen=True, tag="keep-member"):
    """Keep the number that the league gave a person, or that they have got their `card`."""

    person: str
    member_no: str = ""
    card: bool = False


class CorrectPerson(Do, frozen=True, tag="correct-person"):
    """Correct what is kept of a person: a name that was misspelt, say. What is empty stays."""

    person: str
    name: str = ""
    shown_as: str = ""
    member_no: str = ""
    mail: str = ""


class CorrectResult(Do, frozen=True, tag="correct-result"):
    """A place or points of an evening that is over are others, and why; the season follows.

    Without a `tournament` it is the one that was last. Who was not in it is so from now on.
    """

    player: str
    first: int
    last: int
    points: int
    why: str
    tournament: str = ""


MemberDo = Announce | KeepMember | CorrectPerson | CorrectResult


class AskAttendance(Ask, frozen=True, tag="attendance"):
    """Who has said to come on the days to come. Answered with `Attendance`."""


class AskNewcomers(Ask, frozen=True, tag="newcomers"):
    """Who has no number yet, and whose card is due. Answered with `Newcomers`."""


class AskSheet(Ask, frozen=True, tag="sheet"):
    """The sheet of results with names and numbers, for the league. Answered with `Sheet`."""

    tournament: str = ""


AnyAskOfMembers = AskAttendance | AskNewcomers | AskSheet | AskFigures


class Coming(msgspec.Struct, frozen=True):
    """An evening to come; `present` is what this player has said, None for nothing yet."""

    day: str
    title: str
    present: bool | None = None


class Expected(msgspec.Struct, frozen=True):
    """An evening to come: who has said to be there or not, and the tables that it takes.

    `faulty` is the tournament's file where it has mistakes: then nobody knows how many tables.
    """

    day: str
    title: str
    present: tuple[str, ...]
    absent: tuple[str, ...]
    tables: int
    faulty: str = ""


class Attendance(msgspec.Struct, frozen=True):
    """The evenings to come, the next first."""

    evenings: tuple[Expected, ...]


class Member(msgspec.Struct, frozen=True):
    """A person as the league knows them. For staff alone."""

    person: str
    name: str
    mail: str
    member_no: str


class Newcomers(msgspec.Struct, frozen=True):
    """Who is to be told to the league, and who is to get their card."""

    without_number: tuple[Member, ...]
    card_due: tuple[Member, ...]


class SheetLine(msgspec.Struct, frozen=True):
    """A place of the sheet; without a `member_no` its player is new."""

    first: int
    last: int
    name: str
    member_no: str
    points: int


class Sheet(msgspec.Struct, frozen=True):
    """The sheet of an evening, the winner first; `ended` once it is whole. For staff alone."""

    tournament: str
    title: str
    bar: str
    day: str
    ended: bool
    lines: tuple[SheetLine, ...]
