"""Add bags from a finished day, and tickets won; both are used at a later event.

Revision ID: 0004
"""

from alembic import op
from sqlalchemy import Boolean, Column, PrimaryKeyConstraint, String, Text

from controller.venue.store.columns import Integer

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the tables of flights, bags and tickets."""
    op.create_table(
        "flight",
        Column("tournament", String, primary_key=True),
        Column("series", Text, nullable=False),
        Column("money", Integer, nullable=False),
        Column("heads", Integer, nullable=False),
        Column("entries", Integer, nullable=False),
        Column("level", Integer, nullable=False),
        Column("taken_by", String, nullable=False, server_default=""),
    )  # fmt: skip
    op.create_table(
        "bag",
        Column("tournament", String, nullable=False),
        Column("player", String, nullable=False),
        Column("chips", Integer, nullable=False),
        Column("counted", Integer, nullable=False),
        Column("seal", Text, nullable=False),
        Column("floor", Text, nullable=False),
        Column("head", Integer, nullable=False),
        Column("ear", Boolean, nullable=False),
        PrimaryKeyConstraint("tournament", "player"),
    )  # fmt: skip
    op.create_table(
        "ticket",
        Column("id", String, primary_key=True),
        Column("tournament", String, nullable=False),
        Column("player", String, nullable=False),
        Column("target", Text, nullable=False),
        Column("worth", Integer, nullable=False),
        Column("n", Integer, nullable=False),
        Column("used_in", String, nullable=False, server_default=""),
    )  # fmt: skip
