"""The room: multi-table tournaments, from the seat draw to the final standings.

`rules/` holds a venue's rules as pure functions. `tournaments/` has one tournament file for each
house, which sets the values for these rules; `tournament_files.py` reads them. `scenarios` runs
scripts against the rules (`tests/venue`); `tournament_commands.py` is `tapis venue`. Start with
`rules/step.py`.
"""
