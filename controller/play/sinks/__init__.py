"""Where a Dealer plays: engine, antennas, wire, live. Start with `sink.py`."""
