"""A room of many tables under load: `tapis bench venue hall`.

`command.py` starts everything and reads the figures; the tables, the listeners and the browsers are
processes of their own. Start with `command.py`.
"""
