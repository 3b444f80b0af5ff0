"""The room's storage: its log, orders, table events, and people.

`schema.py` defines the database tables, `migrations/` upgrades older databases, and `database.py`
opens a database for one process, using one of `engines/`. `faults.py` has the errors, `log.py` the
hash chain of all inputs, `outbox.py` the orders, `tables.py` the events from poker tables, and
`persons/` is the only place with names. `verify.py` checks the log by replaying it.
"""
