"""The contents of a recorded hand: the players, their stacks, and their actions in order."""

from decimal import Decimal
from typing import Literal, NoReturn

import msgspec

from controller.contract.errors import TapisError
from controller.contract.public import Action
from controller.contract.rules import Structure, Variant

UNKNOWN = "??"


class PhhError(TapisError, ValueError):
    """A recorded hand can't be read or played.

    The message names the file, the hand and the action, where known.
    """

    def __init__(self, file: str, hand: str, message: str, action: str = "") -> None:
        where = ": ".join(part for part in (file, hand, action and f'"{action}"') if part)
        super().__init__(f"{where}: {message}")
        self.action = action


class RecordedSeat(msgspec.Struct, frozen=True):
    """A player in a recorded hand.

    `ante` and `blind` are what the player owes, even if the stack is smaller. `hole` has "??" for
    each card that the record does not name. `finish` is the stack after the hand, or None if not
    recorded; it can end in half a chip if a pot was split. `won` is the player's share of the pots
    after the rake, or None if not recorded.
    """

    seat: int
    name: str
    stack: int
    ante: int
    blind: int
    hole: tuple[str, ...]
    finish: Decimal | None = None
    won: Decimal | None = None


class Acted(msgspec.Struct, frozen=True, tag="acted"):
    """A player's action: the seat puts in `amount`, which makes `to` the total in front of it."""

    seat: int
    action: Action
    amount: int = 0
    to: int = 0
    all_in: bool = False


class StreetDealt(msgspec.Struct, frozen=True, tag="street"):
    """The cards that a street adds to the board."""

    street: Literal["flop", "turn", "river"]
    cards: tuple[str, ...]


class TabledHand(msgspec.Struct, frozen=True, tag="shown"):
    """A player shows all hole cards at the showdown."""

    seat: int
    cards: tuple[str, ...]


class Mucked(msgspec.Struct, frozen=True, tag="mucked"):
    """A player mucks without showing at the showdown."""

    seat: int


RecordedAction = Acted | StreetDealt | TabledHand | Mucked


class RecordedHand(msgspec.Struct, frozen=True):
    """One recorded hand.

    `number` is the position of the hand in the file, from 1. `name` is the hand's name in the
    record. `players` are in clockwise order, with the button last. `button` is a seat number.
    `actions` include a `TabledHand` or a `Mucked` for every player at the showdown; where the
    record does not say which, the players with known cards are taken to show.
    """

    file: str
    number: int
    name: str
    game: Variant
    structure: Structure
    players: tuple[RecordedSeat, ...]
    button: int
    min_bet: int
    actions: tuple[RecordedAction, ...]

    @property
    def title(self) -> str:
        """How messages refer to the hand: its position in the file, and its name if it has one."""
        return hand_title(self.number, self.name)

    @property
    def level(self) -> tuple[int, int, int, int]:
        """The small blind, the big blind, each player's ante, and one ante for the whole table.

        The ante for the whole table is posted by the big blind, or by the button if `button_ante`
        is true. Raises `PhhError` for blinds other than the usual two and a straddle, and for antes
        that are neither all equal nor a single ante for the table.
        """
        if self.button_blind:
            antes = [player.ante for player in self.players]
            if len(set(antes)) > 1:
                self.refuse("has a button blind and antes that are not all equal")
            return 0, self.players[-1].blind, antes[0], 0
        if self.bomb_ante:
            return self.min_bet // 2, self.min_bet, 0, 0
        order = self.players if len(self.players) > 2 else self.players[::-1]
        small, big, *others = (player.blind for player in order)
        if self.straddle is not None:
            others = []
        place = 1
        if self.dead_small_blind:
            # The record does not state the amount of the missing small blind.
            small, big, place = small // 2, small, 0
        antes = [player.ante for player in order]
        if any(others) or small > big or big == 0:
            self.refuse("has blinds that are neither the first two players' nor one straddle")
        if len(set(antes)) == 1:
            return small, big, antes[0], 0
        if self.button_ante:
            place = order.index(self.players[-1])
        if any(ante for other, ante in enumerate(antes) if other != place):
            self.refuse("has antes that are neither equal for all nor the big blind's alone")
        return small, big, 0, antes[place]

    @property
    def button_blind(self) -> bool:
        """Whether the button posts the only blind as well as an ante, as is usual in short deck.

        A blind posted by the button alone, without antes, counts as a straddle instead.
        """
        *others, last = self.players
        return last.blind > 0 and last.ante > 0 and not any(player.blind for player in others)

    @property
    def bomb_ante(self) -> int:
        """The ante if this is a bomb pot (no blinds, no bets before the flop), otherwise 0."""
        antes = {player.ante for player in self.players}
        early = self.actions[: self._flop]
        bets = any(isinstance(act, Acted) and act.action is not Action.CHECK for act in early)
        blinds = any(player.blind for player in self.players)
        return 0 if blinds or bets or len(antes) > 1 else max(antes)

    @property
    def _flop(self) -> int:
        """The number of actions before the flop."""
        streets = (n for n, act in enumerate(self.actions) if isinstance(act, StreetDealt))
        return next(streets, len(self.actions))

    @property
    def dealt_actions(self) -> tuple[RecordedAction, ...]:
        """The actions to play at a table; in a bomb pot, those before the flop are left out."""
        return self.actions[self._flop :] if self.bomb_ante else self.actions

    @property
    def straddle(self) -> RecordedSeat | None:
        """The player who posted a straddle, or None.

        It is the player on the button, or to the left of the big blind, who posted more than the
        big blind.
        """
        if len(self.players) < 3:
            return None
        big, others = self.players[1].blind, self.players[2:]
        posted = [player for player in others if player.blind]
        who = posted[0] if len(posted) == 1 else None
        return who if who in {others[0], others[-1]} and who and who.blind > big > 0 else None

    @property
    def button_ante(self) -> bool:
        """Whether only the button posted an ante, which is then for the whole table."""
        *others, last = (player.ante for player in self.players)
        return last > 0 and not any(others)

    @property
    def dead_small_blind(self) -> bool:
        """Whether nobody posts the small blind, so that the first player posts the big blind."""
        first, *others = (player.blind for player in self.players)
        return len(self.players) > 2 and first > 0 and not any(others)

    def dead_place(self, seats: int) -> int:
        """Return the empty seat that a dead small blind belongs to, or 0 if the blind is not dead.

        `seats` is the number of seats at the table. Raises `PhhError` if no seat is empty between
        the button and the big blind.
        """
        if not self.dead_small_blind:
            return 0
        place = self.button % seats + 1
        if place == self.players[0].seat:
            self.refuse("has a dead small blind, but no empty seat for it")
        return place

    @property
    def half_chips(self) -> bool:
        """Whether a player's final stack contains a fraction of a chip, left by a split pot."""
        return any(p.finish is not None and p.finish != int(p.finish) for p in self.players)

    def refuse(self, message: str) -> NoReturn:
        """Raise a `PhhError` that says why this hand, though readable, can't be played here."""
        raise PhhError(self.file, self.title, message)


def hand_title(number: int, name: str) -> str:
    """Return how messages refer to a hand, such as `hand 3 (final)`; `name` may be ""."""
    return f"hand {number}" + (f" ({name})" if name else "")
