"""What the project says and draws, line by line: a change of any line is noticed, and read.

A scenario expects what its author thought of. A stream is everything that came out while it was
played: each event, private ones too, each wake-up time, each view, each announcement, and each
stroke of a picture. The digest of each stream is kept here (`*.tsv`), and tests compare.
`python -m tests.streams` keeps the digests as they are now, and names those that changed; with
names of streams it prints these, to be compared with what another checkout prints. Start with
`made.py`.
"""
