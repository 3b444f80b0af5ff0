"""Probe the Pi's own pins with the current user's rights: `python -m hardware.pins.pin_probe 17`.

The probe briefly claims each line through lgpio, as the controller does, and releases it. Standard
output is one line of JSON.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

HEADERS: Final = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""The possible labels of the GPIO chip that the header is connected to: on models up to the Pi 3,
on the Pi 4, and on the Pi 5."""

TAKEN: Final = 1
"""The flag of a GPIO line that is in use by the kernel or a program."""


class PinSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of a pin.

    `pin` is its number. `chip` is its GPIO chip, and `line` its number on that chip. `holder` is
    the program that has claimed it, "the kernel", or "" if it is free. `problem` is what went
    wrong, or "".
    """

    pin: int
    chip: str = ""
    line: int = 0
    holder: str = ""
    problem: str = ""


def seen(pins: list[int], devices: Path = Path("/dev")) -> Iterator[PinSeen]:
    """Yield the state of each pin. Problems are reported in `problem`, never raised."""
    try:
        # The import may raise anything if the folder is not writable; calls raise lgpio's errors.
        import lgpio

        names = [chip.name for chip in devices.glob("gpiochip*")]
        chips = sorted(int(name.removeprefix("gpiochip")) for name in names)
        header = _header(lgpio, chips) if chips else None
    except Exception as error:  # noqa: BLE001
        yield from (PinSeen(pin, problem=_said(error)) for pin in pins)
        return
    if header is None:
        yield from (PinSeen(pin, problem="no /dev/gpiochip*") for pin in pins)
        return
    handle, name = header
    for pin in pins:
        yield _of(lgpio, handle, name, pin)
    lgpio.gpiochip_close(handle)


def _header(lgpio: Any, numbers: list[int]) -> tuple[int, str]:
    """Return an open handle to the GPIO chip of the Pi's header, and the chip's name.

    If no chip is known to be the header's, return the first that can be opened.
    """
    opened: list[tuple[bool, int, str]] = []
    wrong: Exception | None = None
    for number in numbers:
        try:
            handle = lgpio.gpiochip_open(number)
        except Exception as error:  # noqa: BLE001 - another chip may be the right one
            wrong = wrong or error
            continue
        label = str(lgpio.gpio_get_chip_info(handle)[3])
        opened.append((label in HEADERS, handle, f"gpiochip{number} ({label})"))
    if not opened:
        raise wrong or OSError("no chip can be opened")
    chosen = max(opened, key=lambda one: one[0])
    for one in opened:
        if one is not chosen:
            lgpio.gpiochip_close(one[1])
    return chosen[1:]


def _of(lgpio: Any, handle: int, chip: str, pin: int) -> PinSeen:
    try:
        _, line, flags, _, user = lgpio.gpio_get_line_info(handle, pin)
        if flags & TAKEN:
            return PinSeen(pin, chip, line, user or "the kernel")
        lgpio.gpio_claim_input(handle, pin)
        lgpio.gpio_free(handle, pin)
    except Exception as error:  # noqa: BLE001 - lgpio has an error of its own
        return PinSeen(pin, chip, pin, problem=_said(error))
    return PinSeen(pin, chip, line)


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    found = tuple(seen([int(word) for word in sys.argv[1:]]))
    sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
