"""Column types that have the same range of values in every database engine."""

import sqlalchemy

Integer = sqlalchemy.BigInteger().with_variant(sqlalchemy.Integer(), "sqlite")
"""A whole number of eight bytes: times in ms need more than four, and SQLite ignores the size."""
