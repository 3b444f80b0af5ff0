"""Writes actions as CSV for spreadsheets and data frames, one row per action.

Each row also contains facts about the hand.
"""

import csv
from collections.abc import Iterable
from io import StringIO

from controller.play.formats.course import Course
from controller.play.records.hand_record import WHOLE, HandRecord, Where, local_time
from controller.play.records.recorded import StreetDealt, TabledHand

COLUMNS = (
    "hand_id", "table", "hand", "time", "game", "structure", "small_blind", "big_blind", "ante",
    "button", "street", "board", "nth", "seat", "player", "stack", "cards", "action", "amount",
    "to", "all_in", "notes",
)  # fmt: skip


AMOUNTS = ("small_blind", "big_blind", "ante", "stack", "amount", "to")


def rows(hands: Iterable[HandRecord], where: Where) -> str:
    """Return all hands as CSV text (RFC 4180): a header row, then one row per action.

    `where` gives the time zone and the unit of the amounts. The column `action` contains a post, a
    player's action, `deal` (for a street, in a row without a seat), `shows`, `mucks`, `returned`,
    `wins` or `rake`.

    The column `stack` has the player's stack before the action. `to` has the amount in front of the
    player after the action or, for `wins` and `rake`, the number of the pot. `cards` is empty if a
    player's hole cards are not known. Notes on irregularities are only in a hand's first row.
    """
    out = StringIO()
    told = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\n")
    told.writeheader()
    for hand in hands:
        _Rows(told, hand, where).write()
    return out.getvalue()


class _Rows:
    """Writes the rows of one hand, tracking stacks and the board from action to action."""

    def __init__(self, told: "csv.DictWriter[str]", record: HandRecord, where: Where) -> None:
        self.told = told
        self.where = where
        self.record = record
        self.read = Course(record)
        self.names = dict(zip(record.seats, record.names, strict=True))
        self.stacks = dict(zip(record.seats, record.starting_stacks, strict=True))
        self.notes = "; ".join(record.notes)
        self.nth = 0
        level = record.level
        self.facts: dict[str, object] = {
            "hand_id": record.id,
            "table": record.table,
            "hand": record.number,
            "time": local_time(record.began, where).isoformat() if record.began else "",
            "game": record.game,
            "structure": record.structure,
            "small_blind": level.small_blind,
            "big_blind": level.big_blind,
            "ante": level.ante or level.big_blind_ante,
            "button": record.button or record.seats[-1],
            "street": "preflop",
            "board": "",
        }

    def write(self) -> None:
        for posted in self.record.posted:
            self.tell(posted.seat, f"posts {posted.what}", posted.amount)
            self.stacks[posted.seat] -= posted.amount
        for act in self.read.acts:
            if isinstance(act, StreetDealt):
                board = f"{self.facts['board']}{''.join(act.cards)}"
                self.facts |= {"street": act.street, "board": board}
                self.tell(0, "deal")
            else:
                self.tell(act.seat, act.action, act.amount, to=act.to, all_in=int(act.all_in))
                self.stacks[act.seat] -= act.amount
        self.end()

    def end(self) -> None:
        """Write the rows after the last action: returned bets, showdown, rake and winners."""
        for seat, amount in self.read.uncalled().items():
            self.tell(seat, "returned", amount)
            self.stacks[seat] += amount
        for shown in self.read.showdown:
            self.tell(shown.seat, "shows" if isinstance(shown, TabledHand) else "mucks")
        for pot, amount in enumerate(self.record.rakes):
            if amount:
                self.tell(0, "rake", amount, to=pot)
        for award in self.read.awards():
            self.tell(award.seat, "wins", award.amount, to=award.pot)
            self.stacks[award.seat] += award.amount or 0

    def tell(self, seat: int, action: str, amount: object = "", **more: object) -> None:
        self.nth += 1
        row = {**self.facts, "nth": self.nth, "action": action, "amount": amount, **more}
        if seat:
            cards = "".join(self.read.holes.get(seat, ()))
            who = {"seat": seat, "player": self.names[seat], "stack": self.stacks[seat]}
            row |= who | {"cards": cards}
        if self.where.unit != WHOLE:
            # For winnings and rake, `to` is the number of the pot, so it is not converted.
            paid = AMOUNTS[:-1] if action in ("rake", "wins") else AMOUNTS
            for one in paid:
                if isinstance(held := row.get(one), int):
                    row[one] = self.where.money(held)
        self.told.writerow(row | {"notes": self.notes})
        self.notes = ""
