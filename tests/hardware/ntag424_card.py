"""A simulated NTAG 424 DNA: it supports selection, authentication with key 0 and a key change.

It is written from the card's side of the data sheet (NT4H2421Gx) and shares no code with the
reader's side.
"""

import os
import threading

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.cmac import CMAC

from hardware.readers.apdu import DONE, GET_UID

UNKNOWN = b"\x91\x1c"
WRONG_KEY = b"\x91\xae"
BROKEN = b"\x91\x1e"
NOT_NOW = b"\x91\x9d"
OK = b"\x91\x00"
MORE = b"\x91\xaf"
MOST_FAILED = 50
"""After this many failures in a row the card makes the reader wait."""


class Ntag424Card:
    """A card with a uid and a key 0; `asked` counts the authentications that were started."""

    def __init__(self, uid: str, key: bytes = bytes(16)) -> None:
        """Take the hexadecimal uid and the key; a new card's key is all zeros."""
        self.uid = uid
        self.key = key
        self.asked = 0
        self.failed = 0
        self._selected = False
        self._random = b""
        self._session: tuple[bytes, bytes, bytes, int] | None = None

    def answer(self, apdu: bytes, gone: threading.Event) -> bytes | None:
        """Return the answer with its status word."""
        del gone
        if apdu == GET_UID:
            return bytes.fromhex(self.uid) + DONE
        if apdu[:4] == b"\x00\xa4\x04\x0c":
            self._selected = apdu[5:12] == bytes.fromhex("D2760000850101")
            self._session = None
            return DONE if self._selected else b"\x6a\x82"
        if not self._selected or apdu[:1] != b"\x90":
            return b"\x6d\x00"
        size = apdu[4]
        data = apdu[5 : 5 + size]
        match apdu[1]:
            case 0x71:
                return self._first(data)
            case 0xAF:
                return self._second(data)
            case 0xC4:
                return self._change(data)
        return UNKNOWN

    def _first(self, data: bytes) -> bytes:
        self.asked += 1
        self._session = None
        if self.failed >= MOST_FAILED:
            return b"\x91\xad"
        if data[:1] != b"\x00":
            return b"\x91\x40"
        self._random = os.urandom(16)
        return self._cbc(self.key).encryptor().update(self._random) + MORE

    def _second(self, data: bytes) -> bytes:
        mine, self._random = self._random, b""
        if not mine or len(data) != 32:
            return NOT_NOW
        plain = self._cbc(self.key).decryptor().update(data)
        theirs, turned = plain[:16], plain[16:]
        if turned != mine[1:] + mine[:1]:
            self.failed += 1
            return WRONG_KEY
        self.failed = 0
        transaction = os.urandom(4)
        middle = int.from_bytes(theirs[2:8]) ^ int.from_bytes(mine[:6])
        vector = b"".join(
            (b"\x00\x01\x00\x80", theirs[:2], middle.to_bytes(6), mine[6:], theirs[8:])
        )
        keys = [self._mac(self.key, label + vector) for label in (b"\xa5\x5a", b"\x5a\xa5")]
        self._session = (keys[0], keys[1], transaction, 0)
        told = transaction + theirs[1:] + theirs[:1] + bytes(12)
        return self._cbc(self.key).encryptor().update(told) + OK

    def _change(self, data: bytes) -> bytes:
        if self._session is None or len(data) != 41:
            return NOT_NOW
        encryption, signing, transaction, counter = self._session
        count = counter.to_bytes(2, "little")
        signed = self._mac(signing, b"\xc4" + count + transaction + data[:33])
        self._session = None
        if signed[1::2] != data[33:] or data[0] != 0:
            return BROKEN
        start = Cipher(algorithms.AES(encryption), modes.ECB()).encryptor()
        vector = start.update(b"\xa5\x5a" + transaction + count + bytes(8))
        plain = self._cbc(encryption, vector).decryptor().update(data[1:33])
        if plain[17:] != b"\x80" + bytes(14):
            return BROKEN
        self.key = plain[:16]
        return OK

    @staticmethod
    def _cbc(key: bytes, start: bytes = bytes(16)) -> Cipher[modes.CBC]:
        return Cipher(algorithms.AES(key), modes.CBC(start))

    @staticmethod
    def _mac(key: bytes, text: bytes) -> bytes:
        work = CMAC(algorithms.AES(key))
        work.update(text)
        return work.finalize()
