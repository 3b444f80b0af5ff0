"""Pictures for the pages: a table from above, charts, and QR codes. Start with `felt.py`."""
