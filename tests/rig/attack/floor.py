"""Attacks on the floor's authority: copied badges, guessed PINs and tokens."""

import random
import threading
import time
from collections.abc import Callable, Sequence

from controller.contract.commands import Request
from controller.run.access.floor_pin import SHARED, FloorLock, pin_for
from controller.run.access.floor_token import hashed_token, new_token
from controller.run.access.refusals import MOST_SOURCES, Refusals
from controller.run.access.requests import Refusal
from controller.run.access.rights import Rights
from controller.run.access.tokens import Tokens
from hardware.readers.ntag424 import BadgeProof, Transmit, Unproven, badge_key
from hardware.twin.cards.virtual_card import StorageCard
from tests.hardware.ntag424_card import Ntag424Card
from tests.rig.attack.row import Asked, Row

CHEATS = 20_000
TOKENS = 20_000
EVENING_S = 8 * 3600
UID, OTHER = "04A1B2C3D4E5F6", "04A1B2C3D4E5F7"
_GONE = threading.Event()


def attack(asked: Asked) -> Row:
    """Try false badges, PINs and tokens; report how many were accepted."""
    began = time.monotonic()
    chance = random.Random(asked.seed)
    cheats, tokens = asked.trials(CHEATS), asked.trials(TOKENS)
    believed = _badges(chance, cheats)
    tries, others_shut = _pins()
    through, sources = _tokens(chance, tokens)
    figures = {
        "badges_believed": believed, "pins_an_evening": tries, "other_screens_shut": others_shut,
        "tokens_believed": through, "sources_kept": sources,
    }  # fmt: skip
    none_of = ("badges_believed", "other_screens_shut", "tokens_believed")
    broken = [f"{name}: {figures[name]}" for name in none_of if figures[name]]
    if tries > 200:
        broken.append(f"{tries} PINs can be tried at a screen in an evening")
    if sources > MOST_SOURCES + 1:
        broken.append(f"{sources} sources of wrong tokens are kept")
    return Row(
        "floor", "no false badge or token is believed; at most 200 PINs a screen in an evening",
        cheats + tokens + int(tries), time.monotonic() - began,
        {name: float(value) for name, value in figures.items()}, tuple(broken),
    )  # fmt: skip


def _badges(chance: random.Random, cheats: int) -> int:
    """Return how many of `cheats` false badges were accepted."""
    master = chance.randbytes(16)
    proof = BadgeProof(master)
    true = Ntag424Card(UID, badge_key(master, UID))
    heard = _listened(proof, true)
    kinds: Sequence[Callable[[], Transmit]] = (
        lambda: _line(StorageCard(UID)),
        lambda: _line(Ntag424Card(UID)),
        lambda: _line(Ntag424Card(UID, chance.randbytes(16))),
        lambda: _line(Ntag424Card(UID, badge_key(master, OTHER))),
        lambda: _replayed(heard),
        lambda: _replayed([_flipped(chance, one) for one in heard]),
        lambda: _replayed([b"\x90\x00", chance.randbytes(16) + b"\x91\xaf",
                           chance.randbytes(32) + b"\x91\x00"]),
        lambda: _altered(chance, _line(true)),
    )  # fmt: skip
    believed = 0
    for _ in range(cheats):
        try:
            proof(chance.choice(kinds)(), UID)
        except Unproven:
            continue
        believed += 1
    return believed


def _line(card: Ntag424Card | StorageCard) -> Transmit:
    return lambda apdu: card.answer(apdu, _GONE) or b""


def _listened(proof: BadgeProof, card: Ntag424Card) -> list[bytes]:
    """Return the recorded answers of a genuine badge."""
    heard: list[bytes] = []

    def transmit(apdu: bytes) -> bytes:
        heard.append(_line(card)(apdu))
        return heard[-1]

    proof(transmit, UID)
    return heard


def _replayed(said: Sequence[bytes]) -> Transmit:
    left = iter(said)
    return lambda _: next(left, b"\x91\xae")


def _flipped(chance: random.Random, said: bytes) -> bytes:
    at = chance.randrange(len(said))
    return said[:at] + bytes((said[at] ^ 1 << chance.randrange(8),)) + said[at + 1 :]


def _altered(chance: random.Random, line: Transmit) -> Transmit:
    """Return a line to a genuine badge that flips a checked bit on the way.

    Of the last answer, only the block with our rotated random number and the one before it are
    checked; the card's capabilities are not trusted anyway.
    """

    def transmit(apdu: bytes) -> bytes:
        said = line(apdu)
        return _flipped(chance, said[:20]) + said[20:] if len(said) == 34 else said

    return transmit


def _pins() -> tuple[int, int]:
    """Return how many PINs can be tried at a screen in an evening, and the other screens locked.

    There is no real waiting: time jumps ahead by the length of each lockout.
    """
    lock, now, tries = FloorLock((pin_for(SHARED, "271828"),)), 0.0, 0
    while now < EVENING_S:
        try:
            lock.unlock("left", "0000", now)
        except Refusal as no:
            tries += no.reason == "wrong-pin"
            now += 1.0 if no.reason == "too-many-pins" else 0.0
    try:
        lock.unlock("right", "271828", now)
    except Refusal:
        return tries, 1
    return tries, 0


def _tokens(chance: random.Random, trials: int) -> tuple[int, int]:
    """Return how many wrong tokens were accepted, and how many of their sources are remembered."""
    kept = {f"person-{n}": hashed_token(new_token()) for n in range(8)}
    refusals = Refusals()
    rights = Rights(Tokens(kept), FloorLock(), lambda: (), refusals=refusals)
    through = 0
    guesses = [*kept.values(), "", "\x00", "floor", *(line[8:] for line in kept.values())]
    for number in range(trials):
        guess = chance.choice((chance.choice(guesses), chance.randbytes(24).hex()))
        try:
            rights.owner(Request("q", by=f"client-{number}", token=guess))
        except Refusal:
            continue
        through += 1
    return through, len(refusals.seen())
