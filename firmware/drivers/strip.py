"""WS2812 LEDs on a pin, driven without losing data on the serial line.

Each bit takes 1.25 us, so 300 LEDs take 9 ms. With `machine.bitstream`, the processor sends the
bits with interrupts off. Meanwhile, an RP2040's UART can buffer only 32 bytes, which arrive in 2.8
ms at 115200 baud. On a board with state machines (`rp2`), one of them sends the bits and DMA
supplies the bytes, without using the processor or interrupts.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TIMING = (400, 850, 800, 450)
"""The high and low times (ns) of a zero, then those of a one, from the data sheet."""

CYCLE_HZ = 8000000
"""The cycle rate (Hz): a bit is ten cycles, high for 3 of them (a zero) or 7 (a one)."""

MACHINE = 4
"""The number of the state machine used: the first one of the second block, because a Pico W's Wi-Fi
uses the first block."""

TREQ = 8
"""The number of the DMA request that the state machine `MACHINE` raises when it needs data."""


def open_strip(board: "Any", pin: int) -> "Any":
    """Return a driver for the LEDs on a pin, using the best method available on the board."""
    try:
        import rp2
    except ImportError:
        return Bitstream(board, pin)
    return StateStrip(board, rp2, pin)


class Bitstream:
    """LEDs driven by the processor itself, which can't receive anything while it sends."""

    ready = True

    def __init__(self, board: "Any", pin: int) -> None:
        self._machine = board.machine
        self._pin = board.machine.Pin(pin, board.machine.Pin.OUT, value=0)

    def write(self, data: bytearray) -> None:
        """Write the bytes to the LEDs, and return once they have been sent."""
        self._machine.bitstream(self._pin, 0, TIMING, data)


class StateStrip:
    """LEDs driven by an RP2040's state machine; `write` does not block if DMA is available."""

    def __init__(self, board: "Any", rp2: "Any", pin: int) -> None:
        out = board.machine.Pin(pin, board.machine.Pin.OUT, value=0)
        self._states = rp2.StateMachine(MACHINE, _program(rp2), freq=CYCLE_HZ, sideset_base=out)
        self._states.active(1)
        # DMA needs MicroPython 1.22; before that, the processor supplies the bytes, interrupts on.
        self._dma = rp2.DMA() if hasattr(rp2, "DMA") else None
        self._data = bytearray()

    @property
    def ready(self) -> bool:
        """Return whether the previous bytes have been sent, so that new ones can be written."""
        return self._dma is None or not self._dma.active()

    def write(self, data: bytearray) -> None:
        """Start sending the bytes to the LEDs; they must not change until `ready` is true again.

        DMA reads the bytes in place, so this object keeps a reference to them.
        """
        self._data = data
        if self._dma is None:
            self._states.put(data, 24)
            return
        # The bus copies a byte written to a 32-bit port to all four of its bytes.
        control = self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=TREQ)
        self._dma.config(read=data, write=self._states, count=len(data), ctrl=control, trigger=True)


def _program(rp2: "Any") -> "Any":
    """Return the state machine's program, which sends one bit in three parts.

    The line is low, then high, then high for a one or low for a zero.
    """

    @rp2.asm_pio(  # type: ignore[untyped-decorator,unused-ignore]
        sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT,
        autopull=True, pull_thresh=8, fifo_join=rp2.PIO.JOIN_TX,
    )  # fmt: skip
    def ws2812() -> None:
        # ruff: noqa: F821 - the assembler's own names
        wrap_target()  # type: ignore[name-defined]
        label("bit")  # type: ignore[name-defined]
        out(x, 1).side(0)[2]  # type: ignore[name-defined]
        jmp(not_x, "zero").side(1)[2]  # type: ignore[name-defined]
        jmp("bit").side(1)[3]  # type: ignore[name-defined]
        label("zero")  # type: ignore[name-defined]
        nop().side(0)[3]  # type: ignore[name-defined]
        wrap()  # type: ignore[name-defined]

    return ws2812
