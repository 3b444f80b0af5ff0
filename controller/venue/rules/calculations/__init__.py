"""Decisions that only need numbers: draws, levels, balancing. Start with `draw.py`."""
