"""Measures the engine against pokerkit on the same recorded hands, and the sensed table.

Both sides get prepared hands: ours as observations (every card and chip that moves), pokerkit's as
calls with its own cards. Only the engine's steps and pokerkit's state with all its actions are
timed, in the same process, in alternating rounds.
"""

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec
import typer
from pokerkit import Automation, Card, Mode, NoLimitTexasHoldem

from controller.contract.observations import Declared, Observation
from controller.houses.loader import load_house
from controller.houses.model import House
from controller.play.commands import check_noise
from controller.play.game import DealtGame, Noise, Setup
from controller.play.records.phh import read_hands
from controller.play.records.recorded import (
    Acted,
    Mucked,
    PhhError,
    RecordedHand,
    StreetDealt,
    TabledHand,
)
from controller.play.records.replay import play_hand
from controller.table.engine import step
from controller.table.state import Table
from tests.rig.progress import progress

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
ROUNDS = 5
Call = tuple[Any, ...]


class OurHand(NamedTuple):
    """A hand for the engine: the table before it, and all observations."""

    table: Table
    observations: tuple[Observation, ...]


class TheirHand(NamedTuple):
    """A hand for pokerkit: a factory for its state, and the calls with their arguments."""

    create: tuple[Any, ...]
    calls: tuple[tuple[Callable[..., object], Call], ...]


class Speed(msgspec.Struct, frozen=True):
    """The results. `engine_ratio` is the median over the rounds of our speed to pokerkit's.

    `sensed_realtime` is seconds of table time per second of processor time, with antennas and
    noise, over `sensed_hands` hands; None if it was not requested.
    """

    hands: int
    observations: int
    rounds: int
    engine_hands_per_s: float
    pokerkit_hands_per_s: float
    engine_ratio: float
    sensed_realtime: float | None = None
    sensed_hands: int = 0
    noise: str = ""


def our_hand(hand: RecordedHand, house: House, seats: int, seed: int) -> OurHand:
    """Return a hand as the observations that it causes at a table with chip antennas."""
    seen: list[Observation] = []
    tables: list[Table] = []

    def note(observation: Observation, table: Table) -> None:
        seen.append(observation)
        tables.append(table)

    game = DealtGame(
        Setup(house, seats, seed=seed),
        lambda observation, done: note(observation, done.table),
    )
    came_out = play_hand(game, hand, seed)
    if not came_out.right:
        raise PhhError(hand.file, hand.title, "does not come out with the recorded stacks")
    start = next(n for n, o in enumerate(seen) if isinstance(o, Declared) and o.what == "done")
    return OurHand(tables[start - 1], tuple(seen[start:]))


def their_hand(hand: RecordedHand) -> TheirHand:
    """Return a hand as the calls that pokerkit needs."""
    order = [player.seat for player in hand.players]
    turn = -1 if len(order) == 2 else 1
    state = NoLimitTexasHoldem
    ante = hand.level[3] == 0
    create = (
        AUTOMATIONS,
        ante,
        tuple(player.ante for player in hand.players)[::turn],
        tuple(player.blind for player in hand.players)[::turn],
        hand.min_bet,
        tuple(player.stack for player in hand.players),
        len(order),
    )
    made = state.create_state(*create, mode=Mode.CASH_GAME)
    kind = type(made)
    calls: list[tuple[Callable[..., object], Call]] = [
        (kind.deal_hole, (tuple(Card.parse("".join(player.hole))), place))
        for place, player in enumerate(hand.players)
    ]
    unknown = tuple(Card.parse("??"))
    last = max((n for n, a in enumerate(hand.actions) if isinstance(a, Acted)), default=-1)
    # pokerkit requires all-in hands to be shown before the rest of the board.
    shows = [a for a in hand.actions[last + 1 :] if not isinstance(a, StreetDealt)]
    boards = [a for a in hand.actions[last + 1 :] if isinstance(a, StreetDealt)]
    for action in (*hand.actions[: last + 1], *shows, *boards):
        match action:
            case Acted(action="fold"):
                calls.append((kind.fold, ()))
            case Acted(action="check" | "call"):
                calls.append((kind.check_or_call, ()))
            case Acted(to=to):
                calls.append((kind.complete_bet_or_raise_to, (to,)))
            case StreetDealt(cards=cards):
                calls.append((kind.burn_card, (unknown,)))
                calls.append((kind.deal_board, (tuple(Card.parse("".join(cards))),)))
            case TabledHand(seat=seat) | Mucked(seat=seat):
                # All-in players show, at our table too, whatever the record says.
                shows_up = isinstance(action, TabledHand) or bool(boards)
                calls.append((kind.show_or_muck_hole_cards, (shows_up, order.index(seat))))
    return TheirHand(create, tuple(calls))


def play_ours(hands: Sequence[OurHand], house: House) -> float:
    """Return the seconds of processor time that the engine takes for all the hands."""
    begun = time.process_time()
    for before, observations in hands:
        table = before
        for observation in observations:
            table = step(table, observation, house).table
    return time.process_time() - begun


def play_theirs(hands: Sequence[TheirHand]) -> float:
    """Return the seconds of processor time that pokerkit takes for all the hands."""
    create_state = NoLimitTexasHoldem.create_state
    begun = time.process_time()
    for create, calls in hands:
        state = create_state(*create, mode=Mode.CASH_GAME)
        for call, arguments in calls:
            call(state, *arguments)
    return time.process_time() - begun


def table_seconds_per_cpu_second(
    hands: Sequence[RecordedHand], house: House, seats: int, noise: Noise, seed: int
) -> float:
    """Return the seconds of table time played per second of processor time, at depth `sensed`."""
    game = DealtGame(Setup(house, seats, depth="sensed", noise=noise, seed=seed))
    begun, at = time.process_time(), game.sink.now
    with progress("hands over antennas", len(hands)) as advance:
        for number, hand in enumerate(hands):
            play_hand(game, hand, seed * 100_003 + number)
            advance(1)
    return (game.sink.now - at) / 1000 / (time.process_time() - begun)


def measure(
    hands: Sequence[RecordedHand],
    house: str = "fidpa",
    *,
    rounds: int = ROUNDS,
    sensed_hands: int = 60,
    noise: Noise = "typical",
    seed: int = 0,
) -> Speed:
    """Return the speeds of both sides on these hands, and of the sensed table on the first ones.

    Raises `PhhError` for a hand that does not come out as it was recorded.
    """
    rules = load_house(house)
    seats = max(player.seat for hand in hands for player in hand.players)
    ours = [our_hand(hand, rules, seats, seed + n) for n, hand in enumerate(hands)]
    theirs = [their_hand(hand) for hand in hands]
    # Keep the garbage collector from walking the prepared hands, for either side.
    gc.collect()
    gc.freeze()
    try:
        speeds: list[tuple[float, float]] = []
        with progress("rounds of both sides", rounds) as advance:
            for _ in range(rounds):
                mine = len(hands) / play_ours(ours, rules)
                speeds.append((mine, len(hands) / play_theirs(theirs)))
                advance(1)
    finally:
        gc.unfreeze()
    sensed = hands[:sensed_hands]
    return Speed(
        len(hands),
        sum(len(hand.observations) for hand in ours),
        rounds,
        round(statistics.median(mine for mine, _ in speeds), 1),
        round(statistics.median(other for _, other in speeds), 1),
        round(statistics.median(mine / other for mine, other in speeds), 2),
        round(table_seconds_per_cpu_second(sensed, rules, seats, noise, seed), 1)
        if sensed
        else None,
        len(sensed),
        noise if sensed else "",
    )


def bench_replay(
    file: Annotated[Path, typer.Argument(help="Recorded hands: .phh or .phhs.")],
    house: Annotated[str, typer.Option(help="The house rules to play by.")] = "fidpa",
    rounds: Annotated[int, typer.Option(min=1, help="How often each side plays all hands.")] = 5,
    sensed_hands: Annotated[
        int, typer.Option(min=0, help="How many hands are played over antennas.")
    ] = 60,
    noise: Annotated[
        str, typer.Option(help="The noise level: clean, typical or harsh.")
    ] = "typical",
    seed: Annotated[int, typer.Option(help="Random seed for the noise and the burned cards.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure our engine against pokerkit on recorded hands."""
    hands = read_hands(file)
    speed = measure(
        hands,
        house,
        rounds=rounds,
        sensed_hands=sensed_hands,
        noise=check_noise(noise),
        seed=seed,
    )
    if as_json:
        typer.echo(msgspec.json.encode(speed).decode())
        return
    typer.echo(
        f"{speed.hands} hands, median of {speed.rounds} rounds: engine"
        f" {speed.engine_hands_per_s:.0f} hands/s, pokerkit {speed.pokerkit_hands_per_s:.0f}"
        f" hands/s, ratio {speed.engine_ratio:.2f}"
    )
    if speed.sensed_realtime is not None:
        typer.echo(
            f"sensed ({speed.noise} noise, {speed.sensed_hands} hands): {speed.sensed_realtime:.0f}"
            " s of table time for one s of processor time"
        )
