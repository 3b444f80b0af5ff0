"""Simulated plugs for trying out the guided setup. Start with `workshop.py`."""
