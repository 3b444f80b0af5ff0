"""The demo: a simulated table that plays recorded hands and scenarios by itself."""
