"""The table display: a subscriber that draws the public state."""
