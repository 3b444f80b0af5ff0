"""Fake fuzzers that end, hang, run slowly or raise at certain samples."""

import os
import threading
from pathlib import Path


class Falls:
    """A fuzzer that falls at some of its samples, each time in a different way."""

    def __init__(self, seed: int, folder: Path) -> None:
        assert folder.is_dir()

    def attempt(self, number: int) -> str:
        """Fall at certain samples."""
        match number:
            case 2:
                raise ZeroDivisionError
            case 4:
                os._exit(3)
            case 6:
                threading.Event().wait()
            case 8:
                return "differs"
        return ""

    def end(self) -> str:
        """Fall once more."""
        return "is left behind"
