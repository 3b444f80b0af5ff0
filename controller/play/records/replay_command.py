"""The `tapis replay` command: plays recorded hands and compares the final stacks or winnings."""

import os
import sys
import time
from contextlib import ExitStack, closing
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from controller.contract.errors import N_, ExitCode, WrongOption
from controller.contract.limits import MOST_CHIPS
from controller.houses.loader import load_house
from controller.play.commands import ReadersOption, check_depth, check_noise, check_readers
from controller.play.game import DealtGame, Setup
from controller.play.records.phh import each_hand
from controller.play.records.recorded import PhhError, RecordedHand
from controller.play.records.replay import ReplayedHand, replay_hands
from controller.play.script.words import SEATS
from controller.play.sinks.wiring import OnReaders, Wiring
from display.words.command_line.chosen import LanguageOption, words_for

if TYPE_CHECKING:
    from display.felt.film import Film


class Summary(msgspec.Struct, frozen=True):
    """The result of replaying all hands of a run.

    `hands` is the number of hands played. `right` counts the hands that ended as recorded, as far
    as they could be compared. `odd_chips` names the hands whose record splits a chip. `wrong`
    describes the hands that ended differently. `table_s` and `wall_s` are the table time and the
    wall time taken, in seconds. `unread` lists the error for each hand that could not be read.
    `with_stacks` counts the hands whose record has final stacks; in `right_stacks` of them, the
    stacks match. `with_winnings` counts the hands whose record has winnings but no stacks; in
    `right_winnings` of them, the winnings match.
    """

    hands: int
    right: int
    odd_chips: tuple[str, ...]
    wrong: tuple[str, ...]
    house: str
    depth: str
    noise: str
    seed: int
    table_s: float
    wall_s: float
    unread: tuple[str, ...] = ()
    with_stacks: int = 0
    right_stacks: int = 0
    with_winnings: int = 0
    right_winnings: int = 0


def replay(
    files: Annotated[list[Path], typer.Argument(help="Recorded hands: .phh or .phhs.")],
    house: Annotated[str, typer.Option(help="The house rules to play by.")] = "fidpa",
    depth: Annotated[
        str, typer.Option(help="The simulation depth: engine, sensed or wire.")
    ] = "engine",
    noise: Annotated[
        str, typer.Option(help="The noise level: clean, typical or harsh.")
    ] = "typical",
    seed: Annotated[int, typer.Option(help="Random seed for the noise and the burned cards.")] = 0,
    hands: Annotated[
        int, typer.Option(help="Play only this many hands; 0 plays all of them.", min=0)
    ] = 0,
    unit: Annotated[
        str,
        typer.Option(help="The smallest chip value in the file, such as 0.01 for cents."),
    ] = "1",
    readers: ReadersOption = "floor",
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
    video: Annotated[
        Path | None,
        typer.Option(help="Make a video of the hands: .mp4, .webm or .gif (needs ffmpeg)."),
    ] = None,
    card: Annotated[
        Path | None, typer.Option(help="Write a picture of the last hand's result as a PNG file.")
    ] = None,
    language: LanguageOption = "",
) -> None:
    """Play recorded hands at the table. Status 0: every hand ended as recorded.

    If a record contains the stacks after the hand, they are compared; otherwise, the winnings are.
    A hand with neither only has to be played to the end. Status 1: a hand ended differently, or
    something irregular was found. Status 2: a file, or a hand in it, can't be read; the others are
    played.
    """
    checked, noisy = check_depth(depth), check_noise(noise)
    rules = load_house(house)
    film = _film(words_for(language).language) if video or card else None
    chip = known_unit(unit)
    found = [hand for path in files for hand in each_hand(path, chip)][: hands or None]
    played = [hand for hand in found if not isinstance(hand, PhhError)]
    unread = tuple(str(hand) for hand in found if isinstance(hand, PhhError))
    seats = max((p.seat for hand in played for p in hand.players), default=2)
    # If nobody posts the small blind, its seat is empty.
    seats += any(hand.dead_small_blind for hand in played) and seats < max(SEATS)
    setup = Setup(rules, max(seats, 2), depth=checked, noise=noisy, seed=seed)
    summary = replay_all(
        played, house, setup, quiet=as_json, film=film, readers=check_readers(readers)
    )
    summary = msgspec.structs.replace(summary, unread=unread)
    if film is not None and video is not None:
        film.write(video)
    if film is not None and card is not None:
        film.write_card(card)
    if as_json:
        typer.echo(msgspec.json.encode(summary).decode())
    else:
        _print(Console(highlight=False, soft_wrap=True), summary, rules.pots.odd_chip.article)
    if unread:
        raise typer.Exit(ExitCode.UNUSABLE)
    raise typer.Exit(ExitCode.DONE if summary.right == summary.hands else ExitCode.NOT_SO)


def known_unit(text: str) -> Decimal:
    """Return the value of the `--unit` option, which is the value of one chip in a file's amounts.

    Raises `WrongOption` if it is not a number in the accepted range.
    """
    try:
        unit = Decimal(text)
    except ArithmeticError:
        unit = Decimal(0)
    if not (unit.is_finite() and Decimal("0.000001") <= unit <= MOST_CHIPS):
        raise WrongOption(
            N_(
                "--unit {unit}: expected the smallest chip value in the file, such as 0.01 "
                "for cents"
            ),
            unit=text,
        )
    return unit


def _film(language: str) -> "Film":
    """Return an empty film in this language; raises `ImportError` if pygame is not installed."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    from display.felt.drawing.look import Look
    from display.felt.film import Film

    return Film(look=Look(language=language))


def replay_all(
    hands: list[RecordedHand],
    house: str,
    setup: Setup,
    *,
    quiet: bool,
    film: "Film | None" = None,
    readers: OnReaders = "none",
) -> Summary:
    """Play the hands at one table and count the results.

    A terminal shows a progress bar unless `quiet` is true. If `film` is given, it records a picture
    of the table display for each observation. `readers` says which tags PC/SC readers read.
    """
    began = time.perf_counter()
    done: list[ReplayedHand] = []
    with ExitStack() as opened:
        wiring = None
        if setup.depth == "wire":
            wiring = opened.enter_context(closing(Wiring(readers=readers)))
        game = opened.enter_context(closing(DealtGame(setup, wiring=wiring)))
        if film is not None:
            game.runtime.results.append(
                lambda observation, _: film.take(game.runtime.state(), observation.at)
            )
        progress = opened.enter_context(
            Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                disable=quiet or not sys.stderr.isatty(),
                transient=True,
            )
        )
        task = progress.add_task(f"{setup.depth}, {house}", total=len(hands))
        for hand in replay_hands(game, hands, setup.seed):
            done.append(hand)
            progress.advance(task)
        table_s = game.sink.now / 1000
    return Summary(
        hands=len(done),
        right=sum(hand.right for hand in done),
        with_stacks=sum(hand.checked == "stacks" for hand in done),
        right_stacks=sum(hand.checked == "stacks" and hand.right for hand in done),
        with_winnings=sum(hand.checked == "winnings" for hand in done),
        right_winnings=sum(hand.checked == "winnings" and hand.right for hand in done),
        odd_chips=tuple(hand.title for hand in done if hand.odd_chip),
        wrong=tuple(_wrong(hand) for hand in done if not hand.right),
        house=house,
        depth=setup.depth,
        noise=setup.noise if setup.depth != "engine" else "",
        seed=setup.seed,
        table_s=table_s,
        wall_s=round(time.perf_counter() - began, 3),
    )


def _wrong(hand: ReplayedHand) -> str:
    if hand.trouble:
        return f"{hand.title}: {', '.join(hand.trouble)}"
    stacks, recorded = " ".join(map(str, hand.stacks)), " ".join(hand.recorded)
    if hand.checked == "winnings":
        return f"{hand.title}: ends with {stacks}, which the recorded winnings {recorded} are not"
    return f"{hand.title}: ends with {stacks}, the record says {recorded}"


def _compared(summary: Summary) -> str:
    """Return how many hands ended as recorded, in words.

    Hands compared by stacks, hands compared by winnings and hands not compared are counted
    separately.
    """
    rest = summary.hands - summary.with_stacks - summary.with_winnings
    right = summary.right - summary.right_stacks - summary.right_winnings
    parts = (
        (summary.with_stacks, summary.right_stacks, "hands with the recorded stacks"),
        (summary.with_winnings, summary.right_winnings, "hands with the recorded winnings"),
        (rest, right, "hands played to the end, of which no stacks are recorded"),
    )
    said = [f"{so} of {count} {what}" for count, so, what in parts if count]
    return ", ".join(said) or "0 hands"


def _print(console: Console, summary: Summary, odd_article: str) -> None:
    for line in (*summary.unread, *summary.wrong):
        console.print(line, style="red", markup=False)
    for title in summary.odd_chips:
        console.print(
            f"{title}: the record divides a chip; the odd chip went by {odd_article}", markup=False
        )
    noise = f", noise {summary.noise}, seed {summary.seed}" if summary.noise else ""
    console.print(
        f"{_compared(summary)} "
        f"({summary.depth}{noise}, {summary.house}; {summary.table_s:.0f} s of table time "
        f"in {summary.wall_s:.1f} s)"
    )
