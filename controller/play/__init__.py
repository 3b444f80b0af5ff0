"""Scenarios and recorded hands: one Dealer plays them at a table, at one of three depths.

- `script`: the scenario language, statements and expectations
- `people`: the Dealer, who moves cards and chips; the players; people who follow a ruling
- `sinks`: the tables at which they act (the bare engine, antennas, simulated or live tables)
- `records`: recorded hands, to be replayed or exported; `formats` writes other file formats
- `setup.py` and `game.py` are a table in play, `runner.py` plays a scenario at it, `commands.py` is
  `tapis play`, `matrix.py` tries every card move

Start with `people/dealer.py`.
"""
