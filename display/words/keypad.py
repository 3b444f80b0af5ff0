"""Words for a seat's small display, limited to 16 characters per line and to its character set.

Pads drawn on a table screen are not covered here; `display.felt.console.seat_pad` draws those.
"""

import unicodedata

from display.words.names import N_, words
from display.words.vocabulary import KEYS

KEYPAD = {
    **{str(action): text for action, text in KEYS.items()},
    "done": N_("Done"),
    "agree": N_("Agree"),
    "time": N_("Time"),
    "seen": N_("Exposed card"),
    "off-table": N_("Card fell off"),
    "shown": N_("Hand shown"),
    "phone": N_("A phone"),
    "away": N_("I'm away"),
    "back": N_("I'm back"),
    "floor": N_("Floor"),
    "time-bank": N_("More time"),
    "see": N_("See a hand"),
    "straddle": N_("Straddle"),
    "run-twice": N_("Run it twice"),
    "post": N_("Post now"),
    "wait": N_("Wait for blind"),
    "stream-yes": N_("Stream: yes"),
    "stream-no": N_("Stream: no"),
    "your-turn": N_("Your turn"),
    "put-in": N_("Put in"),
    "has": N_("You have"),
    "by-chips": N_("with chips"),
    "out-of-turn": N_("Not your turn!"),
    "below": N_("Below minimum!"),
    "above": N_("Above maximum!"),
    "no-game": N_("No betting now!"),
    "seat": N_("Seat"),
    "nothing": N_("nobody"),
    "stub": N_("Stub"),
    "burn": N_("Burn card"),
    "muck": N_("Muck"),
    "pot": N_("Pot"),
    "ok": N_("OK?"),
}
"""The English word for each id that `hardware.node.seat_node` displays."""


def keypad_words(language: str) -> dict[str, str]:
    """Return the words for a seat's small display, by id, without the accents that it can't show.

    Raises `LookupError` if the language has no catalogue.
    """
    said = words(language)
    return {name: _plain(said.say(text)) for name, text in KEYPAD.items()}


def _plain(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    return apart.encode("ascii", "ignore").decode()
