"""A table's most recent hands, each stored as the table's state at the end of every street."""

from typing import Final

import msgspec

from controller.contract.public import PublicState

MOST_HANDS: Final = 5
MOST_PICTURES: Final = 8


class SeenHand(msgspec.Struct, frozen=True, gc=False):
    """A hand, as a few states of the table.

    `number` is the hand's number. `pictures` are states as JSON: one at the end of each street, and
    one at the end of the hand. `over` means that the hand has ended, and the last state shows it.
    """

    number: int
    pictures: tuple[bytes, ...] = ()
    over: bool = False


def with_picture(
    hands: tuple[SeenHand, ...], before: PublicState | None, now: PublicState | None
) -> tuple[SeenHand, ...]:
    """Return the stored hands, with a state added if a street or the hand has just ended.

    `before` and `now` are the table's last two states. A state may be None if it is unknown.
    """
    if before is None or now is None or before is now or now.hand != before.hand or not now.hand:
        return hands
    ended = now.phase == "over" and (before.phase != "over" or bool(now.awards))
    if len(now.board) == len(before.board) and not ended:
        return hands
    hand = hands[-1] if hands and hands[-1].number == now.hand else SeenHand(now.hand)
    kept = hand.pictures[:-1] if hand.over else hand.pictures
    if len(now.board) > len(before.board):
        kept = (*kept, msgspec.json.encode(before))
    if ended:
        kept = (*kept, msgspec.json.encode(now))
    hand = SeenHand(now.hand, kept[-MOST_PICTURES:], ended)
    others = tuple(one for one in hands if one.number != now.hand)
    return (*others, hand)[-MOST_HANDS:]
