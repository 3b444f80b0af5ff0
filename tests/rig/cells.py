"""Cards that go from anywhere to anywhere, by chance, in a hand that is played: what pairs do."""

from typing import Final

from controller.contract import commands as c
from controller.play.matrix import MANY, ORIGINS, PLACES, Cell, Moving
from tests.rig.injections import Moment, Scene

CHANCE: Final = 0.15


class Cells:
    """So many cells of the matrix in one hand, each at a moment that chance gives."""

    def __init__(self, count: int) -> None:
        self.left = count
        self.names: tuple[str, ...] = ()
        self._scene: Scene | None = None

    def at(self, scene: Scene) -> None:
        """Work on this table."""
        self._scene = scene

    def meddle(self, moment: Moment) -> bool:
        """Move cards if chance has it; return whether any were moved."""
        scene = self._scene
        assert scene is not None
        if not self.left or moment == "post" or not scene.chance(CHANCE):
            return False
        rng = scene.rng
        cell = Cell(moment, rng.choice(ORIGINS), rng.choice(PLACES), rng.choice(MANY))
        if cell.origin == cell.place or not Moving(scene.game).move(cell):
            return False
        self.left -= 1
        self.names += (f"{cell.origin} to {cell.place} ({cell.many}, {moment})",)
        return True

    def decide(self) -> c.Command:
        """Let play go on, as the floor does where it can."""
        return c.Waive()

    def hand_is_over(self) -> None:
        """Leave what has been done to itself."""

    @property
    def met(self) -> bool:
        """Whether all of them have been done."""
        return not self.left
