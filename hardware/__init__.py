"""The Pi's side of every device, real or simulated."""
