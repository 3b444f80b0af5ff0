"""`tapis bench attack secrecy` in small; swapping a shown card does make a difference."""

import random

from controller.table.state.ranking import DECK
from tests.rig.attack import secrecy
from tests.rig.attack.command import run
from tests.rig.attack.row import Asked

FLOP = secrecy.SCENARIOS / "ppc/18-board/18-no-burn-flop-order-known.scn"


def test_nothing_public_depends_on_a_secret_card() -> None:
    row = run("secrecy", Asked(0.03, seed=4))
    assert row.held, row.broken
    assert row.trials == 3 * row.figures["scenarios"] > 54
    # The private events name other cards, so the cards were really swapped.
    assert row.figures["plays_whose_whispers_differ"] > row.trials * 0.9


def test_cards_that_lay_on_the_board_are_public_and_their_exchange_is_found() -> None:
    course = secrecy.course_of(FLOP)
    assert 0 < len(course.shown) < len(DECK)
    before = secrecy.played(course, {})
    secret = secrecy.exchange(course, random.Random(1))
    assert not course.shown & secret.keys()
    assert secrecy.played(course, secret).public == before.public
    course.shown.clear()
    everything = secrecy.exchange(course, random.Random(1))
    assert secrecy.played(course, everything).public != before.public


def test_in_a_short_deck_cards_of_it_change_places_with_each_other_alone() -> None:
    course = secrecy.course_of(secrecy.SCENARIOS / "games/short-deck/a-three.scn")
    assert "6" in course.lowest
    names = secrecy.exchange(course, random.Random(1))
    assert all((card[0] < "6") == (other[0] < "6") for card, other in names.items())
    before, after = secrecy.played(course, {}), secrecy.played(course, names)
    assert after.public == before.public
    assert after.private != before.private
