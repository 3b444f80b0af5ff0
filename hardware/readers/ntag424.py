"""Badge authentication: an NTAG 424 DNA answers a challenge with a key that it never reveals.

The commands and the cryptography are NXP's, from data sheet NT4H2421Gx (10.4, 10.6), with worked
examples in AN12196. Each badge's key is derived from one master key according to AN10922. No error
message quotes a reply.
"""

import hmac
import secrets
from collections.abc import Callable
from typing import Final

import msgspec
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC
from cryptography.hazmat.primitives.cmac import CMAC

from controller.contract.errors import TapisError

Transmit = Callable[[bytes], bytes]
"""A function that sends a command to the card and returns the answer, with its status word."""

FACTORY_KEY: Final = bytes(16)

APPLICATION: Final = bytes.fromhex("D2760000850101")
SELECT: Final = bytes.fromhex("00A4040C07") + APPLICATION + b"\x00"
FIRST: Final = bytes.fromhex("9071000002000000")
"""The command that begins an authentication: AuthenticateEV2First, with the card's key 0, and
without PCD capabilities."""
SYSTEM: Final = b"tapis"
"""The system identifier. A badge's key is derived from it, the badge's uid and the application's id
(AN10922)."""

MORE: Final = b"\x91\xaf"
DONE: Final = b"\x91\x00"
SELECTED: Final = b"\x90\x00"
NEW_VERSION: Final = 1


class Unproven(TapisError):
    """A badge that failed authentication; the message names the step at which it failed."""


class Session(msgspec.Struct):
    """A session between a card and a reader that have authenticated each other.

    `encryption` and `signing` are its keys, and `transaction` is its identifier. `counter` is the
    number of commands sent in it so far.
    """

    encryption: bytes
    signing: bytes
    transaction: bytes
    counter: int = 0

    def __repr__(self) -> str:
        """Return a representation that does not contain the keys."""
        return f"Session(counter={self.counter})"


def badge_key(master: bytes, uid: str) -> bytes:
    """Return the key for the badge with this hexadecimal uid (AN10922, AES-128)."""
    return diversified(master, bytes.fromhex(uid) + APPLICATION + SYSTEM)


def diversified(master: bytes, about: bytes) -> bytes:
    """Return a key derived from the master key by diversification (AN10922, 2.2).

    `about` is the diversification input, 16 to 31 bytes.
    """
    if not 16 <= len(about) <= 31:
        raise ValueError(f"{len(about)} bytes: key diversification needs 16 to 31")
    return _cmac(master, b"\x01" + about)


def prove(transmit: Transmit, key: bytes, challenge: bytes = b"") -> Session:
    """Make the card prove that it has `key`; return the resulting session.

    `challenge` is 16 unpredictable bytes; if omitted, it is generated at random. Raises `Unproven`.
    """
    ours = challenge or secrets.token_bytes(16)
    if transmit(SELECT)[-2:] != SELECTED:
        raise Unproven("it is not an NTAG 424 DNA")
    theirs = _decrypt(key, _answered(transmit(FIRST), MORE, 16))
    sent = _encrypt(key, ours + theirs[1:] + theirs[:1])
    said = transmit(b"\x90\xaf\x00\x00\x20" + sent + b"\x00")
    told = _decrypt(key, _answered(said, DONE, 32))
    if not hmac.compare_digest(told[4:20], ours[1:] + ours[:1]):
        raise Unproven("its answer was made with a different key")
    mixed = bytes(a ^ b for a, b in zip(ours[2:8], theirs[:6], strict=True))
    about = b"\x00\x01\x00\x80" + ours[:2] + mixed + theirs[6:] + ours[8:]
    return Session(_cmac(key, b"\xa5\x5a" + about), _cmac(key, b"\x5a\xa5" + about), told[:4])


def change_key(transmit: Transmit, session: Session, key: bytes) -> None:
    """Change the card's key 0. Raises `Unproven`.

    Afterwards, authenticate again with the new key.
    """
    counter = session.counter.to_bytes(2, "little")
    # The data sheet has this single block in ECB mode, which is CBC with a start of zeros.
    start = _encrypt(session.encryption, b"\xa5\x5a" + session.transaction + counter + bytes(8))
    plain = key + bytes((NEW_VERSION, 0x80)) + bytes(14)
    data = b"\x00" + _encrypt(session.encryption, plain, start)
    signed = _cmac(session.signing, b"\xc4" + counter + session.transaction + data)[1::2]
    if transmit(b"\x90\xc4\x00\x00\x29" + data + signed + b"\x00")[-2:] != DONE:
        raise Unproven("it did not accept its key")


class BadgeProof:
    """Authenticates each badge by its own key, derived from the table's master key."""

    def __init__(self, master: bytes) -> None:
        """Set the master key, 16 bytes."""
        self._master = master

    def __call__(self, transmit: Transmit, uid: str) -> None:
        """Authenticate the card with this uid. Raises `Unproven`."""
        prove(transmit, self.key(uid))

    def key(self, uid: str) -> bytes:
        """Return the key for the card with this uid."""
        return badge_key(self._master, uid)


def _answered(answer: bytes, status: bytes, size: int) -> bytes:
    if answer[-2:] != status or len(answer) != size + 2:
        raise Unproven("it does not know the key")
    return answer[:-2]


def _encrypt(key: bytes, plain: bytes, start: bytes = bytes(16)) -> bytes:
    work = Cipher(AES(key), CBC(start)).encryptor()
    return work.update(plain) + work.finalize()


def _decrypt(key: bytes, secret: bytes) -> bytes:
    work = Cipher(AES(key), CBC(bytes(16))).decryptor()
    return work.update(secret) + work.finalize()


def _cmac(key: bytes, text: bytes) -> bytes:
    work = CMAC(AES(key))
    work.update(text)
    return work.finalize()
