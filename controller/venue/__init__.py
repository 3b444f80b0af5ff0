"""A room: one tournament or cash game, at any number of tables, from entries to the final results.

`rules/` holds a room's rules as pure functions. `tournaments/` has the tournament files of each
house, which set the values that these rules use; `tournament_files.py` reads them. `core/` is the
process that runs a room, and `store/` is its database. `scenarios/` plays the scripts in
`tests/venue` against the rules. `tournament_commands.py` has the commands under `tapis venue`.
Start with `rules/step.py`.
"""
