"""What happens to a cash game in a room's scenario: at the desk, and from day to day."""

from collections.abc import Callable

from controller.contract.rules import Entry
from controller.contract.venue import cash, inputs
from controller.venue.scenario_staff import Words, seat_of


class Cashier:
    """The statements of a cash game: each tells what happens."""

    def __init__(self, tell: Callable[[inputs.AnyRoomInput], None]) -> None:
        self.tell = tell

    def comes(self, words: Words) -> None:
        """`comes ID [level N] [owner]`: a player comes to a cash game; the house may be theirs."""
        level = int(words[words.index("level") + 1]) if "level" in words else 1
        said = inputs.PlayerEntered(player=words[0], level=level, owner="owner" in words)
        self.tell(said)

    def buys_in(self, words: Words) -> None:
        """`buys-in ID T-S CHIPS [dealt-in|wait-big-blind|post-now]`: a player buys a seat."""
        entry = Entry(words[3]) if len(words) > 3 else Entry.DEALT_IN
        player, seat, chips = words[:3]
        said = cash.BoughtIn(player=player, seat=seat_of(seat), chips=int(chips), entry=entry)
        self.tell(said)

    def cashes_out(self, words: Words) -> None:
        """`cashes-out ID`: a player turns their chips back."""
        self.tell(cash.CashedOut(player=words[0]))

    def day(self, words: Words) -> None:
        """`day DATE`: another day has begun."""
        self.tell(cash.DayBegan(day=words[0]))
