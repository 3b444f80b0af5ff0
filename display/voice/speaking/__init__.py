"""From words to sound. Start with `speech.py`."""
