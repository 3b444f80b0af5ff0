"""The tables on which a Dealer plays: engine, sensed, wire and live. Start with `sink.py`."""
