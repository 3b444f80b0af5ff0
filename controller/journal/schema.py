"""The journal's tables and their schema version."""

from typing import Final

SCHEMA: Final = 2
APPLICATION: Final = 0x54415049  # "TAPI", in the file's header

OLD_INDICES: Final = (
    "CREATE INDEX not_forgotten ON observations (wall) WHERE salt IS NOT NULL",
    "CREATE INDEX events_n ON events (n)",
)
"""The indices of an older journal. Each one cost an extra page write for every observation."""

TABLES = """
CREATE TABLE eras (
    id INTEGER PRIMARY KEY,
    after INTEGER NOT NULL,         -- the last row written before this start of the controller
    session TEXT NOT NULL,
    software TEXT NOT NULL,
    schema INTEGER NOT NULL,
    house TEXT NOT NULL,
    house_hash TEXT NOT NULL,
    table_name TEXT NOT NULL,
    started INTEGER NOT NULL,       -- wall time, ms since 1970
    hash BLOB NOT NULL
);
CREATE TABLE observations (
    n INTEGER PRIMARY KEY,
    era INTEGER NOT NULL REFERENCES eras (id),
    at INTEGER NOT NULL,            -- table time, ms
    wall INTEGER NOT NULL,          -- wall time, ms since 1970
    hand INTEGER NOT NULL,
    observation BLOB NOT NULL,      -- empty once it has been forgotten
    private BLOB,
    hash BLOB NOT NULL,             -- a hash of the seal, not of what is sealed
    -- The seal is a hash of salt, observation and private. The salt is forgotten together with
    -- them, so that nobody can find a card by trying all 52.
    salt BLOB,
    seal BLOB
);
CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    n INTEGER NOT NULL REFERENCES observations (n),
    type TEXT NOT NULL,
    data BLOB NOT NULL
);
CREATE TABLE snapshots (
    n INTEGER PRIMARY KEY,          -- the last row that the state includes
    seq INTEGER NOT NULL,
    wake_at INTEGER,
    state BLOB NOT NULL,
    hash BLOB NOT NULL
);
CREATE TABLE head (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    n INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    hash BLOB NOT NULL,
    acknowledged INTEGER NOT NULL   -- the last seq that the broker has confirmed
);
INSERT INTO head VALUES (1, 0, 0, 0, zeroblob(32), 0);
"""

# The last requests carried out, so that none is carried out twice. Not part of the chain.
ASKED = """
CREATE TABLE IF NOT EXISTS asked (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    owner TEXT NOT NULL,
    id TEXT NOT NULL,
    what BLOB NOT NULL,             -- a hash of the request's content
    seq INTEGER NOT NULL,           -- the last event at the time when it had been carried out
    UNIQUE (owner, id)
)
"""

# Ranges of rows that could not be replayed. The table resumed from the state before them, and the
# rows were kept.
ASIDE = """
CREATE TABLE IF NOT EXISTS aside (
    after INTEGER PRIMARY KEY,      -- the row from whose state the table resumed
    until INTEGER NOT NULL          -- the last row that was not replayed
)
"""

# The position in each device's events. Not part of the chain: it says nothing about the game.
MARKS = """
CREATE TABLE IF NOT EXISTS marks (
    device TEXT PRIMARY KEY,
    boot INTEGER NOT NULL,          -- the number of the device's current start
    seq INTEGER NOT NULL            -- the last of the device's events that is in the journal
)
"""

# The restarts of the event numbering: after a loss, `seq` values are reused. Not part of the chain:
# this table is about rows that the chain has lost.
EPOCHS = """
CREATE TABLE IF NOT EXISTS epochs (
    era INTEGER PRIMARY KEY,        -- the start of the controller with which the epoch begins
    epoch TEXT NOT NULL,
    after INTEGER NOT NULL,         -- the last event of the previous epoch
    lost INTEGER NOT NULL,          -- how many later events of that epoch are known to be lost
    reason TEXT NOT NULL            -- why the epoch was begun; usually empty for the first one
)
"""

# Ranges of rows that a salvage could not find or verify: the known breaks of the chain.
LOST = """
CREATE TABLE IF NOT EXISTS lost (
    after INTEGER PRIMARY KEY,      -- the row before the lost ones
    until INTEGER NOT NULL,         -- the last lost row, or `after` if only a start is broken
    wall INTEGER NOT NULL           -- when the loss was found, ms since 1970
)
"""

# The ages of rows that may have to be forgotten, for each span of several hundred rows. Not part of
# the chain: it is derived from the rows when some of them have to be forgotten.
SPANS = """
CREATE TABLE IF NOT EXISTS spans (
    until INTEGER PRIMARY KEY,      -- the last row of the span
    after INTEGER NOT NULL,         -- the row before the span
    kept INTEGER NOT NULL,          -- how many rows of the span have not been forgotten
    oldest INTEGER NOT NULL         -- the lowest wall time of these rows, ms since 1970
)
"""

BESIDE: Final = "".join(f"{one};" for one in (MARKS, ASKED, ASIDE, EPOCHS, LOST, SPANS))
