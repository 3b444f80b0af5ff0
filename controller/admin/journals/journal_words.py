"""Translates journal faults for users, because the journal's own packages use only English."""

from collections.abc import Iterator
from pathlib import Path

from controller.journal.integrity.chain import Fault, Verdict
from controller.journal.repair.salvage import Salvaged
from display.words.command_line.chosen import said_again
from display.words.locale import N_
from display.words.names import Words

PLACES = (
    N_("row {n}"), N_("rows {first} to {last}"), N_("event {n}"), N_("events {first} to {last}"),
    N_("start record {n}"), N_("snapshot {n}"), N_("head"), N_("end"), N_("file"),
)  # fmt: skip
"""Phrases that say where a fault is."""

FAULTS = (
    N_("has been altered"),
    N_("is missing"),
    N_("are missing"),
    N_("does not match the last row"),
    N_("ends at row {last}, but row {row} exists"),
    N_("belongs to row {n}, which is missing"),
    N_("belongs to a row that is missing"),
    N_("{head} is not in the chain: the journal was rewritten"),
    N_("can't be read because its record is damaged"),
    N_("is missing ({n} events): the journal once had more rows"),
    N_("is missing: the journal once had more rows"),
    N_("does not match the journal last written here"),
    N_("is damaged ({why})"),
)
"""Phrases that say what the fault is."""

MOST_GAPS = 5
"""The maximum number of gaps (ranges of lost rows) listed in the report on a salvaged journal."""


def fault_words(fault: Fault, said: Words) -> str:
    """Return a sentence that says where and how a journal is faulty."""
    return said.say(
        "{where} {what}",
        where=said_again(fault.where, PLACES, said),
        what=said_again(fault.what, FAULTS, said),
    )


def verdict_lines(verdict: Verdict, path: Path, said: Words) -> Iterator[str]:
    """Yield the lines that report whether a hash chain is intact, without listing the faults."""
    end = said.say("nothing altered, nothing missing")
    if verdict.faults:
        end = said.count(
            "{n} fault: tapis journal salvage {file} recovers everything that can be verified "
            "and keeps the damaged file",
            "{n} faults: tapis journal salvage {file} recovers everything that can be verified "
            "and keeps the damaged file",
            len(verdict.faults),
            file=path,
        )
    elif not verdict.noted:
        end = said.say(
            "nothing altered, nothing missing (the journal's end is not recorded, so a missing "
            "end can't be detected)"
        )
    yield said.say(
        "{rows} rows, {events} events, {starts} controller starts: {end}",
        rows=verdict.rows,
        events=verdict.events,
        starts=verdict.eras,
        end=end,
    )
    if verdict.lost:
        yield said.count(
            "{n} row was lost when the journal was damaged and repaired",
            "{n} rows were lost when the journal was damaged and repaired",
            verdict.lost,
        )
    if verdict.forgotten:
        yield said.count(
            "{n} row was cleared because its observations, such as hole cards, were due for "
            "deletion",
            "{n} rows were cleared because their observations, such as hole cards, were due "
            "for deletion",
            verdict.forgotten,
        )


def salvaged_words(found: Salvaged, path: Path, said: Words) -> str:
    """Return the report on a salvaged journal, as several lines of text."""
    parts = [
        said.say(
            "{file}: {rows} rows and {events} events were recovered",
            file=path,
            rows=found.rows,
            events=found.events,
        )
    ]
    lost = sum(until - after for after, until in found.lost)
    if lost:
        shown = [
            str(until)
            if until == after + 1
            else said.say("{first} to {last}", first=after + 1, last=until)
            for after, until in found.lost[:MOST_GAPS]
        ]
        more = ["..."] if len(found.lost) > MOST_GAPS else []
        parts.append(
            said.say(
                "{n} rows ({rows}) and {events} events are lost",
                n=lost,
                rows=", ".join(shown + more),
                events=found.lost_events,
            )
        )
    else:
        parts.append(said.say("no data was lost"))
    if found.kept is not None:
        parts.append(said.say("the damaged file is {file}", file=found.kept))
    return "\n".join(parts)
