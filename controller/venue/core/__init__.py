"""The room's process, `tapis venue run`: one loop from what is heard to what is said.

`run.py` joins the parts and turns the loop. `turn.py` is the one way in: what happens goes through
the rules into the log, in one transaction, or nothing of it does. `at_tables/` makes a table's
events what happens to the room, `orders.py` makes the room's orders a table's commands,
`sending.py` sends them until they are answered. `line.py` is the broker's connection, `screens/`
what is retained there, `staff/` the desk.
"""
