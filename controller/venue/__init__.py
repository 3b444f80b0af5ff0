"""The room: tournaments over many tables, from the draw to the last place.

`rules/` is what a tournament may do, pure; `tournaments/` are the files that say which of it one
does, a file for each house; `tournament_files.py` reads them; `scenario.py` plays the rules as
scripts (`tests/venue`); `commands.py` is `tapis venue`. Start with `rules/step.py`.
"""
