"""The tables at which a Dealer plays: engine, antennas, wire, live. Start with `sink.py`."""
