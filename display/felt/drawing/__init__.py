"""Type, colours, shapes and boxes. Start with `paint.py`."""
