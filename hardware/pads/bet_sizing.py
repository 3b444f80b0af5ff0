"""The chips by which an amount on a seat's pad changes, and those that make up the amount."""

from collections.abc import Sequence


def legal_chips(chips: Sequence[int], multiple: int) -> tuple[int, ...]:
    """Return the chips that are multiples of `multiple`, or `(multiple,)` if there are none.

    They are the steps by which an amount that must be a multiple of `multiple` may be changed.
    """
    return tuple(chip for chip in chips if chip % multiple == 0) or (multiple,)


def first_chip(chips: Sequence[int], big_blind: int) -> int:
    """Return the chip preselected for a raise: the largest up to the big blind, or the first."""
    return max((chip for chip in chips if chip <= big_blind), default=chips[0])


def next_chip(chips: Sequence[int], chip: int) -> int:
    """Return the chip after `chip`, wrapping around; the first if `chip` is not in `chips`."""
    place = chips.index(chip) if chip in chips else -1
    return chips[(place + 1) % len(chips)]


def made_up(amount: int, chips: Sequence[int]) -> dict[int, int]:
    """Return the number of chips of each value that make up an amount, ignoring any remainder."""
    counts, left = {}, amount
    for chip in reversed(chips):
        counts[chip], left = divmod(left, chip)
    if left and not amount % chips[0]:
        return {chip: amount // chip if chip == chips[0] else 0 for chip in chips}
    return counts
