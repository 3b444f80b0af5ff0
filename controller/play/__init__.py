"""Scenarios and recorded hands: one Dealer plays them at a table, at one of three depths.

- `script`: the scenario language, statements and expectations
- `people`: the Dealer, who moves cards and chips; the players; people who follow a ruling
- `sinks`: what people act on (the bare engine, antennas, simulated or live tables)
- `records`: hands recorded by others, and hands to export; `formats` writes their file formats
- `runner.py` plays a scenario, `commands.py` is `tapis play`, `matrix.py` moves every card

Start with `people/dealer.py`.
"""
