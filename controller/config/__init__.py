"""A table's config file: its possible keys, and their meaning.

`model` has the structs that a file is read into, and `load_config`, which reports every mistake at
once. `ring`, `badge`, `zones` and `money` are parts of it. `docs/table.toml` is a config with every
key.
"""
