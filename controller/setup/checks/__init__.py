"""The checks of `tapis doctor`, one module per subject. Start with `doctor.py`."""
