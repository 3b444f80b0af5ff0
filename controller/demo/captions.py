"""Captions for the running demo: a line for each scene, and what the earpiece at seat 3 says."""

from pathlib import Path

from controller.demo.script import Script
from display.voice.page import PRIVATE_MARK
from display.words.names import words


class Captions:
    """The caption for the current scene, in a file that the display shows below the table.

    The demo's main loop calls `look` regularly.
    """

    def __init__(self, folder: Path, heard: Path, language: str) -> None:
        """Prepare to write the captions, in `language`, to a file in `folder`.

        The file `heard` contains the words spoken to seat 3.
        """
        self.path = folder / "caption.txt"
        self.room = ""
        """The text about the poker room's web pages, or "" if the demo has no poker room."""
        self._heard = heard
        self._words = words(language)
        self._script: Script | None = None
        self._begun = 0
        self._written = ""

    def begins(self, script: Script) -> None:
        """Begin a new scene, whose caption `look` will write."""
        self._begun = self._size()
        self._script = script

    def text(self) -> str:
        """Return the caption for the current scene, of one or two lines, or "" if it has none.

        In some scenes, a second line gives the last words spoken to seat 3, or says where to find
        the poker room's web pages.
        """
        script = self._script
        if script is None or not script.says:
            return ""
        line = self._words.say(script.says)
        second = self._last_heard() if script.heard else ""
        if script.room:
            second = self.room
        return f"{line}\n{second}" if second else line

    def look(self) -> None:
        """Write the current caption, if it has changed."""
        text = self.text()
        if text == self._written:
            return
        self._written = text
        unfinished = self.path.with_suffix(".part")
        unfinished.write_text(text + "\n", "utf-8")
        unfinished.replace(self.path)

    def _size(self) -> int:
        return self._heard.stat().st_size if self._heard.exists() else 0

    def _last_heard(self) -> str:
        """Return the last words spoken to seat 3 in this scene, or "" if there are none.

        The result is the last line that only seat 3 may hear, such as its cards, followed by the
        most recent line if that is a different one.
        """
        with self._heard.open("rb") as file:
            file.seek(self._begun)
            lines = file.read().decode("utf-8", "replace").splitlines()
        private = [line for line in lines if line.startswith(PRIVATE_MARK)]
        return " · ".join(dict.fromkeys([*private[-1:], *lines[-1:]]))
