"""The simulated tables on which the Dealer class plays. Start with `sink.py`.

There is one for each depth (engine, sensed, wire), and one that runs in real time (live).
"""
