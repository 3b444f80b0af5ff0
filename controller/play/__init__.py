"""Scenarios, recorded hands and benches: one Dealer, and one sink a depth."""
