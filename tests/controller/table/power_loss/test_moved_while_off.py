"""What was moved while the controller was off is asked about, and nobody is accused of it."""

from collections.abc import Iterable

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
    Observation,
)
from controller.contract.public import (
    ActionRefused,
    HandVoided,
    IrregularityFound,
    MovedWhileOff,
    PublicEvent,
    RulingClosed,
    TurnStarted,
)
from controller.houses.loader import load_house
from controller.play.game import DealtGame, Setup
from controller.play.runner import Runner
from controller.play.script.language import parse
from controller.table.engine import step
from controller.table.state.table import Floor, Table
from controller.table.view.public_view import public_state

HOUSE = load_house("ppc")
ON_THE_TURN = """
blinds 50 100
seat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000
button 1
deck 2c 3c 4c 5c 6c 7c  Ah Kd Qs Jh  Th 9d  8c 2d
hand
deal
1 calls ; 2 calls ; 3 checks
burn
board 3
2 checks ; 3 checks
"""


class Back:
    """A table in the middle of a hand whose controller has just come back."""

    def __init__(self, floor: Floor, played: str = ON_THE_TURN, *, decks: int = 1) -> None:
        game = DealtGame(Setup(HOUSE, seats=3, decks=decks))
        Runner(game).play(parse(played))
        fittings = msgspec.structs.replace(game.table.fittings, floor=floor)
        self.table: Table = msgspec.structs.replace(game.table, fittings=fittings)
        self.at = game.sink.now
        self.refused = ""

    def see(self, observation: Observation) -> list[PublicEvent]:
        """Return the events of one observation."""
        done = step(self.table, observation, HOUSE)
        self.table, self.refused = done.table, done.refused
        return list(done.public)

    def found(self, *news: CardAt | CardLeft | ChipsAt) -> list[PublicEvent]:
        """Find things elsewhere on coming back."""
        return self.see(FoundMoved(self.at, news))

    def says(self, command: c.Command) -> list[PublicEvent]:
        """Return a command of the floor."""
        return self.see(FloorSaid(self.at, "Paul", msgspec.json.encode(command).decode()))

    def keys(self, seat: int, what: str) -> list[PublicEvent]:
        """Press a key of a seat."""
        return self.see(Declared(self.at, seat, what))  # type: ignore[arg-type]

    def card(self, card: str, zone: str) -> CardAt:
        """Return a card in a zone."""
        return CardAt(self.at, card, zone, self.at)

    def left(self, card: str) -> CardLeft:
        """Return a card that is gone from where it lay."""
        return CardLeft(self.at, card, self.table.places[card])

    @property
    def asked(self) -> tuple[str, ...]:
        """Return the zones that the table asks about."""
        return public_state(self.table, HOUSE, 0, "1").moved_while_off


def kinds(events: Iterable[PublicEvent], *wanted: type[PublicEvent]) -> list[type[PublicEvent]]:
    return [type(event) for event in events if isinstance(event, wanted)]


@pytest.fixture(params=["present", "absent"])
def back(request: pytest.FixtureRequest) -> Back:
    return Back(request.param)


def premature(back: Back) -> CardAt:
    """Somebody has dealt the turn while seat 1 was still to act."""
    return back.card("9d", "board")


def test_what_would_be_an_error_is_asked_about(back: Back) -> None:
    events = back.found(premature(back))
    assert events == [MovedWhileOff(("board",))]
    assert back.asked == ("board",)
    assert public_state(back.table, HOUSE, 0, "1").turn == 0
    said = back.keys(1, "check")
    assert [event.reason for event in said if isinstance(event, ActionRefused)] == [
        "moved-while-off"
    ]


def test_what_the_table_understands_simply_counts(back: Back) -> None:
    """The action that the plug cut off: chips that had just landed are a bet like any other."""
    events = back.found(ChipsAt(back.at, "bet.1", (100, 100), back.at))
    assert not back.asked
    assert "bet" in [getattr(event, "action", "") for event in events]


def test_put_back_it_was_never_there(back: Back) -> None:
    back.found(premature(back))
    events = back.see(CardLeft(back.at, "9d", "board"))
    assert events == [MovedWhileOff(())]
    assert not back.asked
    assert public_state(back.table, HOUSE, 0, "1").turn == 1
    assert not kinds(back.keys(1, "check"), ActionRefused, IrregularityFound)


def test_one_thing_may_be_put_back_and_another_still_be_away(back: Back) -> None:
    back.found(premature(back), ChipsAt(back.at, "bet.3", (100,), back.at))
    assert set(back.asked) == {"bet.3", "board"}
    back.see(CardLeft(back.at, "9d", "board"))
    assert list(back.asked) == ["bet.3"]
    back.see(ChipsAt(back.at, "bet.3", back.table.chips.get("bet.3", ()), back.at))
    assert not back.asked


def test_a_board_card_in_the_hand_is_put_back_where_it_lay(back: Back) -> None:
    back.found(back.left("Kd"), premature(back))
    back.see(CardLeft(back.at, "9d", "board"))
    assert back.asked == ("board",)
    assert back.see(back.card("Kd", "board")) == [MovedWhileOff(())]


@pytest.fixture
def second_deck() -> Back:
    """A table that plays its second hand with its second deck; the first one lies in the muck."""
    seats, deck, hand = ON_THE_TURN.partition("deck")
    hand = hand.replace("1 calls ; 2 calls ; 3 checks", "2 calls ; 3 calls ; 1 checks")
    hand = hand.replace("2 checks ; 3 checks", "3 checks ; 1 checks")
    first = "hand ; deal\n1 folds ; 2 folds\npush\n"
    back = Back("present", seats + first + deck + hand, decks=2)
    assert back.table.deck == 2
    return back


def test_a_card_of_the_deck_aside_lies_where_it_lies_after_a_void_hand(second_deck: Back) -> None:
    back = second_deck
    stray = CardAt(back.at, "Kd", "hand.2", back.at, deck=1)
    back.found(stray)
    assert back.asked == ("hand.2",)
    back.says(c.Misdeal())
    assert back.table.others["Kd/1"] == "hand.2"
    assert back.table.places["Kd"] == "board"


def test_cards_of_the_second_deck_are_put_back_as_those_of_the_first(second_deck: Back) -> None:
    back = second_deck
    lay = {card: CardAt(back.at, card, "board", back.at, deck=2) for card in ("9d", "Kd")}
    back.found(CardLeft(back.at, "Kd", "board", deck=2), lay["9d"])
    back.see(CardLeft(back.at, "9d", "board", deck=2))
    assert back.asked == ("board",)
    # One of the other deck with the same face is not the card that lay there.
    assert back.see(msgspec.structs.replace(lay["Kd"], deck=1)) == []
    back.see(CardLeft(back.at, "Kd", "board", deck=1))
    assert back.see(lay["Kd"]) == [MovedWhileOff(())]


def test_the_floor_lets_it_be_judged_as_it_lies(back: Back) -> None:
    back.found(premature(back))
    events = back.says(c.Confirm())
    assert kinds(events, MovedWhileOff, IrregularityFound) == [MovedWhileOff, IrregularityFound]
    assert not back.asked


def test_the_floor_waives_it(back: Back) -> None:
    back.found(premature(back))
    events = back.says(c.Waive())
    assert [event.outcome for event in events if isinstance(event, RulingClosed)] == ["waived"]
    assert not back.table.rulings


def test_the_floor_voids_the_hand(back: Back) -> None:
    back.found(premature(back))
    events = back.says(c.Misdeal())
    assert kinds(events, HandVoided) == [HandVoided]
    assert not back.asked
    assert back.table.places["9d"] == "board"


@pytest.mark.parametrize("command", [c.Undo(), c.KillHand(2), c.Rule(("keep",))])
def test_nothing_else_is_decided_before(back: Back, command: c.Command) -> None:
    back.found(premature(back))
    back.says(command)
    assert back.refused == "moved-while-off"


def test_who_sits_there_may_still_be_told(back: Back) -> None:
    back.found(premature(back))
    back.says(c.Pause())
    assert back.refused == ""
    assert back.table.paused


def test_without_a_floor_all_players_say_that_it_lies_right() -> None:
    back = Back("absent")
    back.found(premature(back))
    back.keys(1, "agree")
    back.keys(2, "agree")
    assert back.asked
    assert IrregularityFound in kinds(back.keys(3, "agree"), IrregularityFound)
    assert not back.asked


def test_who_moves_a_thing_asks_for_everybodys_word_again() -> None:
    back = Back("absent")
    back.found(premature(back))
    back.keys(1, "agree")
    back.keys(2, "agree")
    back.see(back.card("2d", "board"))
    back.keys(3, "agree")
    assert back.asked


def test_where_there_is_a_floor_the_players_ask_it() -> None:
    back = Back("present")
    back.found(premature(back))
    said = back.keys(1, "agree")
    assert [event.reason for event in said if isinstance(event, ActionRefused)] == ["ask-the-floor"]


def test_a_second_power_cut_looks_again(back: Back) -> None:
    back.found(premature(back))
    assert back.found(premature(back)) == [MovedWhileOff(("board",))]
    assert back.found() == [MovedWhileOff(())]
    assert kinds(back.keys(1, "check"), TurnStarted, ActionRefused) != [ActionRefused]


def test_a_key_of_no_seat_and_a_word_of_no_key_change_nothing() -> None:
    back = Back("absent")
    back.found(back.card("Th", "burn"), back.card("9d", "muck"))
    before = back.table.devices
    for seat in (0, 4, 9):
        back.keys(seat, "agree")
        assert back.table.devices == before
    back.says(c.Act(1, "nonsense"))
    assert back.table.devices == before


def test_players_who_agree_where_nobody_can_know_the_winner_are_told_so() -> None:
    back = Back("absent")
    gone = [CardLeft(back.at, card, zone) for card, zone in back.table.places.items() if zone]
    back.found(*gone, ChipsAt(back.at, "pot", (), back.at))
    told = [event for seat in (1, 2, 3) for event in back.keys(seat, "agree")]
    assert [e.reason for e in told if isinstance(e, ActionRefused)] == ["moved-unclear"]


def test_chips_that_are_back_where_they_lay_are_asked_about_no_more() -> None:
    back = Back("present")
    back.found(ChipsAt(back.at, "bet.2", (25, 25), back.at), back.card("9d", "hand.2"))
    asked = back.asked
    back.see(ChipsAt(back.at, "bet.2", back.table.chips.get("bet.2", ()), back.at))
    assert len(back.asked) == len(asked) - 1
