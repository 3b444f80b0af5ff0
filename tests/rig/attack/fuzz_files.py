"""Fuzzed files: configs, houses, recorded hands, scenarios, backups.

Each is read as by its command, and used if it can be read: a house and a scenario are played, a
hand is replayed, a backup is restored to a table.
"""

import gzip
import hashlib
import io
import random
import shutil
import tarfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from controller.admin.backups.backup import back_up
from controller.admin.backups.backup_file import MANIFEST, BackupEntry, Manifest
from controller.admin.backups.restore import restore
from controller.config.model import load_config
from controller.contract.errors import TapisError
from controller.houses.check import contradictions
from controller.houses.loader import (
    SHIPPED,
    house_document,
    house_hash,
    load_house,
    own_remedies,
    shipped_houses,
)  # fmt: skip
from controller.houses.model import House
from controller.journal import Journal
from controller.play.game import DealtGame, Setup
from controller.play.records.phh import read_hands
from controller.play.records.replay import play_hand
from controller.play.runner import Runner, set_up
from controller.play.script import language
from controller.play.script import statements as say
from controller.run.loop.runtime import Runtime
from controller.table.state import new_table
from controller.toml.file import shape
from tests.rig.attack.mutations import chance_for, odd_bytes, odd_file

ROOT: Final = Path(__file__).parents[3]
SCENARIOS: Final = ROOT / "tests/scenarios"
TABLE: Final = ROOT / "docs/table.toml"
HANDS: Final = ROOT / "controller/demo/scenes/1-evening.phhs"
PPC: Final = tuple(sorted((SCENARIOS / "ppc").rglob("*.scn")))

PLAYED: Final = 400
"""Maximum statements of a scenario that are played; a fuzzed one may have many more."""

DEVICES: Final = b"""
name = "1"
hardware = "devices"
layout = "reference"
seats = 2
level = { small_blind = 50, big_blind = 100 }
ring = { kind = "apa102", leds = 60 }
[[devices]]
name = "centre"
kind = "node"
port = "/dev/serial/by-id/centre"
[[devices]]
name = "pad-1"
kind = "node"
role = "seat"
seat = 1
port = "/dev/serial/by-id/pad-1"
[[antennas]]
name = "board"
zone = "board"
device = "centre"
"""
BACKED_UP: Final = """\
name = "3"
seats = 4
hardware = "twin"
layout = "reference"
"""
Use = Callable[[Path, random.Random], None]
"""Reads a file and uses it for its purpose; raises `TapisError` if it can't be read."""

EVENING: Final = "seat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000 ; hand ; deal ; 1 calls"


class Files:
    """Files of one kind: samples with words and bytes changed, each read and then used."""

    def __init__(
        self, kind: str, seed: int, file: Path, samples: Sequence[bytes], use: Use
    ) -> None:
        """Write each changed sample to `file`, and have it read and used by `use`."""
        self._kind = kind
        self._seed = seed
        self._file = file
        self._samples = samples
        self._use = use

    def attempt(self, number: int) -> str:
        """Try one file; return "", since a failure raises."""
        rng = chance_for(self._kind, self._seed, number)
        self._file.write_bytes(odd_file(rng, self._samples))
        with suppress(TapisError):
            self._use(self._file, rng)
        return ""

    def end(self) -> str:
        """Leave nothing behind."""
        return ""


def configs(seed: int, folder: Path) -> Files:
    """Return fuzzed table configs: of the documentation's, and of one with devices."""
    samples = TABLE.read_bytes(), DEVICES
    return Files("config", seed, folder / "table.toml", samples, _use_config)


def _use_config(file: Path, _: random.Random) -> None:
    load_config(file).plans()


def houses(seed: int, folder: Path) -> Files:
    """Return fuzzed houses of those shipped, some of which inherit; a valid one is played under."""
    samples = [(SHIPPED / f"{name}.toml").read_bytes() for name in shipped_houses()]
    return Files("house", seed, folder / "club.toml", samples, _use_house)


def _use_house(file: Path, rng: random.Random) -> None:
    own = partial(contradictions, own=own_remedies(file))
    house = shape(house_document(file), House, own)
    statements = language.read(rng.choice(PPC))
    _play(msgspec.structs.replace(set_up(statements), house=house), statements)


def hands(seed: int, folder: Path) -> Files:
    """Return fuzzed single hands of the demo's evening; a readable one is played."""
    samples = [f"[1]\n{one}".encode() for one in _sections(HANDS.read_text("utf-8"))]
    return Files("phh", seed, folder / "evening.phhs", samples, _use_hands)


def _use_hands(file: Path, rng: random.Random) -> None:
    for hand in read_hands(file)[:2]:
        seats = max(player.seat for player in hand.players)
        play_hand(DealtGame(Setup(load_house("fidpa"), seats)), hand, rng.randrange(1000))


def scenarios(seed: int, folder: Path) -> Files:
    """Return fuzzed test scenarios; a readable one is played, whatever it expects."""
    samples = [path.read_bytes() for path in sorted(SCENARIOS.rglob("*.scn"))]
    return Files("scenario", seed, folder / "odd.scn", samples, _use_scenario)


def _use_scenario(file: Path, _: random.Random) -> None:
    statements = language.read(file, shipped_houses())
    _play(set_up(statements, beside=PPC[0].parent), statements)


class Backups:
    """Backups, changed at each of their layers; an accepted one is restored to a table."""

    def __init__(self, seed: int, folder: Path) -> None:
        """Make a backup of a table in a hand."""
        self._seed, self._folder = seed, folder
        here = folder / "here"
        here.mkdir()
        (here / "table.toml").write_text(BACKED_UP)
        (here / "tags.toml").write_text('[deck.1]\nE00401500A1B2C3D = "Kh"\n')
        house = load_house("ppc")
        with _journal(here) as journal:
            runtime = Runtime(house, new_table(4, unit=25), name="3", journal=journal)
            game = DealtGame(Setup(house, 4), lambda seen, _: runtime.observe(seen))
            Runner(game).play(list(language.parse(EVENING)))
            back_up(here / "table.toml", folder / "a.tar.gz")
        self._whole = (folder / "a.tar.gz").read_bytes()
        self._parts = dict(_unpacked(self._whole))

    def attempt(self, number: int) -> str:
        """Try one backup; return what fell, "" if nothing did."""
        rng = chance_for("backup", self._seed, number)
        file, there = self._folder / "b.tar.gz", self._folder / "there"
        file.write_bytes(self._changed(rng))
        try:
            restore(file, there)
            with _journal(there) as journal:
                Runtime(load_house("ppc"), new_table(4, unit=25), name="3", journal=journal)
        except (TapisError, OSError):
            pass
        finally:
            shutil.rmtree(there, ignore_errors=True)
        lying = {path.name for path in self._folder.iterdir()} - {"here", "a.tar.gz", "b.tar.gz"}
        return f"a backup has put {', '.join(sorted(lying))} outside" if lying else ""

    def end(self) -> str:
        """Leave nothing behind."""
        return ""

    def _changed(self, rng: random.Random) -> bytes:
        match rng.randrange(4):
            case 0:
                return odd_bytes(rng, self._whole, self._whole)
            case 1:
                plain = gzip.decompress(self._whole)
                return gzip.compress(odd_bytes(rng, plain, plain), 1)
            case 2:
                manifest = odd_file(rng, (self._parts[MANIFEST],))
                return _packed({**self._parts, MANIFEST: manifest})
        name = rng.choice([name for name in self._parts if name != MANIFEST])
        old = self._parts[name]
        new = odd_file(rng, (old,)) if name.endswith(".toml") else odd_bytes(rng, old, old)
        said = msgspec.json.decode(self._parts[MANIFEST], type=Manifest)
        digest = hashlib.sha256(new).hexdigest()
        parts = [
            BackupEntry(name, len(new), digest, part.secret) if part.path == name else part
            for part in said.parts
        ]
        manifest = msgspec.json.encode(msgspec.structs.replace(said, parts=tuple(parts)))
        return _packed({**self._parts, MANIFEST: manifest, name: new})


def _play(setup: Setup, statements: Sequence[say.Statement]) -> None:
    game = DealtGame(setup)
    try:
        Runner(game).play(statements[:PLAYED], keep_on=True)
    finally:
        game.close()


def _journal(folder: Path) -> Journal:
    house = load_house("ppc")
    return Journal(folder / "3.db", house=house.name, house_hash=house_hash(house), table="3")


def _sections(text: str) -> Iterator[str]:
    for section in text.split("\n[")[1:]:
        yield section.partition("]\n")[2]


def _unpacked(archive: bytes) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(archive)) as parts:
        for member in parts:
            file = parts.extractfile(member)
            assert file is not None
            yield member.name, file.read()


def _packed(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz", compresslevel=1) as archive:
        for name, data in parts.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return out.getvalue()
