"""Tests a config: reads it, starts its drivers, and waits for a scan from every antenna."""

import time
from collections import Counter
from pathlib import Path

from rich.table import Table

from controller.config.model import TableConfig, load_config
from controller.houses.loader import load_house
from controller.run.loop.drivers import Drivers
from controller.sensing.registry import Registry
from controller.setup.dialogue import Talk
from controller.setup.draft import SPARE
from controller.setup.reading.enrolment_desk import EnrolmentDesk, at_the_desk
from controller.setup.words import N_, Words
from controller.toml.file import FileProblems

TRIED_FOR = 6.0
SCANS = 5


def try_table(path: Path, talk: Talk, drivers: Drivers) -> bool:
    """Test the table that a config describes and report the results; return whether it is playable.

    Raises `Busy` if a controller is running the table.
    """
    try:
        config = load_config(path)
        load_house(config.house)
    except FileProblems as problems:
        talk.show(str(problems), "red")
        talk.say(N_("The table is not ready for play: fix this, or run tapis setup again."), "red")
        return False
    if not config.plans():
        talk.say(N_("This table reads no cards or chips, so it is ready for play."), "green")
        return True
    talk.say(N_("Testing each antenna ..."))
    with at_the_desk(config, Registry(), drivers) as desk:
        counts, tags = listen(desk, config)
    silent = [plan for plan in config.plans() if not counts[plan.name]]
    talk.console.print(_health(config, counts, tags, talk.words))
    for plan in silent:
        talk.say(
            N_(
                'Antenna "{antenna}" on {device} has not answered: is it plugged in? See tapis '
                "doctor."
            ),
            "yellow",
            antenna=plan.name,
            device=plan.device or talk.words.say(N_("the table")),
        )
    if not silent:
        talk.say(N_("All {number} antennas respond."), "green", number=len(counts))
    return not any(plan.zone != SPARE for plan in silent)


def listen(
    desk: EnrolmentDesk, config: TableConfig
) -> tuple[Counter[str], dict[str, frozenset[str]]]:
    """Return how many scans each antenna made in a few seconds, and the tags in its last scan."""
    counts: Counter[str] = Counter({plan.name: 0 for plan in config.plans()})
    lying: dict[str, frozenset[str]] = {}
    # Pot and stacks are read every 2 s, so a single read is enough for them.
    enough = {plan.name: min(SCANS, max(1, 2000 // plan.period)) for plan in config.plans()}
    until = time.monotonic() + TRIED_FOR
    while time.monotonic() < until and any(counts[name] < enough[name] for name in enough):
        scan = desk.next_scan(0.2)
        if scan is not None:
            counts[scan.antenna] += 1
            lying[scan.antenna] = frozenset(scan.tags)
    return counts, lying


def _health(
    config: TableConfig, counts: Counter[str], tags: dict[str, frozenset[str]], words: Words
) -> Table:
    heads = (N_("antenna"), N_("zone"), N_("device"), N_("responds"), N_("tags present"))
    grid = Table(*map(words.say, heads))
    yes, no = words.say(N_("yes")), words.say(N_("no"))
    for plan in config.plans():
        answers = f"[green]{yes}[/]" if counts[plan.name] else f"[red]{no}[/]"
        there = str(len(tags.get(plan.name, ())))
        grid.add_row(plan.name, plan.zone, plan.device, answers, there)
    return grid
