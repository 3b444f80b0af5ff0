"""The contract for a poker room: inputs from staff and tables, events, and orders to tables.

`inputs.py` lists everything that can happen to a room, `outputs.py` its events and orders,
`kinds.py` their base types. `views.py` contains the public views on MQTT, `desk.py` the requests
from staff and players to the room's core, and `rights.py` the permissions.
"""
