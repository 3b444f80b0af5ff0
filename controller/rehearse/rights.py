"""Rights at a rehearsal table: which cards each page may show, and what its user may do.

The table's own page plays all seats that nobody has taken, and acts as the floor. A seat's page is
for one player and never receives other players' hidden cards.
"""

import secrets
import threading

from controller.contract.scans import zone_seat
from controller.play.script import statements as s
from controller.rehearse.table import CardLies, Seen

HOST = 0
"""The seat number that stands for the table's own page."""

DEALT = s.DealTo | s.BurnCards | s.DealBoard
DEALING = (
    s.NewHand, s.DealHands, s.DealStreet, s.Gather, s.Push, s.CollectCards, s.Follow, s.ShuffleDeck,
    *DEALT.__args__,
)  # fmt: skip
"""The types of statements for dealer actions; anybody may carry them out, as there is no dealer."""

ACTING = (s.SeatActs, s.Says, s.Does, s.HandlesChips, s.Sees, s.Clocks)


class Links:
    """The secret link for each page, including the table's own.

    A seat is taken when its page is opened.
    """

    def __init__(self, seats: int) -> None:
        self._lock = threading.Lock()
        self.of: dict[int, str] = {seat: _secret() for seat in range(HOST, seats + 1)}
        self.taken: frozenset[int] = frozenset()

    def seat(self, link: str) -> int | None:
        """Return the seat for a link, or None for an unknown link."""
        found = None
        for seat, secret in self.of.items():
            if secrets.compare_digest(secret.encode(), link.encode()):
                found = seat
        return found

    def take(self, seat: int) -> None:
        """Record that a player has taken a seat; the table's own page then no longer plays it."""
        with self._lock:
            self.taken |= {seat} - {HOST}

    def free(self, seat: int) -> None:
        """Free a seat, so that the table's own page plays it; the old link becomes invalid."""
        with self._lock:
            self.of = {**self.of, seat: _secret()}
            self.taken -= {seat}


def _secret() -> str:
    return secrets.token_urlsafe(16)


def knows(seen: Seen, seat: int, taken: frozenset[int], card: CardLies) -> bool:
    """Return whether a page may show the face of a card.

    `seat` is the page's seat, or 0 for the table's own page. `taken` contains the seats that
    players have taken by opening the seat's page.
    """
    if not card.face:
        return False
    if card.zone == "board":
        return True
    owner = zone_seat(card.zone)
    if not owner or owner > len(seen.state.seats):
        return False
    if card.deck == 1 and card.face in seen.state.seats[owner - 1].shown:
        return True
    plays = owner not in taken if seat == HOST else owner == seat
    return plays and card.zone.startswith(("hand.", "bet."))


def may_do(seat: int, statement: s.Statement) -> bool:
    """Return whether the page of a seat (0: the table's own) may send this scenario statement."""
    if seat == HOST or isinstance(statement, DEALING):
        return True
    return isinstance(statement, ACTING) and statement.seat == seat


def may_deal(seat: int, statement: s.Statement) -> bool:
    """Return whether a seat's page may carry out this action with the green button in its bar.

    `seat` is 0 for the table's own page, which may carry out any action. The button carries out the
    next action that is due. Every page may carry out the dealer's actions. It may also put in
    chips or table a hand for a player when that is due.
    """
    return seat == HOST or isinstance(statement, (*DEALING, s.Does, s.Puts))


def may_move(seat: int, statement: s.Statement) -> bool:
    """Return whether the page of a seat may make this move; the table's own page (0) may make any.

    A seat's page may not move another seat's cards. It may not move a hidden card to a seat,
    because that would show the card's face. It may put in or take back only that seat's own chips.
    It may move other chips from zone to zone, as anybody can at a real table.
    """
    if seat == HOST:
        return True
    if not isinstance(statement, s.MoveCard):
        return not isinstance(statement, s.HandlesChips) or statement.seat == seat
    owner = zone_seat(statement.source)
    if owner:
        return owner == seat
    return not statement.target.startswith(("hand.", "bet.")) or statement.source == "board"
