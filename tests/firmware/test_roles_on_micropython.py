"""Seat, shoe and ring as on a board: the real interpreter, simulated parts, a real link."""

import json
from pathlib import Path

import pytest

from tests.firmware.host import Host

SEAT = {"node": "s", "role": "seat", "keys": [2, 3, 4, 5, 6, 7, 8], "piezo": 26, "buzzer": 15}
SHOE = {
    "node": "shoe", "role": "shoe", "gate": 14, "barrier": 13,
    "motor": {"step": 2, "direction": 3, "enable": 4},
    "shuffler": {"hopper": 5, "busy": 6, "fault": 7},
}  # fmt: skip
RING = {"node": "ring", "role": "ring", "data": 16, "leds": 4}
UIDS = [f"E0040150000000{n:02X}" for n in range(10)]


def test_a_seat_tells_keys_and_knocks_and_sounds_what_it_is_told() -> None:
    with Host(SEAT) as host:
        host.input("keys", 0b10)
        host.run(100)
        host.input("keys", 0)
        host.run(100)
        assert host.happened("key") == [2]
        sound = [[ms, 600 - ms * 15] for ms in range(30)]
        host.input("knock", sound + [[200 + ms, loud] for ms, loud in sound])
        host.run_until(lambda: host.happened("knock") == [2])
        host.say("config", json.dumps({"tone": "ask", "lines": ["call 200?"]}))
        host.run(500)
        assert [pitch for pitch in host.given("tone") if pitch] == [1200, 1600]
        host.say("servo", 1500)
        host.run(500)
        assert host.logs == [("warning", "servo: a seat accepts only config")]


def test_a_seat_with_a_reader_reads_its_zones_while_its_keys_are_pressed() -> None:
    role = {**SEAT, "buzzer": 22, "antennas": [{"period": 100}, {"period": 200}]}
    with Host(role) as host:
        host.field(0, *UIDS[:2])
        host.field(1, *UIDS[2:])
        for number in range(20):
            host.input("keys", 0 if number % 2 else 0b10)
            host.run(60)
        assert host.happened("key") == [2] * 10
        read = [{snapshot.antenna: len(snapshot.uids)} for snapshot in host.snapshots]
        assert {0: 2} in read
        assert {1: 8} in read
        host.say("config", json.dumps({"periods": [2000, 2000]}))
        host.say("config", json.dumps({"tone": "ask", "lines": []}))
        host.run(500)
        assert [pitch for pitch in host.given("tone") if pitch] == [1200, 1600]
        before = len(host.snapshots)
        host.run(1900)
        assert len(host.snapshots) - before <= 3
        host.say("servo", 1500)
        host.run(500)
        warned = [text for level, text in host.logs if level == "warning"]
        assert warned == ["servo: a seat accepts only config"]


def test_a_seat_with_a_reader_follows_rounds() -> None:
    role = {**SEAT, "buzzer": 22, "antennas": [{"period": 100}, {"period": 200}]}
    at = [[0, 100], [0, 100]]
    turn = {"frame": 1000, "began": 0, "since": 0, "until": 10**6, "at": at}
    with Host(role) as host:
        host.run(300)
        host.say("config", json.dumps({"periods": [50, 50], "slots": {}}))
        host.say("config", json.dumps({"round": turn}))
        host.run(200)
        before = len(host.snapshots)
        host.run(4000)
        assert "warning" not in dict(host.logs)
        assert 0 < len(host.snapshots) - before <= 4 * 10, "100 ms of each second"


def test_an_esp32_is_a_node_with_the_role_of_the_documentation() -> None:
    """Its ids, pins and timers are others, and what it has not it refuses."""
    text = (Path(__file__).parents[2] / "docs" / "FIRMWARE.md").read_text("utf-8")
    role = json.loads(text.split("```json\n")[1].split("```")[0])
    with Host(role) as host:
        host.field(0, *UIDS[:2])
        host.field(1, *UIDS[2:])
        host.input("keys", 0b10)
        host.run(100)
        host.input("keys", 0)
        sound = [[ms, 600 - ms * 15] for ms in range(30)]
        host.input("knock", sound + [[200 + ms, loud] for ms, loud in sound])
        host.run_until(lambda: host.happened("knock") == [2])
        assert host.happened("key") == [2]
        host.run_until(lambda: {(one.antenna, len(one.uids)) for one in host.snapshots} >= {
            (0, 2), (1, 8),
        })  # fmt: skip
        assert [level for level, _ in host.logs if level != "info"] == []


def test_a_shoe_lets_out_what_is_asked_for_and_reads_it() -> None:
    with Host(SHOE) as host:
        host.input("stack", UIDS)
        host.input("shuffler", "loaded")
        host.run_until(lambda: {"loaded", "closed"} <= set(host.happened("shoe")))
        before = len(host.happened("shoe"))
        host.say("feed", 3)
        host.run_until(lambda: host.happened("shoe")[-1] == "closed" and len(host.given("card")))
        words = ["open", "card-out", "card-out", "card-out", "closed"]
        assert host.happened("shoe")[before:] == words
        assert host.given("card") == UIDS[:3]
        read = {uid.hex().upper() for snapshot in host.snapshots for uid in snapshot.uids}
        assert read == set(UIDS[:3])


def test_a_shoe_whose_host_falls_silent_stops_and_shuts() -> None:
    with Host(SHOE) as host:
        host.input("stack", UIDS)
        host.say("feed", 9)
        host.run_until(lambda: len(host.given("card")) == 2)
        host.there = False
        host.run(3000)
        stood = host.given("feed")[-1]
        assert len(host.given("card")) < 9
        host.run(3000)
        assert host.given("feed")[-1] == stood


def test_a_ring_fades_and_goes_dark_without_its_host() -> None:
    with Host(RING) as host:
        host.say("leds", bytes((255, 0, 0, 0, 0, 9, 1, 2, 3, 0, 0, 0)))
        host.run(500)
        shown = host.given("leds")
        assert shown[-1] == "ff0000000009010203000000"
        assert len(set(shown)) > 3
        host.there = False
        host.run(8000)
        assert host.given("leds")[-1] == "0" * 24


WHOLE_RING = {"node": "ring", "role": "ring", "data": 16, "leds": 60, "fade": 0}
RED, GREEN, BLUE, DARK = (
    bytes(colour) * 60 for colour in ((9, 0, 0), (0, 9, 0), (0, 0, 9), (0, 0, 0))
)
HALF_MS = 10
"""After so many milliseconds half of a picture of 60 LEDs has come over the line."""


def test_pictures_that_come_in_pieces_are_shown_in_order() -> None:
    """Each is said while the one before it is half there."""
    pictures = [RED, GREEN, DARK, BLUE, RED]
    with Host(WHOLE_RING, baud=115200) as host:
        for picture in pictures:
            host.say("leds", picture)
            host.run(HALF_MS)
        host.run_until(lambda: len(host.given("leds")) > len(pictures))
        assert host.given("leds") == [frame.hex() for frame in (DARK, *pictures)]


def test_a_ring_goes_dark_with_half_a_picture_and_shows_it_once_it_is_whole() -> None:
    with Host(WHOLE_RING, baud=115200) as host:
        host.say("leds", RED)
        host.run_until(lambda: host.given("leds")[-1:] == [RED.hex()])
        host.say("leds", GREEN)
        host.run(HALF_MS)
        host.cut()
        host.run(8000)
        assert host.given("leds") == [frame.hex() for frame in (DARK, RED, DARK)]
        host.there = True
        host.say("leds", BLUE)
        host.run_until(lambda: host.given("leds")[-1] == BLUE.hex())
        assert host.given("leds")[3:] == [GREEN.hex(), BLUE.hex()]


@pytest.mark.parametrize(("board", "again"), [("rp2040", False), ("early", False), ("other", True)])
def test_what_three_hundred_leds_cost_the_line(board: str, again: bool) -> None:
    """Who writes them with interrupts off loses what comes meanwhile, and is told it again."""
    ring = {"node": "ring", "role": "ring", "data": 16, "leds": 300, "board": board}
    with Host(ring, baud=115200) as host:
        before = host.said
        for frame in (bytes([shade] * 900) for shade in (250, 40, 160)):
            host.say("leds", frame)
            host.run_until(lambda frame=frame: host.given("leds")[-1:] == [frame.hex()])
        assert (host.said - before > 3000) == again
        assert (host.now > 900) == again
