"""Add the desk's answers, so that a repeated request is carried out only once.

Revision ID: 0002
"""

from alembic import op
from sqlalchemy import Column, LargeBinary, Text

from controller.venue.store.columns import Integer

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the table of answers."""
    op.create_table(
        "answer",
        Column("n", Integer, primary_key=True),
        Column("asked", LargeBinary, nullable=False, unique=True),
        Column("said", Text, nullable=False),
    )  # fmt: skip
