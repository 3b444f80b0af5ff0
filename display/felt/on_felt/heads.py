"""What is on a player's head, beside their name at the seat."""

from display.felt.drawing.layout import Box
from display.words.names import Words


def head_beside(name: Box) -> tuple[Box, Box]:
    """Return where the name stands, and where beside it what is on the player's head."""
    wide = name.w * 2 // 5
    return Box(name.x, name.y, name.w - wide - 2, name.h), Box(
        name.right - wide, name.y, wide, name.h
    )


def head_ways(worth: int, said: Words) -> tuple[str, str]:
    """Return how a head's worth is written, the longest way first."""
    return said.amount(worth), said.short_amount(worth)
