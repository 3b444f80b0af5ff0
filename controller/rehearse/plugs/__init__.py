"""Simulated plugs for trying the guided setup. Start with `workshop.py`."""
