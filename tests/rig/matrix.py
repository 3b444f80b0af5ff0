"""`tapis bench matrix`: every card movement between any two places under every house.

It counts the cells of `tapis house matrix` by the table's answer: play, irregular, asked or
ignored, and those without an answer or after which play can't go on. At depth `sensed` a seeded
share of them is played, because that takes a hundred times as long. With `--chips` chips move.
"""

import random
import time
from collections import Counter
from typing import Annotated

import msgspec
import typer

from controller.contract.errors import ExitCode
from controller.houses.loader import load_house, shipped_houses
from controller.play.commands import check_depth, check_noise
from controller.play.game import Depth, Noise
from controller.play.matrix import Answer, Cell, answer, cells
from tests.rig.chip_cells import ChipAnswer, ChipCell, chip_answer, chip_cells
from tests.rig.progress import progress


class HouseMatrix(msgspec.Struct, frozen=True):
    """The results of a house's cells: the number played, and the table's answers in `says`."""

    house: str
    cells: int
    says: dict[str, int]
    unanswered: int
    dead_ends: int
    trouble: tuple[Answer | ChipAnswer, ...] = ()


class MatrixReport(msgspec.Struct, frozen=True):
    """The figures of a run over all houses."""

    houses: tuple[HouseMatrix, ...]
    depth: str
    noise: str
    seed: int
    wall_s: float

    @property
    def trouble(self) -> tuple[Answer | ChipAnswer, ...]:
        """Return the cells without an answer, and those after which play can't go on."""
        return tuple(one for house in self.houses for one in house.trouble)


def run(
    houses: list[str], share: float, depth: Depth, noise: Noise, seed: int, *, chips: bool = False
) -> MatrixReport:
    """Play a share (0 to 1) of the cells of some houses, drawn by the seed."""
    began, rng, found = time.perf_counter(), random.Random(seed), list[HouseMatrix]()
    every = list[Cell | ChipCell](chip_cells() if chips else cells())
    asked = [(name, [c for c in every if rng.random() < share]) for name in houses]
    with progress("cells", sum(len(chosen) for _, chosen in asked)) as advance:
        for name, chosen in asked:
            house, answers = load_house(name), list[Answer | ChipAnswer]()
            for cell in chosen:
                said: Answer | ChipAnswer | None
                if isinstance(cell, ChipCell):
                    said = chip_answer(house, cell, depth=depth, noise=noise, seed=seed)
                else:
                    said = answer(house, cell, depth=depth, noise=noise, seed=seed)
                answers += [said] if said is not None else []
                advance(1)
            found.append(_of_house(name, answers))
    wall_s = round(time.perf_counter() - began, 1)
    return MatrixReport(tuple(found), depth, noise, seed, wall_s)


def _of_house(name: str, answers: list[Answer | ChipAnswer]) -> HouseMatrix:
    wrong = tuple(one for one in answers if one.is_trouble)
    ends = sum(bool(one.trouble) for one in wrong)
    says = Counter(str(one.says) for one in answers)
    return HouseMatrix(name, len(answers), dict(says), len(wrong) - ends, ends, wrong)


def bench_matrix(
    house: Annotated[str, typer.Option(help="One house; the default is all of them.")] = "",
    share: Annotated[float, typer.Option(min=0, max=1, help="Which share of the cells.")] = 1.0,
    depth: Annotated[str, typer.Option(help="engine or sensed.")] = "engine",
    noise: Annotated[
        str, typer.Option(help="The noise level: clean, typical or harsh.")
    ] = "typical",
    seed: Annotated[int, typer.Option(help="Another seed draws other cells.")] = 0,
    chips: Annotated[bool, typer.Option("--chips", help="Move chips instead of cards.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Machine-readable output.")] = False,
) -> None:
    """Move cards or chips from anywhere to anywhere. Status 1: no answer, or a dead end."""
    names = [house] if house else list(shipped_houses())
    report = run(names, share, check_depth(depth), check_noise(noise), seed, chips=chips)
    if as_json:
        typer.echo(msgspec.json.encode(report).decode())
    else:
        for one in report.houses:
            says = ", ".join(f"{count} {word}" for word, count in sorted(one.says.items()))
            typer.echo(
                f"{one.house}: {one.cells} cells: {says}; {one.unanswered} without an answer,"
                f" {one.dead_ends} dead ends"
            )
        for wrong in report.trouble[:20]:
            typer.echo(f"  {wrong.cell}: {wrong.trouble or 'no answer'}")
    if report.trouble:
        raise typer.Exit(ExitCode.NOT_SO)
