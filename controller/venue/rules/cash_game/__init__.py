"""Cash games: seats, chips and the waiting list. Start with `buy_ins_and_cash_outs.py`."""
