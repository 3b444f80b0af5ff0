"""Whether the card on a reader is believed: where a proof is asked for, its uid says nothing."""

import logging
from collections.abc import Callable

from hardware.readers.ntag424 import Unproven

Proof = Callable[[Callable[[bytes], bytes], str], None]
"""Has the card that a line leads to prove that it is of this uid. Raises `Unproven`."""

TRIES = 3
ASK_AGAIN = 5.0
"""After so many failures in a row a card is left alone for so long: one may count its failures."""

PROBLEM = "a badge lies there that does not prove itself: it is not believed"

log = logging.getLogger(__name__)


class Doorkeeper:
    """Asks what lies on one reader for its proof, at every read; the thread's own that reads."""

    def __init__(self, proof: Proof, device: str) -> None:
        """Ask for this proof on the reader of this device."""
        self._proof = proof
        self._device = device
        self._failed = 0
        self._until = 0.0
        self.problem = ""
        """What is wrong with what lies there now."""

    def believed(self, uid: str, transmit: Callable[[bytes], bytes], now: float) -> bool:
        """Return whether the card of this uid has proved itself."""
        if now < self._until:
            return False
        try:
            self._proof(transmit, uid)
        except Unproven as error:
            self._failed += 1
            if self._failed >= TRIES:
                if not self.problem:
                    log.warning("%s: %s (%s)", self._device, PROBLEM, error)
                self.problem, self._until = PROBLEM, now + ASK_AGAIN
            return False
        self.gone()
        return True

    def gone(self) -> None:
        """Take in that nothing lies there any more."""
        self._failed, self._until, self.problem = 0, 0.0, ""
