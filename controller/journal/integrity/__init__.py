"""Proof that nothing in a journal has been changed or lost. Start with `chain.py`."""
