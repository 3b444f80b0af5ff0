"""What the seats and the room hear."""
