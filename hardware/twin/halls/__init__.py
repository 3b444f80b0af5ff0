"""Many simulated tables at once, without cards. Start with `sim_table.py`."""
