"""`tapis play`: plays scenarios and reports which ones pass."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, get_args

import msgspec
import typer
from rich.console import Console

from controller.contract.errors import N_, ExitCode, WrongOption
from controller.contract.observations import Observation
from controller.contract.public import PublicEvent, event_data
from controller.play.crew import PlayOptions, play_all
from controller.play.game import Depth, Noise
from controller.play.runner import ScenarioResult
from controller.play.script.event_words import described
from controller.play.sinks.wiring import OnReaders
from controller.table.engine import Transition
from display.options import one_of
from display.words.names import words
from display.words.sentences import event_text, seats_named

ReadersOption = Annotated[
    str,
    typer.Option(
        help="With --depth wire, the zones on PC/SC readers: none, floor (the floor badge), or "
        "all (the board positions and all badges)."
    ),
]


def scenario_files(paths: Sequence[Path]) -> list[Path]:
    """Return the files at these paths in order, with the sorted scenarios under each folder."""
    found: list[Path] = []
    for path in paths:
        found += sorted(path.rglob("*.scn")) if path.is_dir() else [path]
    return found


def _print_events(observation: Observation, done: Transition) -> None:
    for event in done.public:
        line = {"at": observation.at, "type": event.type, "data": event_data(event)}
        typer.echo(msgspec.json.encode(line).decode())


def play(
    files: Annotated[list[Path], typer.Argument(help="Scenarios (*.scn), or folders of them.")],
    depth: Annotated[
        str, typer.Option(help="The simulation depth: engine, sensed or wire.")
    ] = "engine",
    noise: Annotated[
        str, typer.Option(help="The noise level: clean, typical or harsh.")
    ] = "typical",
    seed: Annotated[
        int,
        typer.Option(
            help="Random seed for the noise, and for cards that the scenario does not name."
        ),
    ] = 0,
    house: Annotated[str, typer.Option(help="Use this house's rules instead of the file's.")] = "",
    jobs: Annotated[
        int, typer.Option(help="How many scenarios to play at a time.", min=1, max=64)
    ] = 1,
    readers: ReadersOption = "floor",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one event per line, as JSON.")
    ] = False,
) -> None:
    """Play scenarios. Status 0: all pass; 1: an expectation fails; 2: a file can't be read."""
    checked_depth, checked_noise = check_depth(depth), check_noise(noise)
    console = Console(stderr=as_json, highlight=False, soft_wrap=True)
    held = failed = unread = 0
    table_s = wall_s = 0.0
    paths = scenario_files(files)
    if not paths:
        raise WrongOption(N_("no scenarios (*.scn) found at these paths"))
    wish = PlayOptions(checked_depth, checked_noise, seed, house, check_readers(readers))
    for played in play_all(paths, wish, jobs, _print_events if as_json else None):
        if played.outcome is None:
            unread += 1
            typer.echo(played.unread, err=True)
            continue
        if played.outcome.failures:
            failed += 1
        else:
            held += 1
        table_s, wall_s = table_s + played.outcome.at / 1000, wall_s + played.wall
        if not as_json or played.outcome.failures:
            _report(console, played.path, played.outcome)
    if len(paths) > 1 and not as_json:
        pace = (
            f"; {table_s:.0f} s of table time, {table_s / max(wall_s, 0.001):.1f} times the wall's"
        )
        console.print(
            f"{held} held, {failed} failed, {unread} could not be read"
            f"{pace if checked_depth == 'wire' else ''}"
        )
    if unread:
        raise typer.Exit(ExitCode.UNUSABLE)
    if failed:
        raise typer.Exit(ExitCode.NOT_SO)


def _report(out: Console, path: Path, outcome: ScenarioResult) -> None:
    if not outcome.failures:
        out.print(f"[green]held[/]    {path}  ({outcome.expectations} expectations)")
        return
    out.print(f"[red]failed[/]  {path}")
    for failure in outcome.failures:
        out.print(f"  line {failure.line}: {failure.statement}", markup=False)
        out.print(f"    {failure.why}", markup=False)
        _list_events(out, failure.events)


def _list_events(out: Console, events: Sequence[PublicEvent]) -> None:
    if not events:
        out.print("    no events since the last action")
        return
    out.print("    events since the last action:")
    said, nobody = words("en"), seats_named({})
    for event in events:
        out.print(f"      {described(event)}", markup=False)
        told = event_text(event.type, event_data(event), nobody, said)
        if told:
            out.print(f"        {told}", markup=False, style="dim")


def check_depth(depth: str) -> Depth:
    """Return the `--depth` option as a `Depth`; raises `WrongOption` for an unknown depth."""
    return one_of("--depth", depth, get_args(Depth))


def check_readers(readers: str) -> OnReaders:
    """Return the `--readers` option as an `OnReaders`; raises `WrongOption` if it is unknown."""
    return one_of("--readers", readers, get_args(OnReaders))


def check_noise(noise: str) -> Noise:
    """Return the `--noise` option as a `Noise`; raises `WrongOption` for an unknown level."""
    return one_of("--noise", noise, get_args(Noise))
