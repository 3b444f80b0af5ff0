"""A table's connection to an MQTT broker, driven by the caller's thread.

If the connection is lost, the broker publishes the table's will, a message set at the start. Each
connection uses a new paho client, because paho keeps unconfirmed messages only in memory and sends
all of them in a burst when it reconnects.
"""

import contextlib
import hashlib
import os
import selectors
import socket
import ssl
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion

from controller.config.model import BrokerConfig
from controller.contract.errors import TapisError
from controller.contract.public import Topics

KEEPALIVE: Final = 15
ROUNDS: Final = 10_000
"""The number of hash rounds that derive the client id from the password; brokers log client ids."""

SHARED: Final = (
    "the table shares everybody's port, where others can use up all connections; to fix it: sudo "
    "tapis install"
)
"""The end of a log message about an unusable broker socket: the consequence and remedy."""


class BrokerRefused(TapisError, ConnectionError):
    """The broker refused the table, or the file with the table's password can't be read.

    The message says why.
    """


class LocalClient(Client):
    """A client that connects to a broker's Unix socket immediately or fails; it never waits."""

    def _create_unix_socket_connection(self) -> socket.socket:
        opened = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        # The kernel accepts a connection at once or refuses it: the queue of a broker that hangs
        # fills up.
        opened.setblocking(False)
        try:
            opened.connect(self.host)
        except OSError:
            opened.close()
            raise
        return opened


def connect(address: BrokerConfig, topics: Topics, will: bytes) -> tuple[Client, str]:
    """Return a client that is connected but not logged in yet, and the problem found or "".

    The broker's Unix socket is used if there is one, otherwise its port. If the socket can't be
    used, the port is used instead, and the problem says why. `will` is the message that the broker
    publishes if the connection is lost. Raises `BrokerRefused` if the password can't be read, and
    `OSError` if the connection fails.
    """
    trouble = ""
    if address.socket:
        client = new_client(address, topics, will)
        try:
            client.connect(address.socket, keepalive=KEEPALIVE)
            return client, ""
        except OSError as error:
            trouble = why(error)
    client = new_client(by_port(address), topics, will)
    try:
        client.connect(address.host, address.port, KEEPALIVE)
    except OSError as error:
        if not trouble:
            raise
        raise OSError(f"{trouble}; {by_port(address).where}: {why(error)}") from error
    return client, trouble


def by_port(address: BrokerConfig) -> BrokerConfig:
    """Return a broker's address without its Unix socket, so that the port is used."""
    return msgspec.structs.replace(address, socket="")


def new_client(
    address: BrokerConfig, topics: Topics, will: bytes, kind: type[LocalClient] = LocalClient
) -> Client:
    """Return a client that is not yet connected.

    `will` is the message that the broker publishes if the connection is lost. Raises the same
    exceptions as `plain_client`.
    """
    name = bound_id(topics.root.replace("/", "-"), _password(address))
    client = plain_client(address, name, kind)
    client.will_set(topics.status, will, qos=1, retain=True)
    return client


def plain_client(
    address: BrokerConfig, name: str = "", kind: type[LocalClient] = LocalClient
) -> Client:
    """Return a client that is not yet connected and has no will.

    `name` is its client id; by default, the broker chooses one. Raises `BrokerRefused` if the
    password can't be read, and `OSError` for an unusable CA certificate.
    """
    five = address.protocol == "5"
    client = kind(
        CallbackAPIVersion.VERSION2,
        client_id=name,
        protocol=MQTTProtocolVersion.MQTTv5 if five else MQTTProtocolVersion.MQTTv311,
        clean_session=None if five else True,
        transport="unix" if address.socket else "tcp",
    )
    client.connect_timeout = 5.0
    client.suppress_exceptions = True
    client.on_socket_open = _at_once
    if address.user:
        client.username_pw_set(address.user, _password(address))
    if address.tls:
        client.tls_set_context(ssl.create_default_context(cafile=address.ca_file or None))
    return client


def _at_once(_client: Client, _userdata: Any, opened: Any) -> None:
    """Disable Nagle's algorithm, so that events are sent without waiting for acknowledgements."""
    with contextlib.suppress(OSError):
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


@cache
def bound_id(name: str, password: str | None) -> str:
    """Return a client id that nobody can guess without the user's password.

    A broker lets any client take over a connection by presenting its id, whoever the user is. The
    id stays the same after restarts, so that a new connection closes the old one. Without a
    password, it is just `name`.
    """
    if not password:
        return name
    key = hashlib.pbkdf2_hmac("sha256", password.encode(), name.encode(), ROUNDS)
    return f"{name}-{key.hex()[:32]}"


def _password(address: BrokerConfig) -> str | None:
    file = address.password_file
    if not address.user or not file:
        return None
    try:
        return Path(file).read_text("utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BrokerRefused(f"the password file {file} can't be read ({why(error)})") from None


def why(error: Exception) -> str:
    """Return the cause of an error, worded to fit inside a sentence."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__


class Waker:
    """Wakes a `SocketLoop` from any thread."""

    def __init__(self) -> None:
        """Open the pipe through which the loop is woken."""
        self.woken, self._end = os.pipe()
        os.set_blocking(self.woken, False)
        os.set_blocking(self._end, False)

    def wake(self) -> None:
        """Wake the thread that is waiting in `SocketLoop.wait`; never blocks."""
        if self._end >= 0:
            # A full pipe wakes the loop anyway.
            with contextlib.suppress(BlockingIOError):
                os.write(self._end, b"w")

    def close(self) -> None:
        """Close the pipe; `wake` then does nothing."""
        os.close(self.woken)
        os.close(self._end)
        self._end = -1


class SocketLoop:
    """Waits for a client's socket, and reads and writes when it is ready, all in one thread."""

    def __init__(self, client: Client, waker: Waker) -> None:
        """Watch the socket of a client, which may still be connecting.

        Raises `OSError` if the client has no socket.
        """
        self._client = client
        self._woken = waker.woken
        found = client.socket()
        if found is None:
            raise OSError("the connection was closed")
        self._socket = found
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._selector.register(self._socket, selectors.EVENT_READ)

    def close(self) -> None:
        """Stop watching the socket."""
        self._selector.close()

    def wait(self, seconds: float) -> int:
        """Wait until the socket is ready, the waker is used, or `seconds` have passed.

        Return a mask that says what the socket is ready for; pass it to `do`.
        """
        # TLS may hold bytes that the socket no longer shows as readable.
        pending = getattr(self._socket, "pending", None)
        waiting = bool(pending and pending())
        events = selectors.EVENT_READ
        if self._client.want_write():
            events |= selectors.EVENT_WRITE
        self._selector.modify(self._socket, events)
        happened = {
            key.fileobj: mask for key, mask in self._selector.select(0 if waiting else seconds)
        }
        if self._woken in happened:
            os.read(self._woken, 4096)
        mask = happened.get(self._socket, 0)
        return mask | selectors.EVENT_READ if waiting else mask

    def do(self, mask: int) -> bool:
        """Read and write what the mask allows, and send any keep-alive that is due.

        Return False if the connection is lost.
        """
        code = MQTTErrorCode.MQTT_ERR_SUCCESS
        if mask & selectors.EVENT_READ:
            code = self._client.loop_read()
        if code == MQTTErrorCode.MQTT_ERR_SUCCESS and mask & selectors.EVENT_WRITE:
            code = self._client.loop_write()
        if code == MQTTErrorCode.MQTT_ERR_SUCCESS:
            code = self._client.loop_misc()
        return code == MQTTErrorCode.MQTT_ERR_SUCCESS
