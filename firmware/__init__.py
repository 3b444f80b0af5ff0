"""MicroPython for the nodes under the felt."""
