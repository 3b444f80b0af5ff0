"""The dialogue with the person who sets up a table: questions, and key presses during tag reading.

Input comes from a terminal, from a pipe, or from a file with one answer per line. In a pipe or a
file, `#` starts a comment.
"""

import os
import select
import termios
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.text import Text

from controller.contract.errors import TapisError
from controller.setup.words import C_, N_, Words
from display.words.answers import YES_OR_NO, understood
from display.words.locale import ENGLISH
from display.words.names import words as texts_in

T = TypeVar("T")

Check = Callable[[str], str]
"""A function that returns what is wrong with an answer, or "" if nothing is."""


class GoBack(Exception):
    """The user wants to go back to the previous question."""


class SkipQuestion(Exception):
    """The user wants to leave this question for later."""


class Quit(Exception):
    """The user wants to stop the setup, and may continue later."""


class NoAnswer(TapisError, EOFError):
    """The answer file ran out before the last question."""


STDIN = 0

WORDS: dict[str, type[Exception]] = {N_("back"): GoBack, N_("skip"): SkipQuestion, N_("quit"): Quit}
"""The words that are commands instead of answers, and the exception that each command raises."""


KEYS: Final[dict[str, type[Exception]]] = {
    C_("key: skip", "s"): SkipQuestion, C_("key: back", "b"): GoBack, C_("key: quit", "q"): Quit,
}  # fmt: skip
"""The single keys for skipping, going back and quitting, and the exception that each key raises."""


class Watch:
    """Observes a dialogue's prompts; this base class ignores them."""

    def asks(self, question: str, default: str, *, unseen: bool) -> None:
        """Receive the question that is now being asked, or "" once it has been answered.

        `default` is the answer if the user enters nothing. `unseen` means that the answer is not
        shown as it is typed.
        """

    def keys(self, *, wanted: bool) -> None:
        """Note whether the dialogue is now waiting for single key presses."""

    def counts(self, name: str, done: int, total: int | None, now: str) -> None:
        """Receive the progress of the task `name`: `done` of `total` items; the next one is `now`.

        `total` is None if unknown. `name` is "" when the task is over.
        """


class Talk:
    """Asks questions on `console`, and reads the answers from a terminal, a pipe or a file.

    Sentences are given in English, with `{fields}`, and shown in the language of `words`. Output
    also goes to `mirror`.
    """

    def __init__(
        self, console: Console, listen: int, words: Words | None = None,
        watch: Watch | None = None,
    ) -> None:  # fmt: skip
        self.console = console
        self.watch = watch or Watch()
        self.words = words or texts_in(ENGLISH)
        self.mirror: Callable[[str], object] = lambda _text: None
        self._listen = listen
        self._heard = b""
        self._ended = False

    def say(self, sentence: str, style: str = "", **values: object) -> None:
        """Show a sentence to the user, translated and with `values` in place of its `{fields}`."""
        self.show(self.words.say(sentence, **values), style)

    def show(self, text: str, style: str = "") -> None:
        """Show the text as it is, treating square brackets literally."""
        self.console.print(Text(text, style), highlight=False, soft_wrap=True)
        self.mirror(text)

    def ask(
        self, question: str, default: str = "", check: Check | None = None, *,
        unseen: bool = False, **values: object,
    ) -> str:  # fmt: skip
        """Return the answer to a question; an empty answer means the default.

        Asks again until `check` finds no problem. An `unseen` answer is never shown, even while it
        is typed. Raises `GoBack`, `SkipQuestion` or `Quit` if the answer requests that, and
        `NoAnswer` at the end of an answer file.
        """
        asked = self.words.say(question, **values)
        shown = f"{asked} [{default}]" if default else asked
        colon = self.words.say(N_("{question}: "), question=shown)
        self.mirror(shown)
        while True:
            with self._without(termios.ECHO if unseen else 0):
                self.console.print(Text(colon, "bold"), end="", soft_wrap=True)
                self.watch.asks(asked, default, unseen=unseen)
                answer = self._line(asked)
                self.watch.asks("", "", unseen=False)
            if unseen:
                self.console.print()
            elif not os.isatty(self._listen):
                self.show(answer)
            word = understood(WORDS, self.words).get(answer.lower())
            if word is not None:
                raise word
            answer = answer or default
            wrong = check(answer) if check else ""
            if not wrong:
                return answer
            self.show(f"  {wrong}", "yellow")

    def yes(self, question: str, *, default: bool = True, **values: object) -> bool:
        """Return whether the answer to a question is yes."""
        wrong = self.words.say(N_('Answer "yes" or "no".'))
        return self._choose(question, YES_OR_NO, default, wrong, values)

    def choose(self, question: str, answers: Mapping[str, T], default: T, **values: object) -> T:
        """Ask the user to choose one of `answers`, and return the value of the chosen answer.

        The user may type the answer in any of the program's languages.
        """
        known = ", ".join(dict.fromkeys(map(self.words.say, answers)))
        wrong = self.words.say(N_("Answer with one of: {answers}."), answers=known)
        return self._choose(question, answers, default, wrong, values)

    def _choose(
        self, question: str, answers: Mapping[str, T], default: T, wrong: str,
        values: Mapping[str, Any],
    ) -> T:  # fmt: skip
        meant = understood(answers, self.words)
        usual = next(self.words.say(text) for text, one in answers.items() if one == default)

        def check(answer: str) -> str:
            return "" if answer.lower() in meant else wrong

        return meant[self.ask(question, usual, check, **values).lower()]

    def _line(self, question: str) -> str:
        while b"\n" not in self._heard and not self._ended:
            self._hear()
        line, _, self._heard = self._heard.partition(b"\n")
        if self._ended and not line:
            if os.isatty(self._listen):
                raise Quit
            raise NoAnswer(question)
        answer = line.decode("utf-8", "replace")
        if not os.isatty(self._listen):
            answer, _, _ = answer.partition("#")
        return answer.strip()

    def key(self) -> str:
        """Return the key that has been pressed, or "" if none has.

        The Enter key is returned as a line feed. The end of input at a terminal raises `Quit`.
        """
        if not self._heard and not self._ended:
            ready, _, _ = select.select([self._listen], [], [], 0)
            if ready:
                self._hear()
        if not self._heard:
            if self._ended and os.isatty(self._listen):
                raise Quit
            return ""
        char, self._heard = self._heard[:1], self._heard[1:]
        return char.decode("ascii", "replace")

    @contextmanager
    def keys(self) -> Iterator[None]:
        """Let `key` return key presses immediately, without Enter or echo, until the block ends."""
        with self._without(termios.ICANON | termios.ECHO):
            self.watch.keys(wanted=True)
            try:
                yield
            finally:
                self.watch.keys(wanted=False)

    @contextmanager
    def counting(
        self, name: str, total: int | None, done: int = 0
    ) -> Iterator[Callable[[int, str], None]]:
        """Show the progress of the task `name`; `total` is its number of items, or None if unknown.

        `done` is the number of items that are already done. Yield a function to call after each
        item, with the number of items done so far and the next item.
        """
        columns = (
            TextColumn("{task.description}"), BarColumn(bar_width=24), MofNCompleteColumn(),
            TextColumn("{task.fields[now]}"),
        )  # fmt: skip
        with Progress(*columns, console=self.console, refresh_per_second=5) as bar:
            task = bar.add_task(name, total=total, completed=done, now="")

            def count(done: int, now: str) -> None:
                bar.update(task, completed=done, now=now)
                self.watch.counts(name, done, total, now)

            self.watch.counts(name, done, total, "")
            yield count
        self.watch.counts("", 0, None, "")

    @contextmanager
    def _without(self, modes: int) -> Iterator[None]:
        """Switch off the given local modes of the terminal (such as echo) while a block runs."""
        if not os.isatty(self._listen):
            yield
            return
        before = termios.tcgetattr(self._listen)
        now = termios.tcgetattr(self._listen)
        now[3] &= ~modes
        termios.tcsetattr(self._listen, termios.TCSADRAIN, now)
        try:
            yield
        finally:
            termios.tcsetattr(self._listen, termios.TCSADRAIN, before)

    def _hear(self) -> None:
        data = os.read(self._listen, 4096)
        self._heard += data
        # A closed terminal returns nothing, like the end of a file.
        self._ended = not data


@contextmanager
def open_talk(words: Words, answers: Path | None = None) -> Iterator[Talk]:
    """Yield a dialogue that reads its answers from the terminal, or from a file if given."""
    console = Console()
    if answers is None:
        yield Talk(console, STDIN, words)
        return
    file = os.open(answers, os.O_RDONLY)
    try:
        yield Talk(console, file, words)
    finally:
        os.close(file)


def whole_number(words: Words, least: int, most: int) -> Check:
    """Return a check that an answer is a whole number from `least` to `most`."""
    wrong = words.say(
        N_("Answer with a whole number from {least} to {most}."), least=least, most=most
    )

    def check(answer: str) -> str:
        right = answer.isdecimal() and least <= int(answer) <= most
        return "" if right else wrong

    return check
