"""The ruling steps that are highlighted on the screen because they have just been completed."""

from controller.contract.public import PublicState
from display.felt.drawing.sheet import NOTHING_FRESH
from display.words.ruling_steps import acts_of

GLOW_S = 1.5
"""How many seconds a completed step stays highlighted."""


def fresh_steps(before: PublicState | None, after: PublicState | None) -> frozenset[int]:
    """Return the indices of the open ruling's steps that are done now but were not before."""
    old = before.rulings[0] if before is not None and before.rulings else None
    new = after.rulings[0] if after is not None and after.rulings else None
    if old is None or new is None or old.id != new.id:
        return NOTHING_FRESH
    pairs = zip(acts_of(old), acts_of(new), strict=False)
    return frozenset(nth for nth, (was, now) in enumerate(pairs) if now.done and not was.done)


class Glow:
    """The ruling steps that are highlighted now, and until when."""

    def __init__(self) -> None:
        self._state: PublicState | None = None
        self._fresh, self._until = NOTHING_FRESH, 0.0

    def of(self, state: PublicState | None, now: float) -> frozenset[int]:
        """Return the indices of the steps done in the `GLOW_S` seconds before `now` (s)."""
        if state is not self._state:
            fresh, self._state = fresh_steps(self._state, state), state
            ended = state is None or not state.rulings
            if fresh or ended or now >= self._until:
                self._fresh, self._until = fresh, now + GLOW_S
        return self._fresh if now < self._until else NOTHING_FRESH
