"""A table's config file: its possible keys, and their meaning.

`model` contains the structs that represent the file, and `load_config`, which reports every mistake
at once. `ring`, `badge`, `zones` and `money` are parts of it. `docs/table.toml` is a config with
every key.
"""
