"""`tapis play`: plays scenarios and says which hold."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from controller.contract.observations import Observation
from controller.contract.public import PublicEvent, event_data
from controller.houses.loader import shipped_houses
from controller.play import language
from controller.play.expect import described
from controller.play.game import Depth, Noise
from controller.play.runner import Outcome, Runner, set_up
from controller.table.engine import Step
from controller.tomlfile import FileProblems
from display.sentences import event_text, seats_named
from display.words import words


def scenario_files(paths: Sequence[Path]) -> list[Path]:
    """Give the scenario files named, and all those below the folders named, sorted."""
    found: list[Path] = []
    for path in paths:
        found += sorted(path.rglob("*.scn")) if path.is_dir() else [path]
    return found


def play_file(
    path: Path, depth: Depth, noise: Noise, seed: int, house: str, show: bool = False
) -> Outcome:
    """Play one scenario. Raises `ScenarioError` or `FileProblems` when it can't be read."""
    statements = language.read(path, () if house else shipped_houses())
    setup = set_up(statements, house=house, beside=path.parent, depth=depth, noise=noise, seed=seed)
    runner = Runner(setup, _print_events if show else None)
    try:
        return runner.play(statements)
    finally:
        runner.game.close()


def _print_events(observation: Observation, done: Step) -> None:
    for event in done.public:
        line = {"at": observation.at, "type": event.type, "data": event_data(event)}
        typer.echo(msgspec.json.encode(line).decode())


def play(
    files: Annotated[list[Path], typer.Argument(help="Scenarios (*.scn), or folders of them.")],
    depth: Annotated[str, typer.Option(help="engine or sensed.")] = "engine",
    noise: Annotated[str, typer.Option(help="clean, typical or harsh.")] = "typical",
    seed: Annotated[int, typer.Option(help="Seed of the noise and of the unnamed cards.")] = 0,
    house: Annotated[str, typer.Option(help="Play under this house, not the file's.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One event a line, as JSON.")] = False,
) -> None:
    """Play scenarios. Status 0: all hold; 1: an expectation fails; 2: a file can't be read."""
    checked_depth, checked_noise = check_depth(depth), check_noise(noise)
    console, held, failed, unread = Console(highlight=False, soft_wrap=True), 0, 0, 0
    paths = scenario_files(files)
    if not paths:
        typer.echo("no scenario (*.scn) there", err=True)
        raise typer.Exit(2)
    for path in paths:
        try:
            outcome = play_file(path, checked_depth, checked_noise, seed, house, as_json)
        except (language.ScenarioError, FileProblems) as error:
            unread += 1
            typer.echo(str(error), err=True)
            continue
        if outcome.failures:
            failed += 1
        else:
            held += 1
        if not as_json or outcome.failures:
            _report(console, path, outcome, to_stderr=as_json)
    if len(paths) > 1 and not as_json:
        console.print(f"{held} held, {failed} failed, {unread} could not be read")
    if unread:
        raise typer.Exit(2)
    if failed:
        raise typer.Exit(1)


def _report(console: Console, path: Path, outcome: Outcome, *, to_stderr: bool) -> None:
    out = Console(stderr=True, highlight=False, soft_wrap=True) if to_stderr else console
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
    """Give a depth that can be played here; ends the command with status 2 for another."""
    if depth in {"engine", "sensed"}:
        return depth  # type: ignore[return-value]
    typer.echo(f'--depth "{depth}": it is engine or sensed', err=True)
    raise typer.Exit(2)


def check_noise(noise: str) -> Noise:
    """Give a level of noise; ends the command with status 2 for one that there is not."""
    if noise in {"clean", "typical", "harsh"}:
        return noise  # type: ignore[return-value]
    typer.echo(f'--noise "{noise}": it is clean, typical or harsh', err=True)
    raise typer.Exit(2)
