"""A real pcscd that crashes and hangs, and whose readers are unplugged."""

import os
import signal
import threading
from collections.abc import Sequence

from hardware.twin.cards.pcscd import Pcscd
from hardware.twin.cards.virtual_card import STORAGE_ATR, StorageCard


class FaultyPcscd(Pcscd):
    """A pcscd with faults on request; all readers are plugged in at first."""

    def __init__(self, readers: int | Sequence[str]) -> None:
        super().__init__(readers)
        self._unplugged: set[int] = set()

    def crash(self) -> None:
        """Kill pcscd, leaving the cards on the readers."""
        assert self._process is not None
        self._process.kill()
        self.stop()

    def freeze(self) -> None:
        """Make pcscd hang, so that no client receives a reply until `thaw`."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Resume a frozen pcscd."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def unplug(self, number: int) -> None:
        """Unplug a reader; returns immediately, and pcscd notices later."""
        self._unplugged.add(number)
        (self._root / "usb" / str(number)).unlink()
        self._notify(f"-{number}")

    def plug(self, number: int) -> None:
        """Plug a reader in again; returns immediately, and pcscd notices later."""
        self._unplugged.discard(number)
        (self._root / "usb" / str(number)).write_text(str(self.reader(number).port))
        self._notify(f"+{number}")

    def _lay_out(self) -> None:
        super()._lay_out()
        for number in self._unplugged:
            (self._root / "usb" / str(number)).unlink()

    def _notify(self, line: str) -> None:
        pipe = os.open(self._root / "events", os.O_RDWR)
        try:
            os.write(pipe, f"{line}\n".encode())
        finally:
            os.close(pipe)


class NoticedCard(StorageCard):
    """A storage card that knows whether pcscd has noticed it."""

    def __init__(self, uid: str) -> None:
        super().__init__(uid)
        self.noticed = threading.Event()

    @property
    def atr(self) -> bytes:
        """Return the answer to reset, for which pcscd asks when it notices the card."""
        self.noticed.set()
        return STORAGE_ATR
