"""The checks of `tapis doctor`, one module a subject. Start with `doctor.py`."""
