"""Turning text into sound. Start with `speech.py`."""
