"""A device's problem: English for programs, and its parts for a person's language."""

import json

import msgspec

from controller.contract.errors import Sentence, SentenceParts, sentence_of
from display.words.names import words
from hardware.ports import DeviceStatus, problem_of, without_device
from hardware.readers.apdu import Garbage, unreadable


def sent(status: DeviceStatus) -> DeviceStatus:
    """Return a status as another process receives it."""
    return msgspec.json.decode(msgspec.json.encode(status), type=DeviceStatus)


def test_a_problem_is_english_for_programs_and_is_translated_after_it_was_sent() -> None:
    error = Garbage(Sentence("it is {count} bytes long, but does not end in a status", count=3))
    status = DeviceStatus("board", "ACS", False, problem_of("board", unreadable(error)))
    english = "board: its reply makes no sense: it is 3 bytes long, but does not end in a status"
    assert json.loads(msgspec.json.encode(status))["problem"] == english
    there = sent(status)
    assert there == status
    assert there.in_words(words("en").say) == english
    french = there.in_words(words("fr").say)
    why = "sa réponse n'a pas de sens"
    assert french.split("\N{NO-BREAK SPACE}: ") == ["board", why, "3 octets sans statut"]
    assert without_device(there.sentence()) == english.removeprefix("board: ")


def test_a_text_of_a_device_itself_is_shown_as_it_came() -> None:
    for problem in ("", "pad: {strange}"):
        status = sent(DeviceStatus("pad", "/dev/pad", True, problem))
        assert status.problem == status.in_words(words("fr").say) == problem
        assert status.sentence() == without_device(status.sentence()) == problem
    said = sent(DeviceStatus("pad", "", True, problem_of("pad", "{strange}")))
    assert said.in_words(words("fr").say) == "pad\N{NO-BREAK SPACE}: {strange}"


def test_parts_of_an_ordinary_string_are_that_string() -> None:
    assert SentenceParts.of("{strange}").sentence() == "{strange}"


def test_an_error_of_another_library_has_no_parts() -> None:
    assert sentence_of(OSError(2, "no such file")) == "[Errno 2] no such file"
    assert not isinstance(sentence_of(OSError("gone")), Sentence)
    assert isinstance(sentence_of(Garbage("a {word}", word="b")), Sentence)
