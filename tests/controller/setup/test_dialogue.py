"""What is typed at a terminal is seen there, but for what nobody else may read."""

import threading
from pathlib import Path

from controller.setup.dialogue import open_talk
from display.words.names import words
from tests.controller.setup.terminal import Terminal


def asked(terminal: Terminal, typed: str, *, unseen: bool) -> str:
    """Return the answer to a question that is put while somebody types."""
    given: list[str] = []
    talk = terminal.talk()
    asking = threading.Thread(target=lambda: given.append(talk.ask("Which?", unseen=unseen)))
    asking.start()
    terminal.answer("Which?: ", typed)
    asking.join()
    terminal.talk().say("Done.")
    terminal.see("Done.")
    return given[0]


def test_an_answer_is_seen_while_it_is_typed(terminal: Terminal) -> None:
    assert asked(terminal, "2468", unseen=False) == "2468"
    assert "2468" in terminal.text


def test_an_unseen_answer_is_not_and_the_next_one_is(terminal: Terminal) -> None:
    assert asked(terminal, "2468", unseen=True) == "2468"
    assert "2468" not in terminal.text
    assert asked(terminal, "1357", unseen=False) == "1357"
    assert "1357" in terminal.text


def test_a_number_sign_is_part_of_an_answer_that_is_typed(terminal: Terminal) -> None:
    assert asked(terminal, "Table #3", unseen=False) == "Table #3"


def test_a_number_sign_begins_a_comment_in_a_file_of_answers(tmp_path: Path) -> None:
    file = tmp_path / "answers"
    file.write_text("Table 3  # beside the window\n")
    with open_talk(words("en"), file) as talk:
        assert talk.ask("Which?") == "Table 3"
