"""Parses TOML text, and raises a single exception type for every kind of error."""

import re
import tomllib
from collections.abc import Callable
from typing import Any

from controller.contract.errors import Sentence, TapisError


class NotToml(TapisError, ValueError):
    """Text that is not TOML or can't be read.

    `line` is the line of the error, or 0 if unknown. `wrong` is the reason, and `right` the
    correction, or "" if unknown.
    """

    def __init__(self, said: str, line: int, wrong: str, right: str = "") -> None:
        """Store the parts of the error; `said` is the whole error as one sentence."""
        super().__init__(said)
        self.line = line
        self.wrong = wrong
        self.right = right


def parse(text: str, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """Parse TOML text and return its values. Raises `NotToml`."""
    try:
        return tomllib.loads(text, parse_float=parse_float)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found.group(1)) if found else text.count("\n") + 1
        wrong = re.sub(r" \(at .*\)$", "", str(error))
        raise NotToml(str(error), line, Sentence("is not TOML: {wrong}", wrong=wrong)) from None
    except RecursionError:
        wrong = Sentence("is nested too deeply")
        right = Sentence("TOML tables and lists, only a few levels deep")
        raise NotToml(f"it {wrong}", 0, wrong, right) from None
    except ValueError:
        # Python refuses numbers of more than 4,300 digits.
        wrong = Sentence("contains a number with thousands of digits")
        raise NotToml(f"it {wrong}", 0, wrong, "a shorter number") from None
