"""Hardware drivers, one thin module per device; all the logic that can be tested is elsewhere."""
