"""What a seat's own small display writes: words of a line's 16 letters, of those that it can draw.

Not for the pads on a table's screen: those are drawn by `display.felt.console.pads`.
"""

import unicodedata

from display.words.names import N_, words
from display.words.vocabulary import KEYS

KEYPAD = {
    "fold": KEYS["fold"],
    "check": KEYS["check"],
    "call": KEYS["call"],
    "bet": KEYS["bet"],
    "raise": KEYS["raise"],
    "all-in": KEYS["all-in"],
    "done": N_("Done"),
    "agree": N_("Agree"),
    "time": N_("Time"),
    "seen": N_("Card seen"),
    "off-table": N_("Card fell off"),
    "shown": N_("Hand shown"),
    "phone": N_("A phone"),
    "away": N_("I am away"),
    "back": N_("I am back"),
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
    "by-chips": N_("by chips"),
    "out-of-turn": N_("Not your turn!"),
    "below": N_("Below the least!"),
    "above": N_("Above the most!"),
    "no-game": N_("No hand now!"),
    "seat": N_("Seat"),
    "nothing": N_("nobody"),
    "stub": N_("Stub"),
    "burn": N_("Burned card"),
    "muck": N_("Muck"),
    "pot": N_("Pot"),
    "ok": N_("OK?"),
}
"""Every id that `hardware.node.seat_node` asks a word for."""


def keypad_words(language: str) -> dict[str, str]:
    """Return the words of a pad's display; accents are left out, which its letters don't have.

    Raises `LookupError` when there is no catalogue for the language.
    """
    said = words(language)
    return {name: _plain(said.say(text)) for name, text in KEYPAD.items()}


def _plain(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    return apart.encode("ascii", "ignore").decode()
