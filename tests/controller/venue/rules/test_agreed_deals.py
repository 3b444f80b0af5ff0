"""Deals: what is refused of one, to the last unit of the prizes."""

from types import SimpleNamespace

import pytest

from controller.contract.venue import inputs as i
from controller.contract.venue.kinds import RoomInput
from controller.venue.rules.books.work import Refused
from controller.venue.rules.prizes.agreed_deals import _check
from controller.venue.rules.prizes.payouts import prizes_of
from controller.venue.rules.step import new_room, step
from controller.venue.scenarios.staff import entered
from controller.venue.tournament_files import load_tournament


def refused(
    shares: dict[str, int], left: tuple[int, ...] = (), *, prizes: tuple[int, ...] = (50, 30, 20),
    deals: str = "all", worth: int = 0, started: bool = True, ended: bool = False,
) -> str:  # fmt: skip
    """Return why a deal of three players is refused, or ""."""
    work = SimpleNamespace(
        room=SimpleNamespace(
            left=[SimpleNamespace(id=one) for one in "abc"], started=started, ended=ended,
            shares=prizes,
        ),
        rules=SimpleNamespace(
            results=SimpleNamespace(deals=SimpleNamespace(value=deals)),
            satellite=SimpleNamespace(worth=SimpleNamespace(value=worth)),
        ),
    )  # fmt: skip
    try:
        _check(work, shares, left)  # type: ignore[arg-type]
    except Refused as error:
        return str(error)
    return ""


FAIR = {"a": 40, "b": 35, "c": 25}


@pytest.mark.parametrize("told", [{"deals": "none"}, {"worth": 1}])
def test_where_there_are_no_deals_none_is_made(told: dict[str, object]) -> None:
    assert refused(FAIR) == ""
    assert refused(FAIR, **told) == "no-deals-here"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("shares", "told"),
    [(FAIR, {"started": False}), (FAIR, {"ended": True}), ({"a": 50, "b": 50}, {}),
     ({**FAIR, "d": 0}, {}), ({"a": 40, "b": 35, "d": 25}, {})],
)  # fmt: skip
def test_a_deal_is_of_all_who_are_left_while_they_play(
    shares: dict[str, int], told: dict[str, bool]
) -> None:
    assert refused(shares, **told) == "not-all-who-are-left"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("shares", "left", "why"),
    [
        ((40, 40, 20), (), ""), ((41, 40, 19), (), "share-below-the-next-prize"),
        ((40, 40, 19), (), "shares-are-not-the-pool"),
        ((40, 41, 20), (), "shares-are-not-the-pool"),
        ((30, 30, 20), (20,), ""), ((30, 31, 19), (20,), "share-below-the-next-prize"),
        ((30, 27, 18), (15, 8, 2), ""), ((31, 27, 17), (15, 8, 2), "share-below-the-next-prize"),
        ((30, 30, 14), (20, 6), "share-below-the-next-prize"),
        ((30, 30, 15), (5, 5, 15), "shares-are-not-in-order"),
        ((30, 30, 20), (10, 5, 5, 0), "shares-are-not-the-pool"),
        ((30, 30, 30), (20, -10), "shares-are-not-the-pool"),
        ((60, 60, -20), (), "shares-are-not-the-pool"),
        ((100, 0, 0), (), "share-below-the-next-prize"),
    ],
)  # fmt: skip
def test_shares_make_up_the_prizes_and_nobody_gets_less_than_the_next(
    shares: tuple[int, ...], left: tuple[int, ...], why: str
) -> None:
    assert refused(dict(zip("abc", shares, strict=True)), left) == why


def test_places_without_a_prize_promise_nothing() -> None:
    assert refused({"a": 100, "b": 0, "c": 0}, prizes=(100,)) == ""
    assert refused({"a": 60, "b": 30, "c": 10}, prizes=(50, 30, 20, 40)) == (
        "share-below-the-next-prize"
    )


def test_a_deal_is_put_right_only_while_all_who_have_a_share_in_it_are_left() -> None:
    """Two of three can't agree on what the third of them was promised."""
    rules = load_tournament("tda")
    room = new_room(rules)
    happen: list[RoomInput] = [
        i.TableOpened(table=1, seats=4), *map(entered, "abc"),
        i.PrizesPosted(pool=100, shares=(50, 30, 20)), i.SeatsDrawn(secret="00", witness="x"),
        i.PlayStarted(), i.PrizesShared(shares=FAIR, agreed=("a", "b", "c")),
        i.PrizesShared(shares={"a": 38, "b": 37, "c": 25}, agreed=("a", "b", "c")),
        i.PlayerRemoved(player="c"),
    ]  # fmt: skip
    for said in happen:
        done = step(room, said, rules)
        assert not done.refused, (said, done.refused)
        room = done.room
    again = i.PrizesShared(shares={"a": 40, "b": 40}, agreed=("a", "b"))
    assert step(room, again, rules).refused == "deal-in-force"
    assert prizes_of(room) == {"a": 38, "b": 37, "c": 25}
