"""The requests that a table's page makes to its caretaker, with the roles and answers of each.

Each call has its own connection. The call is one line of JSON, and so is its answer.
"""

from enum import StrEnum
from typing import Annotated, Any, Final, Literal, TypeVar, get_args

import msgspec
from msgspec import Meta

T = TypeVar("T")

MOST_UPLOADED: Final = 512 * 1024 * 1024
"""The maximum size of an uploaded backup (bytes)."""


class Role(StrEnum):
    """The role in which a visitor is signed in to a table's page."""

    FLOOR = "floor"
    """Signed in with a floor badge or PIN; the table knows the person, and may end the session."""
    CARE = "care"
    """Signed in with the page's password, as the person who maintains the table."""


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="ask"):
    """The base type of all requests."""


class SecretAsk(Ask, frozen=True):
    """The base type of requests with a secret, such as a password, a PIN or a link's secret."""

    def __repr__(self) -> str:
        """Return the request as text without its fields, because the text may end up in a log."""
        return f"{type(self).__name__}()"


class SignIn(SecretAsk, frozen=True, tag="sign-in"):
    """Sign in with the page's password."""

    password: str


class OpenFloor(SecretAsk, frozen=True, tag="open-floor"):
    """Sign in with a floor PIN or, if none is given, with the badge on the badge reader."""

    pin: str = ""


class SignOut(Ask, frozen=True, tag="sign-out"):
    """End a session."""


class AskWho(Ask, frozen=True, tag="who"):
    """Request the role of the visitor signed in to this session."""


class Tell(Ask, frozen=True, tag="tell"):
    """Send a command to the table, by the command's name.

    `once` identifies this command, so that a repeat of it is ignored.
    """

    once: str
    name: str
    data: dict[str, Any] = {}


class AskDevices(Ask, frozen=True, tag="devices"):
    """Request the state of the table's devices, and how often each antenna is read."""


class AskDoctor(Ask, frozen=True, tag="doctor"):
    """Request the list of problems with the installation."""


class AskDecks(Ask, frozen=True, tag="decks"):
    """Request the read rates of the decks' tags, as shown by `tapis deck health`."""


class AskShuffles(Ask, frozen=True, tag="shuffles"):
    """Request statistics on how well the decks were shuffled in past hands; they name no cards."""


class Job(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="job"):
    """The base type of jobs, which take some time and may ask questions."""


class SetUp(Job, frozen=True, tag="setup"):
    """The job that does the same as the command `tapis setup`."""


class EnrolDeck(Job, frozen=True, tag="deck"):
    """The job that does the same as `tapis enroll deck`."""

    deck: Annotated[int, Meta(ge=1, le=8)]
    antenna: str = ""


class EnrolChips(Job, frozen=True, tag="chips"):
    """The job that does the same as `tapis enroll chips`."""

    value: Annotated[int, Meta(ge=1, le=1_000_000_000)]
    chip_set: Annotated[int, Meta(ge=1, le=100)] = 1
    antenna: str = ""


class EnrolBadge(Job, frozen=True, tag="badge"):
    """The job that does the same as `tapis enroll badge`."""

    name: Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+$")]
    floor: bool = False
    antenna: str = ""


class Replace(Job, frozen=True, tag="replace"):
    """The job that does the same as `tapis enroll replace`.

    It replaces a chip if `value` is not 0, otherwise a card.
    """

    card: str = ""
    deck: Annotated[int, Meta(ge=1, le=8)] = 1
    value: Annotated[int, Meta(ge=0, le=1_000_000_000)] = 0
    chip_set: Annotated[int, Meta(ge=1, le=100)] = 1
    antenna: str = ""


class Calibrate(Job, frozen=True, tag="calibrate"):
    """The job that does the same as `tapis calibrate`, for one antenna or for all.

    If `as_it_lies` is true, the job does not ask for tags to be placed.
    """

    antenna: str = ""
    as_it_lies: bool = False
    seconds: Annotated[int, Meta(ge=1, le=60)] = 10


class PutBack(Job, frozen=True, tag="restore"):
    """The job that runs `tapis restore --force` with the most recently uploaded backup."""


AnyJob = SetUp | EnrolDeck | EnrolChips | EnrolBadge | Replace | Calibrate | PutBack


class Begin(Ask, frozen=True, tag="begin"):
    """Begin a job; play at the table stops while it runs."""

    what: AnyJob


class AskJob(Ask, frozen=True, tag="job"):
    """Request a job's progress once it has changed.

    Every change in a job's progress has a number; `seen` is that of the progress already shown on
    the page. The answer is sent as soon as the number is different, or after a few seconds without
    a change.
    """

    seen: int = 0


class SayToJob(SecretAsk, frozen=True, tag="say"):
    """Answer a job's question or, if the job is waiting for a single key, press `key`.

    The answer may be a PIN. `asked` is the number of the question, as in `JobView`. If the job is
    already asking another question, the answer is ignored, because somebody has pressed a button
    twice. 0 means any question.
    """

    text: str = ""
    key: Literal["", "enter", "s", "u", "q"] = ""
    asked: int = 0


class StartTable(Ask, frozen=True, tag="start-table"):
    """Start the table's service if it is stopped."""


class AskCalibration(Ask, frozen=True, tag="calibration"):
    """Request the result of the last calibration."""


class AskPicture(Ask, frozen=True, tag="picture"):
    """Request the picture of the last calibration, a PNG."""


class AskBackup(Ask, frozen=True, tag="backup"):
    """Request a backup, which contains no tokens; its bytes follow the answer."""


class TakeBackup(Ask, frozen=True, tag="upload"):
    """Upload a backup, whose bytes follow the request.

    The caretaker only checks and stores it. `PutBack` restores it.
    """

    size: Annotated[int, Meta(ge=1)]


class AskLog(Ask, frozen=True, tag="log"):
    """Request the last log lines of a service."""

    of: str = ""


class AskAbout(Ask, frozen=True, tag="about"):
    """Request the installed software and, if `look` is true, whether a newer version exists."""

    look: bool = False


class AskHand(SecretAsk, frozen=True, tag="hand"):
    """Request a file with a player's own hands, using the secret from the player's link."""

    secret: Annotated[str, Meta(max_length=60)]
    file: Annotated[str, Meta(max_length=70)]


AnyAsk = (
    SignIn | OpenFloor | SignOut | AskWho | Tell | AskDevices | AskDoctor | Begin | AskJob
    | SayToJob | StartTable | AskCalibration | AskPicture | AskBackup | TakeBackup | AskLog
    | AskAbout | AskDecks | AskShuffles | AskHand
)  # fmt: skip

EVERYBODY: Final = frozenset({None, *Role})
BOTH: Final = frozenset(Role)
CARE: Final = frozenset({Role.CARE})

MAY: Final[dict[type[Ask], frozenset[Role | None]]] = {
    **dict.fromkeys(get_args(AnyAsk), CARE),
    **dict.fromkeys((SignIn, OpenFloor, SignOut, AskWho, AskHand), EVERYBODY),
    **dict.fromkeys((Tell, AskShuffles), BOTH),
}
"""The roles that may make each request; None stands for a visitor who is not signed in."""


class Call(msgspec.Struct, frozen=True):
    """A request with the details of its sender.

    `session` is the secret of the sender's session. `source` is the address it came from. `browser`
    is the value of the cookie that identifies a known browser, or "". `language` is the language
    for sentences in the answer, or "" for English.
    """

    ask: AnyAsk
    session: str = ""
    source: str = ""
    browser: str = ""
    language: str = ""


class Answer(msgspec.Struct, frozen=True):
    """The answer to a request.

    `ok` is true if the request was carried out, with the result in `data`. Otherwise `reason` is
    the id of the reason, and `error` is a sentence or "". `size` is the number of bytes that follow
    the answer.
    """

    ok: bool
    reason: str = ""
    error: str = ""
    data: msgspec.Raw = msgspec.Raw(b"null")
    size: int = 0


def decoded(answer: Answer, kind: type[T]) -> T:
    """Return an answer's data, decoded as `kind`."""
    told: T = msgspec.json.decode(answer.data, type=kind)
    return told


class Signed(msgspec.Struct, frozen=True):
    """A visitor's sign-in.

    `role` is the visitor's role, or None for a visitor who is not signed in. `session` is the
    secret of the session. `browser` is the value for the cookie that identifies the browser.
    `known` means that the page's password has been entered in this browser.
    """

    role: Role | None = None
    session: str = ""
    browser: str = ""
    known: bool = False


class JobView(msgspec.Struct, frozen=True):
    """A job's progress.

    `number` increases with every change. `lines` are the job's output. If there is a `question`,
    the job is waiting for an answer; `asked` is the number of that question, which no other
    question has. If `unseen` is true, the answer must not be displayed. If `keys` is true, the job
    is waiting for a single key. `done` is the number of completed items, and `total` the number of
    all items (None if unknown). `now` is the current item. Once `ended` is true, `well` says
    whether the job succeeded, and `problem` says why it was aborted.
    """

    number: int
    job: str = ""
    lines: tuple[str, ...] = ()
    question: str = ""
    default: str = ""
    unseen: bool = False
    asked: int = 0
    keys: bool = False
    counting: str = ""
    done: int = 0
    total: int | None = None
    now: str = ""
    ended: bool = True
    well: bool = True
    problem: str = ""
    plays: bool = True
    """Whether the table's service is running; also true while a job is running."""


class Uploaded(msgspec.Struct, frozen=True):
    """What an uploaded backup contains.

    `venue` and `table` name the table. `made` is when the backup was made (UTC), and `software` the
    version that made it. `parts` are the paths of its files.
    """

    venue: str
    table: str
    made: str
    software: str
    parts: tuple[str, ...]


class Found(msgspec.Struct, frozen=True):
    """The contents of a requested file, or None if the file does not exist."""

    data: bytes | None


class About(msgspec.Struct, frozen=True):
    """The installed software and the table's equipment.

    `software` and `python` are the versions of Tapis and Python. `host` is the machine's network
    name. `antennas` are the table's antennas, `decks` is the number of its decks, and
    `denominations` are its chip values. `newer` is a newer version of Tapis, or "" if there is none
    or the table is not allowed to check.
    """

    software: str
    python: str
    host: str
    antennas: tuple[str, ...] = ()
    decks: int = 1
    denominations: tuple[int, ...] = ()
    newer: str = ""
