"""How a journal shows that nothing in it was changed or lost. Start with `chain.py`."""
