"""The table display: a subscriber that draws the public state."""

import os

# The library's greeting has no place in a command's output.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
