"""`tapis journal`: verifies, repairs, exports and analyses journals, and gives players their hands.

Start with `journal.py`.
"""
