"""Reading antennas and devices during setup. Start with `enrolment_desk.py`."""
