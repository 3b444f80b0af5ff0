"""What was played while the controller was off is judged free of the order in which it is read."""

import itertools
import random
from collections.abc import Iterator

import msgspec
import pytest

from controller.contract import commands as c
from controller.contract.observations import (
    CardAt,
    CardLeft,
    ChipsAt,
    Declared,
    FloorSaid,
    FoundMoved,
)
from controller.contract.public import (
    BoardDealt,
    CardsTabled,
    FloorCalled,
    IrregularityFound,
    PotAwarded,
    PublicEvent,
)
from controller.houses.loader import load_house, shipped_houses
from controller.table.engine import step
from controller.table.power_loss.acts_while_off import Story, lay, reconstructed
from controller.table.power_loss.moved_while_off import LATE as LATEST
from controller.table.power_loss.story_search import Moved
from controller.table.state.chips_owed import unpaid
from controller.table.state.hand import Betting, BoardDue
from controller.table.state.table import Table
from tests.controller.table.power_loss.test_moved_while_off import Back
from tests.controller.table.scripted import played
from tests.rig.attack.while_off import come_back, course, moved, orders

FLOP_DUE = """
blinds 50 100
seat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000
button 1
deck 2c 3c 4c 5c 6c 7c  Ah Kd Qs Jh  Th 9d  8c 2d
hand ; deal
1 calls ; 2 calls ; 3 checks
gather
"""
FLOP = ("Kd", "Qs", "Jh")


def found(events: object) -> list[str]:
    return [event.kind for event in events if isinstance(event, IrregularityFound)]  # type: ignore[attr-defined]


def lying(back: Back, **zones: str) -> tuple[CardAt, ...]:
    return tuple(back.card(card, zone) for zone, cards in zones.items() for card in cards.split())


def test_a_burn_and_a_flop_simply_count_in_whatever_order_they_are_read() -> None:
    cards = ("Ah", *FLOP)
    for order in itertools.permutations(cards):
        back = Back("present", FLOP_DUE)
        events = back.found(*(back.card(one, "burn" if one == "Ah" else "board") for one in order))
        assert not back.asked
        assert not found(events)
        assert [set(event.cards) for event in events if isinstance(event, BoardDealt)] == [
            set(FLOP)
        ]


def test_two_streets_with_checks_that_nobody_heard_count_once_the_floor_has_confirmed() -> None:
    back = Back("present", FLOP_DUE)
    assert not found(back.found(*lying(back, board="Kd Th Qs Jh", burn="9d Ah")))
    assert back.asked == ("board", "burn")
    assert not found(back.says(c.Confirm()))
    assert not back.asked
    assert (back.table.hand.street, len(back.table.hand.board)) == (2, 4)


def test_calls_whose_chips_lie_in_the_pot_are_counted() -> None:
    script = FLOP_DUE.replace("1 calls ; 2 calls ; 3 checks\ngather", "")
    back = Back("present", script)
    empty = [ChipsAt(back.at, f"bet.{seat}", (), back.at) for seat in (2, 3)]
    pot = ChipsAt(back.at, "pot", (100, 100, 100), back.at)
    back.found(*lying(back, board=" ".join(FLOP)), pot, *lying(back, burn="Ah"), *empty)
    assert not found(back.says(c.Confirm()))
    assert [seat.stack for seat in back.table.seats[1:]] == [4900, 4900, 4900]
    assert back.table.hand.street == 1


def test_chips_that_nothing_explains_lie_where_they_lie_and_the_floor_counts() -> None:
    back = Back("present", FLOP_DUE)
    pot = ChipsAt(back.at, "pot", (100, 100, 100, 25), back.at)
    back.found(pot, *lying(back, board=f"{' '.join(FLOP)} Th", burn="Ah 9d"))
    events = back.says(c.Confirm())
    assert not found(events)
    assert [event.about for event in events if isinstance(event, FloorCalled)] == ["stacks"]
    assert back.table.hand.street == 2


def test_who_has_won_a_hand_that_was_taken_in_is_asked_and_not_guessed() -> None:
    back = Back("present", FLOP_DUE)
    gone = [CardLeft(back.at, card, zone) for card, zone in back.table.places.items() if zone]
    back.found(*gone, ChipsAt(back.at, "pot", (), back.at))
    assert back.asked
    assert not found(back.says(c.Confirm()))
    assert (back.refused, bool(back.asked)) == ("moved-unclear", True)
    assert not found(back.says(c.Waive()))
    assert back.refused == "moved-unclear"
    back.says(c.Misdeal())
    assert not back.asked
    assert back.table.hand.voided


def test_the_next_hand_that_was_dealt_is_taken_up() -> None:
    back = Back(
        "present",
        FLOP_DUE.replace("1 calls ; 2 calls ; 3 checks\ngather", "1 folds ; 2 folds ; push"),
    )
    before = back.table.hand.number
    gone = [CardLeft(back.at, card, zone) for card, zone in back.table.places.items() if zone]
    blinds = [
        ChipsAt(back.at, "bet.3", (25, 25), back.at),
        ChipsAt(back.at, "bet.1", (100,), back.at),
    ]
    cards = lying(back, **{"hand.1": "8c Kd", "hand.2": "2c Th", "hand.3": "9d Jh"})
    gone = [one for one in gone if one.card not in {card.card for card in cards}]
    assert not found(back.found(*cards, *blinds, *gone))
    assert not back.asked
    assert (back.table.hand.number, back.table.hand.turn) == (before + 1, 2)


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ({"burn": "Ah", "board": "Kd Qs Jh Th"}, "board.extra-card"),
        ({"board": "Kd Qs Jh"}, "board.no-burn"),
        ({"burn": "Ah 9d 8c", "board": "Kd Qs Jh"}, "board.extra-burn"),
    ],
)
def test_what_no_order_explains_is_found_all_the_same(cards: dict[str, str], kind: str) -> None:
    back = Back("present", FLOP_DUE)
    events = back.found(*lying(back, **cards))
    assert back.asked
    assert not found(events)
    assert found(back.says(c.Confirm())) == [kind]


def test_hole_cards_of_two_seats_that_changed_places_are_found() -> None:
    back = Back("present", FLOP_DUE)
    one, other = back.table.hand.holes[2][0], back.table.hand.holes[3][0]
    back.found(back.card(one, "hand.3"), back.card(other, "hand.2"))
    assert [kind.partition(".")[2] for kind in found(back.says(c.Confirm()))] == ["mixed"]


def test_whatever_is_legal_is_accused_in_no_order() -> None:
    rng = random.Random(11)
    for house in shipped_houses():
        rules = load_house(house)
        moments = course(rules, rng)
        before, after = sorted(rng.sample(range(len(moments)), 2))
        news = moved(moments[before].table, moments[after].table, moments[after].at)
        for order in itertools.islice(orders(news, rng), 2):
            assert not come_back(moments[before].table, rules, order, moments[after]).found


def test_the_last_hands_pot_that_is_pushed_late_is_no_matter_of_this_hand() -> None:
    calls = "1 calls ; 2 calls ; 3 checks\ngather"
    back = Back("present", FLOP_DUE.replace(calls, "1 folds ; 2 folds ; hand ; deal"))
    back.table = msgspec.structs.replace(back.table, chips={**back.table.chips, "pot": (25, 25)})
    assert back.found(ChipsAt(back.at, "pot", (), back.at)) == []
    assert not back.asked


def test_a_tag_that_is_read_late_makes_it_legal_and_one_that_is_moved_later_does_not() -> None:
    for late, asked in ((1_000, False), (LATEST, False), (LATEST + 1, True), (60_000, True)):
        back = Back("present", FLOP_DUE)
        back.found(*lying(back, board=" ".join(FLOP)))
        assert back.asked
        back.at += late
        assert not found(back.see(back.card("Ah", "burn")))
        assert bool(back.asked) is asked


LATE = 900_000


def confirmed(table: Table, house: str, news: tuple[Moved, ...]) -> tuple[Table, list[PublicEvent]]:
    """Return the table after the floor has confirmed what was moved, and what it said."""
    rules = load_house(house)
    back = step(table, FoundMoved(LATE, news), rules)
    assert back.table.devices.moved
    word = msgspec.json.encode(c.Confirm()).decode()
    done = step(back.table, FloorSaid(LATE, "Paul", word), rules)
    assert not done.table.devices.moved
    return done.table, [*back.public, *done.public]


def some_orders(*news: Moved) -> Iterator[tuple[Moved, ...]]:
    yield from (news, news[::-1], tuple(random.Random(5).sample(news, len(news))))


def mucked(table: Table, seat: int) -> list[CardAt]:
    return [CardAt(LATE, card, "muck", LATE) for card in table.hand.holes[seat]]


def tabled(table: Table, seat: int) -> list[CardAt]:
    return [CardAt(LATE, card, f"bet.{seat}", LATE) for card in table.hand.holes[seat]]


def chips(zone: str, *lie: int) -> ChipsAt:
    return ChipsAt(LATE, zone, lie, LATE)


def called(events: list[PublicEvent]) -> list[str]:
    return [event.about for event in events if isinstance(event, FloorCalled)]


def test_a_fold_to_a_raise_that_is_half_gathered_before_a_showdown_is_no_muck() -> None:
    script = "hand ; deal ; 1 calls ; 2 calls ; flop ; 2 checks ; 3 checks ; 1 checks ; turn"
    script += " ; 2 checks ; 3 checks ; 1 checks ; river ; 2 bets 100 ; 3 calls"
    table = played(script, house="salle").table
    # Seat 1 raises to 200, 2 folds, 3 calls; the chips of seat 3 are on their way to the pot.
    cards = (*mucked(table, 2), *tabled(table, 3), *tabled(table, 1))
    pot = chips("pot", *table.chips["pot"], 100, 100, 100)
    for news in some_orders(*cards, pot, chips("bet.2"), chips("bet.3")):
        after, events = confirmed(table, "salle", news)
        assert not found(events)
        assert called(events) == ["stacks"]
        # Nobody saw which side is up: what lies there is told when its player says so.
        assert not [event for event in events if isinstance(event, CardsTabled)]
        for seat in (3, 1):
            said = step(after, Declared(LATE, seat, "shown"), load_house("salle"))
            after, events = said.table, [*events, *said.public]
        assert {event.seat for event in events if isinstance(event, PotAwarded)} == {1, 3}
        assert not after.hand.running


def test_a_fold_to_a_raise_that_was_raised_and_half_gathered_is_no_hand_taken() -> None:
    script = "hand ; deal ; 1 calls ; 2 calls ; 3 checks ; flop ; 2 bets 100 ; 3 calls"
    table = played(script, house="tda").table
    # Seat 1 raises to 200, 2 folds, 3 raises to 300, 1 calls; 300 are on their way to the pot.
    pot = chips("pot", *table.chips["pot"], 100, 100, 100, 100)
    for news in some_orders(*mucked(table, 2), pot, chips("bet.2"), chips("bet.3")):
        after, events = confirmed(table, "tda", news)
        assert not found(events)
        assert called(events) == ["stacks"]
        assert sorted(after.hand.live()) == [1, 3]
        assert isinstance(after.hand.stage, BoardDue)


def test_the_big_blind_that_folds_to_a_raise_which_came_back_is_no_hand_taken() -> None:
    table, rules = played("hand", house="salle").table, load_house("salle")
    for at, card, seat in ((1, "2c", 2), (2, "3c", 3)):
        table = step(table, CardAt(LATE - at, card, f"hand.{seat}", LATE - at), rules).table
    # Seat 1 folds, 2 raises, 3 folds: what was raised has come back, the call lies in the pot.
    cards = [CardAt(LATE, card, "muck", LATE) for card in ("3c", "4c", "6c", "7c")]
    cards.append(CardAt(LATE, "5c", "hand.2", LATE))
    for news in some_orders(*cards, chips("bet.2"), chips("pot", 100)):
        after, events = confirmed(table, "salle", news)
        assert not found(events)
        assert called(events) == ["stacks"]
        awards = [(e.seat, e.amount) for e in events if isinstance(e, PotAwarded)]
        assert awards == [(2, 200)]
        assert not after.hand.running


def test_a_hand_thrown_away_where_the_chips_lie_as_calls_is_taken() -> None:
    script = "hand ; deal ; 1 calls ; 2 calls ; 3 checks ; flop ; 2 bets 100 ; 3 calls"
    table = played(script, house="tda").table
    for news in some_orders(*mucked(table, 2), chips("bet.1", 100)):
        after, events = confirmed(table, "tda", news)
        assert found(events) == ["hand.taken"]
        assert not isinstance(after.hand.stage, Betting)
    # Nor does anybody raise with chips of which none has moved.
    after, events = confirmed(table, "tda", tuple(mucked(table, 2)))
    assert found(events) == ["hand.taken"]
    assert after.hand.bets == table.hand.bets


def test_a_raise_in_several_chips_and_a_fold_of_which_one_card_lies_are_no_hand_taken() -> None:
    """Nothing says that it was announced; before a pot there is none to be read."""
    table = played("hand ; deal ; 1 raises to 200 ; 2 calls", house="tda").table
    assert "pot" not in table.chips
    (card, _) = table.hand.holes[1]
    fold = CardAt(LATE, card, "muck", LATE)
    for news in some_orders(fold, chips("bet.3", 100, 100, 100)):
        after, events = confirmed(table, "tda", news)
        assert not found(events)
        assert after.hand.bets == (0, 200, 200, 300)


@pytest.mark.parametrize(("lies", "accused"), [((25,) * 4, []), ((25,) * 5, ["bet.out-of-turn"])])
def test_a_call_that_lies_alone_while_others_are_gathered_is_not_out_of_turn(
    lies: tuple[int, ...], accused: list[str]
) -> None:
    """Seat 1 may have called: its chips are in the dealer's hand, on their way to the pot."""
    table = played("hand ; deal", house="fidpa").table
    rules = load_house("fidpa")
    back = step(table, FoundMoved(LATE, (chips("bet.2", *lies),)), rules)
    word = msgspec.json.encode(c.Confirm()).decode()
    done = step(back.table, FloorSaid(LATE, "Paul", word), rules)
    assert found([*back.public, *done.public]) == accused
    assert bool(done.table.devices.moved) is not bool(accused)


SAID = "hand ; deal\n1 says raise to 600"
HALF = f"{SAID}\n1 puts 1x500"
CALLS = "hand ; deal\n1 says call ; 2 says call ; 3 checks"
MADE_FULL = "hand ; deal\n1 raises to 300\n2 puts 4x100"


@pytest.mark.parametrize(
    ("script", "news"),
    [
        (SAID, {"bet.1": (500, 100)}),
        (SAID, {"bet.1": (500, 100), "bet.2": (500, 100)}),
        (HALF, {"bet.1": (500, 100)}),
        (HALF, {"bet.1": (500, 100), "bet.2": (500, 100), "bet.3": (500, 100)}),
        (CALLS, {"bet.1": (100,)}),
        (CALLS, {"bet.1": (100,), "bet.2": (100,)}),
        (MADE_FULL, {"bet.2": (100,) * 5}),
        ("hand ; deal\n1 says all-in", {"bet.1": (1000,) * 5}),
        ("hand ; deal\n1 says all-in\n2 says all-in", {"bet.2": (1000,) * 5}),
    ],
)
def test_chips_that_were_owed_when_the_power_failed_are_paid_and_not_asked_about(
    script: str, news: dict[str, tuple[int, ...]]
) -> None:
    game = played(script, house="fidpa")
    table, at = game.table, game.sink.now
    owed = unpaid(table, table.hand)
    moves = tuple(ChipsAt(at, zone, pieces, at) for zone, pieces in news.items())
    done = step(table, FoundMoved(at, moves), load_house("fidpa"))
    assert not done.table.devices.moved
    assert not found(done.public)
    for zone in news:
        seat = int(zone.removeprefix("bet."))
        assert not unpaid(done.table, done.table.hand)[seat]
    assert sum(unpaid(done.table, done.table.hand)) < sum(owed)


@pytest.mark.parametrize("more", [100, 25, 5000])
def test_chips_beyond_those_owed_are_asked_about(more: int) -> None:
    table = played(SAID, house="fidpa").table
    news = (chips("bet.1", 500, 100, more),)
    assert step(table, FoundMoved(LATE, news), load_house("fidpa")).table.devices.moved


def test_chips_that_are_laid_change_no_bet() -> None:
    table = played("hand ; deal\n1 raises to 300", house="tda").table
    assert table.hand.bets == (0, 300, 50, 100)
    laid = lay(table, (chips("bet.2", 500), chips("bet.1"), chips("pot", 25)))
    assert laid.base == (0, -300, 450, 0)
    assert laid.hand == table.hand
    assert laid.chips == {**table.chips, "bet.2": (500,), "bet.1": (), "pot": (25,)}


def test_of_a_burn_and_chips_that_nothing_explains_the_burn_counts_and_the_chips_lie() -> None:
    table = played("hand ; deal\n1 calls ; 2 calls ; 3 checks\ngather").table
    burn, stray = CardAt(LATE, "Ah", "burn", LATE), chips("bet.1", 25)
    assert reconstructed(table, load_house("ppc"), (stray, burn), LATE) == Story((burn,), (stray,))
    assert reconstructed(table, load_house("ppc"), (burn,), LATE) == Story((burn,))


def test_a_pot_that_is_gone_and_a_board_card_in_the_muck_accuse_nobody() -> None:
    table = played("hand ; deal\n1 calls ; 2 calls ; 3 checks\ngather\nflop").table
    card = CardAt(LATE, table.hand.board[0], "muck", LATE)
    assert reconstructed(table, load_house("ppc"), (chips("pot"), card), LATE) is None
    assert reconstructed(table, load_house("ppc"), (card,), LATE) == Story((card,))
