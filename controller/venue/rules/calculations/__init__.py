"""Decisions that depend only on numbers: draws, levels, balancing. Start with `seat_draw.py`."""
