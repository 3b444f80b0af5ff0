"""What a room hears and says: staff's inputs and tables' reports, events, orders to tables.

`inputs.py` is everything that can happen to a room, `outputs.py` what comes of it, `kinds.py` what
all of each have in common. `views.py` is
what everybody may see of it over MQTT, `desk.py` what staff and players ask its core, `rights.py`
who may.
"""
