"""The forms of the floor's commands: what each field is called."""

from itertools import chain

from controller.table_page.words import GROUPS, form_of, told_of
from display.orders import Order
from display.words.names import words
from tests.display import states


def called(command: str) -> dict[str, str]:
    """Return the label of each field of a form."""
    made = form_of(command, states.flop(), words("en"))
    return {control.name: control.label for control in made.controls}


def test_the_form_for_the_clock_says_what_is_now_and_what_comes_next() -> None:
    """Two forms have blinds, and only one has those of the level that is played."""
    assert called("set-level")["small_blind"] == "Small blind"
    assert called("level-clock") == {
        "seconds": "Time left in the current level, in seconds (0: no end)",
        "small_blind": "Small blind of the next level",
        "big_blind": "Big blind of the next level",
        "ante": "Ante of the next level",
        "big_blind_ante": "Big-blind ante of the next level",
        "number": "Number of the next level",
        "break_seconds": "Break after the current level, in seconds",
    }


def test_every_field_on_the_page_has_a_label_for_people() -> None:
    for name in chain.from_iterable(GROUPS.values()):
        assert not [field for field, label in called(name).items() if label == field], name


def test_the_small_blind_beside_the_button_is_a_seat_and_no_amount() -> None:
    dead = "Empty seat with a dead small blind (0: none)"
    assert called("set-button") == {"seat": "Seat", "small_blind": dead}


def test_a_question_before_a_command_has_the_labels_of_its_form() -> None:
    order = Order("level-clock", {"seconds": 600, "big_blind": 200, "unheard_of": 1})
    assert told_of(order, states.flop(), words("en")) == {
        "Time left in the current level, in seconds (0: no end)": "600",
        "Big blind of the next level": "200",
        "unheard_of": "1",
    }
