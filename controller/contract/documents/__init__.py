"""The contract as generated documents: AsyncAPI, and field tables. Start with `asyncapi.py`."""
