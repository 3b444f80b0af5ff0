"""A typed interface to pcscd: pyscard's low-level functions, with errors that say what to do.

A context is one connection to pcscd and makes one call at a time, so each thread has its own, and
connects to at most one card through it. `SCardDisconnect` is not used, because up to libpcsclite
2.3.3 (Debian 12 has 1.9.9) it traverses the list of all contexts without their lock, so a process
that releases two cards at once can crash with a segmentation fault (LudovicRousseau/PCSC,
fe6ca582). Instead, a card is released together with its context.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Self

from controller.contract.errors import PARTS, Sentence, TapisError

try:
    from smartcard import scard
except ImportError:
    raise PARTS["smartcard"].missing(
        " (it is compiled: apt install pcscd libpcsclite-dev swig gcc libc6-dev python3-dev)"
    ) from None

NEW_READERS = r"\\?PnP?\Notification"

PRESENT: int = scard.SCARD_STATE_PRESENT
MUTE: int = scard.SCARD_STATE_MUTE
CHANGED: int = scard.SCARD_STATE_CHANGED
AWAY: int = scard.SCARD_STATE_UNKNOWN | scard.SCARD_STATE_UNAVAILABLE | scard.SCARD_STATE_IGNORE


class PcscError(TapisError, OSError):
    """A call that pcscd could not carry out."""


class ServiceGone(PcscError):
    """pcscd is not running, or the connection to it has been lost, so a new context is needed."""


class ReaderGone(PcscError):
    """The reader has been disconnected."""


class CardGone(PcscError):
    """The card has been removed, or does not answer."""


class NoCard(CardGone):
    """There is no card on the reader."""


class CardReset(CardGone):
    """Another program has reset the card; it can be read after a reconnect."""


def _code(name: str) -> int:
    return int(getattr(scard, name)) & 0xFFFF_FFFF


_UNPLUGGED = Sentence("the reader is not connected")
_MUTE = Sentence("the card is not responding")
_ERRORS: dict[int, tuple[type[PcscError], Sentence]] = {
    _code(name): (kind, text)
    for kind, name, text in (
        (CardReset, "SCARD_W_RESET_CARD", Sentence("the card was reset")),
        (NoCard, "SCARD_E_NO_SMARTCARD", Sentence("there is no card")),
        (CardGone, "SCARD_W_REMOVED_CARD", Sentence("the card was removed")),
        (CardGone, "SCARD_W_UNPOWERED_CARD", Sentence("the card has no power")),
        (CardGone, "SCARD_W_UNRESPONSIVE_CARD", _MUTE),
        (CardGone, "SCARD_W_UNSUPPORTED_CARD",
         Sentence("the reader does not support this kind of card")),
        (CardGone, "SCARD_E_NOT_TRANSACTED", Sentence("the read was interrupted")),
        (CardGone, "SCARD_E_PROTO_MISMATCH", _MUTE),
        (CardGone, "SCARD_E_SHARING_VIOLATION", Sentence("another program is using the reader")),
        (CardGone, "SCARD_E_INSUFFICIENT_BUFFER", Sentence("the reply is too long")),
        (ReaderGone, "SCARD_E_READER_UNAVAILABLE", _UNPLUGGED),
        (ReaderGone, "SCARD_E_UNKNOWN_READER", _UNPLUGGED),
        (ServiceGone, "SCARD_E_NO_SERVICE",
         Sentence("pcscd is not running: sudo systemctl start pcscd.socket")),
        # libpcsclite also returns this code if pcscd ends in the middle of a call.
        (ServiceGone, "SCARD_W_SECURITY_VIOLATION",
         Sentence("pcscd closed the connection: if this happens again, install the polkit rule in "
                  "docs/READERS.md")),
    )
}  # fmt: skip
_TIMEOUT = _code("SCARD_E_TIMEOUT")
_CANCELLED = _code("SCARD_E_CANCELLED")
_NO_READERS = _code("SCARD_E_NO_READERS_AVAILABLE")
_DONE = _code("SCARD_S_SUCCESS")
_PROTOCOLS = scard.SCARD_PROTOCOL_T0 | scard.SCARD_PROTOCOL_T1


def _check(result: int) -> None:
    code = result & 0xFFFF_FFFF
    if code != _DONE:
        unknown = Sentence("pcscd is not responding ({code})", code=f"0x{code:08X}")
        kind, text = _ERRORS.get(code, (ServiceGone, unknown))
        raise kind(text)


class Context:
    """A connection to pcscd; close it, or use it as a context manager."""

    def __init__(self) -> None:
        """Connect to pcscd. Raises `ServiceGone`."""
        result, self._handle = scard.SCardEstablishContext(scard.SCARD_SCOPE_SYSTEM)
        _check(result)

    def readers(self) -> Sequence[str]:
        """Return the names of the readers known to pcscd."""
        result, names = scard.SCardListReaders(self._handle, [])
        if result & 0xFFFF_FFFF == _NO_READERS:
            return ()
        _check(result)
        return tuple(names)

    def wait(self, states: Mapping[str, int], ms: int) -> dict[str, int]:
        """Wait up to `ms` milliseconds for a reader's state to differ from the one given.

        `states` maps each reader's name to its last known state, or to 0 if that is unknown. Return
        the current states of all of these readers, or an empty dict after a timeout or `cancel`.
        Raises `ReaderGone` if one of the names does not exist.
        """
        result, now = scard.SCardGetStatusChange(self._handle, ms, list(states.items()))
        if result & 0xFFFF_FFFF in {_TIMEOUT, _CANCELLED}:
            return {}
        _check(result)
        return {name: state & ~CHANGED for name, state, _ in now}

    def connect(self, reader: str) -> "Connection":
        """Return a connection to the card on a reader; it is closed by `Context.close`.

        Raises any kind of `PcscError`.
        """
        result, card, protocol = scard.SCardConnect(
            self._handle, reader, scard.SCARD_SHARE_SHARED, _PROTOCOLS
        )
        _check(result)
        return Connection(card, protocol)

    def cancel(self) -> None:
        """End a call to `wait` that another thread is making, if any."""
        scard.SCardCancel(self._handle)

    def close(self) -> None:
        """Close the connection to pcscd, releasing its card without a reset."""
        scard.SCardReleaseContext(self._handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Connection:
    """A connection to the card on a reader; other programs may also be connected to the card."""

    def __init__(self, card: Any, protocol: int) -> None:
        self._card = card
        self._protocol = protocol

    def transmit(self, command: bytes) -> bytes:
        """Send a command and return the reply from the reader or the card.

        Raises any kind of `PcscError`.
        """
        header = (
            scard.SCARD_PCI_T0 if self._protocol == scard.SCARD_PROTOCOL_T0 else scard.SCARD_PCI_T1
        )
        result, answer = scard.SCardTransmit(self._card, header, list(command))
        _check(result)
        return bytes(byte & 0xFF for byte in answer)

    def start_anew(self) -> None:
        """Switch the field off and on again, so that the reader detects its cards again."""
        result, self._protocol = scard.SCardReconnect(
            self._card, scard.SCARD_SHARE_SHARED, _PROTOCOLS, scard.SCARD_UNPOWER_CARD
        )
        _check(result)


def reader_names() -> Sequence[str]:
    """Return the names of the readers that pcscd currently knows. Raises `ServiceGone`."""
    with Context() as context:
        return context.readers()
