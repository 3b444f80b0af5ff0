"""TOML files, and their mistakes: each with its line, what is wrong and what would be right."""
