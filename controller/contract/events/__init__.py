"""The public events at a table, as frozen structs, in one module for each theme.

`event.py` defines the common type; `hand.py`, `cards.py`, `betting.py`, `rulings.py` and `table.py`
hold the events. Other packages import them from `controller.contract.public`.
"""
