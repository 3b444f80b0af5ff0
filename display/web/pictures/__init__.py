"""Pictures in SVG: a table's felt, charts. Start with `felt.py`."""
