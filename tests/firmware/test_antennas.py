"""The role `antennas`, on the real interpreter, with a reader chip simulated at its registers."""

import json
import random
from collections.abc import Collection, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from controller.contract.observations import CardAt, Observation
from controller.contract.scans import CardTag, Scan
from controller.sensing.registry import Registry
from controller.sensing.sensing import Sensing
from controller.sensing.settings import SETTINGS
from firmware.link.messages import Command
from firmware.reading.antennas import PAUSE, TRIES, Antenna, AntennasRole, Rota
from firmware.reading.readers import open_reader
from hardware.dry_run import DryNode, DryReader, Pins
from hardware.timing.processor import NONE
from hardware.twin.layout import reference_layout
from tests.firmware.host import Host

ONE = {"node": "seat-1", "role": "antennas", "antennas": [{"period": 100}, {"period": 200}]}
CARD, OTHER = "E0040150AAAA0001", "E0040150AAAA0003"


def reading(host: Host, antenna: int, ms: int) -> list[set[str]]:
    """Return what an antenna read in the scans of some time."""
    before = len(host.snapshots)
    host.run(ms)
    return [
        {uid.hex().upper() for uid in snapshot.uids}
        for snapshot in host.snapshots[before:]
        if snapshot.antenna == antenna
    ]


def lay(host: Host, antenna: int, *uids: str, **noise: Any) -> None:
    """Lay tags into a field, with noise, and let a scan that was on its way come in."""
    miss = noise.pop("miss", 0)
    field = {"tags": [{"uid": uid, "miss": miss} for uid in uids], "near": []}
    host._fields[antenna] = {**field, "corrupt": 0, "ghost": "", **noise}
    host.run(500)


def overhear(host: Host, antenna: int, lying: Collection[str], *uids: str) -> None:
    """Let an antenna read these besides what lies there, in one scan or two."""
    host.field(antenna, *lying, *uids)
    read: list[set[str]] = []
    while not any(set(uids) <= one for one in read):
        read += reading(host, antenna, 5)
    host.field(antenna, *lying)
    # Another has begun meanwhile, most often.
    host.run(100)


def chips(count: int, seed: int = 1) -> list[str]:
    rng = random.Random(seed)
    return [f"E0040150{rng.getrandbits(32):08X}" for _ in range(count)]


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    with Host(ONE) as host:
        yield host


@pytest.fixture(autouse=True)
def _cleared(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if "host" in request.fixturenames:
        host = request.getfixturevalue("host")
        lay(host, 0)
        lay(host, 1)
        host.run(1000)


def test_each_antenna_is_scanned_by_its_period_and_reads_what_is_its_own(host: Host) -> None:
    lay(host, 0, CARD, OTHER)
    lay(host, 1, *chips(5))
    host.run(500)
    hand, bet = reading(host, 0, 5000), []
    assert 45 <= len(hand) <= 51
    assert all(read == {CARD, OTHER} for read in hand)
    bet = reading(host, 1, 5000)
    assert 22 <= len(bet) <= 26
    assert all(read == set(chips(5)) for read in bet)


def test_an_empty_field_reads_as_empty(host: Host) -> None:
    assert set(map(frozenset, reading(host, 0, 1000))) == {frozenset()}


@pytest.mark.parametrize("lying", [(), chips(1)], ids=["empty", "one-chip"])
def test_what_was_overheard_is_told_no_more_when_it_has_gone(
    host: Host, lying: Collection[str]
) -> None:
    lay(host, 0, *lying)
    host.run(2000)
    for _ in range(8):
        overhear(host, 0, lying, CARD, OTHER)
        # Not all of these scans search for drowned tags, which ask in another way.
        assert {frozenset(read) for read in reading(host, 0, 730)} == {frozenset(lying)}


@pytest.mark.parametrize("pause", [2000, 2100, 2200])
def test_folded_cards_that_a_bet_overheard_on_their_way_are_in_the_muck_alone(
    host: Host, pause: int
) -> None:
    cards = Registry({CARD: CardTag("Kd"), OTHER: CardTag("2c")})
    sensing = Sensing(reference_layout(3), cards, SETTINGS["typical"])
    host.run(pause)
    before = len(host.snapshots)
    overhear(host, 0, (), CARD, OTHER)
    host.field(1, CARD, OTHER)
    host.run(4000)
    told: list[Observation] = []
    for snapshot in host.snapshots[before:]:
        uids = tuple(uid.hex().upper() for uid in snapshot.uids)
        told += sensing.scan(Scan(("bet.3", "muck")[snapshot.antenna], uids, snapshot.at))
    assert [one.zone for one in told if isinstance(one, CardAt)] == ["muck", "muck"]
    assert len(told) == 2


def test_a_stack_of_chips_is_read_whole(host: Host) -> None:
    # Consecutive numbers out of one bag, and some that differ in their highest bits alone.
    stack = [f"E0040150000000{number:02X}" for number in range(24)]
    stack += [f"{number:X}004015000000000" for number in range(8)]
    lay(host, 1, *stack)
    host.run(1000)
    scans = reading(host, 1, 4000)
    assert len(scans) >= 5
    assert all(read == set(stack) for read in scans)


def test_a_stack_that_is_hard_to_read_is_read_within_some_scans(host: Host) -> None:
    stack = set(chips(20))
    lay(host, 1, *stack, miss=0.4)
    scans = reading(host, 1, 8000)
    seen = {chip: sum(chip in read for read in scans) / len(scans) for chip in stack}
    assert sum(seen.values()) / len(stack) > 0.5, "tags that are missed in 40% of the questions"
    assert min(seen.values()) > 0.2
    assert set().union(*scans) == stack


def test_noise_is_what_the_world_says(host: Host) -> None:
    lay(host, 0, CARD, near=[{"uid": OTHER, "cross": 0.5}], ghost="E00401509999FFFF")
    scans = reading(host, 0, 10_000)
    assert all(CARD in read and "E00401509999FFFF" in read for read in scans)
    overheard = sum(OTHER in read for read in scans) / len(scans)
    assert 0.3 < overheard < 0.7
    lay(host, 0, CARD, corrupt=0.5)
    host.run(200)
    wrong = [read for read in reading(host, 0, 3000) if read and read != {CARD}]
    assert wrong


def test_the_host_says_how_often(host: Host) -> None:
    host.say("config", json.dumps({"periods": [500]}))
    host.run(1000)
    assert 9 <= len(reading(host, 0, 5000)) <= 11
    assert 22 <= len(reading(host, 1, 5000)) <= 26
    host.say("config", json.dumps({"periods": [100, 200]}))
    host.run(200)
    host.say("config", "nonsense")
    host.run(200)
    assert ("warning", "config: syntax error in JSON") in host.logs
    assert 45 <= len(reading(host, 0, 5000)) <= 51


def test_a_reader_that_dies_is_reported_and_so_is_its_return(host: Host) -> None:
    lay(host, 0, CARD)
    host.input("reader-dead", 1)
    host.run((TRIES + 2) * PAUSE)
    assert reading(host, 0, 1000) == []
    assert len(host.happened("fault")) == 1
    assert "PN5180" in host.happened("fault")[0]
    host.input("reader-dead", 0)
    host.run(2 * PAUSE)
    assert host.happened("fault")[1:] == [""]
    assert reading(host, 0, 500)[-1] == {CARD}
    host.events.clear()


def test_a_neighbours_field_keeps_no_antenna_from_being_read(host: Host) -> None:
    lay(host, 0, CARD)
    host.input("foreign-field", 1)
    scans = reading(host, 0, 2000)
    host.input("foreign-field", 0)
    assert len(scans) >= 18
    assert all(read == {CARD} for read in scans)


def test_an_antenna_without_a_field_is_not_read_and_never_empty(host: Host) -> None:
    lay(host, 0, CARD)
    host.input("no-field-supply", 1)
    host.run(100)
    assert reading(host, 0, (TRIES + 2) * PAUSE) == []
    assert ["5 V" in fault for fault in host.happened("fault")] == [True]
    host.input("no-field-supply", 0)
    host.run(2 * PAUSE)
    assert host.happened("fault")[1:] == [""]
    assert reading(host, 0, 500)[-1] == {CARD}
    host.events.clear()


def test_a_transceiver_that_hangs_once_costs_no_scan(host: Host) -> None:
    lay(host, 0, CARD)
    host.input("refuses-frames", 1)
    scans = reading(host, 0, 1000)
    assert len(scans) >= 9
    assert all(read == {CARD} for read in scans)
    assert host.happened("fault") == []


def test_a_reader_that_hangs_is_reset_at_once(host: Host) -> None:
    lay(host, 0, CARD)
    # One frame was refused above; a frame that is refused twice costs its scan.
    host.input("refuses-frames", 3)
    scans = reading(host, 0, 1000)
    host.input("refuses-frames", 0)
    assert len(scans) >= 8
    assert all(read == {CARD} for read in scans)
    assert host.happened("fault") == []


def test_a_chip_that_starts_slowly_is_waited_for(host: Host) -> None:
    lay(host, 0, CARD)
    host.input("slow-start", 12_000)
    host.input("reader-dead", 1)
    host.run(PAUSE)
    host.input("reader-dead", 0)
    host.run(2 * PAUSE)
    host.input("slow-start", 0)
    assert reading(host, 0, 500)[-1] == {CARD}
    assert not any(host.happened("fault"))
    host.events.clear()


def test_a_switch_that_takes_its_time_is_waited_for() -> None:
    slow = {"period": 200, "settle": 8}
    with Host({**ONE, "antennas": [slow, slow, {"period": 200}]}) as host:
        host.input("switch-takes", 6)
        for antenna in range(3):
            lay(host, antenna, CARD)
        before = len(host.snapshots)
        host.run(2000)
        read = [(one.antenna, len(one.uids)) for one in host.snapshots[before:]]
        assert read.count((0, 1)) >= 8
        assert read.count((1, 1)) >= 8
        # Without a wait it reads at none, and that looks like an empty felt.
        assert set(read) == {(0, 1), (1, 1), (2, 0)}


def test_a_senseless_time_to_settle_is_refused() -> None:
    with pytest.raises(ValueError, match="settle must be 0 to 100 ms, not 5000"):
        AntennasRole({"antennas": [{"settle": 5000}]}, None, 0)


def test_cards_of_iso_14443_with_uids_of_every_length() -> None:
    uids = ["04A1B2C3", "04A1B2C7", "041122334455AA", "041122334455AB", "08010203040506070809"]
    role = {**ONE, "antennas": [{"period": 200, "protocols": ["iso14443a", "iso15693"]}]}
    with Host(role) as host:
        lay(host, 0, *uids, CARD)
        host.run(500)
        scans = reading(host, 0, 2000)
        assert len(scans) >= 9
        assert all(read == {*uids, CARD} for read in scans)


def test_a_pn532_reads_two_cards() -> None:
    role = {**ONE, "chip": "pn532"}
    with Host(role) as host:
        lay(host, 0, "04A1B2C3", "041122334455AA")
        lay(host, 1, "04A1B2C3", "041122334455AA", "08010203")
        host.run(500)
        scans = reading(host, 0, 2000)
        assert len(scans) >= 10
        assert all(read == {"04A1B2C3", "041122334455AA"} for read in scans)
        # A third is beyond it.
        assert all(len(read) == 2 for read in reading(host, 1, 1000))
        lay(host, 0)
        host.run(300)
        assert set(map(frozenset, reading(host, 0, 1000))) == {frozenset()}


# Whose turn it is: pure, and so without an interpreter.


def rota(*periods: int) -> Rota:
    return Rota([Antenna(i, period, (), 0, 0) for i, period in enumerate(periods)], 0)


def test_the_most_overdue_for_its_period_comes_first() -> None:
    turns = rota(100, 2000)
    order = []
    now = 0
    # Each scan takes so long that not all of them find room.
    for _ in range(60):
        antenna = turns.take(now)
        if antenna is not None:
            order.append(antenna.index)
        now += 90
    assert order.count(1) >= 2
    assert order.count(0) >= 50


def test_a_scan_that_is_late_makes_no_crowd_behind_it() -> None:
    turns = rota(100)
    assert turns.take(0) is not None
    assert turns.take(1000) is not None
    assert turns.take(1020) is None
    assert turns.due() == 1025


def test_a_reader_that_fails_is_left_alone_for_a_while() -> None:
    turns = rota(100)
    assert [turns.fails(0), turns.due()] == [False, 0], "a reset mends most of it"
    assert [turns.fails(now) for now in (1000, 2000, 3000)] == [False, True, False]
    assert turns.take(3100) is None
    assert turns.due() == 3000 + PAUSE
    assert turns.works()
    assert not turns.works()


def test_of_those_that_are_due_one_is_taken_and_its_delay_noted() -> None:
    turns = rota(100, 100, 1000)
    first = turns.take(50)
    assert first is turns.antennas[0], "they are as late; the first of them"
    assert (first.due, first.scans, turns.scans, turns.late) == (100, 1, 1, 50)
    assert not turns.slotted
    assert turns.take(50) is turns.antennas[1]
    assert turns.take(50) is turns.antennas[2]
    assert turns.take(99) is None
    first.rest = iter(()), None  # type: ignore[assignment]
    assert turns.take(100) is first
    assert (first.scans, turns.scans, turns.late) == (1, 3, 50), "it goes on with its scan"
    turns.turns.told({"frame": 100, "at": [[0, 50], [50, 50], [0, 8]]}, 0)
    assert turns.take(193) is None, "its slot ends too soon"
    assert turns.take(192) is turns.antennas[1]
    assert turns.slotted
    assert turns.take(199) is None


def test_the_host_sets_periods_within_bounds_and_the_others_stay() -> None:
    turns = rota(100, 100, 100, 100)
    for antenna in turns.antennas:
        antenna.due = 5000
    turns.change([9, 60_001, 10], 1000)
    assert [one.period for one in turns.antennas] == [10, 60_000, 10, 100]
    assert [one.due for one in turns.antennas] == [1010, 5000, 1010, 5000]


@pytest.mark.parametrize(("period", "every"), [(100, 8), (499, 8), (500, 2), (2000, 2)])
def test_one_in_so_many_slots_looks_for_tags_that_are_drowned(period: int, every: int) -> None:
    antenna, looks = Antenna(0, period, (), 0, 0), []
    for _ in range(16):
        antenna.scans += 1
        antenna.field.last = []
        assert not antenna.wants_a_look(), "nothing lies there that could drown another"
        antenna.field.last = [bytes(8)]
        if antenna.wants_a_look():
            looks.append(antenna.scans)
    assert looks == list(range(every, 17, every))


@pytest.mark.parametrize(
    ("role", "said"),
    [
        ({"antennas": 0}, "4 pins select up to 16 antennas, not 0"),
        ({"antennas": 17}, "4 pins select up to 16 antennas, not 17"),
        ({"antennas": 3, "mux": [1]}, "1 pins select up to 2 antennas, not 3"),
        ({"antennas": [{"protocols": ["iso15693", "x"]}]}, 'unknown protocol "x"'),
        ({"settle": -1}, "settle must be 0 to 100 ms, not -1"),
        ({"settle": 101}, "settle must be 0 to 100 ms, not 101"),
        ({"settle": "8"}, "settle must be 0 to 100 ms, not '8'"),
    ],
)
def test_a_senseless_role_file_is_refused(role: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        AntennasRole(role, None, 0)


def test_a_period_of_a_role_file_is_kept_within_its_limits() -> None:
    role = {"antennas": [{"period": period} for period in (0, 10, 99_999)]}
    board = SimpleNamespace(machine=SimpleNamespace(Pin=Pins()), tidy=lambda: None)
    made = AntennasRole(role, board, 0, DryReader([[], [], []], Pins(), NONE))
    assert [antenna.period for antenna in made._rota.antennas] == [10, 10, 60_000]
    assert made._rota.take(1_000) is not None


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ("[]", "a config must be a JSON object"),
        ("7", "a config must be a JSON object"),
        ("null", "a config must be a JSON object"),
        ('{"periods": [100, "x"]}', "periods must be whole numbers of milliseconds"),
        ('{"slots": {"frame": 8, "at": [[0, 8]]}}', "a frame must have room for a slot"),
        ("{", "Expecting"),
    ],
)
def test_a_senseless_config_is_refused_and_changes_nothing(config: str, said: str) -> None:
    node = DryNode([[], []], {}, NONE)
    role, due = node._role, node._role.due(0)
    with pytest.raises(ValueError, match=said):
        role.command(Command("config", 0, config), 0)
    role.command(Command("leds", 0, config), 0)
    assert role.due(0) == due
    assert [one.period for one in role._rota.antennas] == [100, 100]


def test_a_node_that_is_asked_says_of_each_antenna_once_how_it_is_fed() -> None:
    with Host({"node": "s", "role": "antennas", "antennas": 2}) as host:
        host.input("gain", 700)
        host.input("gear", 3)
        host.run(1000)
        assert host.happened("gauge") == []
        host.say("config", '{"gauge": true}')
        host.run(1500)
        told = [(event.place, event.value) for event in host.events]
        assert sorted(told) == [(0, 3 << 16 | 700), (1, 3 << 16 | 700)]


def test_what_a_chip_is_to_remember_of_its_antennas_is_written_once_and_told() -> None:
    with Host({**ONE, "eeprom": {"0x59": "f6", "5d": "5afa"}}) as host:
        host.run(500)
        assert host.given("eeprom") == [[0x59, "f6"], [0x5D, "5afa"]]
        (told,) = [text for _, text in host.logs if "PN5180" in text]
        assert told == "the PN5180 has stored DPC F6, AGC 5A FA; written at 0x59; written at 0x5D"
        host.input("reader-dead", 1)
        host.run(1000)
        host.input("reader-dead", 0)
        host.run(2000)
        assert len(host.given("eeprom")) == 2
        lay(host, 0, CARD)
        assert reading(host, 0, 500)[-1] == {CARD}


@pytest.mark.parametrize("eeprom", [{"0x58": "00"}, {"0x90": "0000"}, {"0x59": ""}, {"59": "x"}])
def test_nothing_else_of_a_chips_memory_can_be_set(eeprom: dict[str, str]) -> None:
    class Board:
        machine = type("machine", (), {"Pin": lambda *_: None})

    with pytest.raises(ValueError, match=r"0x59 to 0x90|Odd-length"):
        open_reader({"eeprom": eeprom}, Board())


def test_a_look_that_its_slot_has_no_time_for_costs_the_next_antenna_no_scan() -> None:
    with Host({**ONE, "antennas": 2}) as host:
        host.field(0, CARD)
        host.field(1, *chips(20))
        slots = {"frame": 100, "began": 0, "at": [[0, 12], [50, 20]]}
        host.say("config", json.dumps({"periods": [50, 50], "slots": slots}))
        host.run(3000)
        piles = reading(host, 1, 8000)
    # Two chips in a slot; meanwhile the other antenna has looked for those that are drowned.
    assert len(piles) >= 5
    assert all(len(pile) == 20 for pile in piles)
