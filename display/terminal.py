"""`tapis watch`: shows a table live in a terminal, for machines without a graphical screen."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.live import Live
from rich.panel import Panel
from rich.table import Column, Table
from rich.text import Text

from controller.contract.public import Action, Envelope, PublicState, SeatView
from controller.contract.readings.legal_actions import call_cost
from display import options
from display.feed import Feed, FeedSource, Stop, View, link_trouble
from display.options import Access, source_from
from display.voice.written import sentence
from display.words.command_line.chosen import LanguageOption, words_for
from display.words.irregularities import WAITS
from display.words.levels import special
from display.words.names import Words, won_by, words
from display.words.ruling_steps import acts_of, next_step, ruling_step
from display.words.sentences import RULED, ruling_lines
from display.words.vocabulary import SHOE, SHOE_STEPS

_SUITS = {"s": ("♠", "bold"), "h": ("♥", "bold red"), "d": ("♦", "bold blue"),
          "c": ("♣", "bold green")}  # fmt: skip
_EVENTS_SHOWN = 8
_GRID_FROM = 60
"""The minimum number of columns at which the seats are shown as a grid."""

_PATIENCE_S = 1.0
_LONGEST_WAIT_S = 0.25


def cards_text(cards: tuple[str, ...], said: Words) -> Text:
    """Return cards as text, such as `A♥ 10♣`, in four colours."""
    text = Text()
    for card in cards:
        sign, style = _SUITS.get(card[-1], (card[-1], ""))
        text.append(f"{said.rank(card[:-1])}{sign} ", style)
    text.rstrip()
    return text


def table_view(view: View, source: FeedSource, language: str) -> RenderableType:
    """Return everything known about a table as one `rich` renderable."""
    said = words(language)
    if view.state is None:
        about = link_trouble(view, source, language) or f"{source.root}/state"
        return Text(said.say("Waiting for the table") + f" · {about}")
    state = view.state
    parts: list[RenderableType] = [_head(state, view, said), _Seats(state, said)]
    parts += _middle(state, said)
    lines = [line for _, line in told(view.recent, state, said)]
    if lines:
        last = Text("\n").join(lines[-_EVENTS_SHOWN:])
        parts.append(Panel(last, title=said.say("Latest events"), title_align="left"))
    return Group(*parts)


def _head(state: PublicState, view: View, said: Words) -> Text:
    hand = said.say("Hand {n}", n=state.hand)
    text = Text(" · ".join((said.say("Table {table}", table=state.table), hand)), "bold")
    text.append(f" · {said.stage(state)} · {said.blinds(state)}")
    if named := special(state, said):
        text.append(f" · {named}", "bold yellow")
    notes = said.level_notes(state.level, by_button=state.button_ante)
    if notes:
        text.append(f" · {notes}", "dim")
    if not view.current:
        lost = said.say("No connection: the display may be out of date")
        text.append(f"  {lost}", "yellow")
    return text


class _Seats:
    """The table's seats for the terminal: as a grid or, where a grid does not fit, as a list."""

    def __init__(self, state: PublicState, said: Words) -> None:
        self._state = state
        self._said = said

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        state, said = self._state, self._said
        if options.max_width >= _GRID_FROM:
            yield _grid(state, said)
            return
        for seat in state.seats:
            number, marks, name, *rest = _seat_row(seat, state, said)
            line = Text(f"{number} ", _seat_style(seat, state)).append_text(_text(name))
            for part in (_text(marks), *map(_text, rest)):
                if part.plain.strip():
                    line.append(" · ").append_text(part)
            yield line


def _text(part: RenderableType) -> Text:
    return part if isinstance(part, Text) else Text(str(part))


def _grid(state: PublicState, said: Words) -> Table:
    grid = Table(
        Column(justify="right"), "", said.say("Player"),
        Column(said.say("Stack"), justify="right"),
        Column(said.say("In front"), justify="right"), said.say("Cards"), "",
    )  # fmt: skip
    for seat in state.seats:
        grid.add_row(*_seat_row(seat, state, said), style=_seat_style(seat, state))
    return grid


def _seat_style(seat: SeatView, state: PublicState) -> str:
    if state.turn == seat.seat:
        return "bold yellow"
    if seat.status in ("empty", "folded", "dead", "waiting") or seat.absent:
        return "dim"
    return ""


def _seat_row(seat: SeatView, state: PublicState, said: Words) -> Iterator[RenderableType]:
    places = (state.button, state.small_blind, state.big_blind)
    marks = [letter for letter, at in zip(said.marks(), places, strict=True) if at == seat.seat]
    yield f"{'▶' if state.turn == seat.seat else ' '} {seat.seat}"
    yield " ".join(marks)
    yield Text(seat.name)
    yield "" if seat.stack is None else said.amount(seat.stack)
    won = won_by(state, seat.seat)
    chips = won or seat.bet
    yield f"{'+' if won else ''}{said.amount(chips)}" if chips else ""
    hidden = " ".join("▒▒" for _ in range(seat.cards - len(seat.shown)))
    yield cards_text(seat.shown, said) + Text(" " if seat.shown and hidden else "") + Text(hidden)
    yield said.say("To act") if state.turn == seat.seat else said.doing(seat)


def _middle(state: PublicState, said: Words) -> Iterator[RenderableType]:
    if state.first_board:
        yield Text(said.say("First board")) + Text("  ") + cards_text(state.first_board, said)
    if state.board:
        yield Text(said.say("Board")) + Text("  ") + cards_text(state.board, said)
    pots = [
        f"{said.pot(index)} {said.amount(pot.amount)}"
        for index, pot in enumerate(state.pots)
        if pot.amount
    ]
    if pots:
        yield Text(" · ".join(pots))
    if (cost := call_cost(state)) is not None:
        yield Text(said.named(said.seat(state, state.turn), said.to_call(cost)), "bold yellow")
    for award in state.awards:
        player, amount = said.seat(state, award.seat), said.amount(award.amount)
        yield Text(f"{player} +{amount} ({said.pot(award.pot)})", "green")
    for trouble in _troubles(state, said):
        yield Text(trouble, "yellow")
    step = next_step(state, said)
    if step:
        yield Text(f"→ {step}", "cyan")
    for ruling in state.rulings:
        what, by, now = ruling_lines(ruling, state, said)
        lines = [what, by]
        lines += [
            f"[{'x' if step.done else ' '}] {ruling_step(step, state, said, ruling.kind)}"
            for step in acts_of(ruling)
        ]
        lines.append(now)
        if ruling.waits_for != "steps" or not ruling.steps:
            lines.append(said.of(WAITS, ruling.waits_for))
        yield Panel(Text("\n".join(lines)), border_style="yellow", expand=False)


def _troubles(state: PublicState, said: Words) -> Iterator[str]:
    """Yield the faults of the table's devices and deck, one per line."""
    if state.shoe:
        yield f"{said.of(SHOE, state.shoe)}. {said.of(SHOE_STEPS, state.shoe)}."
    if state.blind_zones:
        yield said.say("Not read: {zones}", zones=", ".join(map(said.zone, state.blind_zones)))
    if state.deaf:
        yield said.deaf(state)
    if state.moved_while_off:
        zones = ", ".join(map(said.zone, state.moved_while_off))
        yield said.say("Moved while the table was off: {zones}", zones=zones)
    for fault, cards in said.deck_wrong(state.deck):
        yield f"{fault} ({cards_text(cards, said)})" if cards else fault


def told(
    events: Sequence[Envelope], state: PublicState, said: Words
) -> Iterator[tuple[Envelope, Text]]:
    """Yield (event, line) for each event that can be put into words.

    The line has the time of day and a sentence about the event.
    """
    folded: set[tuple[int, object]] = set()
    for event in events:
        whose = event.hand, event.data.get("seat")
        if event.type == "action.made" and event.data.get("action") == Action.FOLD:
            folded.add(whose)
        # A folded hand goes into the muck, so the move needs no sentence of its own.
        moved = event.type == "cards.mucked" and whose in folded
        text = "" if moved else sentence(event, state, said)
        if text:
            style = "yellow" if event.type in RULED else ""
            yield event, Text(f"{said.time_of_day(event.at)}  ", "dim").append(text, style)


def follow(
    source: FeedSource,
    language: str = "en",
    seconds: float | None = None,
    stop: Stop | None = None,
    console: Console | None = None,
    above: Callable[[], str] = str,
) -> int:
    """Show a table in the terminal until `seconds` have passed or `stop` is set.

    `above` returns the title to show above the table. If the output is not a terminal, events are
    printed instead of the table, one sentence per line. Return the number of events received.
    Raises `LookupError` for a language without texts.
    """
    said = words(language)
    console = console or Console()
    end = None if seconds is None else time.monotonic() + seconds
    if console.is_terminal:
        with Feed(source) as feed, Live(console=console, auto_refresh=False, screen=False) as live:

            def draw(view: View) -> None:
                title = Text(above(), "bold cyan")
                live.update(Group(title, table_view(view, source, language)), refresh=True)

            return _watch(feed, end, stop, draw)
    printed, trouble, title = ("", 0), "", ""

    def print_new(view: View) -> None:
        nonlocal printed, trouble, title
        last = above().rpartition("\n")[2]
        if last != title:
            title = last
            console.print(f"== {title}", soft_wrap=True, markup=False)
        # Without a state, the players have no names yet, so the events wait for it.
        if view.state is not None:
            new = {event.seq for event in unseen(view, *printed)}
            for event, line in told(view.recent, view.state, said):
                if event.seq in new:
                    console.print(line, soft_wrap=True)
            printed = (view.epoch, view.recent[-1].seq) if view.recent else printed
        now = link_trouble(view, source, language)
        if now and now != trouble:
            print(now, file=sys.stderr)
        trouble = now

    with Feed(source) as feed:
        version, view = feed.wait(-1, 0.0)
        if view.link == "never":
            # The connection is still being made, which is not a fault yet.
            left = _PATIENCE_S if end is None else (end - time.monotonic()) / 2
            feed.wait(version, max(0.0, min(_PATIENCE_S, left)))
        return _watch(feed, end, stop, print_new)


def unseen(view: View, epoch: str, seq: int) -> tuple[Envelope, ...]:
    """Return the recent events after `seq` in `epoch`, or all of them if the epoch has changed."""
    since = seq if epoch in ("", view.epoch) else 0
    return tuple(event for event in view.recent if event.seq > since)


def _watch(feed: Feed, end: float | None, stop: Stop | None, show: Callable[[View], None]) -> int:
    """Call `show` with each new view until `end` or `stop`; return the number of events."""
    seen, last, count = -1, ("", 0), 0
    while (end is None or time.monotonic() < end) and not (stop is not None and stop.is_set()):
        left = _LONGEST_WAIT_S if end is None else min(_LONGEST_WAIT_S, end - time.monotonic())
        version, view = feed.wait(seen, max(0.0, left))
        if version == seen:
            continue
        seen = version
        new = unseen(view, *last)
        count += len(new)
        last = (view.epoch, new[-1].seq) if new else last
        show(view)
    return count


def watch(
    host: options.HostOption = "localhost",
    port: options.PortOption = 1883,
    topic: options.TopicOption = "tapis/demo/1",
    language: LanguageOption = "",
    seconds: options.SecondsOption = None,
    protocol: options.ProtocolOption = "5",
    user: options.UserOption = "",
    password_file: options.PasswordFileOption = None,
    tls: options.TlsOption = False,
    ca: options.CaOption = None,
) -> None:
    """Show a table live in the terminal."""
    source = source_from(host, port, topic, Access(protocol, user, password_file, tls, ca))
    follow(source, words_for(language).language, seconds)
