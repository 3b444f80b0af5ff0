"""`tapis journal`: verifies and exports journals, with statistics and players' own hands.

Start with `journal.py`.
"""
