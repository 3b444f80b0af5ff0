"""Translates a hand record's PHH actions into chips: how much each player put in on each street.

The legality of the actions is not checked: published events need not be legal under any one rule
book, and a hand with an irregularity is handled like any other.
"""

from collections import Counter
from collections.abc import Sequence

from controller.contract.errors import TapisError
from controller.contract.public import Action, PotAwarded
from controller.play.records.hand_record import HandRecord
from controller.play.records.phh_course import STREETS
from controller.play.records.recorded import UNKNOWN, Acted, Mucked, StreetDealt, TabledHand

Act = Acted | StreetDealt


class NoWords(TapisError, ValueError):
    """A hand can't be expressed in an export format; the text is a key of `NO_WORDS`."""


class Course:
    """A recorded hand's actions, showdown and known hole cards, with all amounts in chips.

    `acts` are the actions and the streets dealt, in order, without a bomb pot's actions before the
    flop. `showdown` lists the players who showed or mucked. `holes` maps a seat to its hole cards,
    if all of them are known.
    """

    def __init__(self, record: HandRecord) -> None:
        """Play the hand's PHH actions, tracking stacks, bets and the board."""
        self._record = record
        self._stacks = dict(zip(record.seats, record.starting_stacks, strict=True))
        self._bets = dict.fromkeys(record.seats, 0)
        for posted in record.posted:
            self._stacks[posted.seat] -= posted.amount
            if posted.what != "ante":
                self._bets[posted.seat] += posted.amount
        # The least total of a call before the flop, even if the big blind is all-in for less.
        self._owed = max(record.blinds)
        self.acts: list[Act] = []
        self.holes: dict[int, tuple[str, ...]] = {}
        self._folded: set[int] = set()
        self._board = 0
        shown: dict[int, TabledHand | Mucked] = {}
        for word in record.actions:
            self._play(word.split(), shown)
        left = [seat for seat in record.seats if seat not in self._folded]
        if len(left) > 1:
            for seat in left:
                shown.setdefault(seat, Mucked(seat))
        self.showdown = tuple(shown.values())
        if record.bomb:
            acts = enumerate(self.acts)
            flop = next((n for n, act in acts if isinstance(act, StreetDealt)), 0)
            del self.acts[:flop]

    def _play(self, words: Sequence[str], shown: dict[int, TabledHand | Mucked]) -> None:
        match words:
            case ["d", "dh", player, text]:
                cards = _cards(text)
                if UNKNOWN not in cards:
                    self.holes[self._seat(player)] = cards
            case ["d", "db", text]:
                self._deal(_cards(text))
            case [player, "f"]:
                seat = self._seat(player)
                self._folded.add(seat)
                self.acts.append(Acted(seat, Action.FOLD, 0, self._bets[seat]))
            case [player, "cc"]:
                self._put(self._seat(player), max(self._bets.values()))
            case [player, "cbr", amount]:
                self._put(self._seat(player), int(amount))
            case [player, "sm"]:
                shown[self._seat(player)] = Mucked(self._seat(player))
            case [player, "sm", text]:
                shown[self._seat(player)] = TabledHand(self._seat(player), _cards(text))

    def _seat(self, player: str) -> int:
        return self._record.seats[int(player[1:]) - 1]

    def _deal(self, cards: tuple[str, ...]) -> None:
        street, _ = STREETS[max(self._board - 2, 0)]
        self._board += len(cards)
        self.acts.append(StreetDealt(street, cards))
        self._bets = dict.fromkeys(self._record.seats, 0)
        self._owed = 0

    def _put(self, seat: int, to: int) -> None:
        """Record a check, call, bet or raise that brings the total in front of the seat to `to`.

        If the stack is too small for that, the whole stack goes in.
        """
        top = max(self._bets.values())
        amount = min(to - self._bets[seat], self._stacks[seat])
        self._stacks[seat] -= amount
        self._bets[seat] += amount
        if not amount:
            action = Action.CHECK
        elif self._bets[seat] <= max(top, self._owed):
            action = Action.CALL
        else:
            action = Action.RAISE if max(top, self._owed) else Action.BET
        all_in = amount > 0 and not self._stacks[seat]
        self.acts.append(Acted(seat, action, amount, self._bets[seat], all_in))

    def check_folds(self) -> None:
        """Raise `NoWords` if a player who folds or loses has lost more than posts and actions.

        Under some rules (PPC article 22), chips that are less than a full call or bet stay in the
        pot when the player folds. The floor may also kill a hand whose last call has not been paid.
        Only PHH can express these cases; other formats have no action for them. Hands with time
        charges are not checked.
        """
        record = self._record
        paid = {one.seat for one in record.awards} | {one.seat for one in record.returned}
        paid -= self._folded
        stacks = zip(record.seats, record.finishing_stacks, strict=True)
        if not record.timed and any(
            seat not in paid and after != self._stacks[seat] for seat, after in stacks
        ):
            raise NoWords("chips-of-a-fold")

    def uncalled(self) -> dict[int, int]:
        """Return how many chips go back to each seat as uncalled, according to the PHH actions.

        Seats that get none back are left out. The amounts can differ from the chips that were
        really returned, because the PHH actions can differ from what was played. An amount is too
        low if PHH has a call in place of a raise that no other player had the chips to call. It is
        too high if PHH has an additional raise, inserted so that dead hands can fold.
        """
        record = self._record
        back = Counter(dict(zip(record.seats, (-amount for amount in record.acted), strict=True)))
        for returned in record.returned:
            back[returned.seat] += returned.amount
        for act in self.acts:
            if isinstance(act, Acted):
                back[act.seat] += act.amount
        return +back

    def awards(self) -> tuple[PotAwarded, ...]:
        """Return the winners of each pot and the amounts that they won.

        If the house hides amounts in its events, the winnings are calculated from the stacks before
        and after the hand, as if there were a single pot.
        """
        if self._record.winnings is not None:
            return self._record.awards
        back = self.uncalled()
        ends = zip(self._record.seats, self._record.finishing_stacks, strict=True)
        won = {seat: after - self._stacks[seat] - back.get(seat, 0) for seat, after in ends}
        return tuple([PotAwarded(0, seat, amount) for seat, amount in won.items() if amount > 0])


def _cards(text: str) -> tuple[str, ...]:
    return tuple([text[at : at + 2] for at in range(0, len(text), 2)])
