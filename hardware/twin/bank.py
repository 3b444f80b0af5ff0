"""The bank, which supplies tagged objects and stores the chips that are out of play."""

import random
from collections.abc import Iterable

from controller.contract.scans import BadgeTag, ButtonTag, CardTag, ChipTag
from controller.sensing.registry import CARDS, Registry

Exchange = tuple[list[int], list[int], list[int], list[int]]
"""Four lists of chip values, as returned by `change`: the chips moved as they are, those paid to
the bank, those taken from it in exchange, and the change."""


class Bank:
    """A store of tagged objects. An object that does not exist yet is created and enrolled."""

    def __init__(self, registry: Registry, rng: random.Random) -> None:
        self._registry = registry
        self._rng = rng
        self._chips: dict[tuple[int, int], list[str]] = {}
        self._badges: dict[str, str] = {}
        self._button = ""
        for uid, tag in registry.items():
            match tag:
                case ChipTag(value=value, set=number):
                    self._chips.setdefault((value, number), []).append(uid)
                case BadgeTag(name=name):
                    self._badges[name] = uid
                case ButtonTag():
                    self._button = uid
                case CardTag():
                    pass

    def new_uid(self) -> str:
        """Return a uid that is not enrolled."""
        while (uid := f"E004{self._rng.getrandbits(48):012X}") in self._registry:
            pass
        return uid

    def card(self, card: str, deck: int) -> str:
        """Return a card's uid. Raises `ValueError` if there is no such card."""
        uid = self._registry.card(card, deck)
        if not uid:
            uid = self.new_uid()
            self._registry.enrol(uid, CardTag(card, deck))
        return uid

    def chip(self, value: int, chip_set: int = 1) -> str:
        """Take a chip of a given value out of the bank, and return its uid.

        Raises `ValueError` for a value below 1.
        """
        stock = self._chips.get((value, chip_set))
        if stock:
            return stock.pop()
        uid = self.new_uid()
        self._registry.enrol(uid, ChipTag(value, chip_set))
        return uid

    def give_back(self, uids: Iterable[str]) -> None:
        """Put chips back into the bank."""
        for uid in uids:
            tag = self._registry.get(uid)
            if isinstance(tag, ChipTag):
                self._chips.setdefault((tag.value, tag.set), []).append(uid)

    def value(self, uid: str, chip_set: int = 1) -> int:
        """Return the value of a chip in a set, or 0 for any other object.

        The default set is the one in play.
        """
        tag = self._registry.get(uid)
        return tag.value if isinstance(tag, ChipTag) and tag.set == chip_set else 0

    def badge(self, name: str) -> str:
        """Return the uid of a player's badge."""
        if name not in self._badges:
            self._badges[name] = self.new_uid()
            self._registry.enrol(self._badges[name], BadgeTag(name))
        return self._badges[name]

    def button(self) -> str:
        """Return the uid of the dealer button."""
        if not self._button:
            self._button = self.new_uid()
            self._registry.enrol(self._button, ButtonTag())
        return self._button


def new_registry(seed: int = 0, decks: int = 1) -> Registry:
    """Return a registry that contains only full decks; a bank adds the chips that it needs."""
    registry = Registry()
    bank = Bank(registry, random.Random(seed))
    for deck in range(1, decks + 1):
        for card in sorted(CARDS):
            bank.card(card, deck)
    return registry


def change(lying: Iterable[int], wanted: Iterable[int], denominations: Iterable[int]) -> Exchange:
    """Work out how to pay the `wanted` chips from those present, with change from the bank.

    `lying` holds the values of the chips present. The result has four lists of values: chips to
    move as they are, chips to give to the bank, chips to take from it instead, and the change.
    Raises `ValueError` if the chips present are worth too little.
    """
    rest = sorted(lying)
    moved, lacking = [], []
    for value in sorted(wanted, reverse=True):
        if value in rest:
            rest.remove(value)
            moved.append(value)
        else:
            lacking.append(value)
    owed = sum(lacking)
    if owed > sum(rest):
        raise ValueError(f"the {sum(rest)} there does not make {owed}")
    paid: list[int] = []
    while sum(paid) < owed:
        paid.append(rest.pop(0))
    returned = make_up(sum(paid) - owed, denominations)
    return moved, paid, lacking, returned


def make_up(amount: int, denominations: Iterable[int]) -> list[int]:
    """Return the values of chips that make up an amount, highest first.

    The highest value is used as often as it fits into the amount, then the next one as often as it
    fits into the remainder, and so on. Chips of 1 cover whatever is left.
    """
    pieces = []
    for value in sorted({*denominations, 1}, reverse=True):
        count, amount = divmod(amount, value)
        pieces += [value] * count
    return pieces
