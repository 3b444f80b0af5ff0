"""TOML files, and their mistakes: each with its line, what is wrong and what would be right.

`file.read` reads a text into a struct and raises all mistakes at once, as `FileProblems`; `shape`
says what is wrong with a value, `places` on which line it stands, `parse` what is no TOML at all.
Configs, houses and registries are read with it. `inherit` lays a file over the one it inherits
from, `own` writes the files that are a table's alone. Start with `file`.
"""
