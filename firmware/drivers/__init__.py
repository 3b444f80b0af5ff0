"""Hardware drivers, one thin module per chip: all testable logic lives elsewhere."""
