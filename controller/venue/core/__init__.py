"""The core, i.e. the process that runs a room (`tapis venue run`): one loop from input to output.

`run.py` connects the parts and runs the loop. All inputs enter through `take_input.py`: each is
applied by the rules and logged in one transaction, or not at all. `at_tables/` turns a table's
events into inputs for the room, `orders.py` turns the room's orders into commands for a table, and
`sending.py` sends each command until the table answers it. `broker_connection.py` is the connection
to the broker. `screens/` publishes the room's state as retained messages, called views. `staff/`
answers the desk, i.e. the pages on which staff run the room.
"""
