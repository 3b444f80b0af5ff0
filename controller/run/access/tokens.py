"""The tokens that a table accepts, read from its token file, and the owner of each."""

from collections.abc import Collection
from pathlib import Path

from controller.contract.errors import Sentence
from controller.run.access.floor_token import NAME, is_token
from controller.toml.file import FileProblems, Problem
from controller.toml.private_files import entries, read_own

SHORTEST_TOKEN = 12


class Tokens:
    """The people and devices whose requests this table accepts; each owns one secret token."""

    def __init__(self, secrets: dict[str, str], local: Collection[str] = ()) -> None:
        """Accept these owners, given as `{owner: token or its hash}`.

        `local` lists the owners that are devices at the table.
        """
        self._secrets = dict(secrets)
        self._local = frozenset(local)

    def owner(self, token: str) -> str:
        """Return the owner of a token, or "" if the token is unknown."""
        found = ""
        for name, kept in self._secrets.items():
            # Every token is compared in constant time, so that the time taken reveals nothing.
            if is_token(kept, token):
                found = name
        return found

    def is_local(self, owner: str) -> bool:
        """Return whether the owner of a token is a device at the table, such as its own screen."""
        return owner in self._local


def load_tokens(path: Path) -> Tokens:
    """Return the tokens in a token file, which has one token per line.

    A line is `name token` or `name hash`; `#` starts a comment. `name token local` is for a device
    at the table, which acts for the floor only with a badge or a PIN. Raises `FileProblems`, which
    states the numbers of wrong lines but never quotes a token.
    """
    text, problems = read_own(path, Sentence("a token file"), shut=0o007, encoding="utf-8")
    secrets: dict[str, str] = {}
    local = set()
    for number, words in entries(text):
        if len(words) == 3 and words[2] == "local":
            local.add(words[0])
            words.pop()
        if len(words) != 2 or not NAME.fullmatch(words[0]):
            where, what = "", Sentence("this line does not contain a name and a token")
            right: str | Sentence = "name token"
        elif len(words[1]) < SHORTEST_TOKEN:
            where, what = words[0], Sentence("the token is too short")
            right = Sentence("at least {least} letters and digits", least=SHORTEST_TOKEN)
        elif words[0] in secrets or words[1] in secrets.values():
            where, what = words[0], Sentence("another line has the same name or token")
            right = Sentence("a name and a token that are on no other line")
        else:
            secrets[words[0]] = words[1]
            continue
        problems.append(Problem(str(path), number, where, what, right))
    if problems:
        raise FileProblems(problems)
    return Tokens(secrets, local)
