"""A table's config that can't be used says where, what is wrong and what would be right."""

import re
from pathlib import Path

import pytest

from controller.config.model import TableConfig, load_config
from controller.toml.file import FileProblems
from display.words.names import words

ENGLISH = frozenset("the is are no not expected that there this least most with given".split())
EXAMPLE = Path(__file__).parents[3] / "docs" / "table.toml"

TWIN = 'name = "3"\nseats = 2\nhardware = "twin"\nlayout = "reference"\n'
DEVICES = 'name = "3"\nseats = 2\nchips = "keyed"\n'
KEYS = '\n[[devices]]\nname = "m"\nkind = "node"\nport = "/dev/m"\nrole = "seat"\n'
READER = '[[devices]]\nname = "r{0}"\nkind = "pcsc"\nport = "Reader {0}"\n'
BADGE_READER = READER.format(1) + (
    '[[antennas]]\nname = "f"\nzone = "floor-badge"\nperiod = 100\ndevice = "r1"\n'
)
NODE = '[[devices]]\nname = "n"\nkind = "node"\nport = "/dev/n"\n'


def antenna(name: str, zone: str | None = None, period: int = 100, rest: str = "") -> str:
    return (
        f'[[antennas]]\nname = "{name}"\nzone = "{name if zone is None else zone}"\n'
        f'period = {period}\ndevice = "n"\n{rest}'
    )


KEYED = DEVICES + NODE + antenna("hand.1") + antenna("hand.2") + antenna("board")


def refusals(folder: Path, text: str) -> list[str]:
    """Return the lines that refuse a config, without the folder's name; in French it is French."""
    file = folder / "table.toml"
    file.write_text(text)
    with pytest.raises(FileProblems) as refused:
        load_config(file)
    assert not ENGLISH & set(refused.value.said(words("fr").say).split())
    return [line.removeprefix(f"{folder}/") for line in str(refused.value).splitlines()]


def accepted(folder: Path, text: str) -> TableConfig:
    file = folder / "table.toml"
    file.write_text(text)
    return load_config(file)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            TWIN + "seat = 6",
            'table.toml:5: seat: is not a known key; expected "seats"',
            id="unknown key",
        ),
        pytest.param(
            TWIN + "[privacy]\nkeep_hole_cards_days = 3651",
            "table.toml:6: privacy.keep_hole_cards_days: 3651 is not allowed here; expected"
            " a whole number from 0 to 3650",
            id="cards kept too long",
        ),
        pytest.param(
            TWIN + "[privacy]\nkeep_hole_cards_days = 0\n[stream]\nallowed = true",
            "table.toml:8: stream.allowed: hole cards can be streamed only if they are stored; "
            "expected keep_hole_cards_days = 1 or more in [privacy]",
            id="cards of a stream that are not kept",
        ),
        pytest.param(
            TWIN + '[links]\nkeys = "always"',
            'table.toml:6: links.keys: "always" is not allowed here; expected'
            ' one of "optional", "required"',
            id="keys of no kind",
        ),
        pytest.param(
            KEYED
            + NODE.replace('"n"', '"o"').replace("/n", "/o")
            + 'node = "a"\n'
            + NODE.replace('"n"', '"p"').replace("/n", "/p")
            + 'node = "a"\n',
            'table.toml:32: devices[p].node: "a" is given twice; expected a unique node',
            id="one node on two ports",
        ),
        pytest.param(
            TWIN + '[display]\nlanguage = "ft"',
            'table.toml:6: display.language: "ft" is not an available language; '
            "expected one of en, fr",
            id="a language without texts",
        ),
        pytest.param(
            TWIN + '[[levels]]\ngame = "badugi"',
            'table.toml:6: levels[#1].game: "badugi" is not allowed here; expected one of'
            ' "holdem", "omaha", "omaha-5", "omaha-hi-lo", "omaha-5-hi-lo", "short-deck"',
            id="a game that nobody knows",
        ),
        pytest.param(
            TWIN.replace("seats = 2", "seats = 11"),
            "table.toml:2: seats: 11 is not allowed here; expected a whole number from 2 to 10",
            id="too many seats",
        ),
        pytest.param(
            TWIN.replace('name = "3"', 'name = "3/4"'),
            'table.toml:1: name: "3/4" is not allowed here; expected 1 to 40 letters,'
            " digits, dots, hyphens or underscores, in quotes",
            id="a name that splits the topic",
        ),
        pytest.param(
            'floor_badge = "pin"\nfloor_pin = "p"\n' + TWIN,
            'table.toml:1: floor_badge: "pin" needs a reader for the floor badge; expected an '
            '[[antennas]] entry with zone = "floor-badge", or floor_badge = "uid"',
            id="a badge that nobody reads",
        ),
        pytest.param(
            'floor_badge = "pin"\n' + KEYED + antenna("f", "floor-badge"),
            "table.toml:1: floor_badge: no PIN is set for use with the badge; expected floor_pin "
            '= "floor.pin"',
            id="a badge without its PIN",
        ),
        pytest.param(
            'floor_badge = "challenge"\n' + KEYED + BADGE_READER,
            "table.toml:1: floor_badge: no key is set for the badges; expected badge_key = "
            '"badge.key"',
            id="a challenge without a key",
        ),
        pytest.param(
            'badge_key = "k"\nfloor_badge = "challenge"\n' + KEYED + antenna("f", "floor-badge"),
            "table.toml:2: floor_badge: only a card on a PC/SC reader can answer a challenge; "
            'expected a PC/SC reader (kind = "pcsc") for zone "floor-badge"',
            id="a challenge on a node",
        ),
        pytest.param(
            TWIN + '[broker]\nroot = "tapis\\nuser evil\\ntopic readwrite #"',
            'table.toml:6: broker.root: "tapis?user evil?topic readwrite #" can\'t be the '
            "start of a topic; expected names separated by slashes (only letters, digits, . _ -)",
            id="a root of more lines than one",
        ),
        pytest.param(
            TWIN + "[broker]\nport = 65536",
            "table.toml:6: broker.port: 65536 is not allowed here; expected a whole number"
            " from 1 to 65535",
            id="port out of range",
        ),
        pytest.param(
            KEYED + antenna("board", "burn"),
            'table.toml:24: antennas[board].name: "board" is given twice; expected a unique name',
            id="two antennas of one name",
        ),
        pytest.param(
            KEYED + antenna("seat-3", "hand.11"),
            'table.toml:25: antennas[seat-3].zone: names zone "hand.11", but this table has 2'
            " seats; expected hand.1 to hand.2",
            id="a seat that the table has not",
        ),
        pytest.param(
            KEYED + antenna("b", "borad"),
            'table.toml:25: antennas[b].zone: "borad" is not a zone; expected "board"',
            id="unknown zone, nearly right",
        ),
        pytest.param(
            KEYED + antenna("b", "q"),
            'table.toml:25: antennas[b].zone: "q" is not a zone; expected one of board, burn, '
            "muck, pot, shoe, floor-badge, desk, spare; or one of hand, bet, stack, badge, button "
            "with a seat number, such as hand.3",
            id="unknown zone",
        ),
        pytest.param(
            KEYED + antenna("b", "hand.x"),
            'table.toml:25: antennas[b].zone: "hand.x" does not name a seat; expected hand.1 to '
            "hand.2",
            id="a zone without a seat",
        ),
        pytest.param(
            KEYED + antenna("b", "board.1"),
            'table.toml:25: antennas[b].zone: "board.1" is not a zone: the table has only '
            'one board; expected "board"',
            id="a numbered board",
        ),
        pytest.param(
            KEYED.replace('zone = "hand.2"', 'zone = "hand.1"'),
            'table.toml:8: antennas: no antenna covers zone "hand.2"; expected an [[antennas]] '
            'entry with zone = "hand.2"',
            id="a seat without a hand zone",
        ),
        pytest.param(
            KEYED + "[shoe]\npresent = true",
            'table.toml:8: antennas: no antenna covers zone "shoe", which a shoe requires; '
            'expected an [[antennas]] entry with zone = "shoe"',
            id="a shoe that nobody reads",
        ),
        pytest.param(
            TWIN + antenna("board"),
            "table.toml:4: layout: the reference layout has its own antennas, but "
            '[[antennas]] are given too; expected layout = "reference" or [[antennas]], not both',
            id="layout and antennas",
        ),
        pytest.param(
            TWIN.replace("layout", "# layout"),
            'table.toml: antennas: the table has no antennas; expected layout = "reference", an '
            "[[antennas]] entry for each antenna, or read = false in [cards]",
            id="no antennas",
        ),
        pytest.param(
            KEYED + antenna("", "muck"),
            "table.toml:24: antennas[#4].name: is empty; expected a name that no other antenna "
            "uses",
            id="an antenna without a name",
        ),
        pytest.param(
            KEYED + antenna("muck", period=5),
            "table.toml:26: antennas[muck].period: 5 ms is not a valid scan period; expected 20 "
            "to 10000; usually 100 for cards and 200 for bets",
            id="a scan period that no reader keeps",
        ),
        pytest.param(
            KEYED + antenna("muck", rest="width = 5"),
            "table.toml:28: antennas[muck].width: 5 mm is not a valid size for an antenna;"
            " expected 10 to 2000",
            id="an antenna smaller than a card",
        ),
        pytest.param(
            KEYED + antenna("muck").replace('"n"', '"m"'),
            'table.toml:27: antennas[muck].device: names device "m", which has no [[devices]] '
            "entry; expected one of n",
            id="an antenna on no device",
        ),
        pytest.param(
            KEYED + NODE.replace("/dev/n", "/dev/m"),
            'table.toml:24: devices[n].name: "n" is given twice; expected a unique name',
            id="two devices of one name",
        ),
        pytest.param(
            KEYED + NODE.replace('"n"', '"m"'),
            'table.toml:26: devices[m].port: "/dev/n" is given twice; expected a unique port',
            id="two devices on one port",
        ),
        pytest.param(
            KEYED + "".join(READER.format(number) for number in range(17)),
            "table.toml:4: devices: 17 PC/SC readers are too many: pcscd supports at most 16; "
            "expected at most 16; connect the others to nodes",
            id="more readers than pcscd serves",
        ),
        pytest.param(
            KEYED
            + READER.format(0)
            + antenna("one", "burn").replace('device = "n"', 'device = "r0"')
            + antenna("two", "muck").replace('device = "n"', 'device = "r0"'),
            'table.toml:36: antennas[two].device: reader "r0" has only one antenna, which "one" '
            "already uses; expected another [[devices]] entry",
            id="two antennas on a reader",
        ),
        pytest.param(
            KEYED + '[[devices]]\nname = "m"\nkind = "pcsc"',
            'table.toml:23: devices[m].port: kind = "pcsc" needs a port; '
            "expected the reader's name, port or address",
            id="a reader without its name",
        ),
        pytest.param(
            KEYED + KEYS,
            'table.toml:24: devices[m].seat: "m" is a seat keypad, but is not assigned to a seat '
            "at this table; expected 1 to 2",
            id="keys of no seat",
        ),
        pytest.param(
            KEYED + KEYS + "seat = 1" + KEYS.replace('m"', 'p"') + "seat = 1",
            'table.toml:35: devices[p].seat: seat 1 already has the keypad "m"; expected a '
            "seat that no other device uses",
            id="two nodes with the keys of a seat",
        ),
        pytest.param(
            KEYED + KEYS.replace('role = "seat"', "seat = 1"),
            'table.toml:28: devices[m].seat: "m" is not a seat keypad; expected no '
            'value here, or role = "seat"',
            id="the seat of a node without keys",
        ),
        pytest.param(
            KEYED.replace(NODE, ""),
            "table.toml: devices: no device reads the antennas; expected a [[devices]] entry "
            'for each node, or hardware = "twin"',
            id="nobody reads",
        ),
        pytest.param(
            TWIN + NODE,
            'table.toml:3: hardware: hardware = "twin" simulates the table, but there are '
            '[[devices]] too; expected hardware = "devices", or no '
            "[[devices]] entries",
            id="twin and devices",
        ),
        pytest.param(
            TWIN + "denominations = [100, 25, 25]",
            "table.toml:5: denominations: must be in ascending order, with each value listed "
            "once; expected [25, 100]",
            id="denominations in disorder",
        ),
        pytest.param(
            TWIN + "denominations = []",
            "table.toml:5: denominations: is empty; expected the values of the chips in play",
            id="no denominations",
        ),
        pytest.param(
            TWIN + "[level]\nsmall_blind = 200",
            "table.toml:6: level.small_blind: 200 is more than the big blind; expected at most 100",
            id="small blind above the big one",
        ),
        pytest.param(
            TWIN + "[level]\nante = 10",
            "table.toml:6: level.ante: 10 can't be paid: the smallest chip is 25; expected a"
            " multiple of 25",
            id="an ante that no chip makes",
        ),
        pytest.param(
            TWIN + "[level]\nante = 25\nbig_blind_ante = 100",
            "table.toml:7: level.big_blind_ante: ante and big_blind_ante are both set; expected "
            "ante or big_blind_ante, not both",
            id="two antes",
        ),
        pytest.param(
            TWIN + '[[players]]\nseat = 1\nname = "A"\nstack = 100\n'
            '[[players]]\nseat = 1\nname = "B"\nstack = 100',
            "table.toml:10: players[B].seat: 1 is already in use; expected a unique seat",
            id="duplicate seat",
        ),
        pytest.param(
            TWIN + '[[players]]\nseat = 3\nname = "A"\nstack = 100',
            "table.toml:6: players[A].seat: there is no seat 3: this table has 2 seats; "
            "expected 1 to 2",
            id="a player beside the table",
        ),
        pytest.param(
            TWIN + '[[players]]\nseat = 1\nstack = 100\nname = "' + "A" * 201 + '"',
            f'table.toml:8: players[{"A" * 201}].name: "{"A" * 55}..." is not allowed here; '
            "expected non-empty text in quotes, at most 200 characters",
            id="a name without end",
        ),
        pytest.param(
            TWIN + "denominations = [1000000001]",
            "table.toml:5: denominations[#1]: 1000000001 is not allowed here; expected"
            " a whole number from 1 to 1000000000",
            id="a chip that is worth too much",
        ),
        pytest.param(
            TWIN + '[[players]]\nseat = 1\nname = "A"\nstack = 110',
            "table.toml:8: players[A].stack: 110 can't be made up in chips: the smallest is 25; "
            "expected a multiple of 25",
            id="a stack that no chips make",
        ),
        pytest.param(
            TWIN + '[broker]\nroot = "a/+"',
            'table.toml:6: broker.root: "a/+" can\'t be the start of a topic; expected '
            "names separated by slashes (only letters, digits, . _ -)",
            id="a wildcard in the topics",
        ),
        pytest.param(
            TWIN + '[broker]\nroot = "a\\nuser anybody"',
            'table.toml:6: broker.root: "a?user anybody" can\'t be the start of a topic; '
            "expected names separated by slashes (only letters, digits, . _ -)",
            id="a line in the topics",
        ),
        pytest.param(
            TWIN + '[broker]\nroot = "a --token x"',
            'table.toml:6: broker.root: "a --token x" can\'t be the start of a topic; expected '
            "names separated by slashes (only letters, digits, . _ -)",
            id="another option in the topics",
        ),
        pytest.param(
            TWIN + '[broker]\nuser = "t"',
            "table.toml:5: broker.password_file: is required when user is set; expected the "
            "name of a file that contains only the password",
            id="a user without a password",
        ),
        pytest.param(
            TWIN + '[broker]\npassword = "secret"',
            'table.toml:6: broker.password: is not a known key; expected "password_file"',
            id="a password in the file itself is refused and not repeated",
        ),
        pytest.param(
            TWIN + "[shoe]\ngate = true",
            "table.toml:6: shoe.gate: a gate needs a shoe; expected present = true in [shoe]",
            id="a gate without a shoe",
        ),
        pytest.param(
            TWIN + '[ring]\nkind = "apa102"\nleds = 1',
            "table.toml:7: ring.leds: 1 LEDs are too few for 2 seats; expected at least 2",
            id="a ring too small",
        ),
        pytest.param(
            TWIN + "[ring]\nleds = 10\nfirst = 10",
            "table.toml:7: ring.first: the ring has no LED 10; expected 0 to 9",
            id="a ring that begins beyond its end",
        ),
        pytest.param(
            TWIN + '[ring]\nkind = "apa102"\nclock = 17\n[floor_button]\npin = 17',
            "table.toml:9: floor_button.pin: pin 17 is already the ring's clock pin; expected a "
            "free pin",
            id="a floor button on the ring's pin",
        ),
        pytest.param(
            TWIN + "[shoe]\ncounts = true",
            "table.toml:6: shoe.counts: only a shoe can count the deck; expected"
            " present = true in [shoe]",
            id="a count without a shoe",
        ),
        pytest.param(
            TWIN + '[ring]\nkind = "node"\nleds = 400',
            "table.toml:7: ring.leds: 400 LEDs are too many for a node; expected at most 300",
            id="a ring too big for a node",
        ),
        pytest.param(
            KEYED + '[ring]\nkind = "node"',
            "table.toml:24: ring.kind: no node in [[devices]] has the role ring; expected a "
            '[[devices]] entry with role = "ring", or kind = "apa102"',
            id="a ring on no node",
        ),
    ],
)
def test_a_mistake_is_answered_with_file_line_key_and_remedy(
    tmp_path: Path, text: str, expected: str
) -> None:
    assert refusals(tmp_path, text) == [expected]


def test_chips_that_are_read_need_bet_zones_and_a_pot(tmp_path: Path) -> None:
    found = refusals(tmp_path, KEYED.replace('"keyed"', '"rfid"'))
    assert [re.findall(r'zone "([^"]*)", but chips = "rfid" needs it', line) for line in found] == [
        ["bet.1"], ["bet.2"], ["pot"],
    ]  # fmt: skip


def test_the_reference_layout_on_devices_names_each_node_that_is_missing(tmp_path: Path) -> None:
    found = refusals(tmp_path, DEVICES + 'layout = "reference"\n' + NODE)
    assert [re.findall(r'needs device "([^"]*)"', line) for line in found] == [
        ["centre"], ["seat-1"], ["seat-2"],
    ]  # fmt: skip


def test_files_that_are_not_there_are_named(tmp_path: Path) -> None:
    text = TWIN + '[broker]\nuser = "t"\npassword_file = "p"\ntls = true\nca_file = "c"'
    assert refusals(tmp_path, text) == [
        f"table.toml:7: broker.password_file: there is no file p; expected a file path"
        f" relative to {tmp_path}",
        f"table.toml:9: broker.ca_file: there is no file c; expected a file path relative to"
        f" {tmp_path}",
    ]


@pytest.mark.parametrize(
    ("given_keys", "key"), [('password_file = "p"', "user"), ('ca_file = "p"', "tls")]
)
def test_half_a_login_is_no_login(tmp_path: Path, given_keys: str, key: str) -> None:
    (tmp_path / "p").write_text("secret")
    found = refusals(tmp_path, TWIN + "[broker]\n" + given_keys)
    assert len(found) == 1
    assert f"broker.{key}: " in found[0]


def test_every_mistake_comes_at_once(tmp_path: Path) -> None:
    text = KEYED + "denominations = 5\n[level]\nsmall_blind = 300\n[ring]\nleds = 0\n"
    assert len(refusals(tmp_path, "seets = 4\n" + text)) == 3
    text = KEYED + antenna("board", "hand.3", 1) + "[level]\nsmall_blind = 310\n"
    assert len(refusals(tmp_path, text)) == 5


def test_paths_are_relative_to_the_file(tmp_path: Path) -> None:
    (tmp_path / "p").write_text("secret")
    config = accepted(
        tmp_path,
        TWIN + 'house = "houses/own.toml"\n[broker]\nuser = "t"\npassword_file = "p"\n',
    )
    assert config.house == str(tmp_path / "houses" / "own.toml")
    assert config.broker.password_file == str(tmp_path / "p")
    assert config.journal == str(tmp_path / "3.db")
    assert config.cards.registry == str(tmp_path / "tags.toml")
    assert accepted(tmp_path, TWIN + 'journal = "/x/y.db"').journal == "/x/y.db"


def test_the_example_is_a_config_and_its_defaults_are_true(tmp_path: Path) -> None:
    """What the example says in comments is what holds without them."""
    plain = accepted(tmp_path, EXAMPLE.read_text())
    table = EXAMPLE.read_text().split("# A real table")[0]
    full = re.sub(r"^# (?=\w+ = )", "", table, flags=re.MULTILINE)
    assert full != table
    assert accepted(tmp_path, full) == plain


def test_a_name_of_two_lines_is_refused(tmp_path: Path) -> None:
    told, *_ = refusals(tmp_path, TWIN.replace('name = "3"', 'name = "3\\n"'))
    assert "name" in told
