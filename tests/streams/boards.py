"""Makes the streams of a board: of its cores, its link, its parts, and its roles whole."""

from tests.streams import board, board_link, board_parts, board_roles
from tests.streams.written import Stream

MADE = {**board.CORES, **board_link.LINKS, **board_parts.PARTS, **board_roles.WHOLE}


def every() -> list[Stream]:
    """Return the streams of a board."""
    return [Stream("board", name, lines) for name, lines in MADE.items()]
