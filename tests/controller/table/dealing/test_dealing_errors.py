"""What can go wrong in the deal is found under every house, and a misdeal gives every chip back."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.contract.public import HandVoided
from controller.contract.rules import Kind
from controller.houses.loader import shipped_houses
from controller.table.dealing.deal import replacement
from controller.table.dealing.dealing_errors import exposed, extra_card, is_one_more, late, too_few
from controller.table.state import play_on
from tests.controller.table.scripted import FOUR, chips, go_on, kinds, played, said

ERRORS = [
    ("deal to 3\nwait 1s", "deal.wrong-seat"),
    ("deal to 2 ; deal to 4\nwait 2s", "deal.skipped"),
    ("deal to 2 exposed", "deal.exposed"),
    ("deal to 2 off-table", "deal.off-table"),
    ("deal\ndeal to 2", "deal.too-many"),
    ("deal\nswap 2 3", "deal.mixed"),
]


@pytest.mark.parametrize("house", shipped_houses())
@pytest.mark.parametrize(("fault", "kind"), ERRORS)
def test_it_is_found_once_and_the_table_comes_to_a_right_hand(
    house: str, fault: str, kind: str
) -> None:
    game = played(f"hand\n{fault}\nfollow all", house=house, table=FOUR)
    assert kinds(game) == [kind]
    if any(ruling.waits_for == "floor" for ruling in game.look().rulings):
        go_on(game, "floor misdeal\nfollow all")
    if said(game, HandVoided):
        assert chips(game) == 20_000
        go_on(game, "hand ; deal")
    else:
        go_on(game, "deal")
    state = game.look()
    assert not state.rulings
    assert state.phase == "betting"
    assert all(seat.cards == 2 for seat in state.seats if seat.status == "in")
    assert sum((seat.stack or 0) + (seat.bet or 0) for seat in state.seats) == 20_000


_EXPOSED = "hand\ndeal to 2 ; deal to 3 ; deal to 4 ; deal to 1 ; deal to 2 ; deal to 3 exposed"


@pytest.mark.parametrize("house", ["fidpa", "ppc", "tda", "tda-2026"])
def test_a_card_that_replaces_the_exposed_one_may_come_before_that_one_is_taken_away(
    house: str,
) -> None:
    game = played(f"{_EXPOSED}\ndeal to 4 ; deal to 1\ndeal to 3", house=house, table=FOUR)
    assert kinds(game) == ["deal.exposed"]
    go_on(game, "follow all")
    state = game.look()
    assert not state.rulings
    assert state.phase == "betting"
    assert [seat.cards for seat in state.seats if seat.status == "in"] == [2] * 4


def test_only_one_card_replaces_the_exposed_one() -> None:
    game = played(f"{_EXPOSED}\ndeal to 4 ; deal to 1\ndeal to 3 ; deal to 3", table=FOUR)
    assert kinds(game) == ["deal.exposed", "deal.too-many"]


def test_after_the_first_actions_it_is_too_late_for_a_misdeal() -> None:
    # PPC 13: three players have acted.
    game = played("hand ; deal\n4 calls ; 1 calls ; 2 calls\ndeal to 3", table=FOUR)
    assert kinds(game) == ["hand.count"]
    assert not said(game, HandVoided)


def test_two_cards_in_a_row_to_the_button_are_reported_if_the_rule_about_them_is_a_general_one(
    tmp_path: Path,
) -> None:
    house = tmp_path / "slack.toml"
    house.write_text(
        'name = "slack"\ntitle = "Any order"\nprefix = "S"\nsource = "a test"\n'
        'inherits = "ppc"\n[[remedies]]\nkind = "deal.order"\noutcome = "stands"\n'
        'article = "S 1"\n'
    )
    deal = "hand\ndeal to 2 ; deal to 3 ; deal to 2 ; deal to 3 ; deal to 1 ; deal to 1\nwait 2s"
    assert "deal.order" in kinds(played(deal, house=str(house)))


def test_one_card_is_accused_and_not_what_comes_after_it() -> None:
    game = played("hand\ndeal to 3 ; deal to 2 ; deal to 4 ; deal to 1\nwait 2s", table=FOUR)
    assert len(kinds(game)) == 1


def test_a_spilled_stub_kills_a_hand_once() -> None:
    cards = "deal to 2 ; deal to 2 ; deal to 2"
    game = played(f"hand ; deal\n4 calls ; 1 calls ; 2 calls\n{cards}", table=FOUR)
    assert kinds(game) == ["hand.count"]


def test_a_card_at_a_folded_seat_goes_away_and_kills_nothing() -> None:
    game = played("hand ; deal\n4 calls ; 1 calls ; 2 calls ; 3 checks", table=FOUR)
    go_on(game, "flop ; 2 bets 100 ; 3 folds ; deal to 3")
    assert kinds(game) == ["deal.not-entitled"]
    go_on(game, "follow\nexpect turn 4")


def test_a_hand_that_lies_open_is_not_mixed_with_one_that_nobody_has_seen() -> None:
    game = played("hand ; deal\n4 folds ; 1 folds ; 2 goes all-in ; 3 calls", table=FOUR)
    go_on(game, "2 tables")
    shown, hidden = game.table.hand.holes[2], game.table.hand.holes[3]
    game.sink.card(hidden[0], "hand.2")
    assert [dead for dead, _ in game.table.hand.dead] == [3]
    assert game.table.hand.shown[2] == shown


@pytest.mark.parametrize(("cards", "number"), [(3, "one"), (4, "more"), (5, "more")])
def test_how_many_cards_a_seat_has_too_many(cards: int, number: str) -> None:
    game = played("hand ; deal", table=FOUR)
    places = {**game.table.places, **dict.fromkeys(("Ah", "Kd", "Qs")[: cards - 2], "hand.2")}
    play = play_on(replace(game.table, places=places), game.house, 0)
    extra_card(play, 2, "Ah")
    (ruling,) = play.table.rulings
    assert set(ruling.tags) & {"one", "more"} == {number}


def test_a_card_that_replaces_one_is_the_seats_next_card_of_the_deal_if_that_is_due() -> None:
    game = played("hand\ndeal to 2 ; deal to 3", table=FOUR)
    play = play_on(game.table, game.house, 0)
    replacement(play, "Ah", 3, ("3c",))
    assert (play.hand.dealt, play.hand.holes[3]) == (2, ("3c", "Ah"))
    replacement(play, "Kd", 4, ())
    assert (play.hand.dealt, play.hand.holes[4]) == (3, ("Kd",))


@pytest.mark.parametrize(
    ("dealt", "tags"),
    [(7, {"one", "button"}), (6, {"more", "not-button"}), (5, {"more", "not-button"})],
)
def test_a_deal_lacks_one_card_or_more(dealt: int, tags: set[str]) -> None:
    order = (2, 3, 4, 1) * 2
    script = "hand\n" + " ; ".join(f"deal to {seat}" for seat in order[:dealt])
    game = played(script, table=FOUR)
    play = play_on(game.table, game.house, 0)
    too_few(play)
    (ruling,) = play.table.rulings
    assert set(ruling.tags) & {"one", "more", "button", "not-button"} == tags


def test_a_further_card_too_many_reaches_a_seat_from_the_first_on() -> None:
    (ruling,) = played("hand ; deal\ndeal to 2", table=FOUR).table.rulings
    assert [is_one_more(ruling, seat) for seat in (0, 1, 2)] == [False, True, True]
    assert not is_one_more(replace(ruling, done=1), 2)


@pytest.mark.parametrize(("nth", "word"), [(1, "first-two"), (2, "first-two"), (3, "later")])
def test_which_card_of_the_deal_was_exposed(nth: int, word: str) -> None:
    dealt = [f"deal to {seat}" for seat in (2, 3, 4)[:nth]]
    game = played("hand\n" + " ; ".join(dealt), table=FOUR)
    play = play_on(game.table, game.house, 0)
    exposed(play, (2, 3, 4)[nth - 1], Kind.DEAL_EXPOSED, "dealer")
    (ruling,) = play.table.rulings
    assert set(ruling.tags) & {"first-two", "later"} == {word}


@pytest.mark.parametrize(
    ("rule", "acts", "last", "too_late"),
    [
        ("two-actions", 1, ("call",), False),
        ("two-actions", 2, ("check", "fold"), True),
        ("two-bets", 2, ("call", "fold"), False),
        ("two-bets", 2, ("call", "raise"), True),
        ("two-bets", 3, ("fold", "call", "fold"), False),
        ("substantial-action", 1, ("raise",), False),
        ("substantial-action", 2, ("fold", "check"), False),
        ("substantial-action", 2, ("fold", "call"), True),
        ("substantial-action", 3, ("fold", "fold", "check"), True),
    ],
)
def test_when_it_is_too_late_for_a_misdeal(
    rule: str, acts: int, last: tuple[str, ...], *, too_late: bool
) -> None:
    # PPC 13, FIDPA 79-4a, TDA 36
    game = played("hand ; deal", table=FOUR)
    ruled = replace(game.house.deal.too_late, value=rule)
    house = replace(game.house, deal=replace(game.house.deal, too_late=ruled))
    hand = game.table.hand
    done = tuple((what, 100) for what in last)
    hand = replace(hand, round=replace(hand.round, acts=acts), last=(("", 0), *done))
    assert late(hand, house) is too_late
    assert late(replace(hand, street=1), house)
