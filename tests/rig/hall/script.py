"""Hands of the real engine as a table publishes them, with blanks for the table's own values."""

import random
import re

import msgspec
from msgspec.structs import replace

from controller.contract.commands import SetLevel, SitDown
from controller.contract.errors import TapisError
from controller.contract.public import Envelope, PublicEvent, PublicState, Task, Topics, event_data
from controller.houses.loader import load_house
from controller.play.game import DealtGame, Setup
from controller.venue.rules.tournament import Tournament
from tests.rig.turns import turn_of

_BLANK = re.compile(rb"@(\w+)")
_SEQ = re.compile(rb'"seq":\d+')
_encode = msgspec.json.encode


class TooLong(TapisError):
    """Hands in which a player busts: one script can't make so long an evening."""


class SaidEvent(msgspec.Struct, frozen=True):
    """An event: its type, the end of its topic, and its JSON as a template for `%`."""

    type: str
    topic: bytes
    body: bytes


class Said(msgspec.Struct, frozen=True):
    """A table's output after one observation: its events in order, then its state."""

    events: tuple[SaidEvent, ...]
    state: bytes


class Script(msgspec.Struct, frozen=True):
    """A table's output hand after hand; the first hand has number 1."""

    steps: tuple[Said, ...]
    events: tuple[SaidEvent, ...]
    stacks: tuple[int, ...]


def play(rules: Tournament, seats: int, least: int, seed: int = 0) -> Script:
    """Play whole hands until there are at least `least` events.

    Every player starts with the stack of the tournament. Raises `TooLong`.
    """
    house, stack = load_house(rules.house), rules.start.starting_stack.value
    small_blind, big_blind, _ = rules.start.levels.value[0]
    told: list[tuple[tuple[PublicEvent, ...], PublicState]] = []
    setup = Setup(
        house, seats, denominations=tuple(value for _, value in rules.start.chips.value),
        name="@table", seed=seed,
    )  # fmt: skip
    game = DealtGame(setup, lambda _, done: told.append((done.public, game.shown())))
    game.dealer.command(SetLevel(small_blind, big_blind))
    for seat in range(1, seats + 1):
        game.dealer.command(SitDown(seat, f"@name{seat}", stack, player=f"@player{seat}"))
    told.clear()
    before, chance = len(game.events), random.Random(seed)
    while len(game.events) - before < least:
        _hand(game, chance, stack)
        if any(not seat.stack for seat in game.look().seats):
            raise TooLong(f"somebody is out after {len(game.events) - before} events")
    told = [(events, state) for events, state in told if events]
    steps = tuple(_said(events, state) for events, state in told)
    return Script(
        steps, tuple(event for step in steps for event in step.events),
        tuple(seat.stack or 0 for seat in game.look().seats),
    )  # fmt: skip


def _hand(game: DealtGame, chance: random.Random, stack: int) -> None:
    """Play a hand in which nobody risks much, and earlier winners pay more easily."""
    dealer = game.dealer
    dealer.start_hand()
    dealer.deal()
    while (state := game.look()).phase not in {"over", "idle"}:
        step, may = state.next_step, turn_of(state)
        ahead = may is not None and _stack_of(state, may.seat) > stack
        if may is not None and may.bet and chance.random() < (0.05 if ahead else 0.4):
            dealer.act(may.seat, "bet", may.bet)
        elif may is not None:
            folds = may.call and chance.random() < (0.85 if ahead else 0.5)
            dealer.act(may.seat, "fold" if folds else "call" if may.call else "check")
        elif step is not None and step.task is Task.TABLE:
            dealer.table_cards(step.seat)
        else:
            dealer.street({0: "flop", 3: "turn", 4: "river"}[len(state.board)])
    dealer.push()
    if game.refused:
        raise TooLong(f"the table refuses what is played: {game.refused}")


def _stack_of(state: PublicState, seat: int) -> int:
    return next(view.stack or 0 for view in state.seats if view.seat == seat)


def _said(events: tuple[PublicEvent, ...], state: PublicState) -> Said:
    return Said(
        tuple(_event(one, state.hand) for one in events),
        _with_blanks(_encode(replace(state, epoch="@epoch"))),
    )


def _event(event: PublicEvent, hand: int) -> SaidEvent:
    data = event_data(event)
    envelope = Envelope(1, 0, "@session", "@at", "@table", hand, event.type, data, "@epoch")
    topic = Topics("").event(event.type).encode()
    return SaidEvent(event.type, topic, _with_blanks(_encode(envelope)))


def _with_blanks(body: bytes) -> bytes:
    """Return JSON as a template: `%` fills in the values that differ by table."""
    numbered = _SEQ.sub(b'"seq":%(seq)d', body.replace(b"%", b"%%"), count=1)
    return _BLANK.sub(rb"%(\1)s", numbered)
