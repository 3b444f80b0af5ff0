"""A table on Pepper C1 readers: scenarios through their protocol, and a daemon at their ports."""

from functools import partial
from pathlib import Path

import msgspec
import pytest

from controller.config.model import TableConfig, load_config
from controller.contract.commands import StartHand
from controller.contract.observations import Declaration, Declared, FloorSaid
from controller.contract.public import (
    ActionMade,
    BoardDealt,
    CardBurned,
    CardDealt,
    HandStarted,
    IrregularityFound,
    PublicEvent,
    TurnStarted,
)
from controller.play.game import DealtGame
from controller.play.runner import Runner, set_up
from controller.play.script import language
from controller.run.loop.daemon import Daemon
from controller.sensing.registry import load_registry, save_registry
from hardware.ports import wall_ticks
from hardware.twin.bank import new_registry
from tests.controller.play.test_scenarios import ROOT, faults
from tests.controller.run.test_drivers import playing
from tests.hardware.pepper_reader import PepperPty, PepperSocket, PepperTwin, TwinPepper
from tests.mqtt import until

ZONES = ("hand.1", "hand.2", "muck", *(f"board.{place}" for place in range(1, 6)))
"""Eight antennas: as many as one reader has."""

PLAYED = ("any/owes", "any/busted", "ppc/11-deal/11-deal-order", "ppc/floor/the-floor-undoes")


@pytest.mark.parametrize("name", PLAYED)
def test_a_scenario_holds_over_its_protocol(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Each scan of a noisy table goes through the frames of a reader."""
    made: list[PepperTwin] = []

    def twin(*plans: object, **ways: object) -> PepperTwin:
        made.append(PepperTwin(*plans, **ways))  # type: ignore[arg-type]
        return made[-1]

    monkeypatch.setattr("controller.play.game.Twin", twin)
    path = ROOT / f"{name}.scn"
    statements = language.read(path)
    game = DealtGame(set_up(statements, beside=path.parent, depth="sensed", seed=3))
    try:
        assert not faults(Runner(game).play(statements))
    finally:
        game.close()
    assert made


class Felt:
    """A table of two seats whose cards lie on one reader: what is in each field, and its config."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.fields: dict[str, tuple[str, ...]] = dict.fromkeys(ZONES, ())
        self.reader = TwinPepper([partial(self.fields.__getitem__, zone) for zone in ZONES])
        save_registry(new_registry(), folder / "tags.toml")
        registry = load_registry(folder / "tags.toml")
        self.uid_of = registry.card

    def lay(self, zone: str, card: str) -> None:
        """Lay a card on top of what lies there."""
        self.fields[zone] += (self.uid_of(card),)

    def config(self, port: str) -> TableConfig:
        """Return the config that names the reader."""
        lines = [
            'name = "t"', 'house = "ppc"', "seats = 2", 'chips = "keyed"', 'hardware = "devices"',
            "[broker]", "port = 1", "[[players]]", "seat = 1", 'name = "Anne"', "stack = 5000",
            "[[players]]", "seat = 2", 'name = "Bruno"', "stack = 5000", "[[devices]]",
            'name = "mux"', 'kind = "pepper"',
            f'port = "{port}"',
        ]  # fmt: skip
        for n, zone in enumerate(ZONES):
            place = zone if not zone.startswith("board") else "board"
            lines += ["[[antennas]]", f'name = "{zone}"', f'zone = "{place}"', "period = 100"]
            lines += [f"x = {600 * n}", 'device = "mux"']
        path = self.folder / "table.toml"
        path.write_text("\n".join(lines))
        return load_config(path)


SPEED = 6
"""Table time passes this many times as fast as on the wall."""


@pytest.mark.parametrize("plug", [PepperPty, PepperSocket])
def test_a_hand_is_played_on_a_reader_and_it_is_missed_while_it_is_away(
    tmp_path: Path, plug: type[PepperPty] | type[PepperSocket]
) -> None:
    felt = Felt(tmp_path)
    events: list[PublicEvent] = []
    with plug(felt.reader) as there:
        daemon = Daemon(
            felt.config(there.port), broker=False, ticks=lambda: wall_ticks() * SPEED, speed=SPEED
        )
        daemon.runtime.public.append(lambda _, new: events.extend(new))

        def happens(kind: type[PublicEvent], times: int = 1) -> None:
            until(lambda: sum(isinstance(one, kind) for one in events) >= times, 20, kind.__name__)

        def says(seat: int, what: Declaration) -> None:
            daemon.put(Declared(daemon.clock(), seat, what))

        def problem() -> str:
            return next(one.problem for one in daemon.health().devices if one.device == "mux")

        def seen() -> list[str]:
            return sorted(x for one in events if isinstance(one, BoardDealt) for x in one.cards)

        with playing(daemon):
            assert daemon.ready.wait(20)
            start = msgspec.json.encode(StartHand()).decode()
            daemon.put(FloorSaid(daemon.clock(), "floor", start))
            happens(HandStarted)
            [started] = [one for one in events if isinstance(one, HandStarted)]
            button = started.button
            other = 3 - button
            for number, card in enumerate(("As", "Kh", "Ad", "Kc"), start=1):
                felt.lay(f"hand.{other if number % 2 else button}", card)
                happens(CardDealt, number)
            happens(TurnStarted)
            says(button, "call")
            happens(TurnStarted, 2)
            felt.reader.harm = lambda _: b""
            until(lambda: daemon.runtime.state().blind_zones, 20)
            until(lambda: "no readable data" in problem(), 20)
            felt.reader.harm = lambda data: data
            until(lambda: not daemon.runtime.state().blind_zones, 20)
            says(other, "check")
            happens(ActionMade, 2)
            felt.lay("muck", "2c")
            happens(CardBurned)
            for place, card in enumerate(("Qs", "Js", "Th"), start=1):
                felt.lay(f"board.{place}", card)
            happens(BoardDealt)
            until(lambda: seen() == ["Js", "Qs", "Th"], 20)
        assert not any(isinstance(one, IrregularityFound) for one in events)
