"""Translates a hand record's PHH actions into chips: how much each player put in on each street.

The legality of the actions is not checked: published events need not be legal under any one rule
book, and a hand with an irregularity is handled like any other.
"""

from collections.abc import Sequence

import msgspec

from controller.contract.errors import TapisError
from controller.contract.public import Action, PotAwarded
from controller.play.records.hand_record import HandRecord
from controller.play.records.phh_course import STREETS
from controller.play.records.recorded import UNKNOWN, Acted, Mucked, StreetDealt, TabledHand

Act = Acted | StreetDealt


class NoWords(TapisError, ValueError):
    """A hand can't be expressed in an export format; `why` is a key of `NO_WORDS`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Course(msgspec.Struct, frozen=True):
    """The actions, showdown and known hole cards of a hand, with all amounts in chips.

    `acts` are the actions and the streets dealt, in order. `showdown` lists the players who showed
    or mucked. `holes` maps a seat to its hole cards, if all of them are known.
    """

    acts: tuple[Act, ...]
    showdown: tuple[TabledHand | Mucked, ...]
    holes: dict[int, tuple[str, ...]]


def read(record: HandRecord) -> Course:
    """Return the course of a recorded hand, leaving out a bomb pot's actions before the flop."""
    return _Reading(record).read()


def check_folds(record: HandRecord) -> None:
    """Raise `NoWords` if a folded or losing player lost more than posts and actions account for.

    Under some rules (PPC article 22), chips that are less than a full call or bet stay in the pot
    when the player folds. The floor may also kill a hand whose last call has not been paid. Only
    PHH can express these cases; other formats have no action for them. Hands with time charges are
    not checked.
    """
    reading = _Reading(record)
    reading.read()
    paid = {one.seat for one in record.awards} | {one.seat for one in record.returned}
    paid -= reading.folded
    stacks = zip(record.seats, record.finishing_stacks, strict=True)
    if not record.timed and any(
        seat not in paid and after != reading.stacks[seat] for seat, after in stacks
    ):
        raise NoWords("chips-of-a-fold")


class _Reading:
    """Reads one hand's PHH actions, tracking stacks, bets and the board."""

    def __init__(self, record: HandRecord) -> None:
        self.record = record
        self.stacks = dict(zip(record.seats, record.starting_stacks, strict=True))
        self.bets = dict.fromkeys(record.seats, 0)
        for posted in record.posted:
            self.stacks[posted.seat] -= posted.amount
            if posted.what != "ante":
                self.bets[posted.seat] += posted.amount
        # The least total of a call before the flop, even if the big blind is all-in for less.
        self.owed = max(record.blinds)
        self.acts: list[Act] = []
        self.shown: dict[int, TabledHand | Mucked] = {}
        self.holes: dict[int, tuple[str, ...]] = {}
        self.folded: set[int] = set()
        self.board = 0

    def read(self) -> Course:
        for word in self.record.actions:
            self.word(word.split())
        left = [seat for seat in self.record.seats if seat not in self.folded]
        if len(left) > 1:
            for seat in left:
                self.shown.setdefault(seat, Mucked(seat))
        acts = self.acts
        if self.record.bomb:
            flop = next((n for n, act in enumerate(acts) if isinstance(act, StreetDealt)), 0)
            acts = acts[flop:]
        return Course(tuple(acts), tuple(self.shown.values()), self.holes)

    def word(self, words: Sequence[str]) -> None:
        match words:
            case ["d", "dh", player, text]:
                cards = _cards(text)
                if UNKNOWN not in cards:
                    self.holes[self.seat(player)] = cards
            case ["d", "db", text]:
                self.deal(_cards(text))
            case [player, "f"]:
                seat = self.seat(player)
                self.folded.add(seat)
                self.acts.append(Acted(seat, Action.FOLD, 0, self.bets[seat]))
            case [player, "cc"]:
                self.put(self.seat(player), max(self.bets.values()))
            case [player, "cbr", amount]:
                self.put(self.seat(player), int(amount))
            case [player, "sm"]:
                self.shown[self.seat(player)] = Mucked(self.seat(player))
            case [player, "sm", text]:
                self.shown[self.seat(player)] = TabledHand(self.seat(player), _cards(text))

    def seat(self, player: str) -> int:
        return self.record.seats[int(player[1:]) - 1]

    def deal(self, cards: tuple[str, ...]) -> None:
        street, _ = STREETS[max(self.board - 2, 0)]
        self.board += len(cards)
        self.acts.append(StreetDealt(street, cards))
        self.bets = dict.fromkeys(self.record.seats, 0)
        self.owed = 0

    def put(self, seat: int, to: int) -> None:
        """Record a check, call, bet or raise that brings the total in front of the seat to `to`.

        If the stack is too small for that, the whole stack goes in.
        """
        top = max(self.bets.values())
        amount = min(to - self.bets[seat], self.stacks[seat])
        self.stacks[seat] -= amount
        self.bets[seat] += amount
        if not amount:
            action = Action.CHECK
        elif self.bets[seat] <= max(top, self.owed):
            action = Action.CALL
        else:
            action = Action.RAISE if max(top, self.owed) else Action.BET
        all_in = amount > 0 and not self.stacks[seat]
        self.acts.append(Acted(seat, action, amount, self.bets[seat], all_in))


def _cards(text: str) -> tuple[str, ...]:
    return tuple([text[at : at + 2] for at in range(0, len(text), 2)])


def uncalled(record: HandRecord, course: Course) -> dict[int, int]:
    """Return how many chips go back to each seat as uncalled, according to the PHH actions.

    Seats that get none back are left out. The amounts can differ from the chips that were really
    returned, because the PHH actions can differ from what was played. An amount is too low if PHH
    has a call in place of a raise that no other player had the chips to call. It is too high if PHH
    has an additional raise, inserted so that dead hands can fold.
    """
    back = dict(zip(record.seats, (-amount for amount in record.acted), strict=True))
    for one in record.returned:
        back[one.seat] = back.get(one.seat, 0) + one.amount
    for act in course.acts:
        if isinstance(act, Acted):
            back[act.seat] += act.amount
    return {seat: amount for seat, amount in back.items() if amount > 0}


def awards(record: HandRecord, course: Course) -> tuple[PotAwarded, ...]:
    """Return the winners of each pot and the amounts that they won.

    If the house hides amounts in its events, the winnings are calculated from the stacks before and
    after the hand, as if there were a single pot.
    """
    if record.winnings is not None:
        return record.awards
    put, back = dict.fromkeys(record.seats, 0), uncalled(record, course)
    for posted in record.posted:
        put[posted.seat] += posted.amount
    for act in course.acts:
        if isinstance(act, Acted):
            put[act.seat] += act.amount
    found = []
    for seat, before, after in zip(
        record.seats, record.starting_stacks, record.finishing_stacks, strict=True
    ):
        won = after - before + put[seat] - back.get(seat, 0)
        if won > 0:
            found.append(PotAwarded(0, seat, won))
    return tuple(found)
