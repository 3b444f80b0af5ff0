"""Column types that have the same range of values in every database engine."""

import sqlalchemy

Integer = sqlalchemy.BigInteger().with_variant(sqlalchemy.Integer(), "sqlite")
"""The column type for whole numbers: eight bytes, because times in ms don't fit in four.

SQLite has no integer sizes, so its plain integer type is used there.
"""
