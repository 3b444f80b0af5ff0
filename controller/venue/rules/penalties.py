"""Penalties on the room's side: which may be given, and what is left of one after a move."""

import msgspec

from controller.venue.rules.tournament import PenaltyRules


class Penalty(msgspec.Struct, frozen=True):
    """What a player still has to miss: rounds and hands of the one that runs, or milliseconds."""

    rounds: int = 0
    hands: int = 0
    ms: int = 0

    @property
    def served(self) -> bool:
        """Return whether nothing is left."""
        return not (self.rounds or self.hands or self.ms)


def possible(rules: PenaltyRules, rounds: int = 0, minutes: int = 0) -> bool:
    """Return whether a penalty is one that the house knows."""
    if rounds and minutes:
        return False
    return rounds in rules.rounds.value if rounds else minutes in rules.minutes.value


def given(rounds: int, minutes: int, players: int) -> Penalty:
    """Return a penalty as it begins: a round is as many hands as players take part, the one too."""
    return Penalty(max(0, rounds - 1), players if rounds else 0, minutes * 60_000)


def after_hand(left: Penalty, players: int) -> Penalty:
    """Return what is left when a hand was missed; `players` is who takes part at the table now.

    A round that begins at another table has that table's hands.
    """
    if left.hands > 1:
        return msgspec.structs.replace(left, hands=left.hands - 1)
    if left.hands and left.rounds:
        return msgspec.structs.replace(left, rounds=left.rounds - 1, hands=players)
    return msgspec.structs.replace(left, hands=0)


def after_time(left: Penalty, ms: int) -> Penalty:
    """Return what is left when so much time has passed."""
    return msgspec.structs.replace(left, ms=max(0, left.ms - ms))
