"""Upgrades for older databases: Alembic runs the modules in `versions`."""
