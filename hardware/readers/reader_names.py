"""Matches the ports in a config to the names of pcscd's readers, without pyscard."""

from collections.abc import Sequence

import msgspec

from controller.contract.errors import Sentence


class Seen(msgspec.Struct, frozen=True):
    """The state of a reader as seen by the watching thread.

    `name` is the reader's name, or "" if it is disconnected. `state` is the number from pcscd,
    whose high half counts the cards that have been placed and removed. `why` is the reason for a
    disconnect.
    """

    name: str
    state: int = 0
    why: str = ""


def match_readers(ports: Sequence[str], names: Sequence[str]) -> list[tuple[str, str]]:
    """Return (name, reason) for each port in the config.

    `name` is the name of the matching reader, one of `names`, and `reason` is "". If there is not
    exactly one matching reader, `name` is "", and `reason` says why. A port is the full name of a
    reader, or a prefix that matches no other reader.
    """
    free = [name for name in names if name not in ports]
    found: list[tuple[str, str]] = []
    for port in ports:
        fits = [port] if port in names else [name for name in free if name.startswith(port)]
        if len(fits) == 1:
            found.append((fits[0], ""))
        elif fits:
            why = Sentence(
                '"{port}" matches {count} readers; give one full name: {names}',
                port=port,
                count=len(fits),
                names=_list(fits),
            )
            found.append(("", why))
        else:
            why = Sentence(
                'no reader is called "{port}"; available: {names}', port=port, names=_list(names)
            )
            found.append(("", why))
    return found


def _list(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names) or Sentence("none")
