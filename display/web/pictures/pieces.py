"""Splits a rendered fragment into the pieces that its template marks with `call cut(name)`."""

import secrets
from collections.abc import Callable

from display.web.live.push_changes import Piece

_HERE = secrets.token_hex(12)
"""Random text that stands in for a piece during rendering; no content contains it."""

Caller = Callable[[], str]


def whole(_name: str, _inside: str = "", *, caller: Caller) -> str:
    """Return the content of a template's `cut` block unchanged, for a page that is sent whole."""
    return caller()


class Cut:
    """Collects the `cut` blocks of one fragment while its template is rendered."""

    def __init__(self) -> None:
        self._cut: list[Piece] = []

    def __call__(self, name: str, inside: str = "", *, caller: Caller) -> str:
        """Store a block as the piece `name`, and return a placeholder to be rendered in its place.

        `name` is the id of the block's element. `inside` is the element to wrap around the
        block when it is sent on its own, or "" for none.
        """
        self._cut.append(Piece(str(caller()).strip(), name, inside))
        return _HERE

    def pieces(self, html: str) -> tuple[Piece, ...]:
        """Return the pieces of the fragment rendered as `html`, in order."""
        around = html.split(_HERE)
        found = [Piece(around[0])]
        for one, behind in zip(self._cut, around[1:], strict=True):
            found += [one, Piece(behind)]
        return tuple(one for one in found if one.html)
