"""Cards that a reader has trouble with: nonsense, silence, delays."""

import threading

from hardware.twin.cards.virtual_card import STORAGE_ATR, UNKNOWN_COMMAND, StorageCard
from tests.hardware.faulty_pcscd import NoticedCard


class GarbageCard:
    """A card for which the reader cycles through nonsense answers."""

    def __init__(self, *answers: bytes) -> None:
        self._answers = answers or (b"\x00", b"\x90\x00", b"\x63\x00", bytes(40))
        self.asked = 0

    def answer(self, apdu: bytes, gone: threading.Event) -> bytes | None:
        """Return the next nonsense answer."""
        del apdu, gone
        self.asked += 1
        return self._answers[(self.asked - 1) % len(self._answers)]


class MuteCard:
    """A card that the reader detects but can't talk to: its ATR is longer than allowed."""

    atr = bytes(40)

    def answer(self, apdu: bytes, gone: threading.Event) -> bytes | None:
        """Return an error."""
        del apdu, gone
        return UNKNOWN_COMMAND


class LateCard(StorageCard):
    """A card that the reader can't talk to until it is `awake`, like a badly placed one."""

    awake = False

    @property
    def atr(self) -> bytes:
        """Return the card's answer to reset."""
        return STORAGE_ATR if self.awake else MuteCard.atr


class SlowCard:
    """A card that takes `seconds` for each answer."""

    def __init__(self, uid: str, seconds: float) -> None:
        self._card = StorageCard(uid)
        self.seconds = seconds

    def answer(self, apdu: bytes, gone: threading.Event) -> bytes | None:
        """Return a storage card's answer after a delay."""
        return None if gone.wait(self.seconds) else self._card.answer(apdu, gone)


class VanishingCard(NoticedCard):
    """A card that answers `reads` times and is taken away in the middle of the next read."""

    def __init__(self, uid: str, reads: int = 0) -> None:
        super().__init__(uid)
        self._left = reads

    def answer(self, apdu: bytes, gone: threading.Event) -> bytes | None:
        """Return the uid, or None once the reads are used up."""
        self._left -= 1
        return super().answer(apdu, gone) if self._left >= 0 else None
