"""Plays a recorded hand by applying each PHH action to the chips and cards.

Each action is checked against the hand so far, unless a check would need to know the house rules.
"""

import re
from collections import deque
from collections.abc import Sequence
from decimal import Decimal
from typing import Literal, NoReturn

import msgspec

from controller.contract.limits import MOST_CHIPS
from controller.contract.public import Action
from controller.play.records.recorded import (
    UNKNOWN,
    Acted,
    Mucked,
    PhhError,
    RecordedAction,
    StreetDealt,
    TabledHand,
)
from controller.play.script.words import CARDS

STREETS: tuple[tuple[Literal["flop", "turn", "river"], int], ...] = (
    ("flop", 3), ("turn", 1), ("river", 1),
)  # fmt: skip


_AMOUNT = re.compile(r"[0-9]{1,12}(\.[0-9]{1,6})?")
COUNTS = {2: "two", 4: "four", 5: "five"}


class Start(msgspec.Struct, frozen=True):
    """The start of a recorded hand; players are in PHH order, with the button last.

    `antes` and `blinds` are what each player owes. `small_bet` is the minimum bet before and on the
    flop, and `big_bet` that on the turn and river. Each player is dealt `hole_cards` cards.
    If `limit` is true, raises below the minimum are accepted, because the house decides how a bet
    completes a short all-in.
    """

    seats: tuple[int, ...]
    names: tuple[str, ...]
    stacks: tuple[int, ...]
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    small_bet: int
    big_bet: int
    hole_cards: int = 2
    limit: bool = False


class Course:
    """A recorded hand, played action by action; `found` lists the actions played so far.

    A `place` is a player's position in PHH order, from 0.
    """

    def __init__(self, start: Start, file: str, hand: str, unit: Decimal = Decimal(1)) -> None:
        """Begin the hand by having every player post antes and blinds.

        `file` and `hand` identify the hand in error messages. `unit` is the value of one chip in
        recorded amounts.
        """
        self._unit = unit
        self._file = file
        self._hand = hand
        self._action = ""
        self.found: list[RecordedAction] = []
        self._start = start
        count = len(start.stacks)
        self._stacks = list(start.stacks)
        self._holes: list[list[str]] = [[] for _ in range(count)]
        self._shown: dict[int, bool] = {}
        self._unknown: set[int] = set()
        """Players who have shown unknown cards; they count as having mucked unless the cards are
        named later."""
        self._board: list[str] = []
        self._inside = [True] * count
        self._bets = [0] * count
        # The minimum total of a call before the flop, even if the big blind is all-in for less.
        self._owed = max(start.blinds)
        self._alone: int | None = None
        for place in range(count):
            self._stacks[place] -= min(start.antes[place], self._stacks[place])
            self._put(place, min(start.blinds[place], self._stacks[place]))
        self._raised_by = start.small_bet
        biggest = max(range(count), key=lambda place: (self._bets[place], place))
        self._open_round((biggest + 1) % count)

    def _refuse(self, message: str) -> NoReturn:
        raise PhhError(self._file, self._hand, message, self._action)

    def play(self, action: str) -> None:
        """Play one PHH action, such as `p3 cbr 400`. Raises `PhhError` if it is impossible now."""
        self._action = action
        self._do(action.split("#", maxsplit=1)[0].split())
        self._action = ""

    def _put(self, place: int, amount: int) -> None:
        self._stacks[place] -= amount
        self._bets[place] += amount

    def _open_round(self, first: int) -> None:
        """Set the order in which players act in a new round, starting at place `first`.

        Nobody acts if only one player is left in the hand, or if only one of the players in the
        hand has chips left and that player has nothing to call.
        """
        self._pending = deque(self._after(first - 1))
        self._skip_alone()

    def _after(self, place: int) -> list[int]:
        """Return the players who can still act, clockwise, starting to the left of `place`."""
        count = len(self._stacks)
        order = [(place + 1 + step) % count for step in range(count)]
        return [other for other in order if self._inside[other] and self._stacks[other]]

    def _skip_alone(self) -> None:
        if sum(self._inside) == 1:
            self._pending.clear()
        if len(self._pending) == 1 and len(self._after(0)) == 1:
            (alone,) = self._pending
            if self._bets[alone] >= max(self._bets):
                self._pending.clear()
                self._alone = alone

    def _do(self, words: list[str]) -> None:
        match words:
            case []:
                return
            case ["d", "dh", player, cards]:
                self._deal_hole(self._place_of(player), self._cards(cards, unknown=True))
            case ["d", "db", cards]:
                self._deal_board(self._cards(cards))
            case [player, "sm"]:
                self._show(self._place_of(player), None)
            case [player, "sm", cards]:
                place = self._place_of(player)
                seen = self._holes[place] if cards == "-" else self._cards(cards, unknown=True)
                self._show(place, seen)
            case [player, "f"]:
                self._fold(self._in_turn(player))
            case [player, "cc"] if not self._pending and self._place_of(player) == self._alone:
                # Nobody else can bet: a call of 0 is allowed, but is not recorded as an action.
                self._alone = None
            case [player, "cc"]:
                self._check_or_call(self._in_turn(player))
            case [player, "cbr", amount]:
                chips = self._chips(amount)
                self._bet_or_raise(self._in_turn(player), chips)
            case _:
                self._refuse("is not an action of hold'em (d dh, d db, f, cc, cbr, sm)")

    def _chips(self, amount: str) -> int:
        if _AMOUNT.fullmatch(amount) is None:
            self._refuse("the amount is not a whole number of chips")
        chips = Decimal(amount) / self._unit
        if chips != int(chips):
            of = "whole number of chips" if self._unit == 1 else f"multiple of {self._unit}"
            self._refuse(f"the amount is not a {of}")
        if chips > MOST_CHIPS:
            self._refuse(f"the amount is more than {MOST_CHIPS}")
        return int(chips)

    def _place_of(self, player: str) -> int:
        count = len(self._stacks)
        number = player[1:]
        known = [str(place + 1) for place in range(count)]
        if player[:1] != "p" or number not in known:
            self._refuse(f"{player!r} is not a player: expected p1 to p{count}")
        return int(number) - 1

    def _cards(self, text: str, unknown: bool = False) -> list[str]:
        text = text.replace("10", "T")
        found = [text[at : at + 2] for at in range(0, len(text), 2)]
        for card in found:
            if card not in CARDS and not (unknown and card == UNKNOWN):
                self._refuse(f"{card!r} is not a card")
        return found

    def _once(self, cards: Sequence[str]) -> None:
        """Raise `PhhError` if one of these cards has already been dealt."""
        dealt = [*self._board, *(card for hole in self._holes for card in hole)]
        for place, card in enumerate(cards):
            if card != UNKNOWN and (card in dealt or card in cards[:place]):
                self._refuse(f"{card} is dealt twice")

    def _deal_hole(self, place: int, cards: list[str]) -> None:
        if self.found:
            self._refuse("hole cards are dealt after the first action")
        most = self._start.hole_cards
        if len(self._holes[place]) + len(cards) > most:
            self._refuse(f"{self._start.names[place]} gets more than {COUNTS[most]} cards")
        self._once(cards)
        self._holes[place] += cards

    def _deal_board(self, cards: list[str]) -> None:
        if self._pending:
            turn = self._start.names[self._pending[0]]
            self._refuse(f"a street is dealt while it is {turn}'s turn")
        if sum(self._inside) == 1:
            self._refuse("a street is dealt after everybody else has folded")
        dealt = len(self._board)
        if dealt == 5:
            self._refuse("the board is full")
        street, count = STREETS[max(dealt - 2, 0)]
        if len(cards) != count:
            self._refuse(f"the {street} has {count} card(s), not {len(cards)}")
        self._once(cards)
        self._board += cards
        self.found.append(StreetDealt(street, tuple(cards)))
        self._bets = [0] * len(self._bets)
        self._owed, self._alone = 0, None
        self._raised_by = self._start.small_bet if street == "flop" else self._start.big_bet
        self._open_round(0)

    def _in_turn(self, player: str) -> int:
        place = self._place_of(player)
        if not self._pending:
            self._refuse("nobody can act now: the betting round is over")
        if place != self._pending[0]:
            turn = self._pending[0]
            self._refuse(f"it is the turn of p{turn + 1} ({self._start.names[turn]})")
        self._pending.popleft()
        return place

    def _fold(self, place: int) -> None:
        self._inside[place] = False
        self.found.append(Acted(self._start.seats[place], Action.FOLD, 0, self._bets[place]))
        self._skip_alone()

    def _check_or_call(self, place: int) -> None:
        amount = min(max(self._bets) - self._bets[place], self._stacks[place])
        self._put(place, amount)
        self._note(place, Action.CALL if amount else Action.CHECK, amount)
        self._skip_alone()

    def _bet_or_raise(self, place: int, to: int) -> None:
        most = self._stacks[place] + self._bets[place]
        top = max(self._bets)
        if to > most:
            self._refuse(f"{self._start.names[place]} has {most} chips and can't put in {to}")
        if to <= top:
            self._refuse(f"{to} is no raise: {top} has already been bet")
        called = max(top, self._owed)
        amount = to - self._bets[place]
        if top < to <= called:
            # A call of a full blind over a big blind all-in for less, which PHH writes as a raise.
            self._put(place, amount)
            self._note(place, Action.CALL, amount)
        else:
            least = called + self._raised_by
            if to < most and to < least and not self._start.limit:
                self._refuse(f"{to} is less than the minimum bet or raise, {least}")
            self._raised_by = max(self._raised_by, to - called)
            self._put(place, amount)
            self._note(place, Action.RAISE if called else Action.BET, amount)
        self._pending = deque(other for other in self._after(place) if other != place)

    def _note(self, place: int, action: Action, amount: int) -> None:
        all_in = amount > 0 and not self._stacks[place]
        seat = self._start.seats[place]
        self.found.append(Acted(seat, action, amount, self._bets[place], all_in))

    # -- the showdown -------------------------------------------------------------------

    def _show(self, place: int, cards: list[str] | None) -> None:
        name = self._start.names[place]
        if not self._inside[place]:
            self._refuse(f"{name} has folded")
        if self._pending or sum(self._inside) == 1:
            self._refuse("there is no showdown now")
        if place in self._shown:
            self._refuse(f"{name} has already shown or mucked")
        if cards is not None and not set(cards) - {UNKNOWN}:
            self._unknown.add(place)
            return
        self._shown[place] = cards is not None
        if cards is None:
            self.found.append(Mucked(self._start.seats[place]))
            return
        known = self.hole_of(place)
        count = self._start.hole_cards
        if len(cards) != count or UNKNOWN in cards:
            self._refuse(f"{name} does not show {COUNTS[count]} known cards")
        if {card for card in known if card != UNKNOWN} - set(cards):
            self._refuse(f"{name} shows cards other than those dealt")
        self._once([card for card in cards if card not in known])
        # The cards are in the order in which they were dealt, if that is known.
        rest = [card for card in cards if card not in known]
        hole = tuple([rest.pop(0) if card == UNKNOWN else card for card in known])
        self._holes[place] = list(hole)
        self.found.append(TabledHand(self._start.seats[place], hole))

    def hole_of(self, place: int) -> tuple[str, ...]:
        """Return a player's hole cards; a card that the record does not name is "??"."""
        count = self._start.hole_cards
        return tuple([*self._holes[place], *[UNKNOWN] * count][:count])

    def end(self) -> None:
        """Decide which players show and which muck, where the record does not say.

        Raises `PhhError` if the record ends before the hand does.
        """
        if sum(self._inside) == 1:
            return
        if self._pending:
            turn = self._start.names[self._pending[0]]
            self._refuse(f"the record ends before the hand does: it is {turn}'s turn")
        if len(self._board) < 5:
            self._refuse("the record ends before the board is complete")
        left = [place for place, inside in enumerate(self._inside) if inside]
        said = any(self._shown.values())
        for place in left:
            if place in self._shown:
                continue
            hole = self.hole_of(place)
            if said or place in self._unknown or UNKNOWN in hole:
                self.found.append(Mucked(self._start.seats[place]))
            else:
                self.found.append(TabledHand(self._start.seats[place], hole))
