"""For builders: drawings, wiring and parts, made from the same files that the software reads."""
