"""Reads TOML files, and reports each error with its line, an explanation and a correction.

`file.read` reads a file into a struct and raises all errors at once, as `FileProblems`. `shape`
finds the errors in a file's values, `line_numbers` finds the lines of these errors, and `parse`
rejects text that is not TOML. Configs, houses and registries are read this way. `inherit` merges a
file with its parent, and `private_files` writes the files that only the table's user may read.
Start with `file`.
"""
