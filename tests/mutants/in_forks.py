"""Tries mutants in children of one process that has imported the product and collected all tests.

`Forks` starts the process; `python -m tests.mutants.in_forks ASKED ANSWERED` is that process. It
reads a mutant's file and place from one file descriptor, and writes what became of it to the other:
`killed by` a test, `lives` (no test that runs its lines fails), or `copy`: the code runs while its
module is imported, and a process can't do that again. A child changes the code of functions that
exist, and constants wherever they have been imported.
"""

import ctypes
import gc
import json
import os
import signal
import subprocess
import sys
import time
import types
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NoReturn

import psutil
import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.faults import ROOT, Mutant, mutated
from tests.mutants.reached import TESTS, Reached

TESTING = 60.0
"""Seconds of processor time after which a child tries no further test."""
HANGS = 20.0
"""Seconds that a test may take longer than ten times as long as without the mutant."""

Change = Callable[[], bool]
"""Changes something in this process; returns whether there was something to change."""
Patched = Sequence[tuple[types.FunctionType, types.CodeType]]


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    for inside in code.co_consts:
        if isinstance(inside, types.CodeType):
            yield inside
            yield from _codes(inside)


def _bare(code: types.CodeType) -> tuple[object, ...]:
    """Return what a code object does, without the functions in it."""
    constants = [(type(one), one) for one in code.co_consts if not isinstance(one, types.CodeType)]
    return code.co_code, constants, code.co_names


def adopt() -> None:
    """Have the processes that a child leaves behind become this one's children."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_all() -> None:
    """End all that a child has started and left running: a broker, a browser, a table."""
    while left := psutil.Process().children():
        for process in left:
            process.kill()
        psutil.wait_procs(left)


class Functions:
    """All functions that exist, by the file of their code."""

    def __init__(self) -> None:
        self.by_file: dict[str, list[types.FunctionType]] = {}
        for each in gc.get_objects():
            if isinstance(each, types.FunctionType):
                self.by_file.setdefault(each.__code__.co_filename, []).append(each)

    def patch(self, mutant: Mutant) -> Patched | None:
        """Return the functions that get other code, or None: code changes that none of them has."""
        path = str(ROOT / mutant.file)
        before = compile((ROOT / mutant.file).read_text("utf-8"), path, "exec")
        after = compile(mutant.tree, path, "exec")
        if _bare(before) != _bare(after):
            return None
        pairs = list(zip(_codes(before), _codes(after), strict=True))
        changed = [old.co_qualname for old, new in pairs if _bare(old) != _bare(new)]
        codes = {(new.co_qualname, new.co_firstlineno): new for old, new in pairs if old != new}
        patched = [
            (each, codes[where])
            for each in self.by_file.get(path, ())
            if (where := (each.__code__.co_qualname, each.__code__.co_firstlineno)) in codes
        ]
        reached = {code.co_qualname for _, code in patched}
        lives = [
            any(name == has or name.startswith(f"{has}.<locals>.") for has in reached)
            for name in changed
        ]
        return patched if all(lives) else None


PR_SET_CHILD_SUBREAPER = 36
PLAIN = (int, float, str, bytes, tuple, frozenset, list, dict)


def patch_constants(mutant: Mutant) -> bool:
    """Give every module that has a constant of the mutant's module its value in the mutant.

    Return whether there is such a constant, a plain value that its text alone determines. What was
    computed from it elsewhere stays as it is.
    """
    module = sys.modules.get(mutant.module)
    if module is None:
        return False
    path = str(ROOT / mutant.file)
    made: list[dict[str, object]] = []
    for code in (
        compile((ROOT / mutant.file).read_text("utf-8"), path, "exec"),
        compile(mutant.tree, path, "exec"),
    ):
        made.append({**vars(module)})
        exec(code, made[-1])
    before, after = made
    changed = False
    for name, old in list(vars(module).items()):
        if not isinstance(old, PLAIN) or before.get(name) != old or after.get(name) == old:
            continue
        changed = True
        for other in list(sys.modules.values()):
            if getattr(other, "__dict__", {}).get(name) is old:
                setattr(other, name, after[name])
    return changed


class Trying:
    """A plugin that takes the place of pytest's loop over the tests."""

    def __init__(self, asked: int, answered: int) -> None:
        self.asked, self.answered = asked, answered
        self.reached = Reached()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Answer each mutant that is asked for."""
        by_name = {item.nodeid: item for item in session.items}
        functions = Functions()
        gc.collect()
        gc.freeze()
        for line in os.fdopen(self.asked):
            file, place = json.loads(line)
            mutant = mutated(file, place)
            patched = functions.patch(mutant)
            names = self.reached.tests(file, mutant.reach if patched is not None else None)
            items = [by_name[name] for name in names if name in by_name]
            if patched is not None:
                answer = self.tried(partial(_give, patched), items) or "lives"
            else:
                answer = self.tried(partial(patch_constants, mutant), items) or "copy"
            os.write(self.answered, f"{answer}\n".encode())
        return True

    def tried(self, change: Change, items: list[pytest.Item]) -> str:
        """Return which test fails or hangs with a change, "" if none does only because of it.

        A test that fails with it must pass without it and fail with it again: a machine under
        load fails some.
        """
        while (failed := self.child(change, items)) is not None:
            once = [failed]
            if self.child(_nothing, once) is None and self.child(change, once) is not None:
                return f"killed by {failed.nodeid}"
            items = items[items.index(failed) + 1 :]
        return ""

    def child(self, change: Change, items: Sequence[pytest.Item]) -> pytest.Item | None:
        """Run tests in a child in which something is changed; return the one that fails or hangs.

        None: none did, or nothing could be changed.
        """
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            self.as_child(change, items, writing)
        os.close(writing)
        _, status = os.waitpid(child, 0)
        end_all()
        begun = len(os.read(reading, 1 << 16))
        os.close(reading)
        return items[begun - 1] if status and begun else None

    def as_child(self, change: Change, items: Sequence[pytest.Item], begun: int) -> NoReturn:
        """Run tests until one fails, with a byte for each that is begun; the status says whether.

        A test that hangs ends the process by its alarm. Without time left, no further test is run.
        """
        status = 1
        try:
            os.setpgid(0, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            if not change():
                os._exit(0)
            end = time.process_time() + TESTING
            for item, following in zip(items, [*items[1:], None], strict=True):
                if time.process_time() > end:
                    break
                os.write(begun, b".")
                usual = self.reached.seconds.get(item.nodeid, 1.0)
                signal.setitimer(signal.ITIMER_REAL, 10 * usual + HANGS)
                if any(one.failed for one in runtestprotocol(item, nextitem=following, log=False)):
                    os._exit(1)
                signal.setitimer(signal.ITIMER_REAL, 0)
            status = 0
        finally:
            os._exit(status)


def _give(patched: Patched) -> bool:
    for function, code in patched:
        function.__code__ = code
    return True


def _nothing() -> bool:
    return True


class Forks:
    """One such process. Ends with `close`."""

    def __init__(self) -> None:
        asked, asking = os.pipe()
        answered, answering = os.pipe()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.mutants.in_forks", str(asked), str(answering)],
            cwd=ROOT, pass_fds=(asked, answering), stdout=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(asked)
        os.close(answering)
        self.asking, self.answered = os.fdopen(asking, "w"), os.fdopen(answered)

    def tried(self, mutant: Mutant) -> str:
        """Return what became of a mutant; `copy` too if the process has ended."""
        try:
            print(json.dumps([mutant.file, mutant.place]), file=self.asking, flush=True)
        except BrokenPipeError:
            return "copy"
        return self.answered.readline().strip() or "copy"

    def close(self) -> None:
        """End the process."""
        self.asking.close()
        self.answered.close()
        self.process.wait()


def main(asked: str, answered: str) -> int:
    """Collect all tests, and try mutants."""
    adopt()
    given = ["-q", "-p", "no:cacheprovider", "-o", "timeout=0", *TESTS]
    return pytest.main(given, plugins=[Trying(int(asked), int(answered))])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
