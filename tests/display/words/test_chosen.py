"""The language of a command's output, and a secret that is asked for twice."""

from collections.abc import Mapping

import pytest
import typer

from controller.contract.errors import N_, WrongOption
from display.words.command_line import chosen
from display.words.names import words


def test_a_secret_is_asked_for_until_it_is_the_same_twice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []
    told = iter(["1234", "1243", "5678", "5678", "left over"])

    def prompt(question: str, *, hide_input: bool, prompt_suffix: str) -> str:
        assert hide_input
        assert prompt_suffix == ""
        asked.append(question)
        return next(told)

    monkeypatch.setattr(typer, "prompt", prompt)
    assert chosen.asked_twice("The PIN", words("en")) == "5678"
    assert asked == ["The PIN: ", "Enter it again: "] * 2
    assert capsys.readouterr().err == "The two entries do not match: try again.\n"
    assert next(told) == "left over"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "FR_CA.UTF-8"}, "fr"),
        ({"LANG": "fr.UTF-8"}, "fr"),
        ({"LANG": "tlh_XX"}, "en"),
        ({"LANG": "fr", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LC_MESSAGES": "en", "LC_ALL": "fr_FR"}, "fr"),
        # One that is empty is not set.
        ({"LC_ALL": "", "LANG": "fr"}, "fr"),
        # The first that is set counts, whether there are texts or not.
        ({"LC_ALL": "C", "LANG": "fr"}, "en"),
    ],
)
def test_the_environment_names_a_language(environment: Mapping[str, str], language: str) -> None:
    assert chosen.language_of(environment) == language


@pytest.mark.parametrize(
    ("option", "as_json", "language"),
    [("", False, "fr"), ("", True, "en"), ("en", False, "en"), ("fr", True, "fr")],
)
def test_an_option_counts_more_than_json_and_json_more_than_the_environment(
    option: str, as_json: bool, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert chosen.words_for(option, as_json=as_json).language == language


@pytest.mark.parametrize(
    ("meta", "language"),
    [({}, "fr"), ({chosen.CHOSEN: ""}, "fr"), ({chosen.CHOSEN: "tlh"}, "fr"),
     ({chosen.CHOSEN: "en"}, "en")],
)  # fmt: skip
def test_an_error_is_said_in_the_language_that_was_asked_for_if_there_is_one(
    meta: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    error = WrongOption(N_("{path}: a video's file name must end in {kinds}"), path="a", kinds="b")
    told = {name: chosen.error_in(error, words(name)) for name in ("en", "fr")}
    assert told["en"] != told["fr"]
    assert chosen.error_words(error, meta) == told[language]


def test_a_message_of_a_module_without_texts_is_found_by_its_sentence() -> None:
    sentences = ("Seat 3 of {place}", "Seat {seat}")
    said = words("fr")
    assert chosen.said_again("Seat 7", sentences, said) == said.say("Seat {seat}", seat=7)
    assert chosen.said_again("Seat 7", sentences, said) != "Seat 7"
    for other in ("A Seat 7", "Seat ", "nothing of the kind"):
        assert chosen.said_again(other, sentences, said) == other
