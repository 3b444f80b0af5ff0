"""Inheritance between files of the same kind: `inherits` names the parent, or gives its path."""

from collections.abc import Callable, Iterable
from pathlib import Path

from controller.contract.errors import Sentence
from controller.toml.file import Document, FileProblems, KeyPath, Mistake, load

Find = Callable[[str, Path], Path]
"""Finds a parent from the value of `inherits` and the folder of the inheriting file."""

Lay = Callable[[Document, Document], Document]
"""Merges a file with its parent."""


def with_parents(path: Path, find: Find, lay: Lay, children: tuple[Path, ...] = ()) -> Document:
    """Return a file merged with all its ancestors; locations still refer to the original files.

    `find` locates each parent, and `lay` merges a file with its parent. `children` lists the files
    that inherit from this one, directly or through others. Raises `FileProblems` if a parent does
    not exist, or if a file inherits from itself.
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
            Sentence('"{parent}": {wrong}', parent=parent, wrong=why.wrong),
            why.right,
        )
        raise FileProblems([own.problem(mistake)]) from None
    line = (*children, path.resolve())
    if above.resolve() in line:
        names = " inherits from ".join(one.stem for one in (*line, above))
        raise FileProblems(
            [own.problem(Mistake(("inherits",), Sentence("is circular: {names}", names=names)))]
        )
    return lay(own, with_parents(above, find, lay, line))


def replaced(own: Document, alone: Iterable[str]) -> set[KeyPath]:
    """Return the paths of the keys that a file does not take from its parent.

    They include every key in a top-level table of the file `own`, because such a key replaces the
    parent's. They also include the top-level keys in `alone`, which are never inherited.
    """
    return {(key,) for key in alone} | {
        (section, key)
        for section, values in own.values.items()
        if isinstance(values, dict)
        for key in values
    }
