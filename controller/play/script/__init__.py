"""The scenario language: its parser, statements and expectations. Start with `language.py`."""
