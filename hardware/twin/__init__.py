"""The simulated table: cards, chips, hands, antennas, noise and faults in virtual time."""
