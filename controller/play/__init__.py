"""Scenarios and recorded hands: one Dealer plays them into a table, at one of three depths.

- `script`: the scenario language, statements and expectations
- `people`: the Dealer, who moves cards and chips; players, and those who follow a ruling
- `sinks`: where they move: the engine alone, antennas, the wire, a table that people look at
- `records`: hands that others recorded, and hands to take home; `formats` writes their forms
- `runner.py` plays a scenario, `commands.py` is `tapis play`, `matrix.py` moves every card

Start with `people/dealer.py`.
"""
