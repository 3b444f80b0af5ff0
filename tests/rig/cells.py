"""Random card movements from any place to any other during a hand, for the `pairs` bench."""

from typing import Final

from controller.contract import commands as c
from controller.play.matrix import MANY, ORIGINS, PLACES, Cell, Moving
from tests.rig.injections import Moment, Scene

CHANCE: Final = 0.15


class Cells:
    """A number of matrix cells in one hand, each at a random moment."""

    def __init__(self, count: int) -> None:
        self.left = count
        self.names: tuple[str, ...] = ()
        self._scene: Scene | None = None

    def at(self, scene: Scene) -> None:
        """Work on this table."""
        self._scene = scene

    def meddle(self, moment: Moment) -> bool:
        """Move cards at random moments; return whether any were moved."""
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
        """Let play go on, as the floor does where possible."""
        return c.Waive()

    def hand_is_over(self) -> None:
        """Do nothing: the cards stay where they were moved."""

    @property
    def met(self) -> bool:
        """Return whether all cells have been done."""
        return not self.left
