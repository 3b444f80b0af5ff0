"""The board's /main.py, which starts the selected copy of the firmware."""

import slots  # type: ignore[import-not-found]

slots.launch()
