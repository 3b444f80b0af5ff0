"""The script installed as /main.py on a board, which starts the selected copy of the firmware."""

import slots  # type: ignore[import-not-found]

slots.launch()
