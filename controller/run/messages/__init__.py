"""MQTT: what a table hears and tells, and what waits to be told. Start with `broker.py`."""
