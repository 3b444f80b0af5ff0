"""Cash game and money statements in a room's scenario: at the desk, at the till, and day by day."""

from typing import Final

from controller.contract.rules import Entry
from controller.contract.venue import inputs
from controller.contract.venue.cash_game import cash, waiting
from controller.contract.venue.prizes import money
from controller.venue.scenarios.staff import Inputs, after, seat_of

CASH: Final[Inputs] = {
    # A player registers for a cash game. `level` is the player's rank, which limits how many hands
    # a day they may play. `owner` means that they own the house.
    "comes ID [level N] [owner]": lambda words: inputs.PlayerEntered(
        player=words[0], level=int(after(words, "level", "1")), owner="owner" in words
    ),
    "buys-in ID T-S CHIPS [dealt-in|wait-big-blind|post-now]": lambda words: cash.BoughtIn(
        player=words[0], seat=seat_of(words[1]), chips=int(words[2]),
        entry=Entry(words[3]) if len(words) > 3 else Entry.DEALT_IN,
    ),
    "cashes-out ID": lambda words: cash.CashedOut(player=words[0]),
    "day DATE": lambda words: cash.DayBegan(day=words[0]),
    "waits ID [TABLE ...]": lambda words: waiting.ListJoined(
        player=words[0], tables=tuple(map(int, words[1:]))
    ),
    "waits-no-more ID": lambda words: waiting.ListLeft(player=words[0]),
    "call [ID]": lambda words: waiting.SeatCalled(whom=words[0] if words else ""),
    "comes-when-called ID": lambda words: waiting.CallAnswered(player=words[0]),
    "says-coming ID": lambda words: waiting.ComingSaid(player=words[0]),
    "lets-pass ID": lambda words: waiting.CallAnswered(player=words[0], comes=False),
    "feeds T TO": lambda words: waiting.TableFeeds(table=int(words[0]), to=int(words[1])),
    "bank-opens BY AMOUNT": lambda words: money.BankOpened(cashier=words[0], amount=int(words[1])),
    "bank-closes BY AMOUNT": lambda words: money.BankClosed(cashier=words[0], amount=int(words[1])),
    "pays-out BY ID": lambda words: money.PaidOut(cashier=words[0], player=words[1]),
    "second BY N yes|no": lambda words: money.MoneyApproved(
        cashier=words[0], number=int(words[1]), agrees=words[2] == "yes"
    ),
}  # fmt: skip
"""The statements for a cash game and the bank, each with the function that makes its input."""
