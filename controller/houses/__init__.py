"""The rules of the houses: TOML files, and what such a file can say.

`model` is a house as data, each value with its article; `loader` finds a file, with what it
inherits, and reads it; `vocabulary` has the words of the remedies. `check` names what contradicts
itself, `coverage` which statements of a rule book (`ledger.tsv`) are held by which scenarios. How a
house is told in sentences is in `controller.care`. Start with `model` and `ppc.toml` beside it.
"""
