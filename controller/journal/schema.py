"""The journal's tables and their schema version."""

from typing import Final

SCHEMA: Final = 2
APPLICATION: Final = 0x54415049  # "TAPI", in the file's header

OLD_INDICES: Final = (
    "CREATE INDEX not_forgotten ON observations (wall) WHERE salt IS NOT NULL",
    "CREATE INDEX events_n ON events (n)",
)
"""The indices of an older journal. Each one cost an extra page to write with every observation."""

TABLES = """
CREATE TABLE eras (
    id INTEGER PRIMARY KEY,
    after INTEGER NOT NULL,         -- the last row before this start of the controller
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
    observation BLOB NOT NULL,      -- empty when it has been forgotten
    private BLOB,
    hash BLOB NOT NULL,             -- over the seal, not over what is sealed
    -- The seal is a hash of salt, observation and private; without the salt, which is forgotten
    -- with them, nobody can try 52 cards.
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
    what BLOB NOT NULL,             -- a hash of what it asked for
    seq INTEGER NOT NULL,           -- the last event when it was done
    UNIQUE (owner, id)
)
"""

# Rows that could not be replayed: the table resumed from before them. They stay where they are.
ASIDE = """
CREATE TABLE IF NOT EXISTS aside (
    after INTEGER PRIMARY KEY,      -- the row whose state it went on from
    until INTEGER NOT NULL          -- the last row of those put aside
)
"""

# The position in each device's events. Not part of the chain: it says nothing about the game.
MARKS = """
CREATE TABLE IF NOT EXISTS marks (
    device TEXT PRIMARY KEY,
    boot INTEGER NOT NULL,          -- the number of the device's start
    seq INTEGER NOT NULL            -- the last of its events that is on disk
)
"""

# The restarts of the event numbering: after a loss, `seq` values are reused. Not part of the chain:
# this table is about rows that the chain has lost.
EPOCHS = """
CREATE TABLE IF NOT EXISTS epochs (
    era INTEGER PRIMARY KEY,        -- the start from which on it counts
    epoch TEXT NOT NULL,
    after INTEGER NOT NULL,         -- the last event of the epoch before
    lost INTEGER NOT NULL,          -- how many events behind that are known to be lost
    reason TEXT NOT NULL            -- empty for the first one
)
"""

# Rows that a salvage could not find or verify: the known breaks of the chain.
LOST = """
CREATE TABLE IF NOT EXISTS lost (
    after INTEGER PRIMARY KEY,      -- the row before them
    until INTEGER NOT NULL,         -- the last row of those lost; `after` where a start is
    wall INTEGER NOT NULL           -- when that was found, ms since 1970
)
"""

# The ages of rows that may have to be forgotten, in spans of several hundred rows. Not part of the
# chain: it is derived from the rows when some of them have to be forgotten.
SPANS = """
CREATE TABLE IF NOT EXISTS spans (
    until INTEGER PRIMARY KEY,      -- the last of these rows
    after INTEGER NOT NULL,         -- the row before them
    kept INTEGER NOT NULL,          -- how many of them are not forgotten
    oldest INTEGER NOT NULL         -- the lowest wall time of those, ms since 1970
)
"""

BESIDE: Final = "".join(f"{one};" for one in (MARKS, ASKED, ASIDE, EPOCHS, LOST, SPANS))
