"""The first tables.

Revision ID: 0001
"""

from alembic import op
from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Text,
)

from controller.venue.store.columns import Integer

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "meta",
        Column("key", String, primary_key=True),
        Column("value", Text, nullable=False),
    )  # fmt: skip
    op.create_table(
        "tournament",
        Column("id", String, primary_key=True),
        Column("title", Text, nullable=False),
        Column("rules", LargeBinary, nullable=False),
        Column("opened", Integer, nullable=False),
        Column("ended", Integer),
    )  # fmt: skip
    op.create_table(
        "log",
        Column("n", Integer, primary_key=True, autoincrement=False),
        Column("at", Integer, nullable=False),
        Column("wall", Integer, nullable=False),
        Column("tournament", String, nullable=False),
        Column("actor", String, nullable=False),
        Column("source", String, nullable=False),
        Column("said", LargeBinary, nullable=False),
        Column("events", LargeBinary, nullable=False),
        Column("orders", LargeBinary, nullable=False),
        Column("refused", String, nullable=False),
        Column("hash", LargeBinary, nullable=False),
    )  # fmt: skip
    op.create_table(
        "snapshot",
        Column("n", Integer, ForeignKey("log.n"), primary_key=True, autoincrement=False),
        Column("tournament", String, nullable=False),
        Column("software", String, nullable=False),
        Column("room", LargeBinary, nullable=False),
        Column("hash", LargeBinary, nullable=False),
    )  # fmt: skip
    op.create_table(
        "order_",
        Column("id", String, primary_key=True),
        Column("n", Integer, ForeignKey("log.n"), nullable=False),
        Column("k", Integer, nullable=False),
        Column("room_table", Integer, nullable=False),
        Column("kind", String, nullable=False),
        Column("command", String, nullable=False),
        Column("payload", LargeBinary, nullable=False),
        Column("answered", Boolean, nullable=False, default=False),
        Column("ok", Boolean),
        Column("reason", String, nullable=False, default=""),
        Column("seq", Integer),
    )  # fmt: skip
    op.create_index("order_open", "order_", ["answered", "n", "k"])
    op.create_index("order_chips", "order_", ["room_table", "kind"])
    op.create_table(
        "table_event",
        Column("room_table", Integer, nullable=False),
        Column("epoch", String, nullable=False),
        Column("seq", Integer, nullable=False),
        Column("wall", Integer, nullable=False),
        Column("hand", Integer, nullable=False),
        Column("type", String, nullable=False),
        Column("data", LargeBinary, nullable=False),
        PrimaryKeyConstraint("room_table", "epoch", "seq"),
    )  # fmt: skip
    op.create_table(
        "cursor",
        Column("room_table", Integer, primary_key=True, autoincrement=False),
        Column("epoch", String, nullable=False),
        Column("seq", Integer, nullable=False),
    )  # fmt: skip
    op.create_table(
        "incident",
        Column("id", Integer, primary_key=True),
        Column("tournament", String, nullable=False),
        Column("room_table", Integer, nullable=False),
        Column("epoch", String, nullable=False),
        Column("seq", Integer, nullable=False),
        Column("wall", Integer, nullable=False),
        Column("hand", Integer, nullable=False),
        Column("kind", String, nullable=False),
        Column("article", String, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("player", String, nullable=False),
        Column("event", LargeBinary, nullable=False),
        Column("state", LargeBinary),
    )  # fmt: skip
    op.create_table(
        "person",
        Column("id", String, primary_key=True),
        Column("name", Text, nullable=False),
        Column("mail", Text, nullable=False),
        Column("member_no", Text, nullable=False),
        Column("shown_as", Text, nullable=False),
        Column("link", String, nullable=False, unique=True),
        Column("since", Integer, nullable=False),
    )  # fmt: skip
    op.create_table(
        "result",
        Column("tournament", String, nullable=False),
        Column("player", String, nullable=False),
        Column("first", Integer, nullable=False),
        Column("last", Integer, nullable=False),
        Column("points", Integer, nullable=False),
        PrimaryKeyConstraint("tournament", "player"),
    )  # fmt: skip
    op.create_table(
        "draw",
        Column("tournament", String, primary_key=True),
        Column("list", LargeBinary, nullable=False),
        Column("secret", LargeBinary, nullable=False),
        Column("witness", Text),
    )  # fmt: skip
    op.create_table(
        "staff",
        Column("name", String, primary_key=True),
        Column("role", String, nullable=False),
        Column("password", String, nullable=False),
        Column("since", Integer, nullable=False),
    )  # fmt: skip
    op.create_table(
        "session",
        Column("token", LargeBinary, primary_key=True),
        Column("staff", String, ForeignKey("staff.name", ondelete="CASCADE"), nullable=False),
        Column("until", Integer, nullable=False),
    )  # fmt: skip
