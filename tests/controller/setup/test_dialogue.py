"""What is typed at a terminal is seen there, but for what nobody else may read."""

import threading

from tests.controller.setup.terminal import Terminal


def asked(terminal: Terminal, typed: str, *, unseen: bool) -> str:
    """Return the answer to a question that is put while somebody types."""
    given: list[str] = []
    talk = terminal.talk()
    ask = talk.ask_unseen if unseen else talk.ask
    asking = threading.Thread(target=lambda: given.append(ask("Which?")))
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
