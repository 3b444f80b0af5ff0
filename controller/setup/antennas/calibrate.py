"""`tapis calibrate`: measures each antenna's read quality and crosstalk, and suggests remedies."""

import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from msgspec.structs import replace
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from controller.config.default_config import HERE, ConfigOption, config_file
from controller.config.model import TableConfig, load_config
from controller.contract.scans import AntennaPlan
from controller.run.loop.drivers import Drivers, open_drivers
from controller.setup.antennas.antenna_picture import draw_antennas
from controller.setup.antennas.read_quality import (
    Level,
    Listening,
    Measured,
    level_for,
    merged,
    out_of_tune,
)
from controller.setup.dialogue import KEYS, GoBack, Quit, SkipQuestion, Talk, open_talk
from controller.setup.reading.enrolment_desk import (
    EnrolmentDesk,
    at_the_desk,
    choose_antenna,
)
from controller.setup.reading.rehearsing import drivers_of
from controller.setup.tags.enrolment_rules import open_or_new
from controller.setup.words import N_, LanguageOption, Words, words_for
from display.words.answers import understood


class Calibration(msgspec.Struct, frozen=True):
    """The measurements of each antenna of a table, and the noise level suggested for table.toml."""

    table: str
    noise: str
    suggested: Level
    antennas: tuple[Measured, ...]


def listen(desk: EnrolmentDesk, seconds: float) -> Listening:
    """Listen to all antennas for `seconds` seconds; return the counts of what they read."""
    desk.forget()
    heard = Listening()
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        scan = desk.next_scan(min(left, 0.2))
        if scan is not None:
            heard.hear(scan)
    return heard


def walk(
    desk: EnrolmentDesk, talk: Talk, plans: Sequence[AntennaPlan], seconds: float
) -> list[Listening]:
    """Ask for a tag on each antenna in turn, and listen to all antennas while the tag is there.

    Return the reads of each listening period; a period lasts `seconds` seconds. The user can skip
    an antenna, go back to the previous one, or stop early.
    """
    parts: dict[str, Listening] = {}
    talk.say(
        N_(
            "Put a card, or a stack of ten chips, where you are asked to, and press Enter. "
            "s skips an antenna, b goes back one, q ends and keeps the measurements."
        )
    )

    keys = understood(KEYS, talk.words)

    def check(answer: str) -> str:
        key = keys.get(answer.lower())
        if key is not None:
            raise key
        return talk.words.say(N_("Press Enter, or s, b or q.")) if answer else ""

    at = 0
    while at < len(plans):
        plan = plans[at]
        try:
            talk.ask(
                N_("Put a card or chips on {antenna} ({zone}), then press Enter"),
                check=check,
                antenna=plan.name,
                zone=plan.zone,
            )
        except SkipQuestion:
            at += 1
            continue
        except GoBack:
            at = max(at - 1, 0)
            continue
        except Quit:
            break
        reading = talk.words.say(N_("reading {antenna}"), antenna=plan.name)
        with talk.counting(reading, len(plans), at) as count:
            heard = listen(desk, seconds)
            count(at + 1, "")
        there = [uid for uid, home in heard.homes().items() if home == plan.name]
        if not there:
            talk.say(N_("Nothing was read on {antenna}."), "yellow", antenna=plan.name)
        parts[plan.name] = heard
        at += 1
    return list(parts.values())


def measure(
    config: TableConfig,
    talk: Talk,
    *,
    seconds: float,
    antenna: str = "",
    as_it_lies: bool = False,
    drivers: Drivers = open_drivers,
) -> Calibration:
    """Measure a table's antennas, or only the one named `antenna`; return the measurements.

    `seconds` is how long to read each antenna. If `as_it_lies` is true, the tags already in place
    are measured; otherwise, the user is asked to put a tag on each antenna. Raises `Busy` and
    `FileProblems`.
    """
    plans = [choose_antenna(config.plans(), antenna)] if antenna else list(config.plans())
    registry = open_or_new(Path(config.cards.registry))
    gauging = replace(config, links=replace(config.links, gauge=True))
    with at_the_desk(gauging, registry, drivers) as desk:
        parts = [listen(desk, seconds)] if as_it_lies else walk(desk, talk, plans, seconds)
    found = merged(plans, parts)
    return Calibration(config.name, config.noise, level_for(found), found)


def calibrate(
    config: ConfigOption = HERE,
    antenna: Annotated[str, typer.Option(help="Measure only this antenna.")] = "",
    as_it_lies: Annotated[
        bool,
        typer.Option(
            "--as-it-lies", help="Measure the tags already in place, without asking any questions."
        ),
    ] = False,
    seconds: Annotated[float, typer.Option(min=1, help="How long to read each antenna.")] = 10.0,
    picture: Annotated[
        Path | None, typer.Option(help="Draw the antennas to scale in this PNG file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
    language: LanguageOption = "",
) -> None:
    """Measure how well each antenna reads, and which tags of other antennas it picks up."""
    words = words_for(language)
    table = load_config(config_file(config))
    with open_talk(words) as talk, drivers_of(table, talk) as drivers:
        found = measure(
            table, talk, seconds=seconds, antenna=antenna, as_it_lies=as_it_lies,
            drivers=drivers,
        )  # fmt: skip
    if picture is not None:
        draw_antennas(picture, table.plans(), found.antennas, table.name, words)
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        tell(found, Console(), words)


HEADS = (
    N_("antenna"), N_("scans/s"), N_("tags"), N_("read"), N_("worst tag"), N_("overhears"),
    N_("threshold"), N_("noise"),
)  # fmt: skip
GAUGED = N_("AGC gain, DPC gear")


def tell(found: Calibration, console: Console, words: Words) -> None:
    """Print the measurements in `found`, and the conclusions drawn from them."""
    gauged = any(one.gain >= 0 for one in found.antennas)
    grid = Table(*map(words.say, (*HEADS, GAUGED) if gauged else HEADS))
    for one in found.antennas:
        there = one.tags > 0
        overheard = ", ".join(f"{name} {share:.1%}" for name, share in one.overheard.items())
        grid.add_row(
            escape(one.antenna),
            f"{one.per_second:.1f}",
            str(one.tags),
            f"{one.rate:.1%}" if there else "-",
            f"{one.worst:.1%}" if there else "-",
            overheard or words.say(N_("none")),
            words.say(N_("{reads} of {window}"), reads=one.reads, window=one.window)
            if there
            else "-",
            one.level if there else "-",
            *((f"{one.gain}, {one.gear}" if one.gain >= 0 else "-",) if gauged else ()),
        )
    console.print(grid)
    for line in advice(found, words):
        console.print(escape(line))


def advice(found: Calibration, words: Words) -> Iterable[str]:
    """Return the actions recommended to the user, one per line."""
    silent = [one.antenna for one in found.antennas if not one.scans]
    if silent:
        yield words.say(
            N_("Not read at all: {antennas}. See tapis doctor."), antennas=", ".join(silent)
        )
    for one in found.antennas:
        if one.level == "worse":
            yield words.say(
                N_(
                    "{antenna} reads too poorly to be relied on: check its cable and tuning, "
                    "any metal under the felt, and the distance to its neighbours."
                ),
                antenna=one.antenna,
            )
    odd = out_of_tune(found.antennas)
    if odd:
        yield words.say(
            N_(
                "The gain (AGC) of these antennas differs from that of similar ones: "
                "{antennas}. Check their matching circuits, and look for metal beneath them."
            ),
            antennas=", ".join(odd),
        )
    read = sum(one.level != "unknown" for one in found.antennas)
    if read and found.suggested == "unknown":
        yield words.say(
            N_("Only {read} of {all} antennas had a tag to read, so no noise level is suggested."),
            read=read,
            all=len(found.antennas),
        )
    if found.suggested in {"clean", "typical", "harsh"}:
        if found.suggested != found.noise:
            yield words.say(
                N_('Suggested for table.toml: noise = "{suggested}" (now "{noise}").'),
                suggested=found.suggested,
                noise=found.noise,
            )
        else:
            yield words.say(N_('noise = "{noise}" in table.toml is right.'), noise=found.noise)
