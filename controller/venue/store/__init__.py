"""What a room keeps: its log, the orders it has given, what tables told, and people.

`schema.py` are the tables, `migrations/` how a database of before becomes one of today,
`database.py` opens one for a single core, in a file (`file.py`) or on a server (`server.py`),
`faults.py` is what can be wrong with it, `log.py` is the chain of all that happened, `outbox.py`
the orders, `tables.py` what tables told, `people.py` the only place with names, `staff.py` who
works here, `verify.py` holds all of it against the books.
"""
