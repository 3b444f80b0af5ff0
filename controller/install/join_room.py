"""Lets tables join a poker room.

A table on another machine joins with a ticket: a file that the room's machine writes, and that the
installation on the table's machine reads.
"""

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from controller.contract.errors import N_
from controller.install.layout import (
    AUTHORITY,
    ETC,
    ROOM_FILE,
    ROOM_TOKEN,
    TICKETS,
    VENUE_AUTHORITY,
    InstallOptions,
    tickets,
)
from controller.install.room_ticket import Ticket, in_order, tables_of
from controller.install.root_files import (
    Done,
    InstallError,
    folder_below,
    read_below,
    text_below,
    write_below,
)
from controller.run.access.floor_token import hashed_token, is_token, with_token
from controller.toml.private_files import entries
from controller.venue.core.config import VenueConfig, load_venue


def with_ticket(wish: InstallOptions, ticket: Ticket, table_here: bool) -> InstallOptions:
    """Return the options with a room's ticket added.

    `table_here` is true if this machine already has a table. In that case, raises `InstallError`
    if the ticket is for a different table.
    """
    wanted, here = ((one.root, one.venue, one.table) for one in (ticket, wish))
    if table_here and wanted != here:
        raise InstallError(
            N_(
                'the ticket is for table {wanted}, but this is {here}: set venue = "{venue}" '
                'and name = "{table}" in table.toml, or use a different ticket'
            ),
            wanted="/".join(wanted), here="/".join(here), venue=ticket.venue, table=ticket.table,
        )  # fmt: skip
    return msgspec.structs.replace(
        wish, root=ticket.root, venue=ticket.venue, table=ticket.table,
        bridge=ticket.broker, bridge_user=ticket.user, bridge_password=ticket.password,
        bridge_ca=f"/{VENUE_AUTHORITY}", authority=ticket.authority, room_token=ticket.token,
    )  # fmt: skip


def with_room(
    wish: InstallOptions, root: Path, name: str, count: int, table_here: bool
) -> InstallOptions:
    """Return the options, with the room's own options added if a room runs on this machine.

    `name` is the room's name, or "" to use the name in its config. `count` is the number of its
    tables. `table_here` is true if this machine also has a table. Raises `InstallError` and
    `FileProblems`.
    """
    file = root / ROOM_FILE
    config = load_venue(file) if file.exists() else None
    if config is not None and name not in ("", config.name):
        raise InstallError(
            N_(
                '{file}: the room here is "{room}"; to rename it "{name}", change the name in that '
                "file"
            ),
            file=file, room=config.name, name=name,
        )  # fmt: skip
    if config is None and name:
        try:
            config = msgspec.convert({"name": name}, VenueConfig)
        except msgspec.ValidationError:
            raise InstallError(
                N_(
                    '--room "{name}": expected 1 to 40 letters, digits, dots, hyphens or '
                    "underscores"
                ),
                name=name,
            ) from None
    if config is None:
        if count:
            raise InstallError(
                N_("--tables belongs on the machine that hosts the room: use it with --room NAME")
            )
        return wish
    if table_here and wish.venue != config.name:
        raise InstallError(
            N_(
                'table.toml has venue = "{venue}", but the room is "{room}": a table in this '
                'room needs venue = "{room}"'
            ),
            venue=wish.venue, room=config.name,
        )  # fmt: skip
    asked = (config.table_name(number) for number in range(1, count + 1))
    return msgspec.structs.replace(
        wish,
        room=config.name,
        table_here=table_here,
        root=wish.root if table_here else config.broker.root,
        venue=wish.venue if table_here else config.name,
        tables=in_order((*asked, *_with_tickets(root))),
    )


def _with_tickets(root: Path) -> tuple[str, ...]:
    try:
        with folder_below(root, TICKETS) as here:
            return tables_of(os.listdir(here))  # noqa: PTH208 - by its handle
    except FileNotFoundError:
        return ()


def let_in(
    wish: InstallOptions, root: Path, broker: str, passwords: Mapping[str, str], *, dry: bool
) -> list[Done]:
    """Write tickets for tables on other machines, and add the room's token to this machine's table.

    `broker` is the address of the room's broker, and `passwords` maps each broker user to a
    password. Return what was done with each file. If `dry` is true, nothing is written.
    """
    secret = wish.room_token or (text_below(root, ROOM_TOKEN).strip() if wish.room else "")
    done = []
    if secret and (wish.room_token or wish.room == wish.venue):
        done.append(_known_as_venue(root, secret, dry=dry))
    if not wish.room or dry:
        return done
    for file in tickets(wish, broker, passwords, secret, text_below(root, AUTHORITY[1])):
        before = read_below(root, file.path)
        write_below(root, file.path, file.text.encode(), file.mode, file.group)
        same = before == file.text.encode()
        done.append(Done(file.path, "same" if same else "changed" if before else "new"))
    return done


def _known_as_venue(root: Path, secret: str, *, dry: bool) -> Done:
    """Add the room's token, `secret`, to the token file of this machine's table.

    Return what was done with that file. If `dry` is true, nothing is written.
    """
    path = f"{ETC}/tokens"
    text = text_below(root, path)
    there = (words for _, words in entries(text) if len(words) > 1)
    if any(name == "venue" and is_token(kept, secret) for name, kept, *_ in there):
        return Done(path, "same")
    if not dry:
        text = with_token(text, "venue", hashed_token(secret), local=False)
        write_below(root, path, text.encode(), 0o640, "tapis")
    return Done(path, "changed")
