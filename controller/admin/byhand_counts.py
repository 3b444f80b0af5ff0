"""Parses the stacks and levels that people wrote down during manual play."""

from controller.contract.errors import TapisError
from display.words.locale import N_

OUT = "out"


class ByHandError(TapisError):
    """A count that can't be loaded; the message gives the reason and the right format."""


def parse_stacks(text: str) -> tuple[dict[int, int | None], dict[int, str]]:
    """Parse stacks such as `1=2400,2=0,4=out,5=Eve:3000`; return stacks and newcomers' names.

    Both are keyed by seat. The stack is None for `out`, an empty seat. Raises `ByHandError`.
    """
    stacks: dict[int, int | None] = {}
    names: dict[int, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        seat, equals, said = (word.strip() for word in part.partition("="))
        name, colon, stack = (word.strip() for word in said.rpartition(":"))
        number = stack.replace(" ", "").replace("'", "")
        if not (seat.isdecimal() and equals and (number.isdecimal() or stack == OUT)):
            raise ByHandError(
                N_(
                    '"{part}": expected a seat and its chips, such as 3=2400; use 3=out for a '
                    "player who has left, 3=Eve:2400 for a new player"
                ),
                part=part,
            )
        if int(seat) in stacks:
            raise ByHandError(N_("seat {seat} appears twice"), seat=seat)
        stacks[int(seat)] = None if stack == OUT else int(number)
        if colon and name:
            names[int(seat)] = name
    return stacks, names


def parse_level(text: str) -> tuple[int, ...]:
    """Parse a level, `100/200` or `100/200/25` (with an ante), into its amounts.

    Returns an empty tuple for an empty text. Raises `ByHandError`.
    """
    words = [word.strip() for word in text.split("/")] if text else []
    if words and not (2 <= len(words) <= 3 and all(word.isdecimal() for word in words)):
        raise ByHandError(
            N_('--level "{text}": expected 100/200, or 100/200/25 with an ante'), text=text
        )
    return tuple(map(int, words))
