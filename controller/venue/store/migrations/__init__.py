"""How a database of before becomes one of today: Alembic runs what is in `versions`."""
