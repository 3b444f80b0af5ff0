"""Plays scenarios and recorded hands at a table, at one of three simulation depths.

- `script`: the scenario language, statements and expectations
- `people`: the Dealer, who moves cards and chips; the players; people who follow a ruling
- `sinks`: the tables at which they act (the bare engine, antennas, simulated or live tables)
- `records`: recorded hands, to be replayed or exported; `formats` writes other file formats
- `setup.py` and `game.py` model a table in play, and `runner.py` plays a scenario at that table
- `commands.py` is `tapis play`, and `matrix.py` tries every card move

Start with `people/dealer.py`.
"""
