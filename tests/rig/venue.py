"""Checks a room's decisions: balancing against the optimum, draws against randomness.

Small rooms are searched exhaustively; large ones, with held tables and players who keep their
seats, are solved as integer programs by HiGHS. A draw is repeated by the program of docs/VENUE.md.
"""

import math
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Annotated, Any

import highspy
import msgspec
import typer

from controller.contract.errors import ExitCode
from controller.contract.venue.seats import Seat
from controller.venue.rules.calculations.balancing import Move, Plan, balance, gap_now
from controller.venue.rules.calculations.seat_draw import DrawList, draw
from controller.venue.rules.calculations.seats import TableView
from controller.venue.rules.tournament import BalancingRules
from controller.venue.tournament_files import load_tournament, shipped_tournaments
from tests.rig.hall.chain import chain_command
from tests.rig.hall.command import hall_command
from tests.rig.hall.engines import engines_command
from tests.rig.hall.phones import phones_command
from tests.rig.hall.soak import soak_command
from tests.rig.venue_cash import cash_command
from tests.rig.venue_crash import crash_command
from tests.rig.venue_hand_for_hand import hand_for_hand_command
from tests.rig.venue_print import print_command

bench_venue_app = typer.Typer(no_args_is_help=True, add_completion=False)


@bench_venue_app.callback()
def ends_what_it_has_started() -> None:
    """Compare a room's decisions with a search: balancing and draws."""
    # Its servers have sessions of their own: neither a closed window nor Ctrl-C is for them.
    for kind in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(kind, lambda *_: sys.exit(ExitCode.UNUSABLE))


bench_venue_app.command("cash")(cash_command)
bench_venue_app.command("crash")(crash_command)
bench_venue_app.command("hand-for-hand")(hand_for_hand_command)
bench_venue_app.command("hall")(hall_command)
bench_venue_app.command("print")(print_command)
bench_venue_app.command("engines")(engines_command)
bench_venue_app.command("phones")(phones_command)
bench_venue_app.command("chain")(chain_command)
bench_venue_app.command("soak")(soak_command)

DOCS = Path(__file__).parents[2] / "docs" / "VENUE.md"
SEARCHED = 5
"""Maximum number of tables for an exhaustive search; larger rooms are solved by HiGHS."""

AsJson = Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")]
Seed = Annotated[int, typer.Option(help="Seed of all that is random.")]


class Balanced(msgspec.Struct, frozen=True):
    """The results for unbalanced rooms: all counts should equal `events`, except the last.

    `optimal` took the fewest moves possible, `by_article` moved the right players to the right
    seats, `without_seat` moved a player to a seat that was not free.
    """

    events: int
    optimal: int
    by_article: int
    without_seat: int
    moves: int
    solved: int
    seconds: float


class Drawn(msgspec.Struct, frozen=True):
    """The results of draws: p of a chi-square test over seats, speed, and the number repeated."""

    draws: int
    p: float
    chi_square: float
    degrees: int
    seats_10000_s: float
    repeated: int
    of: int


@bench_venue_app.command("balance")
def balance_command(
    events: Annotated[int, typer.Option(min=1, help="How many unbalanced rooms.")] = 100_000,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Balance random rooms of 2 to 60 tables. Status 1: one was not balanced as it ought to be."""
    done = measure_balance(events, seed)
    typer.echo(msgspec.json.encode(done).decode() if as_json else str(done))
    if (done.optimal, done.by_article, done.without_seat) != (events, events, 0):
        raise typer.Exit(ExitCode.NOT_SO)


@bench_venue_app.command("draw")
def draw_command(
    draws: Annotated[int, typer.Option(min=1, help="How many draws are tested for chance.")] = (
        20_000
    ),
    repeats: Annotated[int, typer.Option(min=1, help="How many are repeated.")] = 1000,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Draw seats for forty players. Status 1: not as by chance, or not repeated."""
    done = measure_draw(draws, repeats, seed)
    typer.echo(msgspec.json.encode(done).decode() if as_json else str(done))
    if not 0.001 < done.p < 0.999 or done.repeated != done.of:
        raise typer.Exit(ExitCode.NOT_SO)


def measure_balance(events: int, seed: int) -> Balanced:
    """Balance `events` random rooms that need it, and compare each plan with a search."""
    rng = random.Random(seed)
    houses = [load_tournament(name).balancing for name in shipped_tournaments()]
    optimal = by_article = without_seat = moves = solved = found = 0
    began = time.monotonic()
    while found < events:
        rules = rng.choice(houses)
        small = rng.random() < 0.95
        tables = invented_room(rng, rng.randint(2, SEARCHED if small else 60))
        needs_ear = frozenset(
            who for table in tables for who in table.players.values() if rng.random() < 0.02
        )
        plan = balance(rules, tables, needs_ear)
        if not plan.moves:
            continue
        found += 1
        moves += len(plan.moves)
        solved += len(tables) > SEARCHED
        # A player who can't be seated now makes the optimum impossible to count.
        optimal += bool(plan.waits) or len(plan.moves) == fewest(rules, tables)
        by_article += all_by_article(rules, tables, plan, needs_ear)
        without_seat += not all_seated(tables, plan)
    seconds = round(time.monotonic() - began, 1)
    return Balanced(events, optimal, by_article, without_seat, moves, solved, seconds)


def invented_room(rng: random.Random, count: int) -> list[TableView]:
    """Return tables typical of an evening: some short, one perhaps held, a few fixed seats."""
    seats = rng.choice((6, 8, 9, 10))
    usual = rng.randint(max(2, seats // 2), seats)
    tables = []
    for number in range(1, count + 1):
        players = min(seats, max(1, usual - rng.choice((0, 0, 0, 1, 1, 2, 3, 4))))
        taken = sorted(rng.sample(range(1, seats + 1), players))
        at = rng.randrange(len(taken))
        names = {seat: f"t{number}s{seat}" for seat in taken}
        tables.append(
            TableView(
                number, seats, names,
                small_blind=taken[at - 1] if players > 1 else 0,
                big_blind=taken[at],
                held=rng.random() < 0.03,
                fixed=frozenset(who for who in names.values() if rng.random() < 0.02),
                ears=frozenset(seat for seat in range(1, seats + 1) if rng.random() < 0.3),
            )
        )  # fmt: skip
    return tables


def fewest(rules: BalancingRules, tables: Sequence[TableView]) -> int:
    """Return the fewest moves that balance a room, by search or by HiGHS; -1 if impossible."""
    gap = gap_now(rules, sum(len(table.players) for table in tables))
    free = [table for table in tables if not table.held]
    return (_searched if len(free) <= SEARCHED else _solved)(free, gap)


def _searched(tables: Sequence[TableView], gap: int) -> int:
    """Try every combination of final table sizes; the last size follows from the others."""
    counts = [len(table.players) for table in tables]
    total, low, high = sum(counts), min(counts), max(counts)
    most, best = tables[0].seats, -1
    for first in product(range(low, high + 1), repeat=len(counts) - 1):
        after = (*first, total - sum(first))
        if not 0 <= after[-1] <= most or max(after) - min(after) >= gap:
            continue
        gone = [was - now for was, now in zip(counts, after, strict=True)]
        if any(
            out > len(table.players) - len(_fixed(table))
            for out, table in zip(gone, tables, strict=True)
        ):
            continue
        moved = sum(out for out in gone if out > 0)
        best = moved if best < 0 else min(best, moved)
    return best


def _fixed(table: TableView) -> set[str]:
    return set(table.fixed).intersection(table.players.values())


def _solved(tables: Sequence[TableView], gap: int) -> int:
    """Solve it as an integer program: move the fewest players that bring all sizes into the gap."""
    model: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    model.silent()
    least = model.addIntegral(lb=0)
    out = []
    for table in tables:
        count = len(table.players)
        gone = model.addIntegral(lb=0, ub=count - len(_fixed(table)))
        come = model.addIntegral(lb=0, ub=table.seats - count)
        model.addConstr(count - gone + come - least >= 0)
        model.addConstr(count - gone + come - least <= gap - 1)
        out.append((gone, come))
    model.addConstr(sum(gone - come for gone, come in out) == 0)
    model.minimize(sum(gone for gone, _ in out))
    if model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return -1
    return round(float(model.getObjectiveValue()))


def all_by_article(
    rules: BalancingRules, tables: Sequence[TableView], plan: Plan, needs_ear: frozenset[str]
) -> bool:
    """Return whether each move follows the house's rules, by a check independent of our code."""
    now = {table.table: dict(table.players) for table in tables}
    views = {table.table: table for table in tables}
    blind = {table.table: table.big_blind for table in tables}
    came: set[str] = set()
    gap = gap_now(rules, sum(map(len, now.values())))
    for move in plan.moves:
        source, target = views[move.source.table], views[move.target.table]
        there = now[target.table]
        longer = len(now[source.table]) - len(there)
        if source.held or target.held or longer < gap or move.players != (
            len(now[source.table]), len(there)
        ):  # fmt: skip
            return False
        who = _who(rules, source, target, now, blind, came | source.fixed, needs_ear)
        if who != (move.player, move.source.seat, move.target.seat):
            return False
        del now[source.table][move.source.seat]
        if blind[source.table] == move.source.seat and now[source.table]:
            order = _clockwise(move.source.seat, source.seats)
            blind[source.table] = next(seat for seat in order if seat in now[source.table])
        there[move.target.seat] = move.player
        came.add(move.player)
    return True


def _clockwise(after: int, seats: int) -> list[int]:
    """Return all seats in the order of the blinds, starting with the one left of `after`."""
    return [*range(after + 1, seats + 1), *range(1, after + 1)]


def _who(
    rules: BalancingRules,
    source: TableView,
    target: TableView,
    now: dict[int, dict[int, str]],
    blind: dict[int, int],
    stay: set[str],
    needs_ear: frozenset[str],
) -> tuple[str, int, int] | None:
    """Return the player to move, with their old and new seats."""
    free = [
        seat for seat in _clockwise(target.small_blind, target.seats)
        if seat not in now[target.table]
        and (rules.small_blind.value or seat != target.small_blind)
    ] if target.small_blind else [
        seat for seat in _clockwise((target.big_blind - 2) % target.seats + 1, target.seats)
        if seat not in now[target.table]
    ]  # fmt: skip
    first = (blind[source.table] - 2) % source.seats + 1
    for seat in _clockwise(first, source.seats):
        who = now[source.table].get(seat)
        if who is None or who in stay:
            continue
        fit = [one for one in free if who not in needs_ear or one in target.ears]
        if fit:
            return who, seat, fit[0]
    return None


def all_seated(tables: Sequence[TableView], plan: Plan) -> bool:
    """Return whether every move is from the player's own seat to a free one."""
    taken = {
        Seat(table.table, seat): who for table in tables for seat, who in table.players.items()
    }
    size = {table.table: table.seats for table in tables}
    return all(_move(taken, size, move) for move in plan.moves)


def _move(taken: dict[Seat, str], size: dict[int, int], move: Move) -> bool:
    if taken.pop(move.source, None) != move.player or move.target in taken:
        return False
    taken[move.target] = move.player
    return 1 <= move.target.seat <= size[move.target.table]


def measure_draw(draws: int, repeats: int, seed: int) -> Drawn:
    """Draw many times for forty players at five tables, once for 10,000, and repeat some draws."""
    rng = random.Random(seed)
    players = tuple(f"p{number:02}" for number in range(40))
    listed = DrawList("bench", players, dict.fromkeys(range(1, 6), 8))
    counts: Counter[tuple[str, Seat]] = Counter()
    for _ in range(draws):
        counts.update(draw(listed, rng.randbytes(32), "").seats.items())
    expected = draws / 40
    chi_square = sum(
        (counts[player, Seat(table, seat)] - expected) ** 2 / expected
        for player in players
        for table in range(1, 6)
        for seat in range(1, 9)
    )
    degrees = 39 * 39
    big = DrawList(
        "bench", tuple(f"p{n}" for n in range(10_000)), dict.fromkeys(range(1, 1001), 10)
    )
    began = time.perf_counter()
    draw(big, rng.randbytes(32), "")
    took = time.perf_counter() - began
    repeated = repeated_elsewhere(rng, repeats)
    p = chance(chi_square, degrees)
    return Drawn(draws, p, round(chi_square, 1), degrees, round(took, 3), repeated, repeats)


def chance(chi_square: float, degrees: int) -> float:
    """Return the p-value of a chi-square (Wilson and Hilferty, for many degrees of freedom).

    >>> round(chance(1521, 1521), 2)
    0.5
    """
    share = 2 / (9 * degrees)
    z = ((chi_square / degrees) ** (1 / 3) - (1 - share)) / math.sqrt(share)
    return math.erfc(z / math.sqrt(2)) / 2


def repeated_elsewhere(rng: random.Random, repeats: int) -> int:
    """Return how many random draws the program in the docs reproduces."""
    program = re.search(r"```python\n(import hashlib.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert program is not None
    with tempfile.TemporaryDirectory(prefix="tapis-bench-") as name:
        folder = Path(name)
        (folder / "repeat.py").write_text(program[1], "utf-8")
        for number in range(repeats):
            done = draw(invented_list(rng), rng.randbytes(32), f"witness {number}")
            (folder / f"{number}.json").write_bytes(msgspec.json.encode(done))
        told = subprocess.run(
            [sys.executable, "repeat.py", *(f"{number}.json" for number in range(repeats))],
            cwd=folder, capture_output=True, text=True, check=True,
        )  # fmt: skip
    return told.stdout.count(": the same")


def invented_list(rng: random.Random) -> DrawList:
    """Return a draw list with reserved seats, seats with an earphone, and players who need one."""
    tables = {number: rng.randint(6, 10) for number in range(1, rng.randint(2, 13))}
    seats = [Seat(table, seat) for table, n in tables.items() for seat in range(1, n + 1)]
    players = [f"p{number}" for number in range(rng.randint(2, len(seats)))]
    rng.shuffle(players)
    rng.shuffle(seats)
    return DrawList(
        "invented", tuple(players), tables,
        granted=dict(zip(players[:2], seats, strict=False)) if rng.random() < 0.5 else {},
        needs_ear=tuple(players[2:4]),
        ears=tuple(seats[2:7]),
    )  # fmt: skip
