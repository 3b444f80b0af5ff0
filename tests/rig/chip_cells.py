"""Chips from anywhere to anywhere at any time: what the table answers, and whether a chip is lost.

The matrix of `controller/play/matrix.py` moves cards; this one moves chips. A cell is a moment, the
seat whose hand moves them, where from, where to, how much, and what the seat says before. Then
people play on as the table says, and all chips are counted at the end.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import product
from typing import Final

import msgspec

from controller.contract.public import (
    ActionMade,
    IrregularityFound,
    PublicEvent,
    PublicState,
    RulingOpened,
)
from controller.contract.rules import Phase
from controller.houses.model import House
from controller.play.game import DealtGame, Depth, Noise
from controller.play.people.play_on import PlayOn
from controller.play.situations import (
    FOLDED_SEAT,
    LEVEL,
    PLAYERS,
    SITUATIONS,
    STACK,
    play_to,
    table_of,
)
from tests.rig.books import astray

UNIT: Final = 25
RESTS: Final = 130_000
"""Longer than any stack has to rest before it is counted (ms)."""


class ChipCell(msgspec.Struct, frozen=True):
    """One cell; `read` is whether antennas read the stacks.

    `who` is the seat in `turn`, one that has `acted`, the last one to act (`behind`) or one that
    has `folded`. `stack`, `bet` are its own, `other-stack` and `other-bet` another's, `pocket` is
    off the table, and `foreign` are chips of another set. Of the amounts, `exact` is what a call
    costs (the bet in front where nobody is asked for more), `part` less, `more` and `chip` (one
    large one) more, and `all` what lies there.
    """

    moment: str
    who: str
    origin: str
    place: str
    amount: str
    said: str = ""
    read: bool = False


class ChipAnswer(msgspec.Struct, frozen=True):
    """The table's answer: what was `found` at once and `later`, and why people can't go on."""

    cell: ChipCell
    says: str
    found: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    trouble: str = ""

    @property
    def is_trouble(self) -> bool:
        """Whether nobody can go on, or a chip is lost and nobody is told."""
        return bool(self.trouble)


def _posting(game: DealtGame) -> None:
    """Leave the blinds due."""
    game.dealer.clear()
    game.sink.press(game.look().next_dealer, "done")


def _half_posted(game: DealtGame) -> None:
    _posting(game)
    due = game.look().to_post[0]
    game.dealer.put_chips(due.seat, due.ante + due.blind)
    game.sink.settle()


def _owes(game: DealtGame) -> None:
    """Let seat 3 bet with words alone."""
    play_to(game, "flop")
    game.sink.press(3, "bet", amount=300)


def _paying(game: DealtGame) -> None:
    """Let the round end while seat 2 owes its call."""
    play_to(game, "flop-bet")
    for seat in (5, 1):
        game.dealer.act(seat, "call")
    game.sink.press(2, "call")
    game.sink.settle()


def _over_flop(game: DealtGame) -> None:
    play_to(game, "flop-bet")
    for seat in (5, 1, 2):
        game.dealer.act(seat, "call")


def _gathering(game: DealtGame) -> None:
    """Gather one of four bets."""
    _over_flop(game)
    game.sink.chips("bet.3", "pot", game.sink.chips_in("bet.3"))
    game.sink.settle()


def _all_in_bet(game: DealtGame) -> None:
    """Leave an all-in to be called."""
    play_to(game, "flop")
    game.dealer.act(3, "all-in")


def _pushing(game: DealtGame) -> None:
    """Leave half of the pot to be pushed."""
    play_to(game, "over")
    game.dealer.gather()
    game.sink.settle(slow=True)
    won = game.look().awards
    half = sum(game.sink.chips_in("pot")) // 2 // UNIT * UNIT
    game.sink.chips("pot", f"stack.{won[0].seat}", game.dealer.pieces(half))
    game.sink.settle(slow=True)


MOMENTS: Final[dict[str, Callable[[DealtGame], object]]] = {
    **{
        name: partial(play_to, moment=name)
        for name in SITUATIONS
        if name not in {"flop-begun", "turn"}
    },
    "posting": _posting,
    "half-posted": _half_posted,
    "owes": _owes,
    "paying": _paying,
    "flop-over": _over_flop,
    "gathering": _gathering,
    "all-in-bet": _all_in_bet,
    "pushing": _pushing,
}
WHO: Final = ("turn", "acted", "behind", "folded")
ORIGINS: Final = ("stack", "bet", "other-bet", "other-stack", "pot", "pocket", "foreign")
PLACES: Final = ("bet", "other-bet", "pot", "stack", "other-stack", "pocket")
AMOUNTS: Final = ("part", "exact", "more", "chip", "all")
SAYS: Final = ("call", "raise", "all-in", "check")
_AT_REST: Final = frozenset({"before", "over", "pushing"})
"""The moments between hands: chips that lie wrong then are counted in the next one."""
_SWEPT_IN: Final = frozenset({("showdown", "bet"), ("showdown", "other-bet")})
"""Chips in front once nobody bets any more: they are swept in with the pot, and counted next."""
_NO_CHIPS: Final = re.compile(r"stack\.\d+ holds|there does not make")
_UNREAD: Final = {"stack", "other-stack", "pocket", "foreign"}


def chip_cells() -> Iterator[ChipCell]:
    """Yield every cell that is a movement which an antenna can see."""
    for moment, who, origin, place in product(MOMENTS, WHO, ORIGINS, PLACES):
        for amount, read in product(AMOUNTS, (False, True)):
            unseen = not read and origin in _UNREAD and place in _UNREAD
            whole = amount == "all" and origin in {"pocket", "foreign"}
            if origin == place or unseen or whole or (origin == "foreign" and amount != "exact"):
                continue
            said = SAYS if origin == "stack" and place in {"bet", "pot", "other-bet"} else ()
            for word in ("", *said):
                yield ChipCell(moment, who, origin, place, amount, word, read)


def _seats(state: PublicState) -> dict[str, int]:
    """Return the seats that cells are about."""
    live = [view.seat for view in state.seats if view.status in {"in", "all-in"}]
    live = live if len(live) > 1 else list(range(1, PLAYERS + 1))
    turn = state.turn or live[0]
    order = [seat for seat in (*live, *live) if seat != turn]
    after = sorted(order, key=lambda seat: (seat - turn) % 10)
    has = max(after, key=lambda seat: (state.seats[seat - 1].bet or 0, -seat), default=turn)
    return {
        "turn": turn,
        "acted": has,
        "behind": after[-1] if after else turn,
        "folded": FOLDED_SEAT,
    }


class _Hand:
    """The hand that moves the chips of a cell."""

    def __init__(self, game: DealtGame, cell: ChipCell) -> None:
        self.game, self.cell = game, cell
        self.state = game.look()
        seats = _seats(self.state)
        self.own = seats[cell.who]
        rest = [seat for name, seat in seats.items() if seat != self.own and name != "folded"]
        self.other = (seats["acted"] if seats["acted"] != self.own else 0) or rest[0]

    def _zone(self, name: str) -> str:
        if name in {"pot", "pocket"}:
            return name
        kind = name.removeprefix("other-")
        return f"{kind}.{self.other if name.startswith('other') else self.own}"

    def _lying(self, name: str) -> int:
        if name.endswith("stack"):
            seat = self.other if name.startswith("other") else self.own
            return self.state.seats[seat - 1].stack or 0
        return sum(self.game.sink.chips_in(self._zone(name)))

    def _amount(self) -> int:
        view = self.state.seats[self.own - 1]
        highest = max(v.bet or 0 for v in self.state.seats)
        exact = max(highest - (view.bet or 0), 0) or view.bet or LEVEL.big_blind
        if self.cell.origin not in {"stack", "pocket", "foreign"}:
            exact = min(exact, self._lying(self.cell.origin))
        return {
            "part": exact // 2 // UNIT * UNIT or UNIT, "exact": exact, "more": exact + 300,
            "chip": 1000, "all": self._lying(self.cell.origin),
        }[self.cell.amount]  # fmt: skip

    def move(self) -> bool:
        """Say and move what the cell says; False if there are no such chips now."""
        cell, sink = self.cell, self.game.sink
        amount, source, target = self._amount(), self._zone(cell.origin), self._zone(cell.place)
        if source == target or amount <= 0:
            return False
        if cell.origin not in {"pocket", "foreign"} and self._lying(cell.origin) < amount:
            return False
        if cell.origin == "stack" and cell.amount == "chip" and self._lying("stack") < amount:
            return False
        if cell.said == "raise":
            bet = (self.state.seats[self.own - 1].bet or 0) + amount
            sink.press(self.own, "raise" if self.state.turn else "bet", amount=bet)
        elif cell.said:
            sink.press(self.own, cell.said)  # type: ignore[arg-type]
        pieces = (1000,) if cell.amount == "chip" else self.game.dealer.pieces(amount)
        if cell.origin == "foreign":
            sink.chips("bank", target, (100,), chip_set=2)
        else:
            sink.chips(source, target, pieces)
        sink.settle(slow=True)
        return True


class _PlayOn(PlayOn):
    """People who play on and count the chips between the hands."""

    lost = ""
    cell: ChipCell

    def _go_on(self, state: PublicState) -> bool:
        if state.phase is Phase.POSTING and state.to_post:
            before = len(self.game.events)
            due = state.to_post[0]
            there = sum(self.game.sink.chips_in(f"bet.{due.seat}"))
            self.game.dealer.put_chips(due.seat, due.ante + due.blind - there)
            if there > due.ante + due.blind:
                back = self.game.dealer.pieces(there - due.ante - due.blind)
                self.game.sink.chips(f"bet.{due.seat}", f"stack.{due.seat}", back)
            self.game.sink.settle()
            if due.ante and self.game.look().to_post == state.to_post:
                self.game.dealer.sweep()
                self.game.sink.settle(slow=True)
            return len(self.game.events) > before
        return super()._go_on(state)

    def _next_hand(self) -> str:
        game = self.game
        game.dealer.gather()
        game.sink.settle(slow=True)
        if self.cell.moment in _AT_REST or (self.cell.moment, self.cell.place) in _SWEPT_IN:
            pass
        elif game.setup.stacks:
            game.dealer.push()
            game.dealer.return_chips()
            game.sink.wait(RESTS)
            self.lost = ", ".join(f"{zone} {more:+}" for zone, more in astray(game.table).items())
        elif game.look().awards and not game.look().pot_asked and self.cell.place == "pot":
            state = game.look()
            due = sum(one.amount for one in state.awards) + state.carried + (state.raked or 0)
            there = sum(game.sink.chips_in("pot"))
            self.lost = f"pot {there - due:+}" if there != due else ""
        return super()._next_hand()


def chip_answer(
    house: House,
    cell: ChipCell,
    *,
    depth: Depth = "engine",
    noise: Noise = "typical",
    seed: int = 0,
) -> ChipAnswer | None:
    """Play a cell; None if there are no such chips at that moment."""
    with closing(table_of(house, depth=depth, noise=noise, seed=seed, stacks=cell.read)) as game:
        MOMENTS[cell.moment](game)
        game.sink.settle(slow=True)
        mark = len(game.events)
        if not _Hand(game, cell).move():
            return None
        events, after = game.since(mark), len(game.events)
        found = _found(events)
        says = _says(events, game.look())
        people = _PlayOn(game)
        people.cell = cell
        people.to_the_end()
        later = _found(game.since(after))
        trouble = people.trouble or _books(game)
        if _NO_CHIPS.search(trouble):
            trouble = ""  # a player without chips can't pay
        if not trouble and people.lost and not found and not later:
            trouble = f"nobody is told: {people.lost}"
        return ChipAnswer(cell, says, found, later, trouble)


def _found(events: Sequence[PublicEvent]) -> tuple[str, ...]:
    return tuple(
        f"{event.kind} {event.article}".strip()
        for event in events
        if isinstance(event, IrregularityFound)
    )


def _says(events: Sequence[PublicEvent], state: PublicState) -> str:
    """Return the word for the answer: irregular, asks, owes, play or nothing."""
    kinds = {type(event) for event in events}
    if kinds & {IrregularityFound, RulingOpened}:
        return "irregular"
    if state.pot_asked:
        return "asks"
    if any(view.owes for view in state.seats):
        return "owes"
    if ActionMade in kinds:
        return "action"
    return "play" if kinds else "nothing"


def _books(game: DealtGame) -> str:
    """Return how many chips the books have lost or found, empty when they are right."""
    state = game.look()
    books = sum((view.stack or 0) + (view.bet or 0) for view in state.seats) + state.carried
    return "" if books == PLAYERS * STACK else f"{books} chips in the books, not {PLAYERS * STACK}"
