"""A draw of docstrings and messages for a reader who has not seen the code."""
