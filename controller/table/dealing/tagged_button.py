"""The dealer button: where it is, whether it is at the right seat, and how to move it."""

from msgspec.structs import replace

from controller.contract.observations import ButtonAt
from controller.contract.rules import Kind
from controller.table.dealing.dealing_errors import window
from controller.table.rulings import found
from controller.table.state import Play


def button_at(play: Play, seen: ButtonAt) -> None:
    """Handle a tagged button that has come to rest in front of a seat.

    The position is checked only during a hand, because between hands the button is being moved.
    """
    seat, hand = seen.seat, play.hand
    play.devices(button_at=seat)
    if not hand.running or seat == hand.button:
        return
    if any(ruling.kind is Kind.BUTTON_WRONG for ruling in play.table.rulings):
        return
    acted = hand.street > 0 or hand.round.acts > 0
    tags = {"after-action" if acted else "before-action", window(play)}
    found(play, Kind.BUTTON_WRONG, seat=seat, tags=tags)


def put_button(play: Play, seat: int, small_blind: int = 0) -> None:
    """Set the seat that has the button in the next hand, regardless of the last hand's blinds.

    `small_blind` is the position of a dead small blind: the seat of the last big blind, whose
    player has left. 0 means that the small blind is not dead.
    """
    button, small, big = (0, seat, small_blind) if small_blind else (seat, 0, 0)
    played = replace(play.table.played, button=button, small_blind=small, big_blind=big)
    play.table = replace(play.table, played=played)
