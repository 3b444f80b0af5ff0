"""Pictures in SVG: the felt of a table, charts. Start with `felt.py`."""
