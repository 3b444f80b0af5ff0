"""The scenario language: text to statements, and expectations. Start with `language.py`."""
