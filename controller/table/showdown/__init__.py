"""The showdown: the showing order, pot winners, requests to see a hand, and running it twice.

Start with `showing_order.py`, then `tabled_hands.py` and `awards.py`.
"""

from controller.table.showdown.push_pots import (
    ask_no_more,
    asked,
    came_in_front,
    for_the_box,
    has_share,
    pot_moved,
    pushed_wrong,
    shares,
    stack_is_read,
    to_clear,
)
from controller.table.showdown.request_hand import ask_to_see
from controller.table.showdown.run_it_twice import agree_to_run_twice, may_agree
from controller.table.showdown.showing_order import next_to_show
from controller.table.showdown.tabled_hands import lay_open, muck_hand, table_hand
