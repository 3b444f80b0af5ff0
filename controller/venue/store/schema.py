"""The tables of a room's database. Only `person` and `staff` hold people's names."""

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

from controller.venue.store.columns import Integer

metadata = MetaData()

meta = Table(
    "meta", metadata,
    Column("key", String, primary_key=True),
    Column("value", Text, nullable=False),
)  # fmt: skip

tournament = Table(
    "tournament", metadata,
    Column("id", String, primary_key=True),
    Column("title", Text, nullable=False),
    Column("rules", LargeBinary, nullable=False),
    Column("opened", Integer, nullable=False),
    Column("ended", Integer),
    Column("bar", Text, nullable=False, default=""),
)  # fmt: skip

log = Table(
    "log", metadata,
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

snapshot = Table(
    "snapshot", metadata,
    Column("n", Integer, ForeignKey("log.n"), primary_key=True, autoincrement=False),
    Column("tournament", String, nullable=False),
    Column("software", String, nullable=False),
    Column("room", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)  # fmt: skip

order_ = Table(
    "order_", metadata,
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
    Index("order_open", "answered", "n", "k"),
    Index("order_chips", "room_table", "kind"),
)  # fmt: skip

table_event = Table(
    "table_event", metadata,
    Column("room_table", Integer, nullable=False),
    Column("epoch", String, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("wall", Integer, nullable=False),
    Column("hand", Integer, nullable=False),
    Column("type", String, nullable=False),
    Column("data", LargeBinary, nullable=False),
    PrimaryKeyConstraint("room_table", "epoch", "seq"),
)  # fmt: skip

cursor = Table(
    "cursor", metadata,
    Column("room_table", Integer, primary_key=True, autoincrement=False),
    Column("epoch", String, nullable=False),
    Column("seq", Integer, nullable=False),
)  # fmt: skip

incident = Table(
    "incident", metadata,
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

person = Table(
    "person", metadata,
    Column("id", String, primary_key=True),
    Column("name", Text, nullable=False),
    Column("mail", Text, nullable=False),
    Column("member_no", Text, nullable=False),
    Column("shown_as", Text, nullable=False),
    Column("link", String, nullable=False, unique=True),
    Column("since", Integer, nullable=False),
    Column("card", Boolean, nullable=False, default=False),
    Column("way", Text, nullable=False, default="", server_default=""),
    Column("address", Text, nullable=False, default="", server_default=""),
    Column("language", Text, nullable=False, default="", server_default=""),
)  # fmt: skip

coming = Table(
    "coming", metadata,
    Column("day", String, primary_key=True),
    Column("title", Text, nullable=False),
    Column("file", String, nullable=False),
)  # fmt: skip

attendance = Table(
    "attendance", metadata,
    Column("day", String, ForeignKey("coming.day", ondelete="CASCADE"), nullable=False),
    Column("person", String, ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
    Column("present", Boolean, nullable=False),
    PrimaryKeyConstraint("day", "person"),
)  # fmt: skip

result = Table(
    "result", metadata,
    Column("tournament", String, nullable=False),
    Column("player", String, nullable=False),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    PrimaryKeyConstraint("tournament", "player"),
)  # fmt: skip

draw = Table(
    "draw", metadata,
    Column("tournament", String, primary_key=True),
    Column("list", LargeBinary, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("witness", Text),
)  # fmt: skip

flight = Table(
    "flight", metadata,
    Column("tournament", String, primary_key=True),
    Column("series", Text, nullable=False),
    Column("money", Integer, nullable=False),
    Column("heads", Integer, nullable=False),
    Column("entries", Integer, nullable=False),
    Column("level", Integer, nullable=False),
    Column("taken_by", String, nullable=False, default=""),
)  # fmt: skip

bag = Table(
    "bag", metadata,
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

ticket = Table(
    "ticket", metadata,
    Column("id", String, primary_key=True),
    Column("tournament", String, nullable=False),
    Column("player", String, nullable=False),
    Column("target", Text, nullable=False),
    Column("worth", Integer, nullable=False),
    Column("n", Integer, nullable=False),
    Column("used_in", String, nullable=False, default=""),
)  # fmt: skip

staff = Table(
    "staff", metadata,
    Column("name", String, primary_key=True),
    Column("role", String, nullable=False),
    Column("password", String, nullable=False),
    Column("since", Integer, nullable=False),
)  # fmt: skip

session = Table(
    "session", metadata,
    Column("token", LargeBinary, primary_key=True),
    Column("staff", String, ForeignKey("staff.name", ondelete="CASCADE"), nullable=False),
    Column("until", Integer, nullable=False),
)  # fmt: skip

answer = Table(
    "answer", metadata,
    Column("n", Integer, primary_key=True),
    Column("asked", LargeBinary, nullable=False, unique=True),
    Column("said", Text, nullable=False),
)  # fmt: skip
