"""The hardware drivers for a shoe: a servo, a stepper motor, and digital inputs."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

SERVO_HZ = 50
HALF_STEP_US = 500
"""Half the duration (us) of a step. At 1,000 steps per second, the motor needs no ramp."""


class Inputs:
    """A group of digital inputs, some of which may be absent."""

    def __init__(self, machine: "Any", pins: "Sequence[int | None]") -> None:
        pin = machine.Pin
        self._pins = [None if n is None else pin(n, pin.IN, pin.PULL_DOWN) for n in pins]

    def read(self) -> "tuple[bool | None, ...]":
        """Return whether each input is high, or None for an absent input."""
        return tuple([None if pin is None else bool(pin.value()) for pin in self._pins])


class Servo:
    """A hobby servo on a PWM pin."""

    def __init__(self, machine: "Any", pin: int) -> None:
        self._pwm = machine.PWM(machine.Pin(pin))
        self._pwm.freq(SERVO_HZ)
        self._pwm.duty_ns(0)

    def pulse(self, us: int) -> None:
        """Drive the servo with pulses of `us` microseconds; 0 releases it."""
        self._pwm.duty_ns(us * 1000)


class Stepper:
    """A stepper driver with step, direction and enable (active low) pins."""

    def __init__(self, board: "Any", pins: "dict[str, int]") -> None:
        pin = board.machine.Pin
        self._sleep_us = board.sleep_us
        self._step = pin(pins["step"], pin.OUT, value=0)
        self._direction = pin(pins["direction"], pin.OUT, value=0)
        self._enable = pin(pins["enable"], pin.OUT, value=1) if "enable" in pins else None

    def move(self, steps: int) -> None:
        """Make `steps` steps of 1 ms each, backwards if negative; returns once they are done."""
        if self._enable is not None:
            self._enable.value(0)
        self._direction.value(1 if steps < 0 else 0)
        for _ in range(abs(steps)):
            self._step.value(1)
            self._sleep_us(HALF_STEP_US)
            self._step.value(0)
            self._sleep_us(HALF_STEP_US)

    def off(self) -> None:
        """Disable the driver, which releases the motor."""
        if self._enable is not None:
            self._enable.value(1)
