"""The table's screen: a subscriber that draws the public state.

`command` is `tapis display`; `screen` is its loop, on a `target`. `draw` gives a picture of
nothing but the state, on a `sheet`, in the boxes of `layout`; `commands*`, `pads` and
`floor_panel` are what is touched or typed. `examples` and `golden` are states to look at. Start
with `draw`.
"""

import os

# The library's greeting has no place in a command's output.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
