"""Mutations of valid samples: the results are nearly valid, and so get deep into the parsers.

Everything is drawn from the given random number generator, so each sample can be reproduced.
"""

import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Final

DEEPEST: Final = 10_000

NUMBERS: Final = (
    "0", "-0", "1", "-1", "10", "11", "255", "256", "65536", "2147483648", "1000000000",
    "1000000001", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "1" + "0" * 32, "9" * 400, "7" * 5000,
    "0.5", "1e3", "1e19", "1e308", "1e400", "1e99999999", "-1e99999999", "1e-99999999", "nan",
    "inf", "1_000", "0x1f", "007", "1979-05-27",
)  # fmt: skip
"""Numbers as text, from usual ones to those that no machine word can hold."""

TEXTS: Final = (
    "", " ", "\u00b2", "\u00bd", "\u0663", "\u2460", "\uff11", "\u0969\u0968", "e\u0301",
    "\u0130", "\u017f", "\u00df", "\ufeff", "\u202e", "\u2028", "\u0085", "\x00", "\x1b[2J", "\r",
    "\U0001f0a1", "\U0010ffff", "x" * 201, "x" * 70_000, "'", '"', "\\", "#", "%s{0}", "..",
    "../../etc/passwd", "/dev/zero", "true", "null", "Ah", "hand.3", "hand.\u00b2", "board",
)  # fmt: skip
"""Words with lookalike digits or direction marks, or with a special meaning elsewhere."""

BITS: Final = (
    b"\x00",
    b"\xff",
    b"\xc3\x28",
    b"\xed\xa0\x80",
    b"\r",
    b"\n",
    b"\x1f\x8b",
    b"[",
    b"{",
)
_TOKEN: Final = re.compile(r"\d+(?:\.\d+)?|\w+|\s+|[^\w\s]")


def odd_bytes(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """Return data with one to four places changed; pieces of `other` may be inserted."""
    for _ in range(rng.randint(1, 4)):
        data = rng.choice(_BYTES)(rng, data, other)
    return data


def odd_text(rng: random.Random, text: str, other: str) -> str:
    """Return a text with one to four words replaced; words of `other` may be inserted."""
    words = _TOKEN.findall(text) or [""]
    strange = _TOKEN.findall(other) or [""]
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(words))
        match rng.randrange(7):
            case 0:
                words[place] = odd_word(rng)
            case 1:
                words[place] = rng.choice(strange)
            case 2:
                words[place] = rng.choice(words)
            case 3:
                words[place] = ""
            case 4:
                words.insert(place, words[place])
            case 5:
                length = rng.randint(1, 20)
                begin = rng.randrange(len(strange))
                words[place:place] = strange[begin : begin + length]
            case _:
                digits = [at for at, word in enumerate(words) if word.isdigit()]
                words[rng.choice(digits) if digits else place] = rng.choice(NUMBERS)
    return "".join(words)


def odd_word(rng: random.Random) -> str:
    """Return an unexpected number or text, or brackets nested up to `DEEPEST`."""
    match rng.randrange(20):
        case 0:
            return "[" * rng.choice((9, 100, 1000, DEEPEST))
        case 1:
            depth = rng.choice((9, 100, 1000, DEEPEST))
            return "[" * depth + "]" * depth
        case 2:
            return '{"a":' * rng.choice((9, 1000, DEEPEST))
        case number if number < 11:
            return rng.choice(NUMBERS)
        case _:
            return rng.choice(TEXTS)


def odd_json(rng: random.Random) -> str:
    """Return a value as JSON, or as nearly valid JSON."""
    match rng.randrange(8):
        case 0 | 1 | 2:
            return rng.choice(NUMBERS)
        case 3 | 4:
            return quoted(rng.choice(TEXTS))
        case 5:
            return rng.choice(("null", "true", "[]", "{}", '[""]', '{"":0}', "[1,2]"))
        case 6:
            depth = rng.choice((7, 8, 9, 100, 974, 1000, DEEPEST))
            return "[" * depth + "]" * depth
        case _:
            depth = rng.choice((7, 8, 9, 100, 974, 1000, DEEPEST))
            return '{"a":' * depth + "0" + "}" * depth


def quoted(text: str) -> str:
    """Return a text as a JSON string, with control characters left raw."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def odd_file(rng: random.Random, samples: Sequence[bytes]) -> bytes:
    """Return a text sample with words or bytes changed, rarely unchanged."""
    data, other = rng.choice(samples), rng.choice(samples)
    if rng.random() < 0.75:
        text = odd_text(rng, data.decode("utf-8", "replace"), other.decode("utf-8", "replace"))
        data = text.encode("utf-8", "surrogatepass")
    if rng.random() < 0.3:
        data = odd_bytes(rng, data, other)
    return data


def _place(rng: random.Random, data: bytes) -> int:
    return rng.randrange(len(data) + 1)


def _flipped(rng: random.Random, data: bytes, _: bytes) -> bytes:
    if not data:
        return b"\x80"
    changed = bytearray(data)
    changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _put_in(rng: random.Random, data: bytes, _: bytes) -> bytes:
    place = _place(rng, data)
    return data[:place] + rng.choice((*BITS, rng.randbytes(rng.randint(1, 8)))) + data[place:]


def _cut_out(rng: random.Random, data: bytes, _: bytes) -> bytes:
    begin = _place(rng, data)
    return data[:begin] + data[begin + rng.randint(1, 40) :]


def _cut_off(rng: random.Random, data: bytes, _: bytes) -> bytes:
    return data[: _place(rng, data)]


def _twice(rng: random.Random, data: bytes, _: bytes) -> bytes:
    begin = _place(rng, data)
    end = begin + rng.randint(1, 60)
    return data[:end] + data[begin:end] * rng.choice((1, 1, 1, 50)) + data[end:]


def _spliced(rng: random.Random, data: bytes, other: bytes) -> bytes:
    place, begin = _place(rng, data), _place(rng, other)
    length = rng.randint(1, 80)
    return data[:place] + other[begin : begin + length] + data[place + rng.randint(0, length) :]


_BYTES: Final[tuple[Callable[[random.Random, bytes, bytes], bytes], ...]] = (
    _flipped, _flipped, _put_in, _cut_out, _cut_off, _twice, _spliced,
)  # fmt: skip


def chance_for(kind: str, seed: int, number: int) -> random.Random:
    """Return the generator of one sample, independent of the samples before it."""
    return random.Random(f"{kind} {seed} {number}")


def maybe(rng: random.Random, usual: object, odd: float = 0.25) -> str:
    """Return a usual value as JSON, or an odd one with probability `odd`."""
    if rng.random() < odd:
        return odd_json(rng)
    return json.dumps(usual, ensure_ascii=False)
