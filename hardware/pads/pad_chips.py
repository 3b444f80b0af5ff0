"""The chips that make up an amount entered on a seat's pad."""

from collections.abc import Sequence


def made_up(amount: int, chips: Sequence[int]) -> dict[int, int]:
    """Return how many chips of each value make up an amount, ignoring any remainder."""
    counts, left = {}, amount
    for chip in reversed(chips):
        counts[chip], left = divmod(left, chip)
    if left and not amount % chips[0]:
        return {chip: amount // chip if chip == chips[0] else 0 for chip in chips}
    return counts
