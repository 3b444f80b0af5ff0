"""Hardware drivers, one thin module per device; all testable logic is elsewhere."""
