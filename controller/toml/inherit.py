"""Files that inherit from a file of their kind: `inherits = "ppc"`, a name or a path."""

from collections.abc import Callable, Iterable
from pathlib import Path

from controller.contract.errors import Sentence
from controller.toml.file import Document, FileProblems, KeyPath, Mistake, load

Find = Callable[[str, Path], Path]
"""Finds a parent by what `inherits` says, and the folder of the file that says it."""

Lay = Callable[[Document, Document], Document]
"""Lays a file over its parent."""


def with_parents(path: Path, find: Find, lay: Lay, children: tuple[Path, ...] = ()) -> Document:
    """Return a file with all that it inherits laid under it; every place is its own file's.

    Raises `FileProblems` for a parent that isn't there, or that is the file itself.
    """
    own = load(path)
    parent = own.values.get("inherits", "")
    if not isinstance(parent, str) or not parent:
        return own
    try:
        above = find(parent, path.parent)
    except FileProblems as unknown:
        why = unknown.problems[0]
        mistake = Mistake(
            ("inherits",),
            Sentence('"{parent}" is {wrong}', parent=parent, wrong=why.wrong),
            why.right,
        )
        raise FileProblems([own.problem(mistake)]) from None
    line = (*children, path.resolve())
    if above.resolve() in line:
        names = " inherits from ".join(one.stem for one in (*line, above))
        raise FileProblems(
            [own.problem(Mistake(("inherits",), Sentence("goes round: {names}", names=names)))]
        )
    return lay(own, with_parents(above, find, lay, line))


def replaced(own: Document, alone: Iterable[str]) -> set[KeyPath]:
    """Return what a file takes the place of in its parent: its own values, each as a whole.

    `alone` are the keys that no file has from its parent.
    """
    return {(key,) for key in alone} | {
        (section, key)
        for section, values in own.values.items()
        if isinstance(values, dict)
        for key in values
    }
