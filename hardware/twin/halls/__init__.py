"""Many simulated tables, without cards. Start with `sim_table.py`."""
