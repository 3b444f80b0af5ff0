"""The table's screen: a subscriber that draws the public state.

`command` is `tapis display`; `screen` is its loop, on a `target`. `draw` gives a picture of
nothing but the state. `on_felt/` draws the table, `beside/` the panels, both with the type, colours
and boxes of `drawing/`. `console/` is what people touch or type, `pictures/` has states to look
at. Start with `draw`.
"""

import os

# The library's greeting has no place in a command's output.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
