"""Decisions that depend only on numbers: draws, levels and balancing. Start with `seat_draw.py`."""
