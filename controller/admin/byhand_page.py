"""The page printed for manual play: stacks, pots, each pot's contenders, and whose turn it is.

It fits on one screen or one printed page, in plain characters, and contains everything that people
need once the antennas are off. It names only cards that have been shown.
"""

from collections.abc import Iterable
from datetime import datetime
from textwrap import wrap

from controller.contract.public import Action, LevelView, PublicState, SeatView
from controller.contract.readings.legal_actions import sized
from controller.houses.model import House
from controller.table.state import ALL_IN, Level, Table, next_positions, pots
from controller.table.view import public_state
from display.words.names import N_, Words, words
from display.words.ruling_steps import next_step, who_does
from display.words.sentences import ruling_lines

WIDTH = 78
HEAD = (
    N_("seat"),
    N_("player"),
    N_("behind"),
    N_("in front"),
    N_("total put in"),
    N_("state"),
)
POSTED = {"ante", "blind", "small", "big", "small-blind", "big-blind", "straddle", "kill"}


class ByhandPage:
    """A page for manual play, built line by line in one language."""

    def __init__(self, said: Words) -> None:
        self.said = said
        self.lines: list[str] = []

    def say(self, text: str, **values: object) -> str:
        """Return text with its `{fields}` filled in; amounts use the language's number format."""
        written = {k: self.said.amount(v) if isinstance(v, int) else v for k, v in values.items()}
        return self.said.say(text, **written)

    def line(self, *parts: str) -> None:
        """Add one line with the non-empty parts, or more lines if they exceed the page width."""
        line = ""
        for part in filter(None, parts):
            if line and len(line) + len(part) + 3 > WIDTH:
                self.put(line)
                line = "  "
            line += part if not line.strip() else f" · {part}"
        self.put(line)

    def put(self, line: str, indent: int = 2) -> None:
        """Add a line, wrapped to the page width with continuation lines indented by `indent`."""
        blank = " " * indent
        wrapped = wrap(line, WIDTH, subsequent_indent=blank, break_on_hyphens=False)
        self.lines += wrapped or [""]


def chips_in_play(table: Table) -> int:
    """Return the total value of all chips at a table, including rebuys made for the next hand."""
    chips = sum(seat.stack + seat.rebuy for seat in table.seats) + table.carried
    hand = table.hand
    if hand.running:
        chips += sum(hand.put_in()) + hand.dead_money
    return chips


def page(
    table: Table, house: House, name: str, language: str, *, wall: int = 0, whole: bool = True
) -> str:
    """Return the page for manual play as text.

    `wall` is the time of the table's state (ms since 1970, or 0 to omit it). `whole` is false when
    later journal rows could not be replayed. Raises `LookupError` for a language without a
    catalogue.
    """
    state = public_state(table, house, 0, name, disclose=True)
    said = words(language)
    to = ByhandPage(said)
    _head(to, table, state, wall)
    to.line()
    _seats(to, table, state)
    to.line()
    _turn(to, table, state)
    _pots(to, table, state)
    _next_hand(to, table, state, house)
    for ruling in state.rulings:
        what = " ".join(filter(None, ruling_lines(ruling, state, said)))
        to.put(to.say("PENDING RULING: {what}", what=what))
    to.line(to.say("IN PLAY: {amount} (all stacks, bets and pots)", amount=chips_in_play(table)))
    if not whole:
        to.line(
            to.say("The record of this hand stops here: rely on the cards and chips on the table.")
        )
    to.line(
        to.say(
            "Is the table working again? Finish the hand, count the stacks, then run: tapis byhand "
            "back"
        )
    )
    return "\n".join(line.rstrip() for line in to.lines) + "\n"


def _head(to: ByhandPage, table: Table, state: PublicState, wall: int) -> None:
    said = to.said
    hand = to.say("hand {n}", n=str(state.hand)) if state.hand else ""
    when = ""
    if wall:
        moment = datetime.fromtimestamp(wall / 1000).astimezone()
        when = to.say("as of {time}", time=said.moment(moment))
    to.line(
        to.say("MANUAL MODE"),
        to.say("Table {table}", table=state.table),
        to.say("house {house}", house=state.house),
        hand,
        said.stage(state),
        when,
    )
    to.line(to.say("Blinds {blinds}", blinds=said.blinds(state)), _antes(to, state, table.level))
    coming = table.next_level
    if coming is not None:
        blinds = f"{said.amount(coming.small_blind)} / {said.amount(coming.big_blind)}"
        to.line(to.say("From the next hand: {blinds}", blinds=blinds), _antes(to, state, coming))
    button, small, big = _places(table)
    to.line(
        to.say("Button: {seat}", seat=_place(to, state, button)),
        to.say("small blind: {seat}", seat=_place(to, state, small)) if small else "",
        to.say("big blind: {seat}", seat=_place(to, state, big)) if big else "",
    )
    if state.first_board:
        to.line(to.say("First board: {cards}", cards=said.cards(" ".join(state.first_board))))
    if state.board:
        to.line(
            to.say("Board: {cards}", cards=said.cards(" ".join(state.board))),
            to.say("burned: {n}", n=state.burned) if state.burned else "",
        )


def _places(table: Table) -> tuple[int, int, int]:
    hand = table.hand
    if not hand.running:
        return table.played.button, table.played.small_blind, table.played.big_blind
    return hand.button, hand.small_blind, hand.big_blind


def _antes(to: ByhandPage, state: PublicState, level: Level) -> str:
    antes = LevelView(ante=level.ante, big_blind_ante=level.big_blind_ante)
    return to.said.level_notes(antes, by_button=state.button_ante)


def _seats(to: ByhandPage, table: Table, state: PublicState) -> None:
    said, hand = to.said, table.hand
    running = hand.running
    row = "{:>5}  {:<16} {:>10} {:>10} {:>12}  {}"
    to.lines.append(row.format(*map(to.say, HEAD)))
    for view in state.seats:
        if not view.name:
            continue
        turn = ">" if hand.turn == view.seat else " "
        front = said.amount(view.bet or 0) if running and view.bet else ""
        put_in = said.amount(view.committed or 0) if running and view.committed else ""
        to.put(
            row.format(
                f"{turn}{view.seat}",
                view.name[:16],
                said.amount(view.stack or 0),
                front,
                put_in,
                " · ".join(_marks(to, table, view)),
            ),
            indent=60,
        )


def _marks(to: ByhandPage, table: Table, view: SeatView) -> Iterable[str]:
    said, seat = to.said, table.seats[view.seat]
    marks = zip(said.marks(), _places(table), strict=True)
    yield from (mark for mark, place in marks if place == view.seat)
    doing = said.doing(view)
    if not table.hand.running:
        # Actions of the last hand no longer matter.
        doing = said.penalty(view.penalty) if view.penalty else ""
    # A posted blind needs no text: its letters and its bet already show it.
    if doing and not (view.status == "in" and view.last_action in POSTED):
        yield doing
    if seat.absent and doing != said.say("Absent"):
        yield said.say("Absent")
    if seat.waits:
        yield to.say("waiting for the button to pass")
    if seat.rebuy:
        yield to.say("in play from the next hand: {amount}", amount=seat.rebuy)


def _turn(to: ByhandPage, table: Table, state: PublicState) -> None:
    said, hand = to.said, table.hand
    step = next_step(state, said)
    if hand.turn:
        seat = hand.turn
        view = state.seats[seat - 1]
        owes = min(hand.round.level_bet - hand.bets[seat], table.seats[seat].stack)
        to.line(
            to.say("TO ACT: {player}, seat {n}", player=said.seat(state, seat), n=str(seat)),
            to.say("{amount} to call ({to} total)", amount=owes, to=(view.bet or 0) + owes)
            if owes > 0
            else to.say("may check"),
            _raise(to, state),
        )
        others = [s for s in hand.betting.to_act if s != seat]
        if others:
            order = sorted((s for s in hand.entitled if s in others), key=lambda s: s < seat)
            who = ", ".join(_short(state, s) for s in order)
            to.line(to.say("still to act: {seats}", seats=who))
    elif step:
        to.line(to.say("NEXT: {step}", step=said.named(who_does(state, said), step)))


def _raise(to: ByhandPage, state: PublicState) -> str:
    may = sized(state.legal)
    if may is None:
        return ""
    if may.action is Action.BET:
        return to.say("bet at least {amount}", amount=may.least)
    return to.say("raise to at least {amount}", amount=may.least)


def _pots(to: ByhandPage, table: Table, state: PublicState) -> None:
    hand = table.hand
    if not hand.running:
        if table.carried:
            to.line(to.say("carried to the next pot: {amount}", amount=table.carried))
        return
    gathered = [(pot.amount or 0, pot.seats) for pot in state.pots]
    if gathered:
        to.line(to.say("POTS"))
        _pot_lines(to, state, gathered)
    else:
        to.line(to.say("POTS"), to.say("no pot yet"))
    all_in = [(pot.amount, pot.seats) for pot in pots(hand, hand.put_in(), table.carried)]
    if any(hand.bets):
        to.line(to.say("bets in front, not yet in the pot: {amount}", amount=sum(hand.bets)))
    if any(hand.bets) and ALL_IN in hand.status:
        to.line(to.say("pots if nobody puts in more chips:"))
        _pot_lines(to, state, all_in)


def _pot_lines(to: ByhandPage, state: PublicState, made: list[tuple[int, tuple[int, ...]]]) -> None:
    for index, (amount, seats) in enumerate(made):
        who = ", ".join(_short(state, s) for s in sorted(seats))
        to.put(f"  {to.said.pot(index):<14}{to.said.amount(amount):>11}   {who}", indent=30)


def _next_hand(to: ByhandPage, table: Table, state: PublicState, house: House) -> None:
    if table.hand.running:
        return
    places = next_positions(table, house)
    if places is None:
        to.line(to.say("No next hand: fewer than two players"))
        return
    to.line(
        to.say(
            "Next hand: button {button}, small blind {small}, big blind {big}",
            button=_place(to, state, places.button),
            small=_place(to, state, places.small_blind),
            big=_place(to, state, places.big_blind),
        ),
        to.say("next dealer: {seat}", seat=_short(state, state.next_dealer))
        if state.next_dealer
        else "",
    )


def _short(state: PublicState, seat: int) -> str:
    return f"{seat} {_name(state, seat)}".rstrip()


def _place(to: ByhandPage, state: PublicState, seat: int) -> str:
    if not seat:
        return to.say("nobody")
    if not _name(state, seat):
        return to.say("{n} (empty seat)", n=str(seat))
    return f"{seat} {_name(state, seat)}"


def _name(state: PublicState, seat: int) -> str:
    return state.seats[seat - 1].name if 1 <= seat <= len(state.seats) else ""
