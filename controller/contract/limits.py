"""How much may be said at once: the bounds of amounts, texts and data wherever they come in.

They hold at the borders, not in the engine: what a journal holds already is played as it was.
"""

from typing import Annotated, Final

from msgspec import Meta

MOST_CHIPS: Final = 1_000_000_000
"""No amount, no stack and no chip is worth more."""

LONGEST_TEXT: Final = 200
"""No text has more characters."""

MOST_STEPS: Final = 50
"""No list of a command is longer."""

DEEPEST: Final = 8
"""The data of a request are nested no deeper."""

Amount = Annotated[int, Meta(ge=0, le=MOST_CHIPS)]
Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]
