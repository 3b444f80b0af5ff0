"""The public contract: everything that anybody may know, as events in chronological order.

Every event is a frozen struct with a `type`, sent in an `Envelope`. Events contain ids and
parameters, never sentences. Cards are written `Kh`; amounts are chips; seats are numbered from 1.
Other packages import events, views and closed sets from here.
"""

from typing import Any

import msgspec

from controller.contract.events.betting import (
    ActionMade,
    ActionRefused,
    BetReturned,
    ChipsCarried,
    PotAwarded,
    PotChanged,
    PotPushed,
    PotReceived,
    RakeTaken,
    StackChanged,
    TimeTaken,
    TurnStarted,
)
from controller.contract.events.cards import (
    BoardChanged,
    BoardDealt,
    CardBurned,
    CardDealt,
    CardsMucked,
    CardsSeen,
    CardsTabled,
    HandAsked,
    HandKilled,
    RunTwice,
    SecondBoard,
    StreetOpened,
    WordAsked,
)
from controller.contract.events.event import PublicEvent
from controller.contract.events.hand import (
    AntePosted,
    BlindPosted,
    BombPotAsked,
    ButtonMoved,
    HandEnded,
    HandStarted,
    HandVoided,
    KillPotAsked,
)
from controller.contract.events.rulings import (
    ClockExpired,
    ClockExtended,
    ClockStarted,
    FloorCalled,
    IrregularityFound,
    PenaltyGiven,
    PenaltyServed,
    RulingClosed,
    RulingConfirmed,
    RulingOpened,
    RulingStep,
    RulingWrong,
)
from controller.contract.events.stream import (
    StreamAgreed,
    StreamAsked,
    StreamEnded,
    StreamHand,
    StreamSent,
)
from controller.contract.events.table import (
    ActionUndone,
    ChipsColoured,
    DeckChecked,
    DeckFouled,
    DeviceBackSeen,
    DeviceLostSeen,
    EntryChosen,
    EpochBegun,
    LevelChanged,
    LevelTimed,
    MovedWhileOff,
    NoticeEnded,
    NoticeGiven,
    NoticeSeen,
    SeatAbsent,
    SeatBack,
    SeatBusted,
    SeatLeft,
    SeatOut,
    SeatStays,
    SeatTaken,
    ShoeReported,
    StreetHeld,
    TableClosed,
    TableHeld,
    TableOpened,
    TablePaused,
    TableReleased,
    TableResumed,
    ZoneBlind,
)
from controller.contract.rules import (
    Action,
    CardsMeant,
    Closing,
    Entry,
    HandStatus,
    HoldReason,
    Kind,
    Leaver,
    LeaveWhen,
    NoticeText,
    Outcome,
    Phase,
    StepWord,
    Street,
    Task,
    WaitsFor,
)
from controller.contract.state import (
    EAR,
    AskedView,
    Award,
    BoardHand,
    DeckView,
    Due,
    FoundView,
    HoldView,
    LegalView,
    LevelView,
    NextStep,
    NoticeView,
    Places,
    PotShare,
    PotView,
    PublicState,
    Refund,
    RulingView,
    SeatStack,
    SeatView,
    StackChange,
    StepView,
    StreamView,
    TimePaid,
    ear_seat,
    laid,
    share_asked,
)
from controller.contract.topics import (
    JOURNALS,
    ClientHealth,
    DeviceHealth,
    Health,
    RefusedHealth,
    RefusedWhat,
    Status,
    TableCard,
    Topics,
    ZoneHealth,
)

_THEMES = ("hand", "cards", "betting", "rulings", "table", "stream")


def _place(event: type[PublicEvent]) -> int:
    return _THEMES.index(event.__module__.rpartition(".")[2])


EVENTS: dict[str, type[PublicEvent]] = {
    event.type: event for event in sorted(PublicEvent.__subclasses__(), key=_place)
}
"""Every public event by its name in messages, sorted by theme."""


class Envelope(msgspec.Struct, frozen=True, gc=False):
    """The envelope of a public event; `seq` numbers a table's events without gaps.

    Within an `epoch`, no two events have the same `seq`. A new epoch starts when the end of the
    journal has been lost or a backup has been restored. Numbering then continues after the last
    remaining event.
    """

    v: int
    seq: int
    session: str
    at: str
    table: str
    hand: int
    type: str
    data: dict[str, Any]
    epoch: str = ""


def event_data(event: PublicEvent) -> dict[str, Any]:
    """Return the fields of an event as plain JSON types, leaving out defaults."""
    data: dict[str, Any] = msgspec.to_builtins(event)
    return data


def event_from(name: str, data: dict[str, Any]) -> PublicEvent:
    """Return the event with this name, built from its `event_data`.

    Raises `KeyError` for a name that is unknown to this version, and `msgspec.ValidationError` for
    fields that don't fit.
    """
    return msgspec.convert(data, EVENTS[name])
