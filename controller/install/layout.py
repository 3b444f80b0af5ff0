"""The contents of an installation: each file's path, mode and text.

This module is pure: text in, text out. `controller.install.installed_files` writes the files.
"""

import base64
import hashlib
import re
import secrets
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

import msgspec
import tomlkit

from controller.config.model import SYSTEM_SOCKET
from controller.install.room_ticket import (
    PAGE_USER,
    VENUE_USER,
    Ticket,
    table_user,
    ticket_name,
    ticket_text,
)
from controller.run.access.floor_token import hashed_token, is_hashed, new_token
from controller.run.messages.mqtt import bound_id
from controller.toml.edit import add_keys
from display.web.home_assistant import discovery_key

ETC: Final = "etc/tapis"
UNITS: Final = (
    "tapis.service", "tapis-display.service", "tapis-voice@.service", "tapis-page.socket",
    "tapis-page.service", "tapis-care.service", "tapis-stream.service", "tapis-venue.service",
    "tapis-venue-page.service",
)  # fmt: skip
TEMPLATES: Final = {
    **{f"etc/systemd/system/{unit}": f"units/{unit}" for unit in UNITS},
    "etc/avahi/services/tapis.service": "avahi.service",
    "etc/udev/rules.d/60-tapis.rules": "udev/60-tapis.rules",
    "etc/polkit-1/rules.d/50-tapis.rules": "polkit/50-tapis.rules",
    "etc/modprobe.d/tapis-nfc.conf": "tapis-nfc.conf",
    "etc/sysusers.d/tapis.conf": "sysusers.conf",
    "etc/tmpfiles.d/tapis.conf": "tmpfiles.conf",
    "etc/mosquitto/conf.d/tapis.conf": "mosquitto/mosquitto.conf",
    "etc/mosquitto/tapis.acl": "mosquitto/mosquitto.acl",
    f"{ETC}/display.env": "display.env",
}
BRIDGE_FILE: Final = "etc/mosquitto/conf.d/tapis-bridge.conf"
AVAHI_VENUE: Final = "etc/avahi/services/tapis-venue.service"
ACL_FILE: Final = "etc/mosquitto/tapis.acl"
PAGE_FILE: Final = f"{ETC}/page.env"
AUTHORITY: Final = (f"{ETC}/tls/ca.key", f"{ETC}/tls/ca.crt")
VENUE_AUTHORITY: Final = f"{ETC}/tls/venue-ca.crt"
TICKETS: Final = f"{ETC}/tickets"
ROOM_FILE: Final = f"{ETC}/venue.toml"
ROOM_TOKEN: Final = f"{ETC}/venue-token"
WEBSOCKETS_FILE: Final = "etc/mosquitto/conf.d/tapis-websockets.conf"
WATCHDOG_FILE: Final = "etc/systemd/system.conf.d/tapis-watchdog.conf"
PASSWORDS_FILE: Final = "etc/mosquitto/tapis.passwd"
SCREEN: Final = "screen"
"""The owner's name in the token file for the table's own screen."""

USERS: Final = ("floor", "display", "dashboard", "page", "homeassistant")

# The groups that may read the non-public files, whose mode is then 0640.
GROUPS: Final = {
    ACL_FILE: "mosquitto",
    PASSWORDS_FILE: "mosquitto",
    BRIDGE_FILE: "mosquitto",
    f"{ETC}/tokens": "tapis",
    f"{ETC}/broker-password": "tapis",
    f"{ETC}/display-password": "tapis-display",
    f"{ETC}/venue-password": "tapis-venue",
    ROOM_TOKEN: "tapis-venue",
    f"{ETC}/screen-token": "tapis-display",
    f"{ETC}/floor-token": "root",
}


class InstallOptions(msgspec.Struct, frozen=True):
    """The installation options.

    `tapis` is the absolute path of the `tapis` command. Every topic begins with `root`, `venue` and
    `table`. `port` is the broker's port on this machine, and `tls_port` the one on the network.

    `bridge` is the venue's broker as `host:port`, or "" for none; this machine's broker connects to
    it. `bridge_user` and `bridge_password` are the login for it. `bridge_ca` is the path of the CA
    certificate that verifies the venue's broker. `bridge_hub` means that the venue's broker is a
    hub of NATS servers.

    `watchdog` lets the hardware reset a machine that has frozen. `websockets` is the port on which
    browsers reach the broker, or 0 for none. `table_here` means that this machine has a table, not
    only a poker room's software.

    `room` is the name of the poker room that runs here, or "" for none, and `tables` are the names
    of its tables. `room_token` and `authority` come from the ticket with which this machine's table
    joins a room on another machine. `room_token` is the token with which that room commands the
    table. `authority` is the CA certificate that verifies that room's broker.
    """

    tapis: str
    venue: str = "home"
    table: str = "1"
    root: str = "tapis"
    language: str = "en"
    port: int = 1883
    tls_port: int = 8883
    bridge: str = ""
    bridge_user: str = ""
    bridge_password: str = ""
    bridge_ca: str = ""
    bridge_hub: bool = False
    watchdog: bool = False
    websockets: int = 0
    table_here: bool = True
    room: str = ""
    tables: tuple[str, ...] = ()
    room_token: str = ""
    authority: str = ""

    @property
    def topics(self) -> str:
        """Return the common prefix of all the table's topics."""
        return f"{self.root}/{self.venue}/{self.table}"

    @property
    def controller(self) -> str:
        """Return the name of the controller's broker user."""
        return table_user(self.table)

    @property
    def elsewhere(self) -> tuple[str, ...]:
        """Return the names of the room's tables that are on other machines."""
        here = self.table if self.table_here and self.venue == self.room else ""
        return tuple(name for name in self.tables if name != here)


class Kept(msgspec.Struct, frozen=True):
    """The existing secrets to keep.

    `passwords` is the text of the broker's password file, which contains only hashes. `tokens` is
    the text of the token file. `screen` is true if the token of the table's own screen is stored in
    a separate file.
    """

    passwords: str = ""
    tokens: str = ""
    screen: bool = False


class Planned(msgspec.Struct, frozen=True):
    """A file to be written: its path below the root, its text, its mode and its group.

    A `kept` file is never overwritten once it exists, because the owner may have changed it.
    """

    path: str
    text: str
    mode: int = 0o644
    group: str = "root"
    kept: bool = False


def plan(
    wish: InstallOptions, passwords: Mapping[str, str], config: str, kept: Kept
) -> tuple[Planned, ...]:
    """Return every file of an installation, in the order they are written.

    `passwords` maps each broker user to a password. `config` is the text of a table.toml to
    install, or "" for none. `kept` contains the secrets of an existing installation.
    """
    # A handwritten token file may lack one for the screen, which then can't command the table.
    plain = screen_secret(kept.tokens)
    touch = not kept.tokens or bool(plain) or kept.screen
    planned = [_file(path, _filled(name, wish, touch)) for path, name in TEMPLATES.items()]
    if wish.room:
        planned = _with_room(planned, wish, passwords)
    if wish.bridge:
        text = _filled("mosquitto/mosquitto-bridge.conf", wish)
        ids = _bridge_ids(wish, passwords[wish.controller])
        planned.append(_file(BRIDGE_FILE, _replaced(text, ids)))
    if wish.authority:
        planned.append(_file(VENUE_AUTHORITY, wish.authority))
    if wish.websockets:
        planned.append(_file(WEBSOCKETS_FILE, _filled("mosquitto/mosquitto-websockets.conf", wish)))
    if wish.watchdog:
        planned.append(_file(WATCHDOG_FILE, _filled("watchdog.conf", wish)))
    salts = dict(re.findall(r"^([^:\n]+):\$7\$101\$([^$\n]+)\$", kept.passwords, re.MULTILINE))
    lines = [
        password_line(user, password, base64.b64decode(salts.get(user, "")))
        for user, password in passwords.items()
    ]
    planned.append(_file(PASSWORDS_FILE, "\n".join(lines) + "\n"))
    planned.append(_file(f"{ETC}/broker-password", passwords[wish.controller] + "\n"))
    planned.append(_file(f"{ETC}/display-password", passwords["display"] + "\n"))
    planned += [
        Planned(f"{ETC}/passwords/{user}", f"{passwords[user]}\n", 0o600) for user in passwords
    ]
    floor, screen = new_token(), plain or new_token()
    hashed = f"floor {hashed_token(floor)}\n{SCREEN} {hashed_token(screen)} local\n"
    planned.append(_file(f"{ETC}/tokens", hashed, kept=True))
    planned.append(_file(PAGE_FILE, _filled("page.env", wish), kept=True))
    if touch:
        planned.append(_file(f"{ETC}/screen-token", f"{SCREEN} {screen}\n", kept=True))
    if not kept.tokens:
        planned.append(_file(f"{ETC}/floor-token", f"floor {floor}\n", kept=True))
    if config:
        planned.append(_file(f"{ETC}/table.toml", with_broker(config, wish), kept=True))
    return tuple(planned)


def _with_room(
    planned: list[Planned], wish: InstallOptions, passwords: Mapping[str, str]
) -> list[Planned]:
    """Return `planned` with a poker room's files added.

    The rights of the room's software are added to the broker's access list.
    """
    rights = _filled("mosquitto/mosquitto-venue.acl", wish)
    for name in wish.elsewhere:
        one = _filled("mosquitto/mosquitto-venue-table.acl", wish)
        rights += _replaced(one, {"NAME": name, "USER": table_user(name)})
    return [
        *(
            msgspec.structs.replace(one, text=one.text + rights) if one.path == ACL_FILE else one
            for one in planned
        ),
        _file(AVAHI_VENUE, _filled("avahi-venue.service", wish)),
        _file(f"{ETC}/venue-page.env", _filled("venue-page.env", wish), kept=True),
        _file(f"{ETC}/venue-password", passwords[VENUE_USER] + "\n"),
        _file(ROOM_TOKEN, new_token() + "\n", kept=True),
        _file(ROOM_FILE, _filled("venue.toml", wish), kept=True),
    ]


def tickets(
    wish: InstallOptions, broker: str, passwords: Mapping[str, str], token: str, authority: str
) -> tuple[Planned, ...]:
    """Return the ticket files that let tables on other machines join this machine's room.

    `broker` is the address of this machine's broker. The room commands tables with `token`.
    `authority` is the CA certificate that verifies this machine's broker.
    """
    made = (
        Ticket(wish.root, wish.room, name, broker, table_user(name), passwords[table_user(name)],
               token, authority)
        for name in wish.elsewhere
    )  # fmt: skip
    return tuple(
        Planned(f"{TICKETS}/{ticket_name(one.table)}", ticket_text(one), 0o600) for one in made
    )


def screen_secret(tokens: str) -> str:
    """Return the token of the table's own screen, as found in the text of a token file.

    Return "" if the text has no such token, or only its hash.
    """
    found = re.search(rf"^{SCREEN}\s+(\S+)\s+local\b", tokens, re.MULTILINE)
    return found[1] if found and not is_hashed(found[1]) else ""


def users(wish: InstallOptions) -> tuple[str, ...]:
    """Return the names of the broker's users, the controller's first."""
    room = (VENUE_USER, PAGE_USER, *map(table_user, wish.elsewhere)) if wish.room else ()
    return tuple(dict.fromkeys((wish.controller, *USERS, *room)))


def password_line(user: str, password: str, salt: bytes = b"") -> str:
    """Return a user's line for mosquitto's password file (PBKDF2, SHA-512, 101 rounds)."""
    salt = salt or secrets.token_bytes(12)
    key = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, 101)
    return f"{user}:$7$101${base64.b64encode(salt).decode()}${base64.b64encode(key).decode()}"


def with_broker(config: str, wish: InstallOptions) -> str:
    """Return a config's text with any missing keys for the token file and the broker added.

    The keys for the broker are `user` and `password_file`, and `port` if it is not 1883.
    """
    document = tomlkit.parse(config)
    broker = document.get("broker", {})
    lacks: dict[str, str | int] = {}
    if "user" not in broker:
        lacks |= {"user": wish.controller, "password_file": "broker-password"}
    if "port" not in broker and wish.port != 1883:
        lacks["port"] = wish.port
    if lacks:
        add_keys(document, "broker", lacks)
    text = tomlkit.dumps(document)
    # A line before the first table can be added without parsing anything.
    if "tokens" in document:
        return text
    # Editors look for the schema's name in the comments at the top.
    schema, _, rest = text.partition("\n") if text.startswith("#:schema ") else ("", "", text)
    return f'{schema}\ntokens = "tokens"\n{rest}'.lstrip("\n")


def missing_keys(config: str, wish: InstallOptions) -> tuple[str, ...]:
    """Return the lines that a config still needs in order to reach this broker."""
    return _missing(config, ("tokens", "tokens"), wish.controller, "broker-password")


def missing_room_keys(config: str) -> tuple[str, ...]:
    """Return the lines that a room's config still needs to reach this broker and its tables."""
    return _missing(config, ("token_file", "venue-token"), VENUE_USER, "venue-password")


def _missing(config: str, token: tuple[str, str], user: str, password: str) -> tuple[str, ...]:
    """Return lines that add a token file and a broker login to a config that lacks them.

    `token` is the config key that names the token file, and that file's name. `password` is the
    name of the file with the broker password.
    """
    values: dict[str, Any] = tomllib.loads(config)
    lacks = [] if values.get(token[0]) else [f'{token[0]} = "{token[1]}"']
    if not values.get("broker", {}).get("user"):
        lacks += ["[broker]", f'user = "{user}"', f'password_file = "{password}"']
    return tuple(lacks)


def _file(path: str, text: str, *, kept: bool = False) -> Planned:
    group = GROUPS.get(path, "root")
    return Planned(path, text, 0o640 if path in GROUPS else 0o644, group, kept)


def _filled(name: str, wish: InstallOptions, touch: bool = False) -> str:
    text = (files(__package__) / "files" / name).read_text("utf-8")
    values = {
        "TAPIS": wish.tapis,
        "VENUE": wish.venue,
        "TABLE": wish.table,
        "ROOT": wish.topics,
        "ALL": f"{wish.root}/{wish.venue}/all",
        "ROOM": wish.room,
        "ALL_TABLES": f"{wish.root}/{wish.room or wish.venue}",
        "CONTROLLER": wish.controller,
        "DISCOVERY": discovery_key(f"{wish.root}/{wish.venue}", wish.table),
        "LANGUAGE": wish.language,
        "TOKEN": f"--token-file /{ETC}/screen-token " if touch else "",
        "SOCKET": str(SYSTEM_SOCKET),
        "SOCKET_FOLDER": str(SYSTEM_SOCKET.parent),
        "PORT": str(wish.port),
        "TLS_PORT": str(wish.tls_port),
        "WS_PORT": str(wish.websockets),
        "BRIDGE": wish.bridge,
        "BRIDGE_LOGIN": _bridge_login(wish),
        # A hub would store each event on all of its servers.
        "EVENTS": "0" if wish.bridge_hub else "1",
    }
    return _replaced(text, values)


def _replaced(text: str, values: Mapping[str, str]) -> str:
    for key, value in values.items():
        text = text.replace(f"@{key}@", value)
    return text


def _bridge_ids(wish: InstallOptions, password: str) -> dict[str, str]:
    """Return the bridge's client ids at the venue's broker and at this machine's broker.

    They are derived from passwords, so that nobody without the passwords can guess them.
    """
    name = f"tapis-{wish.venue}-{wish.table}"
    return {
        "BRIDGE_ID": bound_id(name, wish.bridge_password),
        "BRIDGE_LOCAL_ID": bound_id(f"{name}-out", password),
    }


def _bridge_login(wish: InstallOptions) -> str:
    lines = []
    if wish.bridge_user:
        lines += [f"remote_username {wish.bridge_user}"]
    if wish.bridge_password:
        lines += [f"remote_password {wish.bridge_password}"]
    if wish.bridge_ca:
        lines += [f"bridge_cafile {wish.bridge_ca}", "bridge_tls_version tlsv1.2"]
    return "\n".join(lines)
