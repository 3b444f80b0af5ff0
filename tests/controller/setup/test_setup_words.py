"""What is said while a table is set up: in French as well as in English, every sentence."""

import errno
import re
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from controller.cli import app
from controller.config.model import load_config
from controller.contract.errors import in_words
from controller.houses.loader import load_house, shipped_houses
from controller.setup.dialogue import WORDS, GoBack, Quit, SkipQuestion, Talk
from controller.setup.draft import EXTRAS, PLACES, Draft, place_words, zones_of
from controller.setup.wizard import EXTRA_WORDS
from controller.setup.words import language_of
from display.words.answers import YES_OR_NO, understood
from display.words.locale import languages
from display.words.names import words
from hardware.node.link import Link
from hardware.node.traffic import LONG, Traffic
from hardware.ports import without_device
from hardware.readers.reader_names import match_readers
from hardware.serial_ports import port_problem
from tests.texts import plain

ROOT = Path(__file__).parents[3]
ANSWERS = ("5", "L'Étoile du Nord", "sarlat", "tournament directors association, 2024", "trois",
           "3", "Tapés", "25 100", "30", "25", "retour", "25", "50", "1", "absent", "français",
           "peut-être", "non", "poche", "brûlée poste", "oui")  # fmt: skip


def test_everything_that_has_a_name_in_files_is_explained() -> None:
    assert set(EXTRA_WORDS) == set(EXTRAS)
    draft = Draft(seats=2, shoe=True, extras=EXTRAS)
    said = [place_words(zone, words("fr")) for zone in zones_of(draft)]
    assert len(set(said)) == len(said)
    assert {zone.partition(".")[0] for zone in zones_of(draft)} == {*PLACES, "board"}


def setup(folder: Path, *words: str, answers: tuple[str, ...] = ANSWERS) -> Result:
    (folder / "answers").write_text("".join(f"{answer}\n" for answer in answers), "utf-8")
    all_words = ["setup", "--config", str(folder / "table.toml"), "--ports", str(folder / "none")]
    all_words += ["--no-readers", "--answers", str(folder / "answers")]
    return CliRunner().invoke(app, [*all_words, *words], env={"COLUMNS": "120"})


def test_a_table_is_set_up_in_french(tmp_path: Path) -> None:
    result = setup(tmp_path, "--language", "fr")
    assert result.exit_code == 0, result.output
    for said in (
        "retour revient à la question précédente",
        "Comment s'appelle la table ? [1] : 5",
        "Dans les sujets MQTT et les fichiers, ce nom s'écrit L-Étoile-du-Nord.",
        "  ppc : Périgord Poker Club, 2010",
        "Quel règlement ? [ppc] : sarlat",
        "sarlat : ",
        "Comment les jetons sont-ils comptés ? [rfid] : Tapés",
        "Répondez par un nombre entier de 2 à 10.",
        "Le plus petit jeton vaut 25.",
        "La grosse blind ? [100] : retour",
        "Quelle langue parle l'écran (en : anglais, fr : français) ? [fr] :",
        "Répondez « oui » ou « non ».",
        "brûlée (cartes brûlées), badge-floor (badge du floor)",
        "« poche » n'en fait pas partie.",
        "Aucun nœud et aucun lecteur n'a répondu.",
        "Mettre en place une table simulée à la place ? [non] : oui",
        f"C'est maintenant dans {tmp_path / 'table.toml'}.",
        "Toutes les antennes répondent",
        "puis tapis run.",
    ):
        assert said in plain(result.output)
    config = load_config(tmp_path / "table.toml")
    assert (config.venue, config.house, config.seats) == ("L-Étoile-du-Nord", "tda", 3)
    assert (config.chips, config.floor) == ("keyed", "absent")
    assert config.reference.burn
    assert (config.level.small_blind, config.display.language) == (25, "fr")


def test_nothing_of_a_french_set_up_is_said_in_english(tmp_path: Path) -> None:
    """What two people are told who give the same answers shares no sentence but the file."""
    said = {}
    for language in languages():
        folder = tmp_path / language
        folder.mkdir()
        result = setup(folder, "--language", language)
        assert result.exit_code == 0, result.output
        written = (folder / "table.toml").read_text("utf-8")
        assert written in result.output
        titles = [f"{name}: {load_house(name).title}" for name in shipped_houses()]
        lines = re.sub("|".join(map(re.escape, (written, *titles))), "", result.output).splitlines()
        # Tables of the antennas: their names stand there, and are the same in both.
        said[language] = {line for line in lines if re.search("[a-z]{3}", line) and "│" not in line}
    assert said["en"]
    assert said["fr"]
    assert said["en"] & said["fr"] == set()


def test_a_set_up_that_was_begun_is_gone_on_with_in_french(tmp_path: Path) -> None:
    stopped = setup(tmp_path, "--language", "fr", answers=(*ANSWERS[:14], "quitter"))
    assert stopped.exit_code == 1
    assert "Arrêté ; tapis setup reprendra ici." in plain(stopped.output)
    ended = setup(tmp_path, "--language", "fr", answers=("oui",))
    assert ended.exit_code == 2
    assert "dernière question passée : paquets. La reprendre ? [oui] : oui" in plain(ended.output)
    missing = "Il n'y a pas de réponse à cette question ; ajoutez-en une : Les questions"
    assert missing in plain(ended.stderr)


def test_a_language_that_nobody_wrote_is_refused(tmp_path: Path) -> None:
    result = setup(tmp_path, "--language", "xx")
    assert result.exit_code == 2
    assert '"xx" is not an available language; available: en, fr' in result.stderr


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_CA.UTF-8", "LC_MESSAGES": ""}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "en_GB.UTF-8", "LC_ALL": "fr"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
    ],
)
def test_the_environment_says_the_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


def test_without_an_option_the_environment_is_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert "Comment s'appelle la table ?" in plain(setup(tmp_path, answers=("5",)).output)


def talk_with(folder: Path, language: str, answer: str, default: bool = True) -> bool:
    """Ask somebody who gives one answer; give whether it is a yes."""
    (folder / "answer").write_text(answer + "\n", "utf-8")
    with (folder / "answer").open("rb") as file:
        talk = Talk(Console(quiet=True), file.fileno(), words(language))
        return talk.yes("Set up a simulated table instead?", default=default)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("answer", "meant"),
    [
        ("back", GoBack), ("retour", GoBack), ("Retour", GoBack),
        ("skip", SkipQuestion), ("passer", SkipQuestion), ("quit", Quit), ("quitter", Quit),
    ],
)  # fmt: skip
def test_words_that_are_no_answers_are_understood_in_both_languages(
    tmp_path: Path, language: str, answer: str, meant: type[Exception]
) -> None:
    assert understood(WORDS, words(language))[answer.lower()] is meant
    with pytest.raises(meant):
        talk_with(tmp_path, language, answer)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("answer", "meant"),
    [
        ("y", True), ("yes", True), ("o", True), ("oui", True), ("Oui", True),
        ("n", False), ("no", False), ("non", False),
    ],
)  # fmt: skip
def test_yes_and_no_are_understood_in_both_languages(
    tmp_path: Path, language: str, answer: str, meant: bool
) -> None:
    assert answer.lower() in understood(YES_OR_NO, words(language))
    assert talk_with(tmp_path, language, answer) == meant


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("default", [True, False])
def test_enter_takes_the_yes_or_no_of_the_language(
    tmp_path: Path, language: str, default: bool
) -> None:
    assert talk_with(tmp_path, language, "", default) == default


def test_a_deck_is_read_in_french(tmp_path: Path) -> None:
    fr = words("fr")
    assert [fr.card_named(card) for card in ("As", "Qh", "Td", "7c")] == [
        "as de pique", "dame de cœur", "10 de carreau", "7 de trèfle",
    ]  # fmt: skip
    (tmp_path / "table.toml").write_text('name = "t"\nhardware = "twin"\nlayout = "reference"\n')
    (tmp_path / "list.csv").write_text("E004015000000001,As\nE004015000000001,2s\n")
    asked = ["enroll", "list", str(tmp_path / "list.csv"), "--language", "fr"]
    result = CliRunner().invoke(app, [*asked, "--config", str(tmp_path / "table.toml")])
    told = plain(result.stderr)
    assert "Cette puce est déjà enregistrée : elle est dans la carte As du paquet 1" in told
    show = ["enroll", "show", "--language", "fr", "--config", str(tmp_path / "table.toml")]
    shown = CliRunner().invoke(app, show, env={"COLUMNS": "120"})
    assert "paquet 1" in shown.output
    assert "0 sur 52" in shown.output


def test_what_a_driver_says_is_wrong_is_said_in_french() -> None:
    fr, en = words("fr"), words("en")
    silent = Link("east", "/dev/east", lambda: 0, lambda _link, _said: ())
    noisy = Traffic("east", "/dev/east", 0)
    noisy.came(LONG)
    faults = (errno.ENOENT, errno.EACCES, errno.ENOTTY, errno.EBUSY, errno.EIO)
    problems = [silent.status().sentence(), noisy.nonsense(0, 0)]
    problems += [port_problem("/dev/east", OSError(number, "")) for number in faults]
    problems += [port_problem("/dev/east", RuntimeError("no"))]
    problems += [one for _, one in match_readers(("ACS", "Omni"), ("ACS 1", "ACS 2"))]
    assert len(set(problems)) == 2 + len(faults) + 1 + 2
    for problem in map(without_device, problems):
        assert in_words(problem, en.say) == problem
        assert in_words(problem, fr.say) != problem
    told = in_words(without_device(problems[0]), fr.say)
    assert told == "personne n'a encore répondu sur /dev/east"
    assert in_words(without_device("the dog ate it"), fr.say) == "the dog ate it"
