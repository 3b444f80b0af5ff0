"""The parts of documents that are made from the code: `make documents` writes them anew.

A row of a closed set in docs/WORDS.md keeps the French that somebody wrote there; a member that is
new gets what the French catalogue calls it.
"""

import ast
import re
from enum import StrEnum
from pathlib import Path

from controller.admin.contract import as_markdown
from controller.contract import cards_become_public, rules
from controller.contract.documents.asyncapi import as_yaml
from controller.houses.vocabulary import CASES, FINER, UNSAID
from display.words.irregularities import RULINGS
from display.words.locale import catalogue
from display.words.ruling_steps import STEPS

ROOT = Path(__file__).parents[1]
ASYNCAPI = ROOT / "controller" / "contract" / "asyncapi.yaml"
EVENTS = ROOT / "docs" / "EVENTS.md"
HOUSES = ROOT / "docs" / "HOUSES.md"
WORDS = ROOT / "docs" / "WORDS.md"

ROW = re.compile(r"^\| (?!word |---)(.+?) \| (.*?) ?\| ?(.*?) ?\|$", re.MULTILINE)
SECTION = re.compile(r"(^`(\w+)`:(?:.+\n)+\n(?:\|.*\n){2})((?:\|.*\n)*)", re.MULTILINE)
SETS = {
    found.__name__: found
    for module in (rules, cards_become_public)
    for found in vars(module).values()
    if isinstance(found, type) and issubclass(found, StrEnum) and found is not StrEnum
}


def meanings(kind: type[StrEnum]) -> dict[str, str]:
    """Return what its module says of each member of a set that it says something of."""
    module = cards_become_public if kind.__module__ == cards_become_public.__name__ else rules
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    body = next(n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == kind.__name__)
    found = {}
    for member, said in zip(body.body, body.body[1:], strict=False):
        match member, said:
            case (
                ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[kind[name].value] = " ".join(text.split())
    return found


def with_sets(page: str) -> str:
    """Return docs/WORDS.md with a row for each member of each set, in the set's order."""
    french = catalogue("fr")
    shown = dict[str, str]([*RULINGS.items(), *STEPS.items()])

    def section(match: re.Match[str]) -> str:
        head, name, table = match.groups()
        before = {word.strip("`"): (says, word_in) for word, says, word_in in ROW.findall(table)}
        told, rows = meanings(SETS[name]), []
        for member in SETS[name]:
            word = member.value or "(empty)"
            says, word_in = before.get(word, ("", french.gettext(shown.get(member) or "?")))
            cell = f"`{word}`" if member.value else word
            row = f"| {cell} | {told.get(member.value, says)} | {word_in} |\n"
            rows.append(row.replace("|  |", "| |"))
        return head + "".join(rows)

    return SECTION.sub(section, page)


def with_cases(page: str) -> str:
    """Return docs/HOUSES.md with a row for each kind of irregularity: the words of its cases."""
    rows = []
    for kind, groups in CASES.items():
        told = (*(word for group in groups for word in group), *FINER.get(kind, ()))
        words = [f"`{word}`" for word in dict.fromkeys(told) if word not in UNSAID]
        rows.append(f"| `{kind}` | {' '.join(words) or '(one case only)'} |\n")
    return re.sub(r"(?:^\| `[a-z]+\.[a-z-]+` \|.*\n)+", "".join(rows), page, flags=re.MULTILINE)


def main() -> None:
    """Write them."""
    ASYNCAPI.write_text(as_yaml(), "utf-8")
    EVENTS.write_text(as_markdown(), "utf-8")
    for path, made in ((WORDS, with_sets), (HOUSES, with_cases)):
        path.write_text(made(path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
