"""Parts of no table, which end, hang, are slow or raise at a sample of theirs."""

import os
import threading
from pathlib import Path


class Falls:
    """Falls at some of its samples, each time in another way."""

    def __init__(self, seed: int, folder: Path) -> None:
        assert folder.is_dir()

    def attempt(self, number: int) -> str:
        """Fall, or don't."""
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
