"""A table's config, `table.toml`: what it can say, and what is wrong with one that can't be used.

Paths in the file are relative to its folder. Passwords never stand in it: they have files
of their own.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from controller.config.badge import FloorBadge, badge_mistakes
from controller.config.devices import DeviceConfig, LinksConfig
from controller.config.ring import FloorButtonConfig, RingConfig, ring_mistakes
from controller.config.strict import Strict, Words
from controller.contract.limits import LONGEST_TEXT, MOST_CHIPS, Amount
from controller.contract.rules import Structure, Variant
from controller.contract.scans import AntennaPlan, zone_seat
from controller.toml.file import Mistake, nearest, read
from display.words.locale import ENGLISH, languages

SEAT_ZONES: Final = ("hand", "bet", "stack", "badge", "button")
RESERVED: Final = frozenset({"all", "venue"})
"""What no table is called: the topics of a venue stand there."""
TABLE_ZONES: Final = ("board", "burn", "muck", "pot", "shoe", "floor-badge", "desk", "spare")
CARD_ZONES: Final = frozenset({"hand", "bet", "board", "burn", "muck", "shoe", "pot"})
MOST_READERS: Final = 16
SYSTEM_FOLDER: Final = Path("/etc/tapis")
SYSTEM_DATA: Final = Path("/var/lib/tapis")

Port = Annotated[int, Meta(ge=1, le=65_535)]
Name = Annotated[
    str,
    Meta(
        pattern=r"^[\w.-]{1,40}\Z",
        description="1 to 40 letters, digits, dots, hyphens or underscores, in quotes",
    ),
]
Chips = Annotated[int, Meta(ge=1, le=MOST_CHIPS)]
Called = Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]


class DecksConfig(Strict, frozen=True):
    """The decks in use (by turns), and the file that says which tag is in what.

    Where no card is `read`, the board and the hands that are shown are keyed on a screen.
    """

    decks: Annotated[int, Meta(ge=1, le=8)] = 2
    registry: Words = "tags.toml"
    read: bool = True


class ShoeConfig(Strict, frozen=True):
    """Whether the cards come from a shoe that reads them, and what it can.

    With a `gate` it can shut. One that `counts` has its antenna read every card while it shuffles:
    a hand starts when the deck is complete.
    """

    present: bool = False
    gate: bool = False
    counts: bool = False


class LevelConfig(Strict, frozen=True):
    """Blinds and antes of the first hand, in chips; a big blind ante is one for the table.

    The `game` and its `structure` are the house's where it names none.
    """

    small_blind: Amount = 50
    big_blind: Chips = 100
    ante: Amount = 0
    big_blind_ante: Amount = 0
    game: Variant | None = None
    structure: Structure | None = None


class TimedLevelConfig(LevelConfig, frozen=True):
    """A level of a tournament: it lasts `minutes`, and a break of `break_minutes` follows it."""

    minutes: Annotated[int, Meta(ge=1, le=1440)] = 20
    break_minutes: Annotated[int, Meta(ge=0, le=1440)] = 0


class PlayerConfig(Strict, frozen=True):
    """Who sits where when the table is played for the first time."""

    seat: Annotated[int, Meta(ge=1, le=10)]
    name: Called
    stack: Chips


class Reference(Strict, frozen=True):
    """What the reference table has besides hand, bet, board, muck and pot antennas."""

    burn: bool = True
    stacks: bool = False
    badges: bool = False
    button: bool = False
    board_antennas: Literal[1, 5] = 1


class BrokerConfig(Strict, frozen=True):
    """Where the MQTT broker is. `root` comes before venue and table in every topic."""

    host: Words = "127.0.0.1"
    port: Port = 1883
    protocol: Literal["5", "3.1.1"] = "5"
    root: Words = "tapis"
    user: str = ""
    password_file: str = ""
    tls: bool = False
    ca_file: str = ""


class DisplayConfig(Strict, frozen=True):
    """The table's own screen: whether there is one, and the language that it speaks."""

    present: bool = True
    language: Words = ENGLISH
    fullscreen: bool = False


class PrivacyConfig(Strict, frozen=True):
    """How many days the journal keeps hole cards; 0: until the hand after theirs is over."""

    keep_hole_cards_days: Annotated[int, Meta(ge=0, le=3650)] = 30


class TableConfig(Strict, frozen=True):
    """One table. `load_config` gives it with every path made absolute."""

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
    reference: Reference = Reference()
    links: LinksConfig = LinksConfig()
    players: tuple[PlayerConfig, ...] = ()
    devices: tuple[DeviceConfig, ...] = ()
    antennas: tuple[AntennaPlan, ...] = ()

    def plans(self) -> tuple[AntennaPlan, ...]:
        """Return the table's antennas: those of the file, or those of the reference table."""
        if self.layout is None:
            return self.antennas
        from hardware.twin.layout import Equipment, reference_layout

        return tuple(
            reference_layout(
                self.seats,
                Equipment(
                    chips=self.chips == "rfid",
                    shoe=self.shoe.present,
                    burn=self.reference.burn,
                    stacks=self.reference.stacks,
                    badges=self.reference.badges,
                    button=self.reference.button,
                    board_antennas=self.reference.board_antennas,
                ),
            )
        )


def load_config(path: Path) -> TableConfig:
    """Read a table's config; every path in what it gives is absolute.

    The journal is `<name>.db` beside the file, or in `/var/lib/tapis` for a file in
    `/etc/tapis`, unless the file says otherwise. Raises FileProblems that name every mistake.
    """
    folder = path.resolve().parent
    config = read(path, TableConfig, lambda config: check(config, folder))
    data = SYSTEM_DATA if folder == SYSTEM_FOLDER else folder
    broker = msgspec.structs.replace(
        config.broker,
        password_file=_beside(folder, config.broker.password_file),
        ca_file=_beside(folder, config.broker.ca_file),
    )
    return msgspec.structs.replace(
        config,
        broker=broker,
        links=msgspec.structs.replace(
            config.links, key_file=_beside(folder, config.links.key_file)
        ),
        house=_beside(folder, config.house) if config.house.endswith(".toml") else config.house,
        journal=_beside(folder, config.journal) or str(data / f"{config.name}.db"),
        recording=_beside(folder, config.recording),
        tokens=_beside(folder, config.tokens),
        floor_pin=_beside(folder, config.floor_pin),
        badge_key=_beside(folder, config.badge_key),
        cards=msgspec.structs.replace(
            config.cards, registry=_beside(folder, config.cards.registry)
        ),
    )


def check(config: TableConfig, folder: Path) -> Iterator[Mistake]:
    """Yield what is wrong between the values of a config whose types hold."""
    yield from _zones(config)
    yield from _antennas(config)
    yield from _devices(config)
    yield from _recording(config, folder)
    yield from _money(config)
    yield from _players(config)
    yield from _named(config)
    yield from _broker(config.broker, folder)
    kinds = {device.name: device.kind for device in config.devices}
    readers = [kinds.get(one.device, "") for one in config.antennas if one.zone == "floor-badge"]
    pin, key = bool(config.floor_pin), bool(config.badge_key)
    yield from badge_mistakes(config.floor_badge, readers, pin=pin, key=key)
    if config.display.language not in languages():
        wrong = f'there are no texts in "{config.display.language}"'
        yield Mistake(("display", "language"), wrong, nearest(config.display.language, languages()))
    if config.shoe.gate and not config.shoe.present:
        yield Mistake(("shoe", "gate"), "a gate needs a shoe", "present = true in [shoe]")
    if config.shoe.counts and not config.shoe.present:
        wrong = "only a shoe can count the deck"
        yield Mistake(("shoe", "counts"), wrong, "present = true in [shoe]")
    roles = [device.role for device in config.devices] if config.hardware == "devices" else None
    yield from ring_mistakes(config.ring, config.floor_button, config.seats, roles)


def _zones(config: TableConfig) -> Iterator[Mistake]:
    """Hold the zones that the antennas look at against those that the table needs."""
    if config.layout and config.antennas:
        wrong = "the reference layout brings its own antennas, but [[antennas]] are given too"
        yield Mistake(("layout",), wrong, "one of the two")
        return
    if not config.cards.read:
        yield from _unread(config)
        return
    if not config.layout and not config.antennas:
        wrong = "the table has no antennas"
        right = 'layout = "reference", an [[antennas]] for each, or read = false in [cards]'
        yield Mistake(("antennas",), wrong, right)
        return
    if config.layout:
        return
    have = {antenna.zone for antenna in config.antennas}
    need = [(f"hand.{seat}", "") for seat in range(1, config.seats + 1)] + [("board", "")]
    if config.chips == "rfid":
        reason = ', which chips = "rfid" needs'
        need += [(f"bet.{seat}", reason) for seat in range(1, config.seats + 1)]
        need.append(("pot", reason))
    if config.shoe.present:
        need.append(("shoe", ", which a shoe needs"))
    for zone, reason in need:
        if zone not in have:
            wrong = f'no antenna looks at zone "{zone}"{reason}'
            yield Mistake(("antennas",), wrong, f'an [[antennas]] with zone = "{zone}"')


def _unread(config: TableConfig) -> Iterator[Mistake]:
    """Hold a table that reads no card against what would have to be read all the same."""
    if config.chips != "keyed":
        wrong = "no antenna reads the chips of a table that reads no cards"
        yield Mistake(("chips",), wrong, 'chips = "keyed"')
    if config.layout or config.hardware == "twin":
        wrong = "is no table without antennas"
        key = "layout" if config.layout else "hardware"
        yield Mistake((key,), wrong, "nothing here, or read = true in [cards]")
    for index, antenna in enumerate(config.antennas):
        if antenna.zone.partition(".")[0] in CARD_ZONES:
            wrong = f'"{antenna.name}" reads cards, and read = false in [cards]'
            yield Mistake(("antennas", index, "zone"), wrong, "badges, the desk, or read = true")
    if config.shoe.present:
        yield Mistake(("shoe", "present"), "a shoe reads cards", "read = true in [cards]")


def _antennas(config: TableConfig) -> Iterator[Mistake]:
    known = {*TABLE_ZONES} | {
        f"{zone}.{seat}" for zone in SEAT_ZONES for seat in range(1, config.seats + 1)
    }
    yield from _twice(("antennas",), "name", (antenna.name for antenna in config.antennas))
    for index, antenna in enumerate(config.antennas):
        path = ("antennas", index)
        if antenna.zone not in known:
            yield _strange_zone((*path, "zone"), antenna.zone, known, config.seats)
        if not antenna.name:
            yield Mistake((*path, "name"), "is empty", "a name that no other antenna has")
        if not 20 <= antenna.period <= 10_000:
            wrong = f"{antenna.period} ms is no scan period"
            yield Mistake((*path, "period"), wrong, "20 to 10000 (100 for cards, 200 for bets)")
        for side in ("width", "depth"):
            if not 10 <= getattr(antenna, side) <= 2000:
                wrong = f"{getattr(antenna, side)} mm is no size of an antenna"
                yield Mistake((*path, side), wrong, "10 to 2000")


def _strange_zone(path: tuple[str | int, ...], zone: str, known: set[str], seats: int) -> Mistake:
    head, _, tail = zone.partition(".")
    if head in SEAT_ZONES and tail.isdecimal() and zone_seat(zone) > seats:
        wrong = f'names zone "{zone}", but this table has {seats} seats'
        return Mistake(path, wrong, f"{head}.1 to {head}.{seats}")
    if head in SEAT_ZONES:
        wrong = f'"{zone}" names no seat'
        return Mistake(path, wrong, f"{head}.1 to {head}.{seats}")
    if head in TABLE_ZONES:
        return Mistake(path, f'"{zone}" is no zone: the table has one {head}', f'"{head}"')
    right = nearest(zone, known)
    if right.startswith("one of"):
        right = f"one of {', '.join(TABLE_ZONES)}, or {', '.join(SEAT_ZONES)} with a seat (hand.3)"
    return Mistake(path, f'"{zone}" is no zone', right)


def _devices(config: TableConfig) -> Iterator[Mistake]:
    yield from _twice(("devices",), "name", (device.name for device in config.devices))
    if config.hardware == "twin":
        if config.devices:
            wrong = 'hardware = "twin" simulates the table, but [[devices]] are given too'
            yield Mistake(("hardware",), wrong, '"devices", or no [[devices]]')
        return
    if not config.devices and config.cards.read:
        wrong = "no device reads the antennas"
        yield Mistake(("devices",), wrong, 'a [[devices]] for each node, or hardware = "twin"')
        return
    yield from _twice(("devices",), "port", (device.port for device in config.devices))
    yield from _twice(("devices",), "node", (device.node for device in config.devices))
    names = {device.name for device in config.devices}
    for index, device in enumerate(config.devices):
        if not device.port:
            right = "/dev/serial/by-id/... of the node" if device.kind == "node" else "its name"
            yield Mistake(("devices", index, "port"), f"a {device.kind} needs a port", right)
    yield from _keys(config)
    yield from _readers(config)
    for index, antenna in enumerate(config.antennas):
        if antenna.device not in names:
            wrong = f'names device "{antenna.device}", which is not in [[devices]]'
            right = nearest(antenna.device, names)
            yield Mistake(("antennas", index, "device"), wrong, right)
    missing = {plan.device for plan in config.plans()} - names if config.layout else set()
    for name in sorted(missing):
        wrong = f'the reference layout needs device "{name}"'
        yield Mistake(("devices",), wrong, f'a [[devices]] with name = "{name}"')


def _readers(config: TableConfig) -> Iterator[Mistake]:
    """Hold the PC/SC readers against what pcscd serves, and against one antenna each."""
    readers = {device.name for device in config.devices if device.kind == "pcsc"}
    if len(readers) > MOST_READERS:
        wrong = f"{len(readers)} PC/SC readers are too many: pcscd serves {MOST_READERS}"
        yield Mistake(("devices",), wrong, f"{MOST_READERS} at most; hang the others on nodes")
    taken: dict[str, str] = {}
    for index, antenna in enumerate(config.antennas):
        other = taken.setdefault(antenna.device, antenna.name)
        if antenna.device in readers and other != antenna.name:
            wrong = f'reader "{antenna.device}" has one antenna, and that is "{other}" already'
            yield Mistake(("antennas", index, "device"), wrong, "a [[devices]] of its own")


def _keys(config: TableConfig) -> Iterator[Mistake]:
    """Hold the nodes with keys against the seats: one seat each, and no seat twice."""
    taken: dict[int, str] = {}
    for index, device in enumerate(config.devices):
        path = ("devices", index, "seat")
        if device.kind != "node" or device.role != "seat":
            if device.seat:
                wrong = f'"{device.name}" has no seat\'s keys'
                yield Mistake(path, wrong, 'no seat, or role = "seat"')
        elif not 1 <= device.seat <= config.seats:
            wrong = f'"{device.name}" has a seat\'s keys, and no seat of this table'
            yield Mistake(path, wrong, f"1 to {config.seats}")
        elif device.seat in taken:
            wrong = f'seat {device.seat} has its keys at "{taken[device.seat]}" already'
            yield Mistake(path, wrong, "a seat that no other has")
        else:
            taken[device.seat] = device.name


def _recording(config: TableConfig, folder: Path) -> Iterator[Mistake]:
    if not config.recording:
        return
    if config.hardware != "twin":
        wrong = "a recording is played by a simulated table"
        yield Mistake(("recording",), wrong, 'hardware = "twin", or no recording')
    if not (folder / config.recording).is_file():
        wrong = f"there is no file {config.recording}"
        yield Mistake(("recording",), wrong, f"a file, relative to {folder}")


def _money(config: TableConfig) -> Iterator[Mistake]:
    pieces = config.denominations
    if not pieces:
        yield Mistake(("denominations",), "is empty", "the values of the chips in play")
        return
    if list(pieces) != sorted(set(pieces)):
        right = str(sorted(set(pieces)))
        yield Mistake(("denominations",), "are not in order, each one once", right)
    yield from _level(("level",), config.level, min(pieces))
    for index, level in enumerate(config.levels):
        yield from _level(("levels", index), level, min(pieces))


def _level(path: tuple[str | int, ...], level: LevelConfig, least: int) -> Iterator[Mistake]:
    if level.small_blind > level.big_blind:
        wrong = f"{level.small_blind} is more than the big blind"
        yield Mistake((*path, "small_blind"), wrong, f"at most {level.big_blind}")
    if level.ante and level.big_blind_ante:
        wrong = "the ante is asked of each player and of the big blind too"
        yield Mistake((*path, "big_blind_ante"), wrong, "one of the two")
    for key in ("small_blind", "big_blind", "ante", "big_blind_ante"):
        amount = getattr(level, key)
        if amount % least:
            wrong = f"{amount} can't be paid: the smallest chip is {least}"
            yield Mistake((*path, key), wrong, f"a multiple of {least}")


def _named(config: TableConfig) -> Iterator[Mistake]:
    """Hold the name against the topics of a venue, and the ears against the seats."""
    if config.name in RESERVED:
        wrong = f'"{config.name}" is a topic of the whole venue'
        yield Mistake(("name",), wrong, "any other name")
    for seat in config.ears:
        if not 1 <= seat <= config.seats:
            wrong = f"seat {seat} is not at this table of {config.seats}"
            yield Mistake(("ears",), wrong, f"1 to {config.seats}")


def _players(config: TableConfig) -> Iterator[Mistake]:
    yield from _twice(("players",), "seat", (player.seat for player in config.players))
    for index, player in enumerate(config.players):
        path = ("players", index)
        if player.seat > config.seats:
            wrong = f"seat {player.seat} is not at this table of {config.seats}"
            yield Mistake((*path, "seat"), wrong, f"1 to {config.seats}")
        if config.denominations and player.stack % min(config.denominations):
            least = min(config.denominations)
            wrong = f"{player.stack} can't be made up: the smallest chip is {least}"
            yield Mistake((*path, "stack"), wrong, f"a multiple of {least}")


def _broker(broker: BrokerConfig, folder: Path) -> Iterator[Mistake]:
    # It stands in the broker's rules and in a service's command line too, as it is.
    if not re.fullmatch(r"[\w.-]+(/[\w.-]+)*", broker.root):
        said = "".join(sign if sign.isprintable() else "?" for sign in broker.root)
        wrong = f'"{said}" can\'t begin a topic'
        yield Mistake(("broker", "root"), wrong, "letters, digits, . _ - and slashes between")
    if broker.password_file and not broker.user:
        yield Mistake(("broker", "user"), "is missing beside password_file", "the user's name")
    if broker.user and not broker.password_file:
        right = "the name of a file with the password alone in it"
        yield Mistake(("broker", "password_file"), "is missing beside user", right)
    if broker.ca_file and not broker.tls:
        yield Mistake(("broker", "tls"), "ca_file is given, but tls isn't asked for", "tls = true")
    for key, name in (("password_file", broker.password_file), ("ca_file", broker.ca_file)):
        if name and not (folder / name).is_file():
            wrong = f"there is no file {name}"
            yield Mistake(("broker", key), wrong, f"a file, relative to {folder}")


def _twice(path: tuple[str | int, ...], key: str, values: Iterable[Any]) -> Iterator[Mistake]:
    """Name every value that an earlier element of the list has already."""
    seen: Counter[Any] = Counter()
    for index, value in enumerate(values):
        if seen[value] and value != "":
            wrong = f'"{value}" is given twice' if isinstance(value, str) else f"{value} is taken"
            yield Mistake((*path, index, key), wrong, f"a {key} that no other has")
        seen[value] += 1


def _beside(folder: Path, name: str) -> str:
    return str(folder / name) if name else ""
