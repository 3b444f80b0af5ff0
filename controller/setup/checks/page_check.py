"""Doctor's check of the table's own page: whether it is enabled, has a token, and is running."""

import stat
from collections.abc import Iterator
from pathlib import Path

from controller.contract.errors import UnusableFile
from controller.run.access.tokens import load_tokens
from controller.setup.checks.system import Finding
from controller.setup.checks.table_checks import Installation
from controller.setup.default_config import PAGE_PASSWORD, PAGE_TOKENS
from controller.toml.file import FileProblems
from display.ask import read_token

SOCKET = "tapis-page.socket"
SET = "sudo tapis page password"


def check_page(it: Installation) -> Iterator[Finding]:
    """Check that the table's page is being served, and that the table accepts its token."""
    if it.config is None:
        return
    say, folder = it.words.say, it.path.resolve().parent
    password = folder / PAGE_PASSWORD
    if not password.exists():
        yield Finding("page", "ok", say("the table's page is off: it has no password"))
        return
    if stat.S_IMODE(password.stat().st_mode) & 0o077:
        found = say("{file} is readable by everybody", file=password)
        yield Finding("page", "fail", found, f"chmod 600 {password}")
    elif not _is_known(folder, it.config.tokens):
        found = say("the table does not recognise its page: it does not have the page's tokens")
        yield Finding("page", "fail", found, SET)
    elif it.system.run(["systemctl", "is-active", SOCKET]).status not in (0, 127):
        found = say("the table's page has a password, but is not being served")
        yield Finding("page", "warn", found, f"sudo systemctl start {SOCKET}")
    else:
        yield Finding("page", "ok", say("the table's page is on"))


def _is_known(folder: Path, tokens: str) -> bool:
    """Return whether the table's token file includes the tokens of the page.

    The page's tokens are in files in `folder`; `tokens` is the table's file.
    """
    if not tokens:
        return False
    try:
        known = load_tokens(Path(tokens))
        return all(
            known.owner(read_token(folder / file).secret) == name
            for name, file in PAGE_TOKENS.items()
        )
    except FileProblems:
        return True  # the check of the tokens reports that
    except (UnusableFile, FileNotFoundError):
        return False
