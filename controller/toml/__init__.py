"""TOML files and their mistakes, each with its line, the error and the correction.

`file.read` reads a text into a struct and raises all mistakes at once, as `FileProblems`. `shape`
finds the mistakes in a value, `line_numbers` finds its line, and `parse` rejects invalid TOML.
Configs, houses and registries are read this way. `inherit` merges a file with its parent, and `own`
writes the files that only the table's user may read. Start with `file`.
"""
