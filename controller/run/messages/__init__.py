"""MQTT: a table's incoming and outgoing messages, and the outbox. Start with `broker.py`."""
