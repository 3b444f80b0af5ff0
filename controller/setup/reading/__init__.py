"""Reading antennas and devices during the setup. Start with `enrolment_desk.py`."""
