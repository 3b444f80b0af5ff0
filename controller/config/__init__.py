"""A table's config file: what it may say, and what it means.

All of it is in `model`: structs that a file is read into, and `load_config`, which answers with
every mistake at once. `docs/table.toml` is a config with every key.
"""
