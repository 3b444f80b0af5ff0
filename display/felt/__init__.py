"""The screen at the table, which subscribes to the public state and draws it.

`command` is `tapis display`. `screen` is its loop, which shows pictures in a `window`. `draw` makes
a picture from the state alone. `on_felt/` draws the table and `side_panels/` the panels beside it;
both use the type, colours and boxes from `drawing/`. `console/` handles touches and typed commands.
`film` makes a video of a hand. Start with `draw`.
"""

import os

# Suppress the library's greeting: it does not belong in a command's output.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
