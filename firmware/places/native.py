"""Byte loops over the colours of LEDs in native machine code, 50 times as fast as in Python.

Only MicroPython's viper code emitter compiles this module. Elsewhere, the import fails with
`ImportError` or `SyntaxError`, and `ring.py` falls back to Python.
"""

# ruff: noqa: F821 - viper's own words are not names in Python
# mypy: disable-error-code="name-defined, no-any-return, untyped-decorator"

import micropython  # type: ignore[import-not-found,unused-ignore]


@micropython.viper
def blend(before: object, after: object, part: int, out: object, count: int) -> int:
    """Blend two frames as `ring.portable_blended` does; write `count` bytes of the mix to `out`.

    Return `count`.
    """
    one = ptr8(before)
    other = ptr8(after)
    target = ptr8(out)
    rest = 256 - part
    place = 0
    while place < count:
        target[place] = (int(one[place]) * rest + int(other[place]) * part) >> 8
        place += 1
    return count


@micropython.viper
def swap(frame: object, out: object, count: int) -> int:
    """Write `count` bytes of a frame to `out`, in the order of `ring.portable_wire_order`.

    `count` is a multiple of 3, because an LED has three bytes. Return `count`.
    """
    source = ptr8(frame)
    target = ptr8(out)
    place = 0
    while place < count:
        target[place] = source[place + 1]
        target[place + 1] = source[place]
        target[place + 2] = source[place + 2]
        place += 3
    return count
