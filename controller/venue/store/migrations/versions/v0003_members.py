"""Add members' cards, planned evenings, people's replies, and the bar where a tournament is played.

Revision ID: 0003
"""

from alembic import op
from sqlalchemy import Boolean, Column, ForeignKey, PrimaryKeyConstraint, String, Text, false

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add columns for members' cards and tournaments' bars, and tables for evenings and replies."""
    op.add_column("person", Column("card", Boolean, nullable=False, server_default=false()))
    op.add_column("tournament", Column("bar", Text, nullable=False, server_default=""))
    op.create_table(
        "coming",
        Column("day", String, primary_key=True),
        Column("title", Text, nullable=False),
        Column("file", String, nullable=False),
    )  # fmt: skip
    op.create_table(
        "attendance",
        Column("day", String, ForeignKey("coming.day", ondelete="CASCADE"), nullable=False),
        Column("person", String, ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
        Column("present", Boolean, nullable=False),
        PrimaryKeyConstraint("day", "person"),
    )  # fmt: skip
