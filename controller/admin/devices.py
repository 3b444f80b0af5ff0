"""`tapis devices`: shows the devices, their read quality, and the traffic on their links."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from controller.config.default_config import HERE, ConfigOption, config_file
from controller.config.model import TableConfig, load_config
from controller.contract.errors import ExitCode, Sentence, WrongOption, in_words
from controller.contract.scans import Scan
from controller.run.loop.drivers import open_drivers, open_ring, ring_status
from controller.run.sockets.control_socket import Question, ask, socket_of
from controller.run.upkeep.devices import (
    DevicesView,
    FrameView,
    frames_of,
    statuses_of,
    view_antennas,
)
from controller.sensing.registry import Registry
from display.words.command_line.chosen import LanguageOption, words_for
from display.words.locale import N_
from display.words.names import C_, Words
from hardware.ports import Driver, Report, problem_of, wall_ticks

LOOKED_FOR = 3.0
"""How long to read devices, in seconds, if no controller is running."""

devices_app = typer.Typer(help="A table's devices and their state.", add_completion=False)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for other programs.")]


@devices_app.callback(invoke_without_command=True)
def devices(
    context: typer.Context,
    config: ConfigOption = HERE,
    as_json: AsJson = False,
    language: LanguageOption = "",
) -> None:
    """Show the devices, their health, and how often each antenna is read.

    If no controller is running, the devices are opened for 3 seconds. Exit status 1 means that a
    device has a problem.
    """
    if context.invoked_subcommand is not None:
        return
    said = words_for(language, as_json=as_json)
    view = look_at_devices(load_config(config_file(config)))
    if as_json:
        typer.echo(msgspec.json.encode(view).decode())
    else:
        tell(view, said, Console(highlight=False))
    raise typer.Exit(ExitCode.NOT_SO if view.wrong() else ExitCode.DONE)


@devices_app.command("log")
def log_command(
    device: Annotated[str, typer.Argument(help="A node's name; by default, all nodes.")] = "",
    config: ConfigOption = HERE,
    as_json: AsJson = False,
    language: LanguageOption = "",
) -> None:
    """Show the last 100 frames each way between a node and the controller; no tags are shown."""
    said = words_for(language, as_json=as_json)
    config = config_file(config)
    loaded = load_config(config)
    nodes = [one.name for one in loaded.devices if one.kind == "node"]
    if device and device not in nodes:
        raise WrongOption(
            N_('{file}: no node is called "{name}"; known nodes: {known}'),
            file=config,
            name=device,
            known=", ".join(nodes) or "-",
        )
    for frame in _frames(loaded, device, said):
        if as_json:
            typer.echo(msgspec.json.encode(frame).decode())
        else:
            arrow = "->" if frame.way == "out" else "<-"
            size = said.say("{n} bytes", n=f"{frame.size:>4}")
            typer.echo(
                f"{frame.at}  {frame.device:<12} {arrow} {frame.kind:<8} seq {frame.seq:>3}"
                f"  {size}  {frame.about}".rstrip()
            )


def look_at_devices(config: TableConfig) -> DevicesView:
    """Return the state of a table's devices; open them for 3 s if no controller is running."""
    answer = ask(socket_of(config), Question("devices"))
    if answer is not None:
        return msgspec.json.decode(answer, type=DevicesView)
    counted = Counter[str]()
    with _opened(config, counted) as (drivers, seconds):
        ring = open_ring(config, wall_ticks)
        statuses = (*statuses_of(drivers), *ring_status(config, ring))
        if ring is not None:
            ring.stop()
        rates = {antenna: count / seconds for antenna, count in counted.items()}
    plans = config.plans()
    lost = [plan.name for plan in plans if plan.name not in rates]
    away = {status.name for status in statuses if not status.up}
    problems = [
        problem_of(
            plan.device or Sentence("the table"),
            Sentence(
                'antenna "{antenna}" ({zone}) was not read', antenna=plan.name, zone=plan.zone
            ),
        )
        for plan in plans
        if plan.name in lost and plan.device not in away
    ]
    antennas = view_antennas(plans, rates, {}, lost)
    return DevicesView(config.name, False, statuses, antennas, tuple(problems))


def _frames(config: TableConfig, device: str, said: Words) -> tuple[FrameView, ...]:
    answer = ask(socket_of(config), Question("frames", device))
    if answer is not None:
        return msgspec.json.decode(answer, type=tuple[FrameView, ...])
    typer.echo(
        said.say("no controller is running: opening the devices for {n} s", n=f"{LOOKED_FOR:.0f}"),
        err=True,
    )
    with _opened(config, Counter()) as (drivers, _):
        return frames_of(drivers, device, wall_ticks)


@contextmanager
def _opened(
    config: TableConfig, counted: Counter[str]
) -> Iterator[tuple[tuple[Driver, ...], float]]:
    """Open a table's devices for a few seconds; yield them, and for how long they were read."""
    drivers = open_drivers(config, Registry(), wall_ticks)

    def put(report: Report) -> None:
        if isinstance(report, Scan):
            counted[report.antenna] += 1

    began = time.monotonic()
    for driver in drivers:
        driver.start(put)
    time.sleep(LOOKED_FOR)
    try:
        yield tuple(drivers), time.monotonic() - began
    finally:
        for driver in drivers:
            driver.stop()


HEAD = (
    C_("column", "device"), C_("column", "kind"), C_("column", "present"), C_("column", "port"),
    C_("column", "node"), C_("column", "verified"), C_("column", "role"), C_("column", "firmware"),
)  # fmt: skip
COUNTS = (
    C_("column", "frames"), C_("column", "damaged"), C_("column", "lost"), C_("column", "repeated"),
    C_("column", "not genuine"),
)  # fmt: skip
ANTENNAS = (
    C_("column", "antenna"), C_("column", "zone"), C_("column", "device"), C_("column", "present"),
)  # fmt: skip
RATES = (C_("column", "scans/s"), C_("column", "reads received"))


def tell(view: DevicesView, said: Words, console: Console) -> None:
    """Print the state and problems of devices and antennas."""
    if not view.running:
        told = said.say(
            "No controller is running at table {table}, so its devices were opened for {n} s.",
            table=view.table,
            n=f"{LOOKED_FOR:.0f}",
        )
        console.print(told, markup=False)
    if view.devices:
        table = _table(HEAD, COUNTS, said)
        for one in view.devices:
            counts = (one.frames, one.damaged, one.missed, one.again, one.forged)
            port = said.say("{port} (found by name)", port=one.port) if one.by_name else one.port
            row = (port, one.node, one.proof, one.role, one.firmware, *map(str, counts))
            table.add_row(one.name, one.kind, _there(one.up, said), *row)
        console.print(table)
    table = _table(ANTENNAS, RATES, said)
    for antenna in view.antennas:
        there = _there(not antenna.lost, said)
        share = "" if antenna.share is None else said.percent(antenna.share)
        table.add_row(
            antenna.name, antenna.zone, antenna.device, there, said.decimal(antenna.scans), share
        )
    console.print(table)
    for problem in view.wrong():
        console.print(in_words(problem, said.say), markup=False, soft_wrap=True)


def _table(names: Iterable[str], figures: Iterable[str], said: Words) -> Table:
    table = Table(*map(said.say, names))
    for name in figures:
        table.add_column(said.say(name), justify="right")
    return table


def _there(is_there: bool, said: Words) -> str:
    if is_there:
        return f"[green]{said.say('yes')}[/]"
    return f"[bold red]{said.say('no')}[/]"
