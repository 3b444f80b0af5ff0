"""Reads recorded hands (PHH, one hand a file; PHHS, many) into `RecordedHand`.

The conventions are those of the PHH standard: p1 sits left of the button, so that it is the
small blind when there is one, and the last player has the button; with two players the blinds
and antes stand in the other order (p1 is the big blind). Every action is checked against the
hand so far, as far as no house's rule is needed to know that it is impossible.
"""

import tomllib
from collections import deque
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal, NoReturn

import msgspec

from controller.contract.errors import TapisError
from controller.contract.public import ActionName
from controller.play.words import CARDS, SEATS

UNKNOWN = "??"
STREETS: tuple[tuple[Literal["flop", "turn", "river"], int], ...] = (
    ("flop", 3), ("turn", 1), ("river", 1),
)  # fmt: skip
VARIANTS = {"NT": "no-limit", "FT": "limit"}
OTHER_GAMES = ("PO", "NS", "FO/8", "F7S", "F7S/8", "FR", "N2L1D", "F2L3D", "FB")
NEEDED = ("variant", "antes", "blinds_or_straddles", "starting_stacks", "actions")


class PhhError(TapisError, ValueError):
    """A recorded hand that can't be read or played; its text names file, hand and action."""

    def __init__(self, file: str, hand: str, message: str, action: str = "") -> None:
        where = ": ".join(part for part in (file, hand, action and f'"{action}"') if part)
        super().__init__(f"{where}: {message}")
        self.file = file
        self.hand = hand
        self.action = action
        self.message = message


class RecordedSeat(msgspec.Struct, frozen=True):
    """A player of a recorded hand: `hole` holds "??" for a card that the record never names.

    `ante` and `blind` are what the player owes, though its stack may not reach. `finish` is
    the stack after the hand, None when not recorded; a split may leave half a chip in it.
    """

    seat: int
    name: str
    stack: int
    ante: int
    blind: int
    hole: tuple[str, str]
    finish: Decimal | None = None


class Acted(msgspec.Struct, frozen=True, tag="acted"):
    """A seat acts: `amount` is what it puts in, `to` what it has in front then."""

    seat: int
    action: ActionName
    amount: int = 0
    to: int = 0
    all_in: bool = False


class StreetDealt(msgspec.Struct, frozen=True, tag="street"):
    """The new cards of a street."""

    street: Literal["flop", "turn", "river"]
    cards: tuple[str, ...]


class Shown(msgspec.Struct, frozen=True, tag="shown"):
    """A seat tables its cards."""

    seat: int
    cards: tuple[str, str]


class Mucked(msgspec.Struct, frozen=True, tag="mucked"):
    """A seat gives up its cards at the showdown."""

    seat: int


RecordedAction = Acted | StreetDealt | Shown | Mucked


class RecordedHand(msgspec.Struct, frozen=True):
    """One recorded hand. `players` begin left of the button and end with it; `button` is a seat.

    `number` is the place in the file, from 1; `name` is what the record calls the hand. At the
    showdown every player left is `Shown` or `Mucked` (all are shown where the record says
    nothing of it).
    """

    file: str
    number: int
    name: str
    betting: Literal["no-limit", "limit"]
    players: tuple[RecordedSeat, ...]
    button: int
    min_bet: int
    actions: tuple[RecordedAction, ...]

    @property
    def title(self) -> str:
        """What to call the hand in a message."""
        return hand_title(self.number, self.name)

    @property
    def level(self) -> tuple[int, int, int, int]:
        """Small blind, big blind, each player's ante, the big blind's ante.

        Raises `PhhError` for straddles and for antes that differ otherwise.
        """
        order = self.players if len(self.players) > 2 else self.players[::-1]
        small, big, *others = (player.blind for player in order)
        antes = [player.ante for player in order]
        if any(others) or small > big or big == 0:
            self.refuse("has straddles or blinds that are not the first two players'")
        if len(set(antes)) == 1:
            return small, big, antes[0], 0
        if any(ante for place, ante in enumerate(antes) if place != 1):
            self.refuse("has antes that are neither all alike nor the big blind's alone")
        return small, big, 0, antes[1]

    @property
    def half_chips(self) -> bool:
        """Whether a split pot has left less than a whole chip in the record."""
        return any(p.finish is not None and p.finish != int(p.finish) for p in self.players)

    def refuse(self, message: str) -> NoReturn:
        """Raise the `PhhError` of a hand that can be read but not played here."""
        raise PhhError(self.file, self.title, message)


def hand_title(number: int, name: str) -> str:
    """Return what to call a hand: its place in the file and its recorded name."""
    return f"hand {number}" + (f" ({name})" if name else "")


def read_hands(path: Path) -> list[RecordedHand]:
    """Return the hands of a .phh or .phhs file in order; raises `PhhError` at the first bad one."""
    return list(iter_hands(path))


def iter_hands(path: Path) -> Iterator[RecordedHand]:
    """Return hands of a .phh or .phhs file one by one; raises `PhhError` when a bad one comes."""
    file = str(path)
    try:
        text = path.read_bytes().decode("utf-8-sig")
        found = tomllib.loads(text, parse_float=Decimal)
    except OSError as error:
        raise PhhError(file, "", f"can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise PhhError(file, "", "is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise PhhError(file, "", f"is not a PHH file: {error}") from None
    tables = [found] if "variant" in found or "actions" in found else list(found.values())
    if not tables:
        raise PhhError(file, "", "holds no hand")
    for number, table in enumerate(tables, start=1):
        if not isinstance(table, dict):
            message = (
                "is not a hand: a .phh file has variant, actions ...; a .phhs file [1], [2] ..."
            )
            raise PhhError(file, hand_title(number, ""), message)
        yield read_hand(table, file, number)


def read_hand(table: dict[str, Any], file: str = "", number: int = 1) -> RecordedHand:
    """Return one hand from its PHH fields; raises `PhhError`."""
    return _Reading(table, file, number).read()


class _Reading:
    """One hand as it is read: the fields, and the chips and cards as the actions move them."""

    def __init__(self, table: dict[str, Any], file: str, number: int) -> None:
        self.table = table
        self.file = file
        self.hand = hand_title(number, str(table.get("hand", "")))
        self.number = number
        self.action = ""
        self.found: list[RecordedAction] = []

    def refuse(self, message: str) -> NoReturn:
        raise PhhError(self.file, self.hand, message, self.action)

    # -- fields -------------------------------------------------------------------------

    def read(self) -> RecordedHand:
        for name in NEEDED:
            if name not in self.table:
                self.refuse(f"{name} is missing")
        variant = self.table["variant"]
        if variant not in VARIANTS:
            known = "is another game" if variant in OTHER_GAMES else "is not a known variant"
            self.refuse(f"variant {variant!r} {known}: this table plays NT and FT (hold'em)")
        self.stacks = self.chips("starting_stacks")
        count = len(self.stacks)
        if not 2 <= count <= len(SEATS):
            self.refuse(f"has {count} players: 2 to {len(SEATS)} can play")
        if min(self.stacks) <= 0:
            self.refuse("a starting stack is empty")
        antes = self.for_each("antes", count)
        blinds = self.for_each("blinds_or_straddles", count)
        seats = self.seats(count)
        names = self.texts("players", count) or [f"p{place + 1}" for place in range(count)]
        finish = self.finishing(count)
        self.names = names
        self.seat_of = seats
        self.min_bet, self.big_bet = self.bets_of(variant)
        self.begin(antes, blinds)
        for action in self.texts("actions") or []:
            self.action = action
            self.play(action.split("#")[0].split())
        self.action = ""
        self.finish_hand()
        starting = self.chips("starting_stacks")
        players = tuple(
            RecordedSeat(
                seats[place],
                names[place],
                starting[place],
                antes[place],
                blinds[place],
                self.hole_of(place),
                finish[place] if finish else None,
            )
            for place in range(count)
        )
        return RecordedHand(
            self.file,
            self.number,
            str(self.table.get("hand", "")),
            "limit" if variant == "FT" else "no-limit",
            players,
            seats[-1],
            self.min_bet,
            tuple(self.found),
        )

    def chips(self, name: str) -> list[int]:
        values = self.table[name]
        if not isinstance(values, list):
            self.refuse(f"{name} is not a list")
        return [self.whole(name, value) for value in values]

    def whole(self, name: str, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            self.refuse(f"{name} holds {value!r}, which is not an amount")
        if not Decimal(value).is_finite() or value != int(value) or value < 0:
            self.refuse(f"{name} holds {value}: amounts are whole chips, 0 or more")
        return int(value)

    def for_each(self, name: str, count: int) -> list[int]:
        values = self.chips(name)
        if len(values) != count:
            self.refuse(f"{name} names {len(values)} players, starting_stacks {count}")
        return values[::-1] if count == 2 else values

    def seats(self, count: int) -> list[int]:
        given = self.table.get("seats")
        if given is None:
            return list(range(1, count + 1))
        if not isinstance(given, list) or sorted(set(given)) != sorted(given) or not given:
            self.refuse("seats are not a list of different seats")
        if len(given) != count or any(seat not in SEATS for seat in given):
            self.refuse(f"seats are not {count} seats of 1 to {len(SEATS)}")
        start = given.index(min(given))
        if given[start:] + given[:start] != sorted(given):
            self.refuse("seats do not go round the table clockwise")
        return list(given)

    def texts(self, name: str, count: int | None = None) -> list[str] | None:
        values = self.table.get(name)
        if values is None:
            return None
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            self.refuse(f"{name} is not a list of texts")
        if count is not None and len(values) != count:
            self.refuse(f"{name} names {len(values)} players, starting_stacks {count}")
        return values

    def finishing(self, count: int) -> list[Decimal] | None:
        values = self.table.get("finishing_stacks")
        if values is None:
            return None
        if not isinstance(values, list) or len(values) != count:
            self.refuse(f"finishing_stacks are not {count} stacks")
        for value in values:
            if isinstance(value, bool) or not isinstance(value, int | Decimal):
                self.refuse(f"finishing_stacks holds {value!r}, which is not an amount")
        return [Decimal(value) for value in values]

    def bets_of(self, variant: str) -> tuple[int, int]:
        """The least bet of the first two streets and of the last two."""
        names = ("small_bet", "big_bet") if variant == "FT" else ("min_bet", "min_bet")
        for name in names:
            if name not in self.table:
                self.refuse(f"{name} is missing")
        small, big = (self.whole(name, self.table[name]) for name in names)
        return small, big

    # -- the hand -----------------------------------------------------------------------

    def begin(self, antes: Sequence[int], blinds: Sequence[int]) -> None:
        count = len(self.stacks)
        self.holes: list[list[str]] = [[] for _ in range(count)]
        self.shown: dict[int, bool] = {}
        self.board: list[str] = []
        self.inside = [True] * count
        self.bets = [0] * count
        for place in range(count):
            self.stacks[place] -= min(antes[place], self.stacks[place])
            self.put(place, min(blinds[place], self.stacks[place]))
        self.raised_by = self.min_bet
        biggest = max(range(count), key=lambda place: (self.bets[place], place))
        self.open_round((biggest + 1) % count)

    def put(self, place: int, amount: int) -> None:
        self.stacks[place] -= amount
        self.bets[place] += amount

    def open_round(self, first: int) -> None:
        """Whose turn it will be, in order; nobody's when only one has chips and owes nothing."""
        self.pending = deque(self.after(first - 1))
        self.skip_alone()

    def after(self, place: int) -> list[int]:
        """Those who can still act, from the left of a place and round to it."""
        count = len(self.stacks)
        order = [(place + 1 + step) % count for step in range(count)]
        return [other for other in order if self.inside[other] and self.stacks[other]]

    def skip_alone(self) -> None:
        if sum(self.inside) == 1:
            self.pending.clear()
        if len(self.pending) == 1 and len(self.after(0)) == 1:
            (alone,) = self.pending
            if self.bets[alone] >= max(self.bets):
                self.pending.clear()

    def play(self, words: list[str]) -> None:
        match words:
            case []:
                return
            case ["d", "dh", player, cards]:
                self.deal_hole(self.place_of(player), self.cards(cards, unknown=True))
            case ["d", "db", cards]:
                self.deal_board(self.cards(cards))
            case [player, "sm"]:
                self.show(self.place_of(player), None)
            case [player, "sm", cards]:
                place = self.place_of(player)
                seen = self.holes[place] if cards == "-" else self.cards(cards, unknown=True)
                self.show(place, seen)
            case [player, "f"]:
                self.fold(self.in_turn(player))
            case [player, "cc"]:
                self.check_or_call(self.in_turn(player))
            case [player, "cbr", amount]:
                if not (amount.isascii() and amount.isdecimal() and len(amount) < 13):
                    self.refuse("the amount is not a number of whole chips")
                self.bet_or_raise(self.in_turn(player), int(amount))
            case _:
                self.refuse("is not an action of hold'em (d dh, d db, f, cc, cbr, sm)")

    def place_of(self, player: str) -> int:
        count = len(self.stacks)
        number = player[1:]
        if player[:1] != "p" or not number.isdecimal() or not 1 <= int(number) <= count:
            self.refuse(f"{player!r} is no player: they are p1 to p{count}")
        return int(number) - 1

    def cards(self, text: str, unknown: bool = False) -> list[str]:
        text = text.replace("10", "T")
        found = [text[at : at + 2] for at in range(0, len(text), 2)]
        for card in found:
            if card not in CARDS and not (unknown and card == UNKNOWN):
                self.refuse(f"{card!r} is not a card")
        return found

    def once(self, cards: Sequence[str]) -> None:
        """Refuse a card that has been dealt before."""
        dealt = [*self.board, *(card for hole in self.holes for card in hole)]
        for place, card in enumerate(cards):
            if card != UNKNOWN and (card in dealt or card in cards[:place]):
                self.refuse(f"{card} is dealt twice")

    def deal_hole(self, place: int, cards: list[str]) -> None:
        if self.found:
            self.refuse("hole cards are dealt after the first action")
        if len(self.holes[place]) + len(cards) > 2:
            self.refuse(f"{self.names[place]} gets more than two cards")
        self.once(cards)
        self.holes[place] += cards

    def deal_board(self, cards: list[str]) -> None:
        if self.pending:
            self.refuse(f"a street is dealt while it is {self.names[self.pending[0]]}'s turn")
        if sum(self.inside) == 1:
            self.refuse("a street is dealt after everybody else has folded")
        dealt = len(self.board)
        if dealt == 5:
            self.refuse("the board is full")
        street, count = STREETS[max(dealt - 2, 0)]
        if len(cards) != count:
            self.refuse(f"the {street} has {count} card(s), not {len(cards)}")
        self.once(cards)
        self.board += cards
        self.found.append(StreetDealt(street, tuple(cards)))
        self.bets = [0] * len(self.bets)
        self.raised_by = self.min_bet if street == "flop" else self.big_bet
        self.open_round(0)

    def in_turn(self, player: str) -> int:
        place = self.place_of(player)
        if not self.pending:
            self.refuse("nobody can act now: the betting round is over")
        if place != self.pending[0]:
            turn = self.pending[0]
            self.refuse(f"it is the turn of p{turn + 1} ({self.names[turn]})")
        self.pending.popleft()
        return place

    def fold(self, place: int) -> None:
        self.inside[place] = False
        self.found.append(Acted(self.seat_of[place], "fold", 0, self.bets[place]))
        self.skip_alone()

    def check_or_call(self, place: int) -> None:
        amount = min(max(self.bets) - self.bets[place], self.stacks[place])
        self.put(place, amount)
        self.note(place, "call" if amount else "check", amount)
        self.skip_alone()

    def bet_or_raise(self, place: int, to: int) -> None:
        most = self.stacks[place] + self.bets[place]
        top = max(self.bets)
        if to > most:
            self.refuse(f"{self.names[place]} has {most} chips and can't put in {to}")
        if to <= top:
            self.refuse(f"{to} is no raise: {top} is bet already")
        if to < most and to < top + self.raised_by:
            self.refuse(f"{to} is less than the least bet or raise, {top + self.raised_by}")
        self.raised_by = max(self.raised_by, to - top)
        amount = to - self.bets[place]
        self.put(place, amount)
        self.note(place, "raise" if top else "bet", amount)
        self.pending = deque(other for other in self.after(place) if other != place)

    def note(self, place: int, action: ActionName, amount: int) -> None:
        all_in = amount > 0 and not self.stacks[place]
        seat = self.seat_of[place]
        self.found.append(Acted(seat, action, amount, self.bets[place], all_in))

    # -- the showdown -------------------------------------------------------------------

    def show(self, place: int, cards: list[str] | None) -> None:
        name = self.names[place]
        if not self.inside[place]:
            self.refuse(f"{name} has folded")
        if self.pending or sum(self.inside) == 1:
            self.refuse("there is no showdown now")
        if place in self.shown:
            self.refuse(f"{name} has shown or mucked already")
        self.shown[place] = cards is not None
        if cards is None:
            self.found.append(Mucked(self.seat_of[place]))
            return
        known = self.hole_of(place)
        if len(cards) != 2 or UNKNOWN in cards:
            self.refuse(f"{name} does not show two known cards")
        if {card for card in known if card != UNKNOWN} - set(cards):
            self.refuse(f"{name} shows other cards than those dealt")
        self.once([card for card in cards if card not in known])
        # The cards lie in the order in which they were dealt, where that is known.
        rest = [card for card in cards if card not in known]
        first, second = (rest.pop(0) if card == UNKNOWN else card for card in known)
        self.holes[place] = [first, second]
        self.found.append(Shown(self.seat_of[place], (first, second)))

    def hole_of(self, place: int) -> tuple[str, str]:
        first, second = [*self.holes[place], UNKNOWN, UNKNOWN][:2]
        return first, second

    def finish_hand(self) -> None:
        if sum(self.inside) == 1:
            return
        if self.pending:
            turn = self.names[self.pending[0]]
            self.refuse(f"the record ends before the hand does: it is {turn}'s turn")
        if len(self.board) < 5:
            self.refuse("the record ends before the board is complete")
        left = [place for place, inside in enumerate(self.inside) if inside]
        said = any(self.shown.values())
        for place in left:
            if place in self.shown:
                continue
            hole = self.hole_of(place)
            if said or UNKNOWN in hole:
                self.found.append(Mucked(self.seat_of[place]))
            else:
                self.found.append(Shown(self.seat_of[place], hole))
