"""Virtual contactless cards on the readers of a real pcscd, over vpcd's sockets.

vpcd listens on one port per reader. Connecting places a card on the reader, and closing the
connection removes it. Each message is a length of two bytes, high byte first, followed by that many
bytes. A one-byte message is a control: power off, power on and reset, which have no reply, and the
request for the card's ATR.
"""

import contextlib
import socket
import struct
import threading
from collections.abc import Sequence
from typing import Protocol

from hardware.readers.apdu import DONE, GET_UID, PN532_LIST_TWO, PN532_VERSION

ATR_ASKED = b"\x04"
UNKNOWN_COMMAND = b"\x6d\x00"

STORAGE_ATR = bytes.fromhex("3B8F8001804F0CA000000306030001000000006A")
"""The ATR that a PC/SC reader makes up for a contactless storage card (PC/SC part 3, 3.1.3.2)."""

RETRY = 0.02
REACHED_WITHIN = 1.0


class Card(Protocol):
    """A card on a virtual reader. If it has an `atr` (bytes), that is its answer to reset."""

    def answer(self, apdu: bytes, gone: threading.Event) -> bytes | None:
        """Return the reply with its status word, or None if the card was removed in the meantime.

        `gone` is set if the card is removed before it has replied.
        """


class StorageCard:
    """A card that stores only its uid, like the tag in a playing card, chip or badge."""

    def __init__(self, uid: str) -> None:
        """Set the hexadecimal uid; `uid` may be changed while the card is on a reader."""
        self.uid = uid

    def answer(self, apdu: bytes, gone: threading.Event) -> bytes | None:
        """Return the uid if the command asks for it, otherwise an error status."""
        del gone
        return bytes.fromhex(self.uid) + DONE if apdu == GET_UID else UNKNOWN_COMMAND


class Pn532Cards:
    """Up to two cards on a reader with a PN532 that passes commands through (an ACR122U).

    As with firmware 1.6 of that reader, only every second InListPassiveTarget for two targets
    succeeds. The other calls return an error.
    """

    def __init__(self, *uids: str) -> None:
        """Place up to two cards with these uids; `uids` may be changed at any time."""
        self.uids: Sequence[str] = uids
        self.lists = 0

    def answer(self, apdu: bytes, gone: threading.Event) -> bytes | None:
        """Return the PN532's reply in the form in which the reader passes it on."""
        uids = self.uids
        if apdu == PN532_VERSION:
            return bytes.fromhex("D50332010607") + DONE
        if apdu == PN532_LIST_TWO:
            self.lists += 1
            if self.lists % 2:
                return b"\x63\x00"
            # Each target: number, SENS_RES, SEL_RES, and the uid with its length.
            targets = [
                bytes((number, 0x00, 0x44, 0x00, len(uid) // 2)) + bytes.fromhex(uid)
                for number, uid in enumerate(uids, 1)
            ]
            return bytes((0xD5, 0x4B, len(uids))) + b"".join(targets) + DONE
        return StorageCard(uids[0]).answer(apdu, gone) if uids else b"\x63\x00"


class VirtualReader:
    """The place for a card on one reader. A card stays there even while pcscd is not running."""

    def __init__(self) -> None:
        self.port = 0
        """The port on which vpcd waits for this reader's card; 0 until it is known."""
        self.card: Card | None = None
        """The card on the reader, or None if there is none."""
        self._gone = threading.Event()
        self._thread: threading.Thread | None = None
        self._socket: socket.socket | None = None

    def insert(self, card: Card | str) -> None:
        """Replace the card on the reader; for a uid, place a storage card with that uid."""
        self.remove()
        self.card = StorageCard(card) if isinstance(card, str) else card
        self._gone = threading.Event()
        self._thread = threading.Thread(
            target=self._lie, args=(self.card, self._gone), name=f"card at {self.port}", daemon=True
        )
        self._thread.start()

    def lay(self, *uids: str) -> None:
        """Place exactly these cards on the reader, as if it had a PN532.

        If no uids are given, all cards are removed. pcscd does not notice a change between one card
        and two.
        """
        if not uids:
            self.remove()
        elif isinstance(self.card, Pn532Cards) and not self._gone.is_set():
            self.card.uids = uids
        else:
            self.insert(Pn532Cards(*uids))

    def remove(self) -> None:
        """Remove the card; returns once vpcd's socket has been closed."""
        thread, self._thread = self._thread, None
        self.card = None
        self._gone.set()
        line = self._socket
        if line is not None:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        if thread is not None:
            thread.join()

    def _lie(self, card: Card, gone: threading.Event) -> None:
        """Answer pcscd as `card`, reconnecting as needed, until `gone` is set."""
        while not gone.is_set():
            try:
                line = socket.create_connection(("127.0.0.1", self.port), REACHED_WITHIN)
            except OSError:
                gone.wait(RETRY)
                continue
            with line:
                line.settimeout(None)
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._socket = line
                if gone.is_set():
                    break
                with contextlib.suppress(OSError, EOFError):
                    self._answer(line, card, gone)
                self._socket = None
            if not gone.is_set():
                gone.wait(RETRY)

    def _answer(self, line: socket.socket, card: Card, gone: threading.Event) -> None:
        while not gone.is_set():
            asked = receive(line)
            if len(asked) > 1:
                answer = card.answer(asked, gone)
                if answer is None:
                    gone.set()
                    return
            elif asked == ATR_ASKED:
                answer = getattr(card, "atr", STORAGE_ATR)
            else:
                continue
            line.sendall(struct.pack(">H", len(answer)) + answer)


def receive(line: socket.socket) -> bytes:
    """Return the next message from vpcd. Raises `EOFError` if the connection is closed."""
    (length,) = struct.unpack(">H", _exactly(line, 2))
    return _exactly(line, length)


def _exactly(line: socket.socket, length: int) -> bytes:
    """Return exactly `length` bytes; a socket may deliver them in several pieces."""
    data = b""
    while len(data) < length:
        piece = line.recv(length - len(data))
        # vpcd sends two short messages in a row; the second waits until the first is acknowledged.
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        if not piece:
            raise EOFError("vpcd has closed the connection")
        data += piece
    return data
