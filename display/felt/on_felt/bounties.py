"""The bounty for eliminating a player, shown next to their name at the seat."""

from display.felt.drawing.layout import Box
from display.words.names import Words


def head_beside(name: Box) -> tuple[Box, Box]:
    """Split a name's box: return the box left for the name, and one to its right for the bounty."""
    wide = name.w * 2 // 5
    return Box(name.x, name.y, name.w - wide - 2, name.h), Box(
        name.right - wide, name.y, wide, name.h
    )


def head_ways(worth: int, said: Words) -> tuple[str, str]:
    """Return two ways to write a bounty: in full, and rounded."""
    return said.amount(worth), said.short_amount(worth)
