"""`tapis devices`: what is there, how well it reads, and what has passed over the lines."""

import threading
import time
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from controller.config.model import TableConfig, load_config
from controller.contract.errors import ExitCode, WrongOption
from controller.contract.scans import Scan
from controller.run.control_socket import Question, ask, socket_of
from controller.run.devices import DevicesView, FrameView, frames_of, statuses_of, view_antennas
from controller.run.drivers import open_drivers, open_ring, ring_status
from controller.sensing.registry import Registry
from hardware.ports import Driver, Report, wall_ticks

LOOKED_FOR = 3.0
"""So many seconds devices are listened to when no controller runs."""

devices_app = typer.Typer(help="What devices a table has, and how they are.")

ConfigPath = Annotated[Path, typer.Option("--config", help="The table's config, a TOML file.")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON, for machines.")]
TABLE = Path("table.toml")


@devices_app.callback(invoke_without_command=True)
def devices(context: typer.Context, config: ConfigPath = TABLE, as_json: AsJson = False) -> None:
    """Show what is there, its health, and how often each antenna is read.

    Without a running controller the devices are opened for 3 seconds. The status is 1 when
    something is wrong.
    """
    if context.invoked_subcommand is not None:
        return
    view = _devices(load_config(config))
    if as_json:
        typer.echo(msgspec.json.encode(view).decode())
    else:
        _print(view)
    raise typer.Exit(ExitCode.NOT_SO if view.wrong() else ExitCode.DONE)


@devices_app.command("log")
def log_command(
    device: Annotated[str, typer.Argument(help="A node's name; without it, all of them.")] = "",
    config: ConfigPath = TABLE,
    as_json: AsJson = False,
) -> None:
    """Show the last 100 frames each way between a node and the controller; never a tag."""
    loaded = load_config(config)
    nodes = [one.name for one in loaded.devices if one.kind == "node"]
    if device and device not in nodes:
        known = ", ".join(nodes) or "none"
        raise WrongOption(f'{config}: no node is called "{device}"; there are: {known}')
    for frame in _frames(loaded, device):
        if as_json:
            typer.echo(msgspec.json.encode(frame).decode())
        else:
            arrow = "->" if frame.way == "out" else "<-"
            typer.echo(
                f"{frame.at}  {frame.device:<12} {arrow} {frame.kind:<8} seq {frame.seq:>3}"
                f"  {frame.size:>4} bytes  {frame.about}".rstrip()
            )


def _devices(config: TableConfig) -> DevicesView:
    answer = ask(socket_of(config), Question("devices"))
    if answer is not None:
        return msgspec.json.decode(answer, type=DevicesView)
    counted: dict[str, int] = {}
    with _Opened(config, counted) as (drivers, seconds):
        ring = open_ring(config, wall_ticks)
        statuses = (*statuses_of(drivers), *ring_status(config, ring))
        if ring is not None:
            ring.close()
        rates = {antenna: count / seconds for antenna, count in counted.items()}
    plans = config.plans()
    lost = [plan.name for plan in plans if plan.name not in rates]
    away = {status.name for status in statuses if not status.up}
    problems = [
        f'{plan.device or "the table"}: antenna "{plan.name}" ({plan.zone}) was not read'
        for plan in plans
        if plan.name in lost and plan.device not in away
    ]
    antennas = view_antennas(plans, rates, {}, lost)
    return DevicesView(config.name, False, statuses, antennas, tuple(problems))


def _frames(config: TableConfig, device: str) -> tuple[FrameView, ...]:
    answer = ask(socket_of(config), Question("frames", device))
    if answer is not None:
        return msgspec.json.decode(answer, type=tuple[FrameView, ...])
    typer.echo(f"no controller runs: the devices are opened for {LOOKED_FOR:.0f} s", err=True)
    with _Opened(config, {}) as (drivers, _):
        return frames_of(drivers, device, wall_ticks)


class _Opened:
    """The devices of a table, opened for a moment; the scans of each antenna are counted."""

    def __init__(self, config: TableConfig, counted: dict[str, int]) -> None:
        self._drivers = open_drivers(config, Registry(), wall_ticks)
        self._counted = counted

    def __enter__(self) -> tuple[tuple[Driver, ...], float]:
        def put(report: Report) -> None:
            if isinstance(report, Scan):
                self._counted[report.antenna] = self._counted.get(report.antenna, 0) + 1

        began = time.monotonic()
        for driver in self._drivers:
            driver.start(put)
        threading.Event().wait(LOOKED_FOR)
        return tuple(self._drivers), time.monotonic() - began

    def __exit__(self, *_: object) -> None:
        for driver in self._drivers:
            driver.stop()


def _print(view: DevicesView) -> None:
    console = Console(highlight=False)
    if not view.running:
        console.print(
            f"No controller runs at table {view.table}: its devices were opened for"
            f" {LOOKED_FOR:.0f} s."
        )
    if view.devices:
        table = Table("device", "kind", "there", "port", "node", "proof", "role", "firmware")
        for count in ("frames", "damaged", "missed", "again", "forged"):
            table.add_column(count, justify="right")
        for one in view.devices:
            there = "[green]yes[/]" if one.up else "[bold red]no[/]"
            counts = (one.frames, one.damaged, one.missed, one.again, one.forged)
            row = (one.port, one.node, one.proof, one.role, one.firmware, *map(str, counts))
            table.add_row(one.name, one.kind, there, *row)
        console.print(table)
    table = Table("antenna", "zone", "device", "there")
    table.add_column("scans/s", justify="right")
    table.add_column("reads that came", justify="right")
    for antenna in view.antennas:
        there = "[bold red]no[/]" if antenna.lost else "[green]yes[/]"
        share = "" if antenna.share is None else f"{antenna.share:.0%}"
        table.add_row(
            antenna.name, antenna.zone, antenna.device, there, f"{antenna.scans:.1f}", share
        )
    console.print(table)
    for problem in view.wrong():
        console.print(problem, markup=False, soft_wrap=True)
