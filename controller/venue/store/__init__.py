"""What a room keeps: its log, the orders it has given, what tables told, and people.

`schema.py` are the tables, `migrations/` brings an older database up to them, `database.py` opens
one for a single core, in one of `engines/`. `faults.py` is what can be wrong with it, `log.py` the
chain of all that happened, `outbox.py` the orders, `tables.py` what tables told, `persons/` the
only place with names. `verify.py` holds all of it against the books.
"""
