"""What all pages of a table share: the table's state, the visitor, and the rendering."""

from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import jinja2
import msgspec

from controller.contract.public import PublicState
from controller.table_page.caretaker.asks import BOTH, CARE, AnyAsk, Role, Signed
from controller.table_page.caretaker_calls import CareLine
from display.feed import FeedSource
from display.web import site as room_site
from display.web.home_assistant import Announcer
from display.web.live.hall import Change, Hall, TableSeen
from display.web.live.push_changes import Streams
from display.web.live.room import RoomSeen
from display.words.names import N_

T = TypeVar("T")

FOLDER: Final = Path(__file__).parent
SESSION: Final = "page-session"
BROWSER: Final = "page-browser"
MOST_STREAMS: Final = 200

MENU: Final[tuple[tuple[str, str, str, frozenset[Role]], ...]] = (
    ("/", N_("Table"), "", frozenset()),
    ("/floor", N_("Floor"), N_("The floor's decisions at this table"), BOTH),
    ("/shuffles", N_("Shuffles"),
     N_("How well the decks are shuffled, judging by finished hands"), BOTH),
    ("/devices", N_("Devices"), N_("The devices found, and how well each antenna reads"), CARE),
    ("/doctor", N_("Doctor"), N_("Current problems, and how to fix them"), CARE),
    ("/setup", N_("Set up"),
     N_("Set up the table, enrol cards, chips and badges, calibrate the antennas"), CARE),
    ("/backup", N_("Backup"), N_("Back up the table to one file, or restore it"), CARE),
    ("/logs", N_("Logs"), N_("The services' latest logs"), CARE),
    ("/about", N_("Version"), N_("The installed software, and how to update it"), CARE),
)  # fmt: skip
"""Each page's address, name, purpose and roles; a page without roles is public."""

ROLES: Final = {Role.FLOOR: N_("Floor"), Role.CARE: N_("Caretaker")}


class PageSettings(msgspec.Struct, frozen=True):
    """The options with which the page is started.

    `source` is where the messages under the table's topics come from. `care` is the path of the
    caretaker's socket. `language` is used if a browser requests no other. `secure` means that
    browsers connect over TLS only. `link` is the page's URL for browsers (`http://tapis.local`), or
    "" if unknown. `home_assistant` is the prefix of the topics on which Home Assistant discovers
    the table, or "" if it is not used.
    """

    source: FeedSource
    care: Path
    language: str = "en"
    secure: bool = False
    link: str = ""
    home_assistant: str = ""

    @property
    def name(self) -> str:
        """The table's name."""
        return self.source.root.rpartition("/")[2]


class PageSite(room_site.BaseSite):
    """The data and functions that one table's page needs, shared by all browsers."""

    def __init__(self, settings: PageSettings) -> None:
        self.settings = settings
        self.templates = templates()
        self.streams = Streams()
        self.room = RoomSeen()
        around = msgspec.structs.replace(
            settings.source, root=settings.source.root.rpartition("/")[0]
        )
        self.hall = Hall(around, self._changed, lambda *_: False)
        self._announcer = Announcer(settings.home_assistant, around.root, lambda _: settings.link)
        self.line = CareLine(settings.care)

    @property
    def seen(self) -> TableSeen:
        """The latest data about the table, including whether the table can be reached."""
        return self.hall.table(self.settings.name) or TableSeen(self.settings.name)

    @property
    def state(self) -> PublicState | None:
        """The table's state, or None until one has arrived."""
        return self.seen.view.state

    def _changed(self, name: str, _change: Change) -> None:
        if name in ("", self.settings.name):
            self.streams.changed(name)
        if not name and self.hall.current:
            self._announcer.listen(self.hall.client)
        software = self.seen.view.software
        if name == self.settings.name and software:
            self._announcer.heard(self.hall.client, name, software)

    def shared(self) -> dict[str, Any]:
        """Return the values that every template can use in addition to the translated texts."""
        own = {"name": self.settings.name, "page_menu": MENU, "page_roles": ROLES}
        return super().shared() | own


class Visitor(Signed, frozen=True):
    """A person with a browser on a table's page, signed in or not."""

    off: bool = False
    """Whether the page is off because it has no password."""

    def sees(self, roles: frozenset[Role]) -> bool:
        """Return whether the visitor may see a page that is restricted to these roles."""
        return not roles or self.role in roles


class PageVisit(room_site.BaseVisit[PageSite]):
    """A request to a table's page."""

    problem_page = "page_problem.html"
    most_streams = MOST_STREAMS

    @property
    def about(self) -> dict[str, str]:
        """The visitor's session, address, browser and language, for calls to the caretaker."""
        return {
            "session": self.cookies.get(SESSION, "")[:100],
            "source": self.client.host if self.client is not None else "",
            "browser": self.cookies.get(BROWSER, "")[:200],
            "language": self.said.language,
        }

    async def ask(self, asked: AnyAsk, kind: type[T]) -> T:
        """Send a request to the caretaker for the visitor, and return the answer, of type `kind`.

        Raises `CaretakerAway` or `Refused`.
        """
        return await self.site.line.ask(asked, kind, **self.about)


@cache
def templates() -> jinja2.Environment:
    """Return the templates for a room's pages and for a table's page."""
    return room_site.templates().overlay(
        loader=jinja2.FileSystemLoader([FOLDER / "templates", room_site.FOLDER / "templates"])
    )
