"""A table's config file: the keys that it may contain, and their meaning.

`model` contains the structs that represent the file, and `load_config`, which reports all errors at
once. `ring`, `badge`, `zones` and `money` contain parts of the model. `default_config` chooses the
file that a command uses. `docs/table.toml` is an example config with every key.
"""
