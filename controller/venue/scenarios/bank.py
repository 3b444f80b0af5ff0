"""Money statements in a room's scenario: the till, and approval by a second person."""

from collections.abc import Callable

from controller.contract.venue import inputs
from controller.contract.venue.prizes import money
from controller.venue.scenarios.staff import Words


class Till:
    """The script statements about the bank; each applies one input to the room."""

    def __init__(self, tell: Callable[[inputs.AnyRoomInput], None]) -> None:
        self.tell = tell

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
