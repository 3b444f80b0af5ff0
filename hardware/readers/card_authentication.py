"""Authentication of the card on a reader that requires proof, where a uid alone is not trusted."""

import logging
from collections.abc import Callable

from controller.contract.errors import Sentence
from hardware.readers.ntag424 import Unproven

Proof = Callable[[Callable[[bytes], bytes], str], None]
"""A function that takes a transmit function and a uid. It raises `Unproven` if the card that the
transmit function talks to is not authentic, or has another uid."""

TRIES = 3
ASK_AGAIN = 5.0
"""After `TRIES` failures in a row, a card is not asked again for this long (s), because the card
may count failures itself and lock its key."""

PROBLEM = Sentence("the badge on the reader failed its identity check and is not trusted")

log = logging.getLogger(__name__)


class Doorkeeper:
    """Authenticates the card on one reader at every read; used only by that reader's thread."""

    def __init__(self, proof: Proof, device: str) -> None:
        """Require each card on `device`'s reader to prove, with `proof`, that it is genuine."""
        self._proof = proof
        self._device = device
        self._failed = 0
        self._until = 0.0
        self.problem: str = ""
        """The problem with the card now on the reader, or "" if there is no problem."""

    def believed(self, uid: str, transmit: Callable[[bytes], bytes], now: float) -> bool:
        """Return whether the card with this uid has just proved that it is authentic."""
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
        """Reset the count of failures, because the card has been removed or authenticated."""
        self._failed, self._until, self.problem = 0, 0.0, ""
