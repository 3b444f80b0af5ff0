"""Maps each statement in a rule book to its means of enforcement and the scenarios that test it.

The file `ledger.tsv` in this folder, called the ledger here, has a row for each testable statement.
A scenario lists the rows that it tests in a comment, `# holds: ppc 18.1a, fidpa 79-3(f)`, using the
ledger's own articles.
"""

import csv
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

from controller.contract.errors import Sentence
from controller.houses.model import House
from controller.toml.file import FileProblems, Problem, nearest

LEDGER = Path(__file__).parent / "ledger.tsv"
How = Literal["sensed", "declared", "guided", "automatic", "venue", "recorded", "none"]
HELD: tuple[How, ...] = ("sensed", "declared", "guided", "automatic")
"""The values of `How` for which a scenario can show that the statement is enforced."""

_HOLDS = re.compile(r"#\s*holds:\s*(.*)")
_PARTS = re.compile(r"\d+|[^\W\d_]+")


class CoverageRow(msgspec.Struct, frozen=True):
    """A statement from a house's rule book.

    `house` is the house's name, and `article` the statement's place in the rule book. `rule` is the
    statement itself. `how` is the way in which the table enforces it. Similar statements, including
    those of other houses, share an `id`; `params` are the values in which they differ. `conflict`
    says which other houses disagree, and `doubt` what is unclear. `note` explains where this ledger
    differs from what a first reading would suggest.
    """

    house: str
    article: str
    rule: str
    how: How
    id: str
    params: str = ""
    conflict: str = ""
    doubt: str = ""
    note: str = ""


class Covered(msgspec.Struct, frozen=True):
    """A ledger row, and the paths of its scenarios.

    `scenarios` test the row. `maybe` lists scenarios that only mention the row's article in their
    titles.
    """

    row: CoverageRow
    scenarios: tuple[str, ...]
    maybe: tuple[str, ...] = ()

    @property
    def missing(self) -> bool:
        """Whether a scenario should test the row but none does."""
        return self.row.how in HELD and not self.scenarios


def read_ledger(path: Path = LEDGER) -> tuple[CoverageRow, ...]:
    """Return the ledger's rows. Raises `FileProblems`, which lists all invalid rows."""
    rows, problems = [], []
    with path.open(encoding="utf-8", newline="") as file:
        table = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        for number, values in enumerate(table, 2):
            try:
                rows.append(msgspec.convert(values, CoverageRow))
            except msgspec.ValidationError as error:
                problems.append(Problem(str(path), number, "", str(error)))
    if problems:
        raise FileProblems(problems)
    return tuple(rows)


def ledger_house(house: House, rows: Iterable[CoverageRow]) -> str:
    """Return the name of the house whose rows in the ledger apply to this house.

    It is the house's own name or, if only its parent has rows, the parent's name.
    """
    known = {row.house for row in rows}
    return next((name for name in (house.name, house.inherits) if name in known), house.name)


def held_by(text: str, articles: Iterable[str]) -> tuple[tuple[str, ...], str]:
    """Return the articles in a `# holds:` text, and the first part that is not an article.

    Parts are separated by commas. The second result is "" if the whole text could be read. An
    article may itself contain commas, so the longest matching article is used.
    """
    known = sorted(articles, key=len, reverse=True)
    found: list[str] = []
    rest = text.strip()
    while rest:
        article = next(
            (one for one in known if rest.startswith(one) and rest[len(one) :][:1] in {"", ","}),
            "",
        )
        if not article:
            return tuple(found), rest.partition(",")[0].strip()
        found.append(article)
        rest = rest[len(article) :].lstrip(", ")
    return tuple(found), ""


def scenario_rows(path: Path, articles: Iterable[str]) -> tuple[str, ...]:
    """Return the articles that a scenario claims to test.

    Raises `FileProblems` for an article that is not in the ledger.
    """
    known = tuple(articles)
    found: list[str] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = _HOLDS.match(line)
        if match is None:
            continue
        rows, unknown = held_by(match.group(1), known)
        found += rows
        if unknown:
            wrong = Sentence('the rule ledger has no entry for "{unknown}"', unknown=unknown)
            raise FileProblems(
                [Problem(str(path), number, "holds", wrong, nearest(unknown, known))]
            )
    return tuple(found)


def title_articles(path: Path) -> tuple[str, ...]:
    """Return the articles in a scenario's title, which is its first comment.

    The result has entries such as `ppc 18` or `fidpa 80-4`.
    """
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    head = first.lstrip("# ").partition(":")[0]
    found, house = [], ""
    for part in head.split(","):
        words = part.split()
        if len(words) > 1:
            house, words = words[0].lower(), words[1:]
        if house and words:
            found.append(f"{house} {' '.join(words)}")
    return tuple(found)


def names(article: str, row: CoverageRow) -> bool:
    """Return whether an article as written in a title may refer to a ledger row.

    A title may give only the beginning of an article: `ppc 18` for `ppc 18.1a`.
    """
    house, _, number = article.lower().partition(" ")
    said = _PARTS.findall(number)
    meant = [_PARTS.findall(one) for one in row.article.lower().split(" ", 1)[1].split(",")]
    # A chapter's name before the number is often left out: `redcactus 5` is `redcactus jeu 5c`.
    meant += [one[1:] for one in meant if one and not one[0].isdecimal()]
    return house == row.house and bool(said) and any(one[: len(said)] == said for one in meant)


def coverage(name: str, rows: Iterable[CoverageRow], folder: Path) -> tuple[Covered, ...]:
    """Return each ledger row for the house `name`, with its scenarios in `folder`."""
    every = tuple(rows)
    articles = [row.article for row in every]
    holders: dict[str, list[str]] = {}
    titles: dict[str, tuple[str, ...]] = {}
    for path in sorted(folder.rglob("*.scn")):
        shown = str(path.relative_to(folder))
        for article in scenario_rows(path, articles):
            holders.setdefault(article, []).append(shown)
        titles[shown] = title_articles(path)
    found = []
    for row in every:
        if row.house != name:
            continue
        held = tuple(holders.get(row.article, ()))
        maybe = tuple(
            shown
            for shown, said in titles.items()
            if not held and row.how in HELD and any(names(one, row) for one in said)
        )
        found.append(Covered(row, held, maybe))
    return tuple(found)
