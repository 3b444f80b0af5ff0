"""Sets up the log, and writes reports about unexpected exceptions."""

import logging
import os
import sys
import tempfile
import traceback

# syslog's priorities: error, warning, notice, informational, debug.
_PRIORITY = ((logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))


class JournaldFormatter(logging.Formatter):
    """Formats log messages for journald: every line begins with its priority, as `<N>`."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a log record as one or more lines; journald itself adds the time."""
        priority = next((mark for level, mark in _PRIORITY if record.levelno >= level), 7)
        text = f"{record.name}: {super().format(record)}"
        return "\n".join(f"<{priority}>{line}" for line in text.splitlines())


def set_up_logging(level: int = logging.INFO) -> None:
    """Log messages from `level` upwards to standard error.

    If journald reads standard error, messages have the format that it expects. Otherwise, each
    message begins with the time.
    """
    handler = logging.StreamHandler(sys.stderr)
    if _to_journald():
        handler.setFormatter(JournaldFormatter("%(message)s"))
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # Its `info` messages are of no interest.
    logging.getLogger("alembic").setLevel(max(level, logging.WARNING))


def _to_journald() -> bool:
    device, _, inode = os.environ.get("JOURNAL_STREAM", "").partition(":")
    try:
        about = os.fstat(sys.stderr.fileno())
    except (OSError, ValueError):
        return False
    # The variable is inherited: a child with redirected output must not add priorities.
    return (str(about.st_dev), str(about.st_ino)) == (device, inode)


def write_bug(error: Exception) -> str:
    """Write a report on an unexpected exception to a temporary file; return the file's name.

    The report contains the traceback and the exception's type. The exception's text is left out,
    because it could name a card that was never shown. If journald reads standard error, the report
    is also written there, because a service's private `/tmp` is deleted when the service ends.
    """
    lines = [*traceback.format_tb(error.__traceback__), f"{type(error).__name__}\n"]
    if _to_journald():
        sys.stderr.writelines(f"<3>{line}\n" for line in "".join(lines).splitlines())
    with tempfile.NamedTemporaryFile(
        "w", prefix="tapis-bug-", suffix=".log", delete=False, encoding="utf-8"
    ) as file:
        file.writelines(lines)
        return file.name
