"""The hand engine: pure, step by step from observation to event."""
