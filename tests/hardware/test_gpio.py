"""The ring on mock pins: the very bits that an APA102 would read."""

from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.config.model import TableConfig
from controller.config.ring import RingConfig
from controller.contract.observations import Declared
from controller.run.loop.drivers import open_ring
from hardware.pins.gpio import (
    Apa102Ring,
    FloorButton,
    NoPins,
    Rgb,
    global_brightness,
    pin_factory,
)

CLOCK, DATA = "GPIO11", "GPIO10"


class Wire(MockPin):  # type: ignore[misc]
    """A mock pin that notes the level of the data line whenever the clock rises."""

    def _change_state(self, value: bool) -> bool:
        changed: bool = super()._change_state(value)
        if changed and value and self is self.factory.pin(CLOCK):
            self.factory.read.append(int(self.factory.pin(DATA).state))
        return changed


class Wires(MockFactory):  # type: ignore[misc]
    """Mock pins with what a chip at the end of the wires has read."""

    def __init__(self) -> None:
        super().__init__(pin_class=Wire)
        self.read: list[int] = []


@pytest.fixture
def wires() -> Iterator[Wires]:
    wires = Wires()
    yield wires
    wires.close()


def test_the_bits_of_a_frame_are_those_of_the_data_sheet(wires: Wires) -> None:
    ring = Apa102Ring(2, CLOCK, DATA, pins=wires, brightness=5)
    ring.show(((255, 0, 1), (2, 128, 0)))
    assert "".join(map(str, wires.read)) == "".join(
        (
            "00000000000000000000000000000000",
            "11100101" + "00000001" + "00000000" + "11111111",
            "11100101" + "00000000" + "10000000" + "00000010",
            "00000000000000000000000000000000",
        )
    )


colours = st.tuples(*[st.integers(0, 255)] * 3)


@given(st.lists(colours, min_size=1, max_size=70), st.integers(0, 31))
def test_a_chip_reads_back_what_was_shown(frame: list[Rgb], brightness: int) -> None:
    wires = Wires()
    Apa102Ring(len(frame), CLOCK, DATA, pins=wires, brightness=brightness).show(tuple(frame))
    text = "".join(map(str, wires.read))
    words = [text[start : start + 32] for start in range(0, len(text), 32)]
    assert int(words[0], 2) == 0
    for colour, word in zip(frame, words[1:], strict=False):
        assert word.startswith("111")
        assert int(word[3:8], 2) == brightness
        assert (int(word[24:], 2), int(word[16:24], 2), int(word[8:16], 2)) == colour
    end = words[1 + len(frame) :]
    assert len(end) == -(-len(frame) // 32)
    assert not any(int(word, 2) for word in end)


def test_the_same_frame_is_written_once(wires: Wires) -> None:
    ring = Apa102Ring(3, CLOCK, DATA, pins=wires)
    frame = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
    assert ring.show(frame)
    written = len(wires.read)
    assert not ring.show(frame)
    assert len(wires.read) == written
    assert ring.show(frame[::-1])
    assert len(wires.read) == 2 * written


def test_a_closed_ring_is_dark_and_lets_its_pins_go(wires: Wires) -> None:
    ring = Apa102Ring(1, CLOCK, DATA, pins=wires)
    ring.show(((200, 100, 50),))
    ring.close()
    led = wires.read[-64:-32]
    assert led[8:] == [0] * 24
    Apa102Ring(1, CLOCK, DATA, pins=wires)


def test_a_frame_for_another_ring_is_refused_and_nothing_is_written(wires: Wires) -> None:
    ring = Apa102Ring(2, CLOCK, DATA, pins=wires)
    with pytest.raises(ValueError, match="2 LEDs, not 1"):
        ring.show(((0, 0, 0),))
    with pytest.raises(ValueError, match="0 to 255, not 256"):
        ring.show(((0, 0, 0), (256, 0, 0)))
    assert wires.read == []


def test_a_pin_that_is_none_or_taken_is_named(wires: Wires) -> None:
    with pytest.raises(NoPins, match=r"pin GPIO99"):
        Apa102Ring(1, "GPIO99", DATA, pins=wires)
    with pytest.raises(NoPins, match=r"pin GPIO11"):
        Apa102Ring(1, CLOCK, CLOCK, pins=wires)
    Apa102Ring(1, CLOCK, DATA, pins=wires)


def test_mock_pins_are_one_setting() -> None:
    pins = pin_factory("mock")
    ring = Apa102Ring(1, pins=pins)
    assert ring.show(((1, 1, 1),))
    ring.close()


def test_off_a_pi_the_text_says_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "no-such-pins")
    with pytest.raises(NoPins, match='set pins = "mock"'):
        Apa102Ring(1, pins=pin_factory("auto"))


def test_the_floors_button_calls_it_once_a_press(wires: Wires) -> None:
    times = iter((1000, 1010, 1200, 5000))
    button = FloorButton(17, lambda: next(times), pins=wires)
    said: list[object] = []
    button.start(said.append)
    for _ in range(4):
        wires.pin(17).drive_low()
        wires.pin(17).drive_high()
    button.stop()
    button.stop()
    assert said == [Declared(1000, 0, "floor"), Declared(5000, 0, "floor")]


def test_a_press_that_is_lost_leaves_the_next_one_heard(wires: Wires) -> None:
    """What is raised in a library's own thread would end that thread."""
    times = iter((1000, 5000))
    button = FloorButton(17, lambda: next(times), pins=wires)
    said: list[object] = []

    def put(report: object) -> None:
        if not said:
            said.append("")
            raise RuntimeError("the table is not there yet")
        said.append(report)

    button.start(put)
    for _ in range(2):
        wires.pin(17).drive_low()
        wires.pin(17).drive_high()
    button.stop()
    assert said == ["", Declared(5000, 0, "floor")]


def test_the_floors_button_names_a_pin_that_is_none(wires: Wires) -> None:
    with pytest.raises(NoPins, match=r"floor button's pin GPIO99"):
        FloorButton("GPIO99", lambda: 0, pins=wires)


def test_brightness_is_a_percentage_of_31_steps() -> None:
    assert [global_brightness(percent) for percent in (1, 30, 50, 100)] == [1, 9, 16, 31]


def test_a_ring_on_a_node_is_the_nodes_but_at_a_simulated_table() -> None:
    ring = RingConfig(kind="node", leds=6)
    table = TableConfig(name="t", seats=2, hardware="devices", ring=ring)
    assert open_ring(table, lambda: 0) is None
    simulated = open_ring(replace(table, hardware="twin", layout="reference"), lambda: 0)
    assert simulated is not None
    simulated.stop()


def test_the_pins_of_the_config_are_the_rings() -> None:
    config = TableConfig(
        name="t", seats=2, hardware="twin", layout="reference",
        ring=RingConfig(kind="apa102", leds=6, clock=21, data=20, brightness=100),
    )  # fmt: skip
    ring = open_ring(config, lambda: 0)
    assert ring is not None
    ring.stop()
    clash = TableConfig(
        name="t", seats=2, hardware="twin", layout="reference",
        ring=RingConfig(kind="apa102", leds=6, clock=20, data=20),
    )  # fmt: skip
    ring = open_ring(clash, lambda: 0)
    assert ring is not None
    assert ring.problem.startswith(("the ring's pin GPIO20 can", "the ring's pin 20 can"))
    ring.stop()
