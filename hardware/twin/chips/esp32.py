"""The limits of an ESP32's `machine` module compared with an RP2040's; loaded after `machine.py`.

Sources: docs/esp32/quickref.rst and ports/esp32/machine_timer.c in MicroPython.
"""

# ruff: noqa: F821 - the names of machine.py
_FEWER_PINS, _FEWER_SPI, _FEWER_TIMERS = Pin, SPI, Timer

NO_PINS = (6, 7, 8, 9, 10, 11, 20, 24, 28, 29, 30, 31)
"""Pins that can't be used: some are wired to the flash, and others do not exist."""


class Pin(_FEWER_PINS):
    def __init__(self, number, mode=-1, pull=-1, *, value=None):
        if number in NO_PINS or number > 39 or (number > 33 and mode == Pin.OUT):
            raise ValueError("invalid pin")
        super().__init__(number, mode, pull, value=value)


class SPI(_FEWER_SPI):
    def __init__(self, bus, baudrate=1000000, **pins):
        if bus not in (1, 2):
            raise ValueError("SPI(%d) doesn't exist" % bus)
        super().__init__(bus, baudrate, **pins)


class Timer(_FEWER_TIMERS):
    ALL = _FEWER_TIMERS.ALL
    NOW = _FEWER_TIMERS.NOW

    def __init__(self, id=-1):
        super().__init__(id)
        self._id = id

    def init(self, *, period=1, callback=None, **more):
        if self._id == -1 and period < 10:
            raise ValueError("period too small for soft timer")
        super().init(period=period, callback=callback, **more)
