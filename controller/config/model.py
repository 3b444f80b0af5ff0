"""A table's config, `table.toml`: its keys, and the errors that make a file unusable.

Paths in the file are relative to its folder. It never contains passwords: they have separate files.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final, Literal

from msgspec import Meta
from msgspec.structs import asdict, replace

from controller.config.badge import FloorBadge, badge_mistakes
from controller.config.devices import DeviceConfig, LinksConfig, pepper_mistakes
from controller.config.money import (
    Chips,
    LevelConfig,
    PlayerConfig,
    TimedLevelConfig,
    money_mistakes,
    player_mistakes,
)
from controller.config.ring import FloorButtonConfig, RingConfig, ring_mistakes
from controller.config.stream import StreamConfig, stream_mistakes
from controller.config.strict import ROOT, Strict, Words
from controller.config.updates import UpdatesConfig, update_mistakes
from controller.config.zones import antenna_mistakes, no_such_seat, twice
from controller.contract.errors import N_, Sentence
from controller.contract.scans import AntennaPlan
from controller.toml.file import Mistake, is_file, nearest, read
from display.words.locale import ENGLISH, languages

RESERVED: Final = frozenset({"all", "venue"})
"""Names that no table may have, because they are topics of the whole venue."""
CARD_ZONES: Final = frozenset({"hand", "bet", "board", "burn", "muck", "shoe", "pot"})
MOST_READERS: Final = 16
SYSTEM_FOLDER: Final = Path("/etc/tapis")
SYSTEM_DATA: Final = Path("/var/lib/tapis")
SYSTEM_SOCKET: Final = Path("/run/tapis-broker/mqtt.sock")
"""The broker's socket on an installed machine; only the table's group can open its folder."""

LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
LONGEST_SOCKET: Final = 107
"""The maximum length of a Unix socket's path in bytes."""

Port = Annotated[int, Meta(ge=1, le=65_535)]
Name = Annotated[
    str,
    Meta(
        pattern=r"^[\w.-]{1,40}\Z",
        description=N_("1 to 40 letters, digits, dots, hyphens or underscores, in quotes"),
    ),
]


class DecksConfig(Strict, frozen=True):
    """The number of decks used in turn, and the file that maps tags to cards and chips.

    If `read` is false, the board and the shown hands are entered on a screen.
    """

    decks: Annotated[int, Meta(ge=1, le=8)] = 2
    registry: Words = "tags.toml"
    read: bool = True


class ShoeConfig(Strict, frozen=True):
    """Whether cards are dealt from a shoe that reads them, and what the shoe can do.

    A shoe with a `gate` can be closed. If `counts` is true, the shoe's antenna reads every card
    during the shuffle, and a hand starts once the deck is complete.
    """

    present: bool = False
    gate: bool = False
    counts: bool = False


class Reference(Strict, frozen=True):
    """The antennas of Tapis's reference table.

    The fields say which optional antennas the table has, and how many antennas read its board.
    """

    burn: bool = True
    stacks: bool = False
    badges: bool = False
    button: bool = False
    board_antennas: Literal[1, 5] = 1


class BrokerConfig(Strict, frozen=True):
    """The address of the MQTT broker. Every topic begins with `root`, the venue and the table.

    The controller connects to `socket`, which no other program can take over. If there is no
    socket, it connects to the host and port, as all other clients do.
    """

    host: Words = "127.0.0.1"
    port: Port = 1883
    socket: str = ""
    protocol: Literal["5", "3.1.1"] = "5"
    root: Words = "tapis"
    user: str = ""
    password_file: str = ""
    tls: bool = False
    ca_file: str = ""

    @property
    def near(self) -> bool:
        """Return whether the broker runs on this machine."""
        return self.host in LOOPBACK

    @property
    def where(self) -> str:
        """Return the address for the controller's connection: the socket, or else host:port."""
        return self.socket or f"{self.host}:{self.port}"


class DisplayConfig(Strict, frozen=True):
    """The table's own screen: whether there is one, its language, and whether it is full-screen."""

    present: bool = True
    language: Words = ENGLISH
    fullscreen: bool = False


class PrivacyConfig(Strict, frozen=True):
    """How many days the journal keeps hole cards; 0 means until the next hand ends."""

    keep_hole_cards_days: Annotated[int, Meta(ge=0, le=3650)] = 30


class TableConfig(Strict, frozen=True):
    """The config of one table; docs/table.toml explains every key."""

    name: Name
    venue: Name = "home"
    house: Words = "ppc"
    seats: Annotated[int, Meta(ge=2, le=10)] = 10
    chips: Literal["rfid", "keyed"] = "rfid"
    denominations: tuple[Chips, ...] = (25, 100, 500, 1000, 5000)
    floor: Literal["present", "absent", "either"] = "present"
    ears: tuple[int, ...] = ()
    hardware: Literal["twin", "devices"] = "devices"
    noise: Literal["clean", "typical", "harsh"] = "typical"
    recording: str = ""
    journal: str = ""
    tokens: str = ""
    floor_pin: str = ""
    floor_badge: FloorBadge = "uid"
    badge_key: str = ""
    layout: Literal["reference"] | None = None
    level: LevelConfig = LevelConfig()
    levels: tuple[TimedLevelConfig, ...] = ()
    cards: DecksConfig = DecksConfig()
    shoe: ShoeConfig = ShoeConfig()
    broker: BrokerConfig = BrokerConfig()
    display: DisplayConfig = DisplayConfig()
    ring: RingConfig = RingConfig()
    floor_button: FloorButtonConfig | None = None
    privacy: PrivacyConfig = PrivacyConfig()
    stream: StreamConfig = StreamConfig()
    updates: UpdatesConfig = UpdatesConfig()
    reference: Reference = Reference()
    links: LinksConfig = LinksConfig()
    players: tuple[PlayerConfig, ...] = ()
    devices: tuple[DeviceConfig, ...] = ()
    antennas: tuple[AntennaPlan, ...] = ()

    def plans(self) -> tuple[AntennaPlan, ...]:
        """Return the antennas listed in the file, or else those of the reference table."""
        if self.layout is None:
            return self.antennas
        from hardware.twin.layout import Equipment, reference_layout

        optional = asdict(self.reference)
        has = Equipment(chips=self.chips == "rfid", shoe=self.shoe.present, **optional)
        return tuple(reference_layout(self.seats, has))


def load_config(path: Path) -> TableConfig:
    """Read a table's config, and make every path in it absolute.

    The default journal is `<name>.db` beside the file. For a file in `/etc/tapis`, the journal is
    in `/var/lib/tapis`, and `SYSTEM_SOCKET` is the default socket for a broker on this machine
    without TLS. Raises `FileProblems`, which lists every error.
    """
    folder = path.resolve().parent
    config = read(path, TableConfig, lambda config: check(config, folder))
    data = SYSTEM_DATA if folder == SYSTEM_FOLDER else folder
    files = ("recording", "tokens", "floor_pin", "badge_key")
    return replace(
        config,
        broker=broker_from(config.broker, folder),
        links=replace(config.links, key_file=_beside(folder, config.links.key_file)),
        house=_beside(folder, config.house) if config.house.endswith(".toml") else config.house,
        journal=_beside(folder, config.journal) or str(data / f"{config.name}.db"),
        cards=replace(config.cards, registry=_beside(folder, config.cards.registry)),
        **{key: _beside(folder, getattr(config, key)) for key in files},
    )


def broker_from(broker: BrokerConfig, folder: Path) -> BrokerConfig:
    """Return `broker` with absolute paths, and with any default socket (see `load_config`)."""
    socket = _beside(folder, broker.socket)
    if folder == SYSTEM_FOLDER and broker.near and not broker.tls:
        socket = socket or str(SYSTEM_SOCKET)
    return replace(
        broker,
        socket=socket,
        password_file=_beside(folder, broker.password_file),
        ca_file=_beside(folder, broker.ca_file),
    )


def check(config: TableConfig, folder: Path) -> Iterator[Mistake]:
    """Yield the contradictions in a config whose values all have valid types.

    `folder` is the folder of the config's file.
    """
    yield from _zones(config)
    yield from antenna_mistakes(config.antennas, config.seats)
    yield from _devices(config)
    yield from _recording(config, folder)
    yield from money_mistakes(config.denominations, config.level, config.levels)
    yield from player_mistakes(config.players, config.seats, config.denominations)
    yield from _named(config)
    yield from _broker(config.broker, folder)
    kinds = {device.name: device.kind for device in config.devices}
    readers = [kinds.get(one.device, "") for one in config.antennas if one.zone == "floor-badge"]
    pin, key = bool(config.floor_pin), bool(config.badge_key)
    yield from badge_mistakes(config.floor_badge, readers, pin=pin, key=key)
    yield from stream_mistakes(config.stream, config.privacy.keep_hole_cards_days)
    yield from update_mistakes(config.updates)
    if (language := config.display.language) not in languages():
        wrong = Sentence('"{language}" is not an available language', language=language)
        yield Mistake(("display", "language"), wrong, nearest(language, languages()))
    shoe, right = config.shoe, Sentence("present = true in [shoe]")
    if shoe.gate and not shoe.present:
        yield Mistake(("shoe", "gate"), Sentence("a gate needs a shoe"), right)
    if shoe.counts and not shoe.present:
        yield Mistake(("shoe", "counts"), Sentence("only a shoe can count the deck"), right)
    roles = [device.role for device in config.devices] if config.hardware == "devices" else None
    yield from ring_mistakes(config.ring, config.floor_button, config.seats, roles)


def _zones(config: TableConfig) -> Iterator[Mistake]:
    """Yield mistakes for antennas that are missing, listed twice, or useless at this table."""
    if config.layout and config.antennas:
        wrong = Sentence(
            "the reference layout has its own antennas, but [[antennas]] are given too"
        )
        meant = Sentence('layout = "reference" or [[antennas]], not both')
        yield Mistake(("layout",), wrong, meant)
        return
    if not config.cards.read:
        yield from _unread(config)
        return
    if not config.layout and not config.antennas:
        wrong = Sentence("the table has no antennas")
        right = Sentence(
            'layout = "reference", an [[antennas]] entry for each antenna, or read = false in '
            "[cards]"
        )
        yield Mistake(("antennas",), wrong, right)
        return
    if not config.layout:
        yield from _uncovered(config)


def _uncovered(config: TableConfig) -> Iterator[Mistake]:
    """Yield a mistake for each zone that must have an antenna but has none."""
    seats = range(1, config.seats + 1)
    needed = dict.fromkeys(
        [*(f"hand.{seat}" for seat in seats), "board"], N_('no antenna covers zone "{zone}"')
    )
    if config.chips == "rfid":
        needed |= dict.fromkeys(
            [*(f"bet.{seat}" for seat in seats), "pot"],
            N_('no antenna covers zone "{zone}", but chips = "rfid" needs it'),
        )
    if config.shoe.present:
        needed["shoe"] = N_('no antenna covers zone "{zone}", which a shoe requires')
    have = {antenna.zone for antenna in config.antennas}
    for zone, wrong in needed.items():
        if zone not in have:
            right = Sentence('an [[antennas]] entry with zone = "{zone}"', zone=zone)
            yield Mistake(("antennas",), Sentence(wrong, zone=zone), right)


def _unread(config: TableConfig) -> Iterator[Mistake]:
    """Yield a mistake for each setting that makes no sense at a table that reads no cards."""
    if config.chips != "keyed":
        wrong = Sentence("a table that does not read cards can't read chips either")
        yield Mistake(("chips",), wrong, 'chips = "keyed"')
    if config.layout or config.hardware == "twin":
        wrong = Sentence("can be set only for a table that reads cards")
        key = "layout" if config.layout else "hardware"
        yield Mistake((key,), wrong, Sentence("no value here, or read = true in [cards]"))
    for index, antenna in enumerate(config.antennas):
        if antenna.zone.partition(".")[0] in CARD_ZONES:
            wrong = Sentence('"{name}" reads cards, but read = false in [cards]', name=antenna.name)
            yield Mistake(
                ("antennas", index, "zone"), wrong, Sentence("a badge or desk zone, or read = true")
            )
    if config.shoe.present:
        yield Mistake(
            ("shoe", "present"),
            Sentence("a shoe reads cards, but read = false in [cards]"),
            Sentence("present = false, or read = true in [cards]"),
        )


def _devices(config: TableConfig) -> Iterator[Mistake]:
    yield from twice(("devices",), "name", (device.name for device in config.devices))
    if config.hardware == "twin":
        if config.devices:
            wrong = Sentence('hardware = "twin" simulates the table, but there are [[devices]] too')
            right = Sentence('hardware = "devices", or no [[devices]] entries')
            yield Mistake(("hardware",), wrong, right)
        return
    if not config.devices and config.cards.read:
        wrong = Sentence("no device reads the antennas")
        yield Mistake(
            ("devices",), wrong, Sentence('a [[devices]] entry for each node, or hardware = "twin"')
        )
        return
    yield from twice(("devices",), "port", (device.port for device in config.devices))
    yield from twice(("devices",), "node", (device.node for device in config.devices))
    names = {device.name for device in config.devices}
    for index, device in enumerate(config.devices):
        if not device.port:
            right = (
                Sentence("the node's port, /dev/serial/by-id/...")
                if device.kind == "node"
                else Sentence("the reader's name, port or address")
            )
            yield Mistake(
                ("devices", index, "port"),
                Sentence('kind = "{kind}" needs a port', kind=device.kind),
                right,
            )
    yield from _keys(config)
    yield from _readers(config)
    yield from pepper_mistakes(config.devices, config.antennas)
    for index, antenna in enumerate(config.antennas):
        if antenna.device not in names:
            wrong = Sentence(
                'names device "{device}", which has no [[devices]] entry', device=antenna.device
            )
            yield Mistake(("antennas", index, "device"), wrong, nearest(antenna.device, names))
    missing = {plan.device for plan in config.plans()} - names if config.layout else set()
    for name in sorted(missing):
        wrong = Sentence('the reference layout needs device "{name}"', name=name)
        yield Mistake(
            ("devices",), wrong, Sentence('a [[devices]] entry with name = "{name}"', name=name)
        )


def _readers(config: TableConfig) -> Iterator[Mistake]:
    """Yield mistakes for PC/SC readers beyond pcscd's limit, and for two antennas on one reader."""
    readers = {device.name for device in config.devices if device.kind == "pcsc"}
    if len(readers) > MOST_READERS:
        wrong = Sentence(
            "{count} PC/SC readers are too many: pcscd supports at most {most}",
            count=len(readers),
            most=MOST_READERS,
        )
        yield Mistake(
            ("devices",),
            wrong,
            Sentence("at most {most}; connect the others to nodes", most=MOST_READERS),
        )
    taken: dict[str, str] = {}
    for index, antenna in enumerate(config.antennas):
        other = taken.setdefault(antenna.device, antenna.name)
        if antenna.device in readers and other != antenna.name:
            wrong = Sentence(
                'reader "{device}" has only one antenna, which "{other}" already uses',
                device=antenna.device,
                other=other,
            )
            yield Mistake(
                ("antennas", index, "device"), wrong, Sentence("another [[devices]] entry")
            )


def _keys(config: TableConfig) -> Iterator[Mistake]:
    """Yield mistakes for keypads without a seat of their own, and for other devices with a seat."""
    taken: dict[int, str] = {}
    for index, device in enumerate(config.devices):
        path = ("devices", index, "seat")
        if device.kind != "node" or device.role != "seat":
            if device.seat:
                wrong = Sentence('"{name}" is not a seat keypad', name=device.name)
                yield Mistake(path, wrong, Sentence('no value here, or role = "seat"'))
        elif not 1 <= device.seat <= config.seats:
            wrong = Sentence(
                '"{name}" is a seat keypad, but is not assigned to a seat at this table',
                name=device.name,
            )
            yield Mistake(path, wrong, Sentence("1 to {seats}", seats=config.seats))
        elif device.seat in taken:
            wrong = Sentence('seat {seat} already has the keypad "{other}"',
                             seat=device.seat, other=taken[device.seat])  # fmt: skip
            yield Mistake(path, wrong, Sentence("a seat that no other device uses"))
        else:
            taken[device.seat] = device.name


def _recording(config: TableConfig, folder: Path) -> Iterator[Mistake]:
    if not config.recording:
        return
    if config.hardware != "twin":
        wrong = Sentence("a recording can be played only on a simulated table")
        yield Mistake(("recording",), wrong, Sentence('hardware = "twin", or no recording'))
    if not is_file(folder / config.recording):
        wrong = Sentence("there is no file {recording}", recording=config.recording)
        yield Mistake(
            ("recording",), wrong, Sentence("a file path relative to {folder}", folder=folder)
        )


def _named(config: TableConfig) -> Iterator[Mistake]:
    """Yield mistakes for a name reserved for venue topics, and for earpieces at unknown seats."""
    if config.name in RESERVED:
        wrong = Sentence('"{name}" is reserved as a topic for the whole venue', name=config.name)
        yield Mistake(("name",), wrong, Sentence("a different name"))
    for seat in config.ears:
        if not 1 <= seat <= config.seats:
            yield no_such_seat(("ears",), seat, config.seats)


def _broker(broker: BrokerConfig, folder: Path) -> Iterator[Mistake]:
    # The root also appears unescaped in the broker's rules and in a service's command line.
    if not re.fullmatch(ROOT, broker.root):
        said = "".join(sign if sign.isprintable() else "?" for sign in broker.root)
        wrong = Sentence('"{said}" can\'t be the start of a topic', said=said)
        yield Mistake(
            ("broker", "root"),
            wrong,
            Sentence("names separated by slashes (only letters, digits, . _ -)"),
        )
    if broker.password_file and not broker.user:
        yield Mistake(
            ("broker", "user"),
            Sentence("is required when password_file is set"),
            Sentence("a user name"),
        )
    if broker.user and not broker.password_file:
        right = Sentence("the name of a file that contains only the password")
        yield Mistake(("broker", "password_file"), Sentence("is required when user is set"), right)
    if broker.ca_file and not broker.tls:
        yield Mistake(("broker", "tls"), Sentence("ca_file is set, but tls is not"), "tls = true")
    if broker.socket:
        yield from _socket(broker, folder)
    for key, name in (("password_file", broker.password_file), ("ca_file", broker.ca_file)):
        if name and not is_file(folder / name):
            wrong = Sentence("there is no file {name}", name=name)
            yield Mistake(
                ("broker", key), wrong, Sentence("a file path relative to {folder}", folder=folder)
            )


def _socket(broker: BrokerConfig, folder: Path) -> Iterator[Mistake]:
    if not broker.near:
        wrong = Sentence(
            'a socket is always on this machine, but host "{host}" is not', host=broker.host
        )
        right = Sentence("host or socket, not both")
        yield Mistake(("broker", "socket"), wrong, right)
    elif broker.tls:
        wrong = Sentence("a socket needs no tls because nothing leaves this machine")
        yield Mistake(("broker", "tls"), wrong, Sentence("tls or socket, not both"))
    path = _beside(folder, broker.socket)
    if len(os.fsencode(path)) > LONGEST_SOCKET or not path.isprintable():
        wrong = Sentence("this path can't be used for a socket")
        right = Sentence("at most {count} bytes of plain text", count=LONGEST_SOCKET)
        yield Mistake(("broker", "socket"), wrong, right)


def _beside(folder: Path, name: str) -> str:
    return str(folder / name) if name else ""
