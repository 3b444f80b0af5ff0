"""What people do at the screen: commands, the floor, pads. Start with `commands.py`."""
