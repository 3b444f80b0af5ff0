"""Which tag is in which card, chip and badge. Start with `enroll.py`."""
