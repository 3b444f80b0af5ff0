"""The contract as documents: AsyncAPI and tables of fields. Start with `asyncapi.py`."""
