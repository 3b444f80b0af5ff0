"""The scenario language: parsing into statements, and expectations. Start with `language.py`."""
