"""`tapis house`: shows and compares the shipped house rules, and checks custom files."""

import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from msgspec.structs import asdict
from rich.console import Console

from controller.admin.house_files import house_phrases as phrases
from controller.admin.house_files import house_remedy_phrases as remedies
from controller.admin.house_files.house_describe import (
    HouseDifference,
    about_text,
    by_article,
    case_text,
    differences,
    statements,
)
from controller.admin.house_files.house_matrix import matrix_command
from controller.admin.house_files.house_options import AsJson, Name, console, print_json
from controller.contract.errors import ExitCode, Sentence, WrongOption
from controller.houses.check import contradictions, notes, open_cells, remedy_mistakes
from controller.houses.coverage import (
    HELD,
    Covered,
    coverage,
    ledger_house,
    read_ledger,
)
from controller.houses.loader import (
    find_house,
    house_document,
    load_house,
    own_remedies,
    shipped_houses,
)
from controller.houses.model import House, Remedy
from controller.toml.file import Document, FileProblems, Mistake, Problem, shape
from display.words.command_line.chosen import LanguageOption, said_again, words_for
from display.words.irregularities import RULINGS
from display.words.locale import N_
from display.words.names import Words

house_app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="Show, compare and check house rules, and list their scenarios.",
)

house_app.command("matrix")(matrix_command)

SCENARIOS = Path("tests/scenarios")

NOTES = (N_("{kind} cites no article and gives no interpretation"),)
"""Remarks on a house file that are not mistakes."""


@house_app.command("list")
def list_command(as_json: AsJson = False, language: LanguageOption = "") -> None:
    """List the houses: name, title, source, number of articles."""
    said = words_for(language, as_json=as_json)
    rows = []
    for name in shipped_houses():
        house = load_house(name)
        articles = {one.article for one in statements(house, said) if one.article}
        rows.append(
            {"name": name, "title": said.say(house.title), "source": said.say(house.source),
             "inherits": house.inherits, "articles": len(articles)}
        )  # fmt: skip
    if as_json:
        print_json(rows)
        return
    out = console()
    for row in rows:
        head = said.say(
            "{name}: {title} ({n} articles)",
            name=row["name"],
            title=row["title"],
            n=row["articles"],
        )
        _say(out, head)
        _say(out, str(row["source"]), 4, "dim")


@house_app.command("show")
def show_command(name: Name, language: LanguageOption = "", as_json: AsJson = False) -> None:
    """Show a house's rules, article by article, with their interpretations."""
    said = words_for(language, as_json=as_json)
    house = load_house(name)
    groups = by_article(statements(house, said), house)
    if as_json:
        print_json([asdict(one) for _, group in groups for one in group])
        return
    out = console()
    out.print(f"{said.say(house.title)} ({house.name})", style="bold", markup=False)
    out.print(said.say(phrases.SOURCE, source=said.say(house.source)), markup=False)
    if house.inherits:
        out.print(said.say(phrases.FROM_PARENT, parent=house.inherits), markup=False)
    for article, group in groups:
        out.print()
        out.print(article or said.say(phrases.NO_ARTICLE), style="bold", markup=False)
        for one in group:
            _say(out, one.text, 2)
            if one.reading:
                _say(out, said.say(phrases.READING, reading=one.reading), 6, "dim")


@house_app.command("check")
def check_command(
    file: Annotated[str, typer.Argument(help="The path to a house file, or the name of a house.")],
    language: LanguageOption = "",
) -> None:
    """Check a house file. Status 0: valid; 1: errors; 2: unreadable."""
    said = words_for(language)
    path = find_house(file)
    problems, document, house = check_file(path)
    for problem in problems:
        typer.echo(problem.said(said.say))
    if house is None or document is None:
        count = said.count("{file}: {n} error", "{file}: {n} errors", len(problems), file=path)
        typer.echo(count)
        raise typer.Exit(ExitCode.NOT_SO)
    for line in left_open(house, said):
        typer.echo(said.say("{file}: note: {text}", file=path, text=line))
    for at, text in notes(house):
        place = document.place(at)
        where = f"{place.file}:{place.line}"
        typer.echo(said.say("{file}: note: {text}", file=where, text=said_again(text, NOTES, said)))
    typer.echo(said.say("{file}: valid", file=path))


def check_file(path: Path) -> tuple[tuple[Problem, ...], Document | None, House | None]:
    """Return every error in a house file or, if there is none, its document and house.

    Raises `FileProblems` when the file can't be opened.
    """
    try:
        document = house_document(path)
    except FileProblems as problems:
        if all(problem.line == 0 for problem in problems.problems):
            raise
        return problems.problems, None, None
    own = own_remedies(path)
    found: list[Problem] = []
    try:
        house = shape(document, House)
    except FileProblems as problems:
        found += problems.problems
        found += [document.problem(one) for one in _remedies_alone(document)]
    else:
        found += [document.problem(one) for one in contradictions(house, own)]
        if house.name != path.stem:
            wrong = Sentence('the name "{name}" does not match the file name', name=house.name)
            found.append(document.problem(Mistake(("name",), wrong, f'"{path.stem}"')))
    if found:
        return FileProblems(dict.fromkeys(found)).problems, None, None
    return (), document, house


def _remedies_alone(document: Document) -> Iterable[Mistake]:
    """Yield the mistakes in each remedy that could be parsed, even if the file has other errors."""
    rows = document.values.get("remedies", [])
    for index, row in enumerate(rows if isinstance(rows, list) else []):
        try:
            remedy = msgspec.convert(row, Remedy)
        except msgspec.ValidationError:
            continue
        yield from remedy_mistakes(remedy, ("remedies", index))


def left_open(house: House, said: Words) -> Iterable[str]:
    """Yield a line for each irregularity that the house leaves to the floor.

    If the house rules on some of its cases, the line lists those that are left to the floor.
    """
    for kind, found in open_cells(house).items():
        told = "; ".join(case_text(case, said) for case in found)
        where = said.say(RULINGS[kind]) + (f" ({told})" if told else "")
        done = said.say(remedies.OUTCOMES["floor"])
        yield said.say("{kind}: {what}: {done}", kind=kind, what=where, done=done)


@house_app.command("diff")
def diff_command(
    one: Name, other: Name, language: LanguageOption = "", as_json: AsJson = False
) -> None:
    """List how the rules of two houses differ for players, citing the articles."""
    said = words_for(language, as_json=as_json)
    first, second = load_house(one), load_house(other)
    found = tuple(differences(first, second, said))
    if as_json:
        print_json([asdict(difference) for difference in found])
        return
    out = console()
    if not found:
        out.print(said.say(phrases.SAME, a=first.name, b=second.name), markup=False)
        return
    topic = about = ""
    for difference in found:
        if difference.topic != topic:
            topic = difference.topic
            out.print()
            out.print(said.say(phrases.TOPICS[topic]), style="bold", markup=False)
        if topic == "remedies" and difference.about != about:
            about = difference.about
            _say(out, about_text(about, said), 2, "italic")
        _print_difference(out, difference, (first.name, second.name), said)


def _print_difference(
    out: Console, difference: HouseDifference, houses: tuple[str, str], said: Words
) -> None:
    if difference.case:
        _say(out, difference.case, 4)
    one, other = houses
    for name, text, article in (
        (one, difference.one, difference.one_article),
        (other, difference.other, difference.other_article),
    ):
        told = text + (f" ({article})" if article else "")
        _say(out, said.say("{name}: {what}", name=name, what=told), 6)


@house_app.command("coverage")
def coverage_command(
    name: Name,
    missing: Annotated[
        bool, typer.Option("--missing", help="Show only statements without a scenario.")
    ] = False,
    scenarios: Annotated[Path, typer.Option(help="The folder with the scenarios.")] = SCENARIOS,
    as_json: AsJson = False,
    language: LanguageOption = "",
) -> None:
    """Report how each statement in a house's text is covered, and by which scenarios.

    Status 1 with --missing if a statement that needs a scenario has none.
    """
    said = words_for(language, as_json=as_json)
    if not scenarios.is_dir():
        raise WrongOption(
            N_("{folder}: there is no such folder; give the right one with --scenarios"),
            folder=scenarios,
        )
    rows = read_ledger()
    house = load_house(name)
    found = coverage(ledger_house(house, rows), rows, scenarios)
    shown = [one for one in found if one.missing] if missing else list(found)
    if as_json:
        print_json([
            {**asdict(one.row), "scenarios": one.scenarios, "maybe": one.maybe,
             "missing": one.missing}
            for one in shown
        ])  # fmt: skip
    else:
        _print_coverage(shown, found, said)
    if missing and shown:
        raise typer.Exit(ExitCode.NOT_SO)


def _print_coverage(shown: list[Covered], found: tuple[Covered, ...], said: Words) -> None:
    out = console()
    for one in shown:
        _say(out, f"{one.row.article} ({one.row.how}, {one.row.id}): {one.row.rule}")
        if one.row.note:
            _say(out, said.say("note: {text}", text=one.row.note), 4, "dim")
        for path in one.scenarios:
            _say(out, path, 4, "green")
        if one.missing:
            near = ", ".join(one.maybe)
            text = N_("no such scenario; did you mean {names}?") if near else N_("no scenario")
            _say(out, said.say(text, names=near), 4, "red")
    ought = [one for one in found if one.row.how in HELD]
    missing = sum(one.missing for one in ought)
    told = said.say(
        "{n} statements; the table enforces {held}, of which {missing} have no scenario",
        n=len(found),
        held=len(ought),
        missing=missing,
    )
    out.print(told, markup=False)


def _say(out: Console, text: str, indent: int = 0, style: str = "") -> None:
    """Print text with a hanging indent."""
    blank = " " * indent
    lines = textwrap.wrap(text, out.width, initial_indent=blank, subsequent_indent=blank + "  ")
    out.print("\n".join(lines), style=style, markup=False, soft_wrap=True)
