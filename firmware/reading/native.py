"""Loops over the bytes of frames in native machine code, 20 times as fast as in Python.

Only MicroPython's viper code emitter can compile this module. Elsewhere, the import fails with
`ImportError` or `SyntaxError`, and the importing modules fall back to Python (`wire.py`,
`iso15693.py`).
"""

# ruff: noqa: F821 - viper's own words are not names in Python
# mypy: disable-error-code="name-defined, no-any-return, untyped-decorator"

import micropython  # type: ignore[import-not-found,unused-ignore]


@micropython.viper
def crc_ccitt(data: object, count: int, crc: int) -> int:
    """Return the CRC of the first `count` bytes, as `wire.portable_crc` does.

    `crc` is the CRC of the bytes before them, or 0xFFFF if there are none.
    """
    source = ptr8(data)
    place = 0
    while place < count:
        part = (crc >> 8 ^ int(source[place])) & 255
        part ^= part >> 4
        crc = (crc << 8 ^ part << 12 ^ part << 5 ^ part) & 65535
        place += 1
    return crc


@micropython.viper
def crc_iso(data: object, count: int) -> int:
    """Return the CRC of the first `count` bytes, as `iso15693.portable_crc16` does."""
    source = ptr8(data)
    crc = 65535
    place = 0
    while place < count:
        part = (crc ^ int(source[place])) & 255
        part = (part ^ part << 4) & 255
        crc = crc >> 8 ^ part << 8 ^ part << 3 ^ part >> 4
        place += 1
    return crc ^ 65535


@micropython.viper
def stuff(data: object, count: int, out: object) -> int:
    """Encode the first `count` bytes of `data` into `out`, as `wire.portable_stuff` does.

    Return the number of bytes written.
    """
    source = ptr8(data)
    target = ptr8(out)
    place = 0
    head = 0
    end = 1
    code = 1
    while place < count:
        byte = int(source[place])
        place += 1
        if byte:
            target[end] = byte
            end += 1
            code += 1
        if byte == 0 or (code == 255 and place < count):
            target[head] = code
            head = end
            end += 1
            code = 1
    target[head] = code
    return end


@micropython.viper
def unstuff(data: object, count: int, out: object) -> int:
    """Decode the first `count` bytes of `data` into `out`, as `wire.portable_unstuff` does.

    Return the number of bytes written, or -1 if `data` is invalid.
    """
    source = ptr8(data)
    target = ptr8(out)
    place = 0
    end = 0
    while place < count:
        code = int(source[place])
        after = place + code
        if code == 0 or after > count:
            return -1
        place += 1
        while place < after:
            byte = int(source[place])
            if byte == 0:
                return -1
            target[end] = byte
            end += 1
            place += 1
        if code != 255 and place < count:
            target[end] = 0
            end += 1
    return end
