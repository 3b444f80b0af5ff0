"""A table's config file: what it may say, and what it means.

`model` has the structs that a file is read into, and `load_config`, which answers with every
mistake at once; `ring`, `badge`, `zones` and `money` are
parts of it. `docs/table.toml` is a config with every key.
"""
