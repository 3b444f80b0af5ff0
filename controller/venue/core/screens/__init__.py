"""A room's views: its state for screens and pages, published as retained messages.

Start with `views.py`.
"""
