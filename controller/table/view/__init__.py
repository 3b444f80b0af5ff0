"""Views of a table: the public view (`public_view.py`) and one seat's view (`seat_view.py`)."""

from controller.table.view.public_view import next_step, public_state
from controller.table.view.seat_view import secret
