"""Takes a fragment apart as its template makes it: what is in a `call cut(name)` can go alone."""

import secrets
from collections.abc import Callable

from display.web.live.streams import Piece

_HERE = secrets.token_hex(12)
"""Stands for a piece until all are made. Nobody who writes on a page knows it."""

Caller = Callable[[], str]


def whole(_name: str, _inside: str = "", *, caller: Caller) -> str:
    """Return what a template has between its marks: nothing is cut out."""
    return caller()


class Cut:
    """Keeps what a template has between its marks, for one fragment."""

    def __init__(self) -> None:
        self._cut: list[Piece] = []

    def __call__(self, name: str, inside: str = "", *, caller: Caller) -> str:
        """Take a piece out, the element with this id."""
        self._cut.append(Piece(str(caller()).strip(), name, inside))
        return _HERE

    def pieces(self, html: str) -> tuple[Piece, ...]:
        """Return all that a fragment consists of, in its order."""
        around = html.split(_HERE)
        found = [Piece(around[0])]
        for one, behind in zip(self._cut, around[1:], strict=True):
            found += [one, Piece(behind)]
        return tuple(one for one in found if one.html)
