"""Hardware drivers, one thin module per device. All logic that needs no hardware is elsewhere."""
