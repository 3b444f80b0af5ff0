"""Add the address to which a person's notices are sent.

Revision ID: 0005
"""

from alembic import op
from sqlalchemy import Column, Text

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the columns for a person's channel, address and language."""
    for name in ("way", "address", "language"):
        op.add_column("person", Column(name, Text, nullable=False, server_default=""))
