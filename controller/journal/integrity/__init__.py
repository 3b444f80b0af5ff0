"""Proof that nothing in a journal was changed or lost. Start with `chain.py`."""
