"""The hardware of a shoe: a servo, a stepper motor, and digital input lines."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

SERVO_HZ = 50
HALF_STEP_US = 500
"""Half the time of a step (us): 1,000 steps a second, slow enough to start without a ramp."""


class Inputs:
    """Input lines, some of which may be missing."""

    def __init__(self, machine: "Any", pins: "Sequence[int | None]") -> None:
        pin = machine.Pin
        self._pins = [None if n is None else pin(n, pin.IN, pin.PULL_DOWN) for n in pins]

    def read(self) -> "tuple[bool | None, ...]":
        """Return whether each line is high, or None for a line that does not exist."""
        return tuple([None if pin is None else bool(pin.value()) for pin in self._pins])


class Servo:
    """A hobby servo on a PWM pin."""

    def __init__(self, machine: "Any", pin: int) -> None:
        self._pwm = machine.PWM(machine.Pin(pin))
        self._pwm.freq(SERVO_HZ)
        self._pwm.duty_ns(0)

    def pulse(self, us: int) -> None:
        """Drive the servo with pulses of this length (us); 0 releases it."""
        self._pwm.duty_ns(us * 1000)


class Stepper:
    """A stepper driver with step, direction and enable (low: on) pins."""

    def __init__(self, board: "Any", pins: "dict[str, int]") -> None:
        pin = board.machine.Pin
        self._sleep_us = board.sleep_us
        self._step = pin(pins["step"], pin.OUT, value=0)
        self._direction = pin(pins["direction"], pin.OUT, value=0)
        self._enable = pin(pins["enable"], pin.OUT, value=1) if "enable" in pins else None

    def move(self, steps: int) -> None:
        """Make this many steps of 1 ms each, backwards below 0; return once they are done."""
        if self._enable is not None:
            self._enable.value(0)
        self._direction.value(1 if steps < 0 else 0)
        for _ in range(abs(steps)):
            self._step.value(1)
            self._sleep_us(HALF_STEP_US)
            self._step.value(0)
            self._sleep_us(HALF_STEP_US)

    def off(self) -> None:
        """Release the motor."""
        if self._enable is not None:
            self._enable.value(1)
