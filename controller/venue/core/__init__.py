"""The room's process, `tapis venue run`: one loop from input to output.

`run.py` connects the parts and runs the loop. `take_input.py` is the only way in: each input is
applied by the rules and logged in one transaction, or not at all. `at_tables/` turns a table's
events into inputs for the room, `orders.py` turns the room's orders into commands for a table, and
`sending.py` sends them until they are answered. `broker_connection.py` is the connection to the
broker, `screens/` publishes the retained views, and `staff/` is the desk.
"""
