"""Input limits: bounds on amounts, texts and data at every entry point.

The limits are checked where input enters, not in the engine. An existing journal can therefore
always be replayed as recorded.
"""

from typing import Annotated, Final

from msgspec import Meta

MOST_CHIPS: Final = 1_000_000_000
"""The maximum for any amount, stack or chip value."""

LONGEST_TEXT: Final = 200
"""The maximum length of a text, in characters."""

MOST_STEPS: Final = 50
"""The maximum length of a list in a command."""

DEEPEST: Final = 8
"""The maximum nesting depth of a request's data."""

Amount = Annotated[int, Meta(ge=0, le=MOST_CHIPS)]
Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]
