"""What the project says and draws, line by line: any change of it is noticed, and read by somebody.

A scenario holds what its author thought of. A stream is everything that came out while it was
played: each event, private ones too, each wake-up time, each view of the table. The digest of each
stream is kept here (`*.tsv`), and a test compares. `python -m tests.streams` writes the digests
again and names those that changed; with names of streams it prints them, to be compared with what
another checkout prints.
"""
