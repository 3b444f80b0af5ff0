"""The config for the LED ring and the floor button, on the Pi's GPIO pins or on a node."""

from collections.abc import Collection, Iterator
from typing import Annotated, Literal

from msgspec import Meta

from controller.config.strict import Strict
from controller.contract.errors import Sentence
from controller.toml.file import Mistake


class RingConfig(Strict, frozen=True):
    """The LED ring: the kind and number of its LEDs, and the index of seat 1's first LED.

    An `apa102` ring is wired to the Pi's GPIO pins (BCM numbers `clock` and `data`); `pins =
    "mock"` simulates the pins. A `node` ring is wired to a node with the role `ring`. `ambient` is
    the light in the room. If it is `usual`, the LEDs run at `brightness` (percent). If it is
    `bright`, they run at full brightness, and if it is `dim`, at a third of `brightness`.
    """

    kind: Literal["none", "apa102", "node"] = "none"
    leds: Annotated[int, Meta(ge=1, le=600)] = 60
    first: Annotated[int, Meta(ge=0, le=599)] = 0
    pins: Literal["auto", "mock"] = "auto"
    clock: Annotated[int, Meta(ge=0, le=27)] = 11
    data: Annotated[int, Meta(ge=0, le=27)] = 10
    brightness: Annotated[int, Meta(ge=1, le=100)] = 30
    ambient: Literal["bright", "usual", "dim"] = "usual"

    def percent(self) -> int:
        """Return the LEDs' brightness in the configured ambient light: 1 to 100 percent."""
        return {"bright": 100, "usual": self.brightness, "dim": -(-self.brightness // 3)}[
            self.ambient
        ]


class FloorButtonConfig(Strict, frozen=True):
    """A button that calls the floor, on one of the Pi's GPIO pins (BCM number)."""

    pin: Annotated[int, Meta(ge=0, le=27)]
    pins: Literal["auto", "mock"] = "auto"


def ring_mistakes(
    ring: RingConfig, button: FloorButtonConfig | None, seats: int, roles: Collection[str] | None
) -> Iterator[Mistake]:
    """Yield the mistakes in the config of the ring and the floor button.

    `seats` is the number of seats at the table. `roles` are the roles of the table's devices, or
    None if the table is simulated.
    """
    if ring.kind != "none" and ring.leds < seats:
        wrong = Sentence("{leds} LEDs are too few for {seats} seats", leds=ring.leds, seats=seats)
        yield Mistake(("ring", "leds"), wrong, Sentence("at least {seats}", seats=seats))
    if ring.kind == "node" and ring.leds > 300:
        wrong = Sentence("{leds} LEDs are too many for a node", leds=ring.leds)
        yield Mistake(("ring", "leds"), wrong, Sentence("at most 300"))
    if ring.kind == "node" and roles is not None and "ring" not in roles:
        right = Sentence('a [[devices]] entry with role = "ring", or kind = "apa102"')
        yield Mistake(("ring", "kind"), Sentence("no node in [[devices]] has the role ring"), right)
    if button is not None and ring.kind == "apa102":
        for key in ("clock", "data"):
            if getattr(ring, key) == button.pin:
                wrong = Sentence(
                    "pin {pin} is already the ring's {key} pin", pin=button.pin, key=key
                )
                yield Mistake(("floor_button", "pin"), wrong, Sentence("a free pin"))
    if ring.first >= ring.leds:
        wrong = Sentence("the ring has no LED {first}", first=ring.first)
        yield Mistake(("ring", "first"), wrong, Sentence("0 to {most}", most=ring.leds - 1))
