"""The public events at a table, as frozen structs, with one module for each topic.

`event.py` defines the base type; `hand.py`, `cards.py`, `betting.py`, `rulings.py`, `table.py` and
`stream.py` contain the events. Other packages import them from `controller.contract.public`.
"""
