"""Plays many scenarios in several processes, each of which has its own simulated hardware."""

import multiprocessing
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import closing
from multiprocessing.util import Finalize
from pathlib import Path

import msgspec

from controller.houses.loader import known_houses
from controller.play.game import DealtGame, Depth, Noise, Watch
from controller.play.runner import Failure, Runner, ScenarioResult, set_up
from controller.play.script import language
from controller.play.sinks.wiring import OnReaders, Wiring
from controller.toml.file import FileProblems

WIRING: list[Wiring] = []
"""This process's simulated hardware; the list is empty until the hardware is started."""


class PlayOptions(msgspec.Struct, frozen=True):
    """The command-line options that apply to every scenario of a run.

    If `house` is empty, each scenario keeps its own house. `readers` says which tags are read by
    PC/SC readers instead of nodes; it matters only at depth `wire`.
    """

    depth: Depth = "engine"
    noise: Noise = "typical"
    seed: int = 0
    house: str = ""
    readers: OnReaders = "none"


class PlayedFile(msgspec.Struct, frozen=True):
    """The result for one scenario file.

    `outcome` is None if the file can't be read; `unread` is then the reason. `wall` is the wall
    time taken to play it, in seconds.
    """

    path: Path
    outcome: ScenarioResult | None
    unread: str = ""
    wall: float = 0.0


def play_file(path: Path, wish: PlayOptions, watch: Watch | None = None) -> ScenarioResult:
    """Play one scenario. Raises `ScenarioError` or `FileProblems` if the file can't be read.

    `watch` is called with every observation and its effects. At depth `wire`, a failure of the
    simulated hardware is returned as a failed scenario. Depth `wire` also raises
    `NoInterpreter`, `NoServer` or `NoPcscd` if a program that it needs is not installed.
    """
    statements = language.read(path, () if wish.house else known_houses())
    setup = set_up(
        statements,
        house=wish.house,
        beside=path.parent,
        depth=wish.depth,
        noise=wish.noise,
        seed=wish.seed,
    )

    def played(wiring: Wiring | None = None) -> ScenarioResult:
        with closing(DealtGame(setup, watch, wiring)) as game:
            return Runner(game).play(statements)

    if wish.depth != "wire":
        return played()
    from controller.play.sinks.sink import ControllerFailed
    from hardware.twin.boards.rack import RackFailed

    try:
        return played(own_wiring(wish.readers))
    except (ControllerFailed, RackFailed) as error:
        # Whatever the failure was, the next table gets fresh hardware.
        _end()
        failure = Failure(0, "(the hardware)", f"{error}: {error.__cause__ or 'see above'}")
        return ScenarioResult((failure,), 0, 0)


def own_wiring(readers: OnReaders = "none") -> Wiring:
    """Return this process's simulated hardware, starting it if needed; it runs until exit."""
    if not WIRING:
        WIRING.append(Wiring(readers=readers))
    return WIRING[0]


def play_all(
    paths: Sequence[Path], wish: PlayOptions, jobs: int, watch: Watch | None = None
) -> Iterator[PlayedFile]:
    """Play scenarios in up to `jobs` processes, yielding each result as its scenario finishes.

    With `watch`, they are played one at a time, whatever `jobs` is.
    """
    if jobs < 2 or len(paths) < 2 or watch is not None:
        for path in paths:
            yield _played(path, wish, watch)
        return
    spawn = multiprocessing.get_context("spawn")
    workers = min(jobs, len(paths))
    with ProcessPoolExecutor(workers, spawn, _begin) as crew:
        for done in as_completed([crew.submit(_played, path, wish) for path in paths]):
            yield done.result()


def _played(path: Path, wish: PlayOptions, watch: Watch | None = None) -> PlayedFile:
    began = time.monotonic()
    try:
        outcome = play_file(path, wish, watch)
    except (language.ScenarioError, FileProblems) as error:
        return PlayedFile(path, None, str(error))
    return PlayedFile(path, outcome, wall=time.monotonic() - began)


def _begin() -> None:
    # A process of a pool ends without the usual exit handlers.
    Finalize(None, _end, exitpriority=10)


def _end() -> None:
    while WIRING:
        WIRING.pop().close()
