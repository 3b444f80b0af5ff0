"""Reading of antennas and devices during the set-up. Start with `enrolment_desk.py`."""
