"""Matching the ports in a config with pcscd's reader names. Pure: it needs no pyscard."""

from collections.abc import Sequence


def match_readers(ports: Sequence[str], names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the matching reader for each port in the config, or "" and the reason.

    A port is a reader's full name, or a prefix that matches no other reader.
    """
    free = [name for name in names if name not in ports]
    found: list[tuple[str, str]] = []
    for port in ports:
        fits = [port] if port in names else [name for name in free if name.startswith(port)]
        if len(fits) == 1:
            found.append((fits[0], ""))
        elif fits:
            why = f'"{port}" fits {len(fits)} readers; write one of them whole: {_list(fits)}'
            found.append(("", why))
        else:
            found.append(("", f'no reader is called "{port}"; there are: {_list(names)}'))
    return found


def _list(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names) or "none"
