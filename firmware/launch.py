"""The board's /main.py: it starts the copy of the firmware that is to run."""

import slots  # type: ignore[import-not-found]

slots.launch()
