"""The room: tournaments over many tables, from the draw to the last place.

`rules/` holds the rules of a venue, which are pure. `tournaments/` has one tournament file for each
house, which sets the values for these rules; `tournament_files.py` reads them. `scenario.py` plays
the rules as scripts (`tests/venue`); `tournament_commands.py` is `tapis venue`. Start with
`rules/step.py`.
"""
