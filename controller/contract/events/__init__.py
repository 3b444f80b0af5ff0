"""The public events at a table, as frozen structs, in one module for each theme.

`event.py` defines the base type; `hand.py`, `cards.py`, `betting.py`, `rulings.py` and `table.py`
contain the events. Other packages import them from `controller.contract.public`.
"""
