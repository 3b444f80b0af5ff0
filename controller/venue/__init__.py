"""The room: tournaments over many tables, from the draw to the last place.

`rules/` is what a tournament may do, pure; `tournaments/` are the files that say which of it one
does, a file for each house; `tournament_files.py` reads them. Start with `rules/tournament.py`.
"""
