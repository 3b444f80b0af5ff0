"""Every command that people read speaks their language, and JSON stays as it is."""

import io
import json
import re
from pathlib import Path

import msgspec
import pytest
from rich.console import Console
from typer.testing import CliRunner

from controller.admin.devices import tell
from controller.admin.journals.journal_words import FAULTS, PLACES, fault_words
from controller.cli import app
from controller.contract.errors import Sentence
from controller.journal.integrity.chain import Fault
from controller.journal.integrity.epochs import WHAT
from controller.run.upkeep.devices import AntennaView, DevicesView
from display.words.names import words
from hardware.ports import DeviceStatus, problem_of
from tests.texts import plain

ROOT = Path(__file__).parents[3]
TWIN = 'name = "t"\nhardware = "twin"\nlayout = "reference"\n'
FIELD = re.compile(r"\{\w+\}")


def said(language: str, *asked: object, environment: str = "") -> str:
    """Return what a command says, whatever its status."""
    result = CliRunner().invoke(
        app,
        [*map(str, asked), *(["--language", language] if language else [])],
        env={"COLUMNS": "200", "LC_ALL": environment, "HOME": "/nonexistent"},
    )
    assert "internal error" not in result.output
    return plain(result.output)


def shared(*asked: object) -> set[str]:
    """Return the lines with words in them that a command says in English and in French."""
    english, french = said("en", *asked), said("fr", *asked)
    assert english
    assert french
    return {
        line for line in set(english.splitlines()) & set(french.splitlines())
        if re.search("[a-z]{3} +[a-z]{3}", line)
    }  # fmt: skip


@pytest.fixture
def table(tmp_path: Path) -> Path:
    (tmp_path / "table.toml").write_text(TWIN)
    return tmp_path / "table.toml"


@pytest.mark.parametrize("house", ["ppc", "tda"])
def test_a_house_is_told_in_french_its_readings_too(house: str) -> None:
    assert shared("house", "show", house) == set()
    assert shared("house", "check", house) == set()


def test_houses_are_listed_in_french() -> None:
    listed = said("fr", "house", "list")
    assert "fidpa : FIDPA, règles internationales 2008" in listed
    assert "salle : La partie accessible" in listed


def test_doctor_speaks_french(table: Path) -> None:
    asked = ("doctor", "--config", table, "--root", table.parent)
    assert shared(*asked) == set()
    assert "Problèmes" in said("fr", *asked)
    found = json.loads(said("", *asked, "--json", environment="fr_FR.UTF-8"))
    assert found[0]["found"].endswith("table t, 10 seats, chips rfid")


def test_install_backup_and_restore_speak_french(table: Path) -> None:
    root = table.parent / "root"
    first = said("fr", "install", "--root", root, "--config", table)
    assert "nouveau" in first
    assert "Démarrez la table : systemctl start" in first
    assert shared("install", "--root", root) == set()
    assert shared("uninstall", "--root", root, "--dry-run") == set()
    file = table.parent / "a.tar.gz"
    assert "sans clés d'accès" in said("fr", "backup", file, "--config", table)
    refused = said("fr", "backup", file, "--config", table)
    assert refused == f"{file} : déjà là ; donnez un autre nom, ou --force\n"
    into = table.parent / "there"
    assert "telle qu'elle était le" in said("fr", "restore", file, "--into", into)


def test_help_is_given_in_the_language_of_the_environment_or_of_the_option() -> None:
    for asked in (["--help"], ["doctor", "-h"], ["enroll"], ["enroll", "deck", "-h"], ["venue"]):
        french = said("", *asked, environment="fr_FR.UTF-8")
        assert "Afficher cette aide et quitter." in french
        assert "Show this message" in said("", *asked)
    assert "Statut 1 si quelque chose est à réparer." in said("fr", "doctor", "--help")
    assert "Commandes" in said("", "--help", environment="fr")
    assert "Mettre une table en place par questions" in said("", "--help", environment="fr")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("paly", "Il n'y a pas de commande 'paly'. Vouliez-vous dire 'play', 'replay' ?"),
        ("venue wb", "Il n'y a pas de commande 'wb'. Vouliez-vous dire 'web' ?"),
        ("house lst", "Il n'y a pas de commande 'lst'. Vouliez-vous dire 'list' ?"),
        ("zzzz", "Il n'y a pas de commande 'zzzz'."),
        ("enroll chips", "Il manque l'argument 'value'."),
        ("enroll chips x", "Valeur impossible pour 'value' : il faut un nombre entier"),
        ("table --seats 12", "Valeur impossible pour '--seats' : il faut 10 au plus"),
        ("table --seats 1", "Valeur impossible pour '--seats' : il faut 2 au moins"),
        (
            "table --seatz 3",
            "Il n'y a pas d'option --seatz. Vouliez-vous dire --host, --seats, --seed ?",
        ),
        ("table --port", "L'option '--port' demande une valeur."),
        ("doctor a b", "Il y a des mots de trop (a b)"),
        ("--log-level x run", "'x' n'est pas l'un de ceux-ci : 'debug', 'info', 'warning'"),
    ],
)
def test_wrong_usage_is_told_in_french_whole(asked: str, told: str) -> None:
    """Typer's own sentences too: where one of them changes, it is English here."""
    french, english = said("", *asked.split(), environment="fr"), said("", *asked.split())
    assert told in re.sub(r"[│\s]+", " ", french)
    shared = set(english.splitlines()) & set(french.splitlines())
    assert [line for line in shared if re.search("[a-z]{3}", line)] == []
    assert "Try '" not in french


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("display --size large", "--size « large » : écrivez fit, ou largeur x hauteur en pixels"),
        ("watch --protocol 4", "--protocol « 4 » : il faut l'un de ceux-ci : 5, 3.1.1"),
        ("tell pause", "Il n'y a pas de clé d'accès : donnez --token-file"),
        ("voice seat 3", "donnez la sortie son du siège avec --device, ou bien --text"),
        ("announce --verbosity loud", "--verbosity « loud » : il faut l'un de ceux-ci"),
        ("demo --noise loud", "--noise « loud » : il faut l'un de ceux-ci"),
        ("venue draw", "donnez soit un fichier de joueurs, soit --from"),
        ("venue web --listen x", "--listen « x » : écrivez adresse:port"),
        ("venue deal a=5 a=6 --prizes 5", "un joueur est nommé deux fois"),
        ("page web --listen x", "--listen « x » : écrivez adresse:port"),
        ("build drawings --seats 1", "--seats : une table en a de 2 à 10"),
    ],
)
def test_a_wrong_option_is_told_in_the_language_of_the_environment(asked: str, told: str) -> None:
    assert told in said("", *asked.split(), environment="fr_FR.UTF-8")


def test_a_pin_a_token_and_a_password_are_asked_for_in_french(table: Path) -> None:
    table.write_text(TWIN + 'tokens = "tokens"\nfloor_pin = "floor.pin"\n')
    for name, typed, told in (
        ("floor pin Anne", "12345\n12346\n12345\n12345\n", "Code (4 à 12 chiffres)"),
        ("page password", "abcdefgh\nabcdefgi\nabcdefgh\nabcdefgh\n", "Mot de passe"),
    ):
        asked = CliRunner().invoke(
            app, [*name.split(), "--config", str(table)], input=typed,
            env={"LC_ALL": "fr_FR.UTF-8"},
        )  # fmt: skip
        assert asked.exit_code == 0, asked.output
        assert told in asked.stdout
        assert "Les deux ne sont pas les mêmes" in plain(asked.stderr)
    made = said("", "floor", "token", "screen", "--config", table, environment="fr")
    assert "gardez la clé d'accès" in made


def test_help_is_in_french_around_our_texts_too() -> None:
    french = said("fr", "enroll", "chips", "--help")
    for words_ in ("Usage : ", "<nombre entier>", "<fichier>", "[par défaut : 1]"):
        assert words_ in french
    assert "[OPTIONS] COMMANDE [ARGUMENTS]..." in said("", "--help", environment="fr")


def test_a_mistake_of_a_file_is_told_in_french(table: Path) -> None:
    table.write_text(TWIN + "seats = 11\n")
    told = f"{table}:4 : seats : 11 n'est pas possible ici ; il faudrait un nombre entier de 2 à 10"
    assert said("", "devices", "--config", table, environment="fr_FR.UTF-8") == f"{told}\n"
    assert told in re.sub(r"\s+", " ", said("fr", "doctor", "--config", table))
    house = table.parent / "h.toml"
    house.write_text('inherits = "pcp"\nname = "h"\n')
    checked = said("fr", "house", "check", house)
    assert "inherits : « pcp » : il n'y a pas de règlement de ce nom ; il faudrait" in checked


def test_the_environment_is_followed_by_errors_too(table: Path) -> None:
    text = said("", "byhand", "back", "--config", table, "--stacks", "x", environment="fr_FR.UTF-8")
    assert text  # the table has no journal yet: nothing more is known of it
    wrong = said("", "install", "--bridge", "x", "--root", table.parent, environment="fr_FR.UTF-8")
    assert wrong == "--bridge « x » : il faut hôte:port, broker.club.lan:8883\n"


def test_what_is_wrong_with_a_journal_is_said_in_french(table: Path) -> None:
    """`what` in a sentence is a sentence of its own."""
    assert said("fr", "journal", "verify", "no.db") == "no.db : il n'y a pas de journal ici\n"
    none = said("fr", "journal", "verify", table)
    assert none.startswith(f"{table} : il est endommagé, ou ce n'est pas un journal (file is not")
    assert said("", "journal", "verify", "no.db") == "no.db: there is no journal here\n"


def test_devices_are_shown_in_french() -> None:
    status = DeviceStatus("east", "/dev/east", up=False, problem="")
    what = Sentence('antenna "{antenna}" ({zone}) was not read', antenna="seat-3", zone="hand.3")
    problem = problem_of("east", what)
    antenna = AntennaView("seat-3", "hand.3", "east", 9.5, 0.5, lost=True)
    sent = msgspec.json.encode(DevicesView("t", False, (status,), (antenna,), (problem,)))
    view = msgspec.json.decode(sent, type=DevicesView)
    told = {}
    for language in ("en", "fr"):
        file = io.StringIO()
        tell(view, words(language), Console(file=file, width=200))
        told[language] = plain(file.getvalue())
    assert problem in told["en"]
    assert "east : l'antenne « seat-3 » (hand.3) n'a pas été lue" in told["fr"]
    assert "east : ne répond pas" in told["fr"]
    assert not set(told["en"].splitlines()) & {
        line for line in told["fr"].splitlines() if re.search("[a-z]{3}", line)
    }


def filled(sentence: str) -> str:
    return FIELD.sub("7", sentence)


def test_what_lower_rooms_say_is_said_again() -> None:
    french, english = words("fr"), words("en")
    for why in WHAT.values():
        assert french.say(why) != why
    for where in PLACES:
        for what in FAULTS:
            fault = Fault(filled(where), filled(what))
            assert fault_words(fault, english) == f"{fault.where} {fault.what}"
            assert fault.where not in fault_words(fault, french).split(" : ")
            assert fault.what not in fault_words(fault, french)
    source = "".join((ROOT / f"controller/journal/{n}.py").read_text()
                     for n in ("integrity/chain", "repair/verification"))  # fmt: skip
    assert all(max(re.split(r"\{\w+\}|[():]", one), key=len) in source for one in FAULTS)
