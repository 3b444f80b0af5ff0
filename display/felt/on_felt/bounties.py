"""The bounty on a player's head, shown beside their name at the seat."""

from display.felt.drawing.layout import Box
from display.words.names import Words


def head_beside(name: Box) -> tuple[Box, Box]:
    """Return the box for the name, and the box beside it for the bounty."""
    wide = name.w * 2 // 5
    return Box(name.x, name.y, name.w - wide - 2, name.h), Box(
        name.right - wide, name.y, wide, name.h
    )


def head_ways(worth: int, said: Words) -> tuple[str, str]:
    """Return two ways to write a bounty: in full, and rounded."""
    return said.amount(worth), said.short_amount(worth)
