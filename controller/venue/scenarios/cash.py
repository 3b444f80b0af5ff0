"""Cash game and money statements in a room's scenario: at the desk, at the till, and day by day."""

from collections.abc import Callable

from controller.contract.rules import Entry
from controller.contract.venue import inputs
from controller.contract.venue.cash_game import cash, waiting
from controller.contract.venue.prizes import money
from controller.venue.scenarios.staff import Words, seat_of


class Cashier:
    """The statements for a cash game and the bank; each applies one input to the room."""

    def __init__(self, tell: Callable[[inputs.AnyRoomInput], None]) -> None:
        self.tell = tell

    def comes(self, words: Words) -> None:
        """`comes ID [level N] [owner]`: a player registers for a cash game.

        `level` is the player's rank, which limits how many hands a day they may play. `owner` means
        that they own the house.
        """
        level = int(words[words.index("level") + 1]) if "level" in words else 1
        said = inputs.PlayerEntered(player=words[0], level=level, owner="owner" in words)
        self.tell(said)

    def buys_in(self, words: Words) -> None:
        """`buys-in ID T-S CHIPS [dealt-in|wait-big-blind|post-now]`: a player buys in at a seat."""
        entry = Entry(words[3]) if len(words) > 3 else Entry.DEALT_IN
        player, seat, chips = words[:3]
        said = cash.BoughtIn(player=player, seat=seat_of(seat), chips=int(chips), entry=entry)
        self.tell(said)

    def cashes_out(self, words: Words) -> None:
        """`cashes-out ID`: a player cashes out."""
        self.tell(cash.CashedOut(player=words[0]))

    def day(self, words: Words) -> None:
        """`day DATE`: a new day begins."""
        self.tell(cash.DayBegan(day=words[0]))

    def waits(self, words: Words) -> None:
        """`waits ID [TABLE ...]`: a player joins the waiting list, for these tables or any."""
        self.tell(waiting.ListJoined(player=words[0], tables=tuple(map(int, words[1:]))))

    def waits_no_more(self, words: Words) -> None:
        """`waits-no-more ID`: a player leaves the waiting list."""
        self.tell(waiting.ListLeft(player=words[0]))

    def call(self, words: Words) -> None:
        """`call [ID]`: a free seat is reserved for a player on the list, by default the first."""
        self.tell(waiting.SeatCalled(whom=words[0] if words else ""))

    def comes_when_called(self, words: Words) -> None:
        """`comes-when-called ID`: a called player confirms that they are coming."""
        self.tell(waiting.CallAnswered(player=words[0]))

    def says_coming(self, words: Words) -> None:
        """`says-coming ID`: a called player confirms on their own page that they are coming."""
        self.tell(waiting.ComingSaid(player=words[0]))

    def lets_pass(self, words: Words) -> None:
        """`lets-pass ID`: a called player declines the seat."""
        self.tell(waiting.CallAnswered(player=words[0], comes=False))

    def feeds(self, words: Words) -> None:
        """`feeds T TO`: table T feeds table TO by must-moves from now on; TO 0 ends this."""
        self.tell(waiting.TableFeeds(table=int(words[0]), to=int(words[1])))

    def bank_opens(self, words: Words) -> None:
        """`bank-opens BY AMOUNT`: a cashier opens a session with this amount in the till."""
        self.tell(money.BankOpened(cashier=words[0], amount=int(words[1])))

    def bank_closes(self, words: Words) -> None:
        """`bank-closes BY AMOUNT`: the session ends with this amount counted."""
        self.tell(money.BankClosed(cashier=words[0], amount=int(words[1])))

    def pays_out(self, words: Words) -> None:
        """`pays-out BY ID`: a player is paid the amount owed to them."""
        self.tell(money.PaidOut(cashier=words[0], player=words[1]))

    def second(self, words: Words) -> None:
        """`second BY N yes|no`: a second person approves or rejects action N."""
        said = money.MoneyApproved(cashier=words[0], number=int(words[1]), agrees=words[2] == "yes")
        self.tell(said)
