"""Attacks with foreign tags and with copied tags.

20,000 unenrolled uids are thrown onto a table in play, a few at a time. 1,000 times, in a game of
its own, the tag of a card on the table is copied to a place whose antenna can't hear the original,
and the card itself is lifted for a second. Clean hands are played at typical noise as a control.
"""

import random
import time
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from controller.contract.commands import Waive
from controller.contract.public import IrregularityFound
from controller.contract.rules import Kind
from controller.houses.loader import load_house, shipped_houses
from controller.play.game import DealtGame, Noise, Setup
from controller.play.runner import Runner
from controller.play.script.language import parse
from controller.play.sinks.sensed import SensedSink
from controller.sensing.reach import out_of_reach
from tests.rig.attack.row import Asked, Row
from tests.rig.detection import Bench

BAR: Final = (
    "20,000 foreign uids: at most 1 ruling open, state < 16 kB, memory flat; 1,000 copied tags:"
    " each named in < 3 s with both zones, nobody accused; no clean hand with a double"
)
FOREIGN: Final = 20_000
COPIES: Final = 1_000
CLEAN: Final = 30_000
MOST_RULINGS: Final = 1
MOST_STATE: Final = 16_000
MOST_MB: Final = 20.0
MOST_TOLD: Final = 20
NAMED_WITHIN: Final = 3_000
TOGETHER: Final = 8
LIES: Final = 2_000
WAIVED_AFTER: Final = 500
LIFTED: Final = 1_000
NOISES: Final[tuple[Noise, ...]] = ("clean", "typical", "harsh")
PLAYED: Final = """
seat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000
seat 4 Dora 5000 ; seat 5 Emil 5000 ; seat 6 Fay 5000
button 1
hand ; deal
"""
TO_THE_FLOP: Final = "4 calls ; 5 calls ; 6 calls ; 1 calls ; 2 calls ; 3 checks\nflop\n"
CHECKED: Final = " ; ".join(f"{seat} checks" for seat in (2, 3, 4, 5, 6, 1))
STREETS: Final = ("", TO_THE_FLOP, f"{TO_THE_FLOP}{CHECKED}\nturn\n")


class Flood(NamedTuple):
    """The worst effects of unenrolled tags on a table."""

    rulings: int
    state: int
    grown_mb: float


class Copied(NamedTuple):
    """The result for a copy: the time until it was reported (ms), and what fell."""

    ms: int
    why: str


def attack(asked: Asked) -> Row:
    """Throw foreign tags onto a table, copy tags, and play clean hands."""
    began = time.perf_counter()
    flood = foreign(asked.trials(FOREIGN), asked.seed)
    copies = [copied(asked.seed * 1_000_003 + n) for n in range(asked.trials(COPIES))]
    hands, doubles = clean_hands(asked.trials(CLEAN), asked.seed)
    broken = [f"{flood.rulings} rulings open"] if flood.rulings > MOST_RULINGS else []
    broken += [f"a state of {flood.state} bytes"] if flood.state >= MOST_STATE else []
    broken += [f"{flood.grown_mb:.1f} MB more memory"] if flood.grown_mb > MOST_MB else []
    broken += [one.why for one in copies if one.why]
    broken += [f"a double in a clean hand: {where}" for where in doubles]
    figures = {
        "foreign": asked.trials(FOREIGN),
        "most_rulings": flood.rulings,
        "most_state_bytes": flood.state,
        "grown_mb": round(flood.grown_mb, 1),
        "copies": len(copies),
        "named_max_ms": max(one.ms for one in copies),
        "copies_wrong": sum(bool(one.why) for one in copies),
        "clean_hands": hands,
        "false_doubles": len(doubles),
    }
    trials = asked.trials(FOREIGN) + len(copies) + hands
    seconds = round(time.perf_counter() - began, 1)
    return Row("tags", BAR, trials, seconds, figures, tuple(broken[:MOST_TOLD]))


def _table(house: str, noise: Noise, seed: int, script: str) -> tuple[DealtGame, SensedSink]:
    game = DealtGame(Setup(load_house(house), 6, depth="sensed", noise=noise, seed=seed))
    outcome = Runner(game).play(parse(script))
    assert not outcome.failures
    assert isinstance(game.sink, SensedSink)
    return game, game.sink


def foreign(tags: int, seed: int) -> Flood:
    """Throw unenrolled tags onto a table in play; return their worst effects."""
    rng = random.Random(seed)
    game, sink = _table("ppc", "typical", seed, PLAYED + TO_THE_FLOP)
    zones = sorted({plan.zone for plan in sink.twin.plans if plan.zone.partition(".")[0] in CARDS})
    rulings = state = thrown = waived = 0
    before = _memory_mb()
    while thrown < tags:
        uids = [f"{rng.getrandbits(64):016X}" for _ in range(min(TOGETHER, tags - thrown))]
        for uid in uids:
            sink.twin.put(uid, rng.choice(zones))
        sink.wait(LIES)
        shown = game.shown()
        rulings = max(rulings, len(shown.rulings))
        state = max(state, len(msgspec.json.encode(shown)))
        for uid in uids:
            sink.twin.take(uid)
        thrown += len(uids)
        if thrown // WAIVED_AFTER > waived:
            waived = thrown // WAIVED_AFTER
            game.dealer.command(Waive())
        game.events.clear()
        if thrown * 10 < tags:
            before = _memory_mb()
    return Flood(rulings, state, _memory_mb() - before)


CARDS: Final = frozenset({"hand", "board", "burn", "muck"})


def _memory_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * 4096 / 1e6


def copied(seed: int) -> Copied:
    """Copy the tag of a card in a game of its own, and lift the card; return the result."""
    rng = random.Random(seed)
    house, noise, street = rng.choice(shipped_houses()), rng.choice(NOISES), rng.choice(STREETS)
    game, sink = _table(house, noise, seed, PLAYED + street)
    far = out_of_reach(sink.twin.plans)
    places = {plan.zone: plan.name for plan in sink.twin.plans}
    card, lies = rng.choice([(c, zone) for c, zone in game.dealer.places.items() if zone in places])
    hands = [f"hand.{seat}" for seat in range(1, 7)]
    there = rng.choice([zone for zone in hands if places[zone] in far[places[lies]]])
    game.events.clear()
    uid = sink.registry.card(card)
    laid = sink.now
    sink.twin.copy(uid, there)
    while not game.events and sink.now < laid + 2 * NAMED_WITHIN:
        sink.wait(100)
    ms = sink.now - laid
    sink.twin.take(uid)
    sink.wait(LIFTED)
    sink.twin.put(uid, lies)
    sink.wait(NAMED_WITHIN)
    found = [one for one in game.events if isinstance(one, IrregularityFound)]
    where = f"{house}, {noise}, seed {seed}, {lies} and {there}"
    if [one.kind for one in found] != [Kind.DECK_DOUBLE]:
        return Copied(ms, f"{where}: found {[str(one.kind) for one in found]}")
    if found[0].seat or set(found[0].zones) != {lies, there}:
        return Copied(ms, f"{where}: named seat {found[0].seat}, zones {found[0].zones}")
    return Copied(ms, f"{where}: after {ms} ms" if ms > NAMED_WITHIN else "")


def clean_hands(hands: int, seed: int) -> tuple[int, list[str]]:
    """Play clean hands; return their number, and the places where a double was found."""
    bench = Bench([load_house(name) for name in shipped_houses()], seed=seed)
    for _ in bench.clean(hands):
        pass
    return bench.clean_hands, [one for one in bench.clean_trouble if Kind.DECK_DOUBLE in one]
