"""Simulated devices for trying out the guided setup. Start with `workshop.py`."""
