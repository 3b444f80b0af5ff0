"""MQTT: a table's incoming and outgoing messages. Start with `broker.py`."""
