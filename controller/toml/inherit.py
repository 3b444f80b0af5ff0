"""Inheritance between files of the same kind: `inherits` names the parent, or gives its path."""

from collections.abc import Callable, Collection
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
        wrong = Sentence('"{parent}": {wrong}', parent=parent, wrong=why.wrong)
        raise FileProblems([own.problem(Mistake(("inherits",), wrong, why.right))]) from None
    line = (*children, path.resolve())
    if above.resolve() in line:
        names = " inherits from ".join(one.stem for one in (*line, above))
        wrong = Sentence("is circular: {names}", names=names)
        raise FileProblems([own.problem(Mistake(("inherits",), wrong))])
    return lay(own, with_parents(above, find, lay, line))


def inherited(own: Document, above: Document, alone: Collection[str]) -> Document:
    """Return a file merged with its parent; every location still refers to its original file.

    A value of the file replaces the parent's as a whole, except that top-level tables are merged
    key by key. The top-level keys in `alone` are never inherited.
    """
    values = {key: value for key, value in above.values.items() if key not in alone}
    gone: set[KeyPath] = {(key,) for key in alone}
    for key, value in own.values.items():
        below = values.get(key)
        if isinstance(value, dict) and isinstance(below, dict):
            gone |= {(key, inner) for inner in value}
            values[key] = below | value
        else:
            gone.add((key,))
            values[key] = value
    kept = {at: place for at, place in above.places.items() if not {at[:1], at[:2]} & gone}
    return Document(own.name, values, {**kept, **own.places})
