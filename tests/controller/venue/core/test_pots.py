"""Who could win the pots of a hand, and has: as a real table's events tell it to the room."""

from pathlib import Path

import msgspec

from controller.contract.public import Envelope
from controller.venue.core.at_tables.bets_and_pots import Pots
from controller.venue.core.at_tables.hearing import Hearing
from controller.venue.store import log
from tests.controller.venue.core.test_hearing import Heard


def told(kind: str, hand: int = 1, **data: object) -> Envelope:
    """Return an event of a table."""
    return Envelope(1, 1, "S", "", "1", hand, kind, data, "E")


def pots_in(here: Heard) -> list[dict[str, object]]:
    """Return the pots of the last hand that the log has."""
    with here.database.transaction() as connection:
        rows = [msgspec.json.decode(row["said"]) for row in log.rows(connection)]
    found: list[dict[str, object]] = [one for one in rows if one.get("type") == "hand-reported"][
        -1
    ]["pots"]
    return found


def test_a_hand_brings_its_pots_with_who_could_win_them(tmp_path: Path) -> None:
    """The blinds that were folded lie in the pot, and one seat alone has won it."""
    here = Heard(tmp_path)
    here.plays("hand ; deal\n1 raises to 300 ; 2 calls ; 3 folds")
    here.plays("burn ; flop\n2 bets 500 ; 1 folds\npush")
    assert pots_in(here) == [{"seats": [1, 2], "won": {"2": 700}}]
    here.database.close()


def test_a_pot_that_is_run_twice_or_split_is_one_pot_with_several_winners() -> None:
    pots = Pots()
    for event in (
        told("hand.started"),
        told("pot.changed", pots=[{"amount": 300, "seats": [1, 2, 3]}]),
        told("pot.changed", pots=[{"amount": 900, "seats": [1, 2, 3]},
                                  {"amount": 400, "seats": [2, 3]}]),
        told("pot.awarded", pot=1, seat=2, amount=400),
        told("pot.awarded", pot=0, seat=1, amount=450, run=1),
        told("pot.awarded", pot=0, seat=2, amount=225, run=2, half="high"),
        told("pot.awarded", pot=0, seat=1, amount=225, run=2, half="low"),
    ):  # fmt: skip
        pots.look_at(event)
    ended = told("hand.ended")
    assert [(one.seats, one.won) for one in pots.of(ended)] == [
        ((1, 2, 3), {1: 675, 2: 225}), ((2, 3), {2: 400}),
    ]  # fmt: skip
    # An end that is taken back has awarded nothing; of another hand nothing is known.
    pots.look_at(told("action.undone"))
    assert [one.won for one in pots.of(ended)] == [{}, {}]
    assert pots.of(told("hand.ended", hand=2)) == ()


def test_an_award_whose_amount_a_house_hides_waits_for_the_one_that_tells_it(
    tmp_path: Path,
) -> None:
    """What is hidden from everybody comes whole on the floor's topic, with the same number."""
    here = Heard(tmp_path)
    here.plays("hand ; deal")
    asked: list[int] = []
    here.hearing._ask_again = lambda _, after: asked.append(after)
    assert isinstance(here.hearing, Hearing)
    for amount in (None, 150):
        event = Envelope(
            1, here.said + 1, "S", "", "1", 1, "pot.awarded",
            {"pot": 0, "seat": 1, "amount": amount}, "E",
        )  # fmt: skip
        with here.core.turn() as turn:
            here.hearing.event(turn, 1, msgspec.json.encode(event))
    heard = here.hearing._tables[1].pots._won
    assert heard == [(0, 1, 150)]
    assert not asked
    here.database.close()
