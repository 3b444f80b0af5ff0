"""The tables that a Dealer plays on: engine, antennas, wire, live. Start with `sink.py`."""
