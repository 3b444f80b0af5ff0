"""Fuzzed commands to a table in the middle of a scenario.

They arrive as bytes, as from the broker. Afterwards the table's journal must restore its state.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from controller.contract.commands import ASKED, COMMANDS, Reply
from controller.contract.errors import TapisError
from controller.houses.loader import shipped_houses
from controller.play.game import DealtGame
from controller.play.people.carry_out import do
from controller.play.runner import set_up
from controller.play.script import language, outside
from controller.play.script.statements import Expectation, Statement
from controller.run.access.floor_pin import FloorLock
from controller.run.access.requests import read_request
from controller.run.access.rights import Rights
from controller.run.access.tokens import Tokens
from controller.run.loop.inbox import Ask
from controller.run.loop.pending import Pending
from controller.run.messages.desk import Desk
from tests.rig.attack.fuzz_files import SCENARIOS
from tests.rig.attack.mutations import TEXTS, chance_for, maybe, odd_bytes

OWNERS: Final = "anne", "screen"
"""The holders of tokens: a floor person, and the screen at the table."""
EVERY: Final = 400
"""Number of commands after which the table is restarted and another scenario is played."""
STEPS: Final = ("keep", "burn", "deal flop", "void_hand", "kill_hand", "to_stub street", "shuffle")
NAMES: Final = (*COMMANDS, *ASKED)


class Commands:
    """A table that gets nonsense commands from a client with a valid token."""

    def __init__(self, seed: int, folder: Path) -> None:
        """Play scenarios of the tests, one after the other."""
        del folder  # A game keeps its journal in a folder of its own.
        self._seed = seed
        self._files = sorted(SCENARIOS.rglob("*.scn"))
        self._game: DealtGame | None = None
        self._desk: Desk
        self._statements: Iterator[Statement] = iter(())

    def attempt(self, number: int) -> str:
        """Give one command; return what fell, "" if nothing did."""
        rng = chance_for("command", self._seed, number)
        why = ""
        if self._game is None or number % EVERY == 0:
            why = self.end()
            self._begin(rng)
        assert self._game is not None
        if rng.random() < 0.1:
            self._play_on(self._game)
        return why or self._command(rng, self._game)

    def end(self) -> str:
        """Restart the table; return how it differs, "" if it is the same."""
        game, self._game = self._game, None
        if game is None:
            return ""
        try:
            before = game.table, game.runtime.moving, game.runtime.seq
            try:
                game.cut_power()
            except TapisError as error:
                return f"the table can't start again: {error}"
            after = game.table, game.runtime.moving, game.runtime.seq
            return "" if after == before else "the table starts again otherwise than it was"
        finally:
            game.close()

    def _begin(self, rng: random.Random) -> None:
        file = rng.choice(self._files)
        statements = language.read(file, shipped_houses())
        setup = set_up(statements, beside=file.parent)
        setup = msgspec.structs.replace(setup, journal=True, house_file="")
        self._game = game = DealtGame(setup)
        self._statements = iter(
            [
                one for one in statements
                if not isinstance(one, Expectation | outside.PowerCut)
            ]
        )  # fmt: skip
        runtime, journal = game.runtime, game.journal
        assert journal is not None
        lock = FloorLock(())
        rights = Rights(
            Tokens({name: name * 3 for name in OWNERS}, OWNERS[1:]), lock, frozenset,
            keyed=setup.keyed,
        )  # fmt: skip
        pending = Pending(runtime, journal, {}, lambda: None)
        self._desk = Desk(rights, runtime, pending, lambda: game.sink.now, lambda: False)

    def _play_on(self, game: DealtGame) -> None:
        statement = next(self._statements, None)
        if statement is None:
            return
        try:
            do(game, statement)
            game.sink.settle()
        except (TapisError, ValueError, IndexError):
            pass  # The commands have led elsewhere.

    def _command(self, rng: random.Random, game: DealtGame) -> str:
        name = rng.choice(NAMES)
        payload = request_of(rng, name, game.setup.seats)
        request = read_request(payload)
        if isinstance(request, Reply):
            msgspec.json.encode(request)
            return ""
        heard = game.runtime.results
        heard.append(game.heard)
        try:
            reply = self._desk.answer(Ask(name, request))
        finally:
            heard.remove(game.heard)
        msgspec.json.encode(reply)
        if reply.ok:
            msgspec.json.encode(game.runtime.state(game.sink.now))
        if reply.reason == "bug":
            return f"{name}: {payload[:200]!r} is answered with {reply.error!r}"
        return ""


def request_of(rng: random.Random, name: str, seats: int) -> bytes:
    """Return a request as a client might send it: often nearly valid, sometimes not JSON."""
    fields = [f'"{key}":{value}' for key, value in _data_of(rng, name, seats)]
    if rng.random() < 0.05:
        fields.append(f'"{rng.choice(("seat", "type", "x", "stack"))}":{maybe(rng, 1, 0.7)}')
    data = "{" + ",".join(fields) + "}"
    token = OWNERS[rng.random() > 0.9] * 3
    parts = [
        f'"id":{maybe(rng, f"{rng.getrandbits(40):x}", 0.03)}',
        f'"token":{maybe(rng, token, 0.02)}',
        f'"data":{data if rng.random() < 0.97 else maybe(rng, 0, 1)}',
    ]
    if rng.random() < 0.05:
        parts.append(f'"if_seq":{maybe(rng, rng.randrange(100), 0.5)}')
    if rng.random() < 0.05:
        parts.append(f'"by":{maybe(rng, "anne", 0.5)}')
    payload = ("{" + ",".join(parts) + "}").encode("utf-8", "surrogatepass")
    return odd_bytes(rng, payload, payload) if rng.random() < 0.1 else payload


def _data_of(rng: random.Random, name: str, seats: int) -> Iterator[tuple[str, str]]:
    kind = COMMANDS.get(name) or ASKED[name]
    for field in msgspec.structs.fields(kind):
        if not field.required and rng.random() < 0.5:
            continue
        yield field.name, maybe(rng, _usual(rng, field.name, seats), 0.15)


def _usual(rng: random.Random, field: str, seats: int) -> object:
    """Return a value that a field of a command may have."""
    match field:
        case "seat":
            return rng.randint(0, seats + 1)
        case "name" | "reason" | "pin" | "target":
            return rng.choice((*TEXTS[:20], "Anne", "3", "stub"))
        case "what":
            return rng.choice(("check", "call", "fold", "raise", "bet", "all-in", "agree", "done"))
        case "penalty":
            return rng.choice(("warning", "out", "10m", "1r", "3h", "99999m", "0r", "\u00b2r"))
        case "steps":
            return rng.choices(STEPS, k=rng.randint(0, 3))
        case _:
            return rng.choice((0, 1, 25, 50, 100, 1000, 5000, 10**9, rng.randrange(10**6)))
