"""What a table's page asks its caretaker for, who may ask it, and how it is answered.

A call is a line of JSON on a connection of its own, and so is its answer.
"""

from enum import StrEnum
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Meta

T = TypeVar("T")

MOST_UPLOADED: Final = 512 * 1024 * 1024
"""No backup that is put back from a browser is larger (bytes)."""


class Role(StrEnum):
    """As whom somebody is signed in at a table's page."""

    FLOOR = "floor"
    """By the floor's badge or PIN: the table knows whose word it is, and for how long."""
    CARE = "care"
    """By the page's password: whoever looks after the table."""


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="ask"):
    """The common type of all that is asked."""


class SignIn(Ask, frozen=True, tag="sign-in"):
    """Somebody gives the page's password."""

    password: str

    def __repr__(self) -> str:
        """Return its text, without the password: it may end up in a log."""
        return "SignIn()"


class OpenFloor(Ask, frozen=True, tag="open-floor"):
    """Somebody gives a PIN of the floor's, or with none says that their badge lies there."""

    pin: str = ""

    def __repr__(self) -> str:
        """Return its text, without the PIN: it may end up in a log."""
        return "OpenFloor()"


class SignOut(Ask, frozen=True, tag="sign-out"):
    """A session ends."""


class AskWho(Ask, frozen=True, tag="who"):
    """Whose session it is."""


class Tell(Ask, frozen=True, tag="tell"):
    """A command for the table, by its name; `once` makes it one, however often it is sent."""

    once: str
    name: str
    data: dict[str, Any] = {}


class AskDevices(Ask, frozen=True, tag="devices"):
    """What devices there are, and how they read."""


class AskDoctor(Ask, frozen=True, tag="doctor"):
    """What is wrong with the installation."""


class AskDecks(Ask, frozen=True, tag="decks"):
    """How well the decks' tags are read, as `tapis deck health` says it."""


class AskShuffles(Ask, frozen=True, tag="shuffles"):
    """How well the decks are shuffled, by the hands that are over: figures, and no card."""


class Job(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="job"):
    """The common type of what takes a while, and asks back."""


class SetUp(Job, frozen=True, tag="setup"):
    """As `tapis setup`."""


class EnrolDeck(Job, frozen=True, tag="deck"):
    """As `tapis enroll deck`."""

    deck: Annotated[int, Meta(ge=1, le=8)]
    antenna: str = ""


class EnrolChips(Job, frozen=True, tag="chips"):
    """As `tapis enroll chips`."""

    value: Annotated[int, Meta(ge=1, le=1_000_000_000)]
    chip_set: Annotated[int, Meta(ge=1, le=100)] = 1
    antenna: str = ""


class EnrolBadge(Job, frozen=True, tag="badge"):
    """As `tapis enroll badge`."""

    name: Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+$")]
    floor: bool = False
    antenna: str = ""


class Replace(Job, frozen=True, tag="replace"):
    """As `tapis enroll replace`: a card, or with a `value` a chip."""

    card: str = ""
    deck: Annotated[int, Meta(ge=1, le=8)] = 1
    value: Annotated[int, Meta(ge=0, le=1_000_000_000)] = 0
    chip_set: Annotated[int, Meta(ge=1, le=100)] = 1
    antenna: str = ""


class Calibrate(Job, frozen=True, tag="calibrate"):
    """As `tapis calibrate`: all antennas or one, asking for something on each or for nothing."""

    antenna: str = ""
    as_it_lies: bool = False
    seconds: Annotated[int, Meta(ge=1, le=60)] = 10


class PutBack(Job, frozen=True, tag="restore"):
    """As `tapis restore --force`, of the backup that was uploaded last."""


AnyJob = SetUp | EnrolDeck | EnrolChips | EnrolBadge | Replace | Calibrate | PutBack


class Begin(Ask, frozen=True, tag="begin"):
    """Something that takes a while begins; the table stands still for it."""

    what: AnyJob


class AskJob(Ask, frozen=True, tag="job"):
    """How far it is: at once, or when it is another than the one that was `seen` last."""

    seen: int = 0


class SayToJob(Ask, frozen=True, tag="say"):
    """An answer, or where keys are waited for a `key`."""

    text: str = ""
    key: Literal["", "enter", "s", "u", "q"] = ""

    def __repr__(self) -> str:
        """Return its text, without the answer: that may be a PIN."""
        return "SayToJob()"


class StartTable(Ask, frozen=True, tag="start-table"):
    """The table's service is started, where it stands still."""


class AskCalibration(Ask, frozen=True, tag="calibration"):
    """What was measured last."""


class AskPicture(Ask, frozen=True, tag="picture"):
    """The picture of what was measured last, a PNG."""


class AskBackup(Ask, frozen=True, tag="backup"):
    """A backup, without tokens; its bytes come behind the answer."""


class TakeBackup(Ask, frozen=True, tag="upload"):
    """A backup to be put back, whose bytes come behind the call; it is looked at, no more."""

    size: Annotated[int, Meta(ge=1)]


class AskLog(Ask, frozen=True, tag="log"):
    """The last lines that a service has logged."""

    of: str = ""


class AskAbout(Ask, frozen=True, tag="about"):
    """What is installed here."""


class AskHand(Ask, frozen=True, tag="hand"):
    """A file of the hands that a link's secret leads to."""

    secret: Annotated[str, Meta(max_length=60)]
    file: Annotated[str, Meta(max_length=70)]

    def __repr__(self) -> str:
        """Return its text, without the secret: it may end up in a log."""
        return "AskHand()"


AnyAsk = (
    SignIn | OpenFloor | SignOut | AskWho | Tell | AskDevices | AskDoctor | Begin | AskJob
    | SayToJob | StartTable | AskCalibration | AskPicture | AskBackup | TakeBackup | AskLog
    | AskAbout | AskDecks | AskShuffles | AskHand
)  # fmt: skip

EVERYBODY: Final = frozenset({None, *Role})
BOTH: Final = frozenset(Role)
CARE: Final = frozenset({Role.CARE})

MAY: Final[dict[type[Ask], frozenset[Role | None]]] = {
    SignIn: EVERYBODY,
    OpenFloor: EVERYBODY,
    SignOut: EVERYBODY,
    AskWho: EVERYBODY,
    Tell: BOTH,
    AskDevices: CARE,
    AskDoctor: CARE,
    AskDecks: CARE,
    AskShuffles: BOTH,
    Begin: CARE,
    AskJob: CARE,
    SayToJob: CARE,
    StartTable: CARE,
    AskCalibration: CARE,
    AskPicture: CARE,
    AskBackup: CARE,
    TakeBackup: CARE,
    AskLog: CARE,
    AskAbout: CARE,
    AskHand: EVERYBODY,
}
"""As whom one may ask for what; None is whoever is not signed in."""


class Call(msgspec.Struct, frozen=True):
    """Something that is asked: in which session, from which address, by which known browser.

    What is told in sentences is told in `language`, "" for English.
    """

    ask: AnyAsk
    session: str = ""
    source: str = ""
    browser: str = ""
    language: str = ""


class Answer(msgspec.Struct, frozen=True):
    """What came of it: `data`, or a `reason` and perhaps the `error` in a sentence.

    Behind it come `size` bytes.
    """

    ok: bool
    reason: str = ""
    error: str = ""
    data: msgspec.Raw = msgspec.Raw(b"null")
    size: int = 0


def decoded(answer: Answer, kind: type[T]) -> T:
    """Return what an answer tells, as `kind`."""
    told: T = msgspec.json.decode(answer.data, type=kind)
    return told


class Signed(msgspec.Struct, frozen=True):
    """Who is signed in: as whom, in which session; `browser` is what makes it a known one.

    `known` says that it is one already.
    """

    role: Role | None = None
    session: str = ""
    browser: str = ""
    known: bool = False


class JobView(msgspec.Struct, frozen=True):
    """How far a job is. `number` is another one whenever something has changed.

    `lines` are what it has said. With a `question` it waits for an answer, `unseen` for one that is
    not to be shown; with `keys` for a key. It counts `done` of `total` (None: nobody knows) and
    says what is `now`. Once it has `ended` it went `well` or not; `problem` is why it broke off.
    """

    number: int
    job: str = ""
    lines: tuple[str, ...] = ()
    question: str = ""
    default: str = ""
    unseen: bool = False
    keys: bool = False
    counting: str = ""
    done: int = 0
    total: int | None = None
    now: str = ""
    ended: bool = True
    well: bool = True
    problem: str = ""
    plays: bool = True
    """Whether the table's service runs, or nobody can say."""


class Uploaded(msgspec.Struct, frozen=True):
    """What a backup that was uploaded holds: which table, and when it was made (UTC)."""

    venue: str
    table: str
    made: str
    software: str
    parts: tuple[str, ...]


class Found(msgspec.Struct, frozen=True):
    """A file that was asked for; None: there is none."""

    data: bytes | None


class About(msgspec.Struct, frozen=True):
    """What is installed: our version, Python's, and the machine's name in the network.

    Of the table its antennas, its decks, and what its chips are worth.
    """

    software: str
    python: str
    host: str
    antennas: tuple[str, ...] = ()
    decks: int = 1
    denominations: tuple[int, ...] = ()
