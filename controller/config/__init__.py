"""A table's config file: what it may say, and what it means."""
