"""Burns and streets, with every way in which they can go wrong.

Start with `burns_and_streets.py`.
"""

from controller.table.board.burns_and_streets import (
    BURNS_COUNT,
    after_mending,
    as_if_dealt,
    board_card,
    board_tags,
    burn_due,
    burn_laid_astray,
    burn_undone,
    burned,
    count_as_burn,
    find_board,
    is_more_of_it,
    lay_street,
    looked_on,
    more_of_it,
    next_street,
    tell_board,
)
from controller.table.board.keyed_board_corrections import key_again, lay_keyed, read_of_keyed
