"""Scenarios and recorded hands: one Dealer plays them into a table, at one of three depths.

- `script`: the scenario language, statements and expectations
- `people`: the Dealer, who moves cards and chips; the players, and the people who follow a ruling
- `sinks`: where people act: the engine alone, antennas, the wire, a live table on show
- `records`: hands recorded by others, and hands to export; `formats` writes their file formats
- `runner.py` plays a scenario, `commands.py` is `tapis play`, `matrix.py` moves every card

Start with `people/dealer.py`.
"""
