"""The room: tournaments over many tables, from the draw to the last place.

`rules/` are the rules of a venue, pure. `tournaments/` are the tournament files, one for each
house, which set their values; `tournament_files.py` reads them. `scenario.py` plays the rules as
scripts (`tests/venue`); `tournament_commands.py` is `tapis venue`. Start with `rules/step.py`.
"""
