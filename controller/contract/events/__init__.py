"""The public events, a module for each theme: what happened at a table, in frozen structs.

`event.py` says what an event is; `hand.py`, `cards.py`, `betting.py`, `rulings.py` and `table.py`
hold the events. Everybody else imports them from `controller.contract.public`.
"""
