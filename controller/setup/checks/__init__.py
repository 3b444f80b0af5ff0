"""The checks in `tapis doctor`, one module per subject. Start with `doctor.py`."""
