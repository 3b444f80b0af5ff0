"""SVG pictures: a table as seen from above, and charts. Start with `felt.py`."""
