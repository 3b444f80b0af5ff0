"""The browser in which pages are tested and timed."""

from shutil import which
from typing import Final

from controller.contract.errors import TapisError

FLAGS: Final = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
)  # fmt: skip
"""Options for any Chromium: no network traffic of its own."""

SHELL: Final = "chromium-headless-shell"

PROGRAMS: Final = (SHELL, "chromium", "chromium-browser", "google-chrome")
"""The first renders pages like the others but draws no window around them: half the work."""


class NoBrowser(TapisError):
    """No browser is available; the message says what to do."""


def chromium() -> str:
    """Return the path of Chromium. Raises `NoBrowser`."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        raise NoBrowser("there is no playwright here: pip install playwright") from None
    for program in PROGRAMS:
        if found := which(program):
            return found
    raise NoBrowser("there is no Chromium on this machine: apt-get install chromium")
