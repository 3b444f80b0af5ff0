"""Input at the table's own screen, by keyboard and touch: a command line and small panels.

Pure: each function takes an input event, and returns the console's next state and the orders to
send. Other modules draw the console and send the orders.
"""

from itertools import takewhile
from typing import Any

import msgspec
from msgspec.structs import replace

from controller.contract.commands import COMMANDS, Reply
from controller.contract.public import PublicState, SeatView
from display.felt.console.card_keys import asked_of
from display.felt.console.floor_panel import (
    FloorPanel,
    floor_answer,
    floor_key,
    floor_letter,
    floor_page,
)
from display.felt.console.key_pages import Did, KeyPage, Refused
from display.felt.console.seat_pad import ScreenPad, pad_key, pad_letter, pad_page
from display.orders import (
    MOST_DIGITS,
    Order,
    Unclear,
    answer_words,
    completions,
    fields_of,
    named,
    order_from,
    word_of,
)
from display.words.names import N_, Words, seat_of
from display.words.refusals import REASONS
from display.words.sentences import REFUSED

LONGEST_LINE = 120
LONGEST_NAME = 40
OK_S = 3.0
WHY_NOT_S = 8.0

# The commands that the panels offer.
CHOICES = {
    "sit-down": N_("Sit down"),
    "absent": N_("Absent"),
    "back": N_("Back"),
    "rebuy": N_("Rebuy"),
    "stand-up": N_("Stand up"),
    "set-button": N_("Button here"),
    "start-hand": N_("Start the hand"),
    "pause": N_("Pause"),
    "resume": N_("Resume the table"),
    "set-level": N_("Level"),
    "undo": N_("Undo"),
    "floor": N_("Floor"),
}
# The fields asked for before a command is sent; a command without fields asks only to confirm.
FORMS: dict[str, tuple[str, ...]] = {
    "sit-down": ("name", "stack"),
    "rebuy": ("amount",),
    "set-level": ("small_blind", "big_blind", "ante"),
    "stand-up": (),
    "undo": (),
}


class Notice(msgspec.Struct, frozen=True):
    """The answer to an order, shown until the time `until` (seconds, monotonic clock)."""

    about: str
    text: str
    ok: bool
    until: float


class Panel(msgspec.Struct, frozen=True):
    """The open panel: for a seat, or for the table (seat 0).

    `form` is the command whose fields are being filled in, or "" while a command is being chosen;
    `values` are its fields as typed, and `at` is the index of the field being typed, from 0.
    """

    seat: int
    form: str = ""
    values: tuple[str, ...] = ()
    at: int = 0

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields in the open form, or none while a command is being chosen."""
        return FORMS.get(self.form, ())

    @property
    def letters(self) -> bool:
        """Whether the field being typed accepts letters, and not only an amount."""
        return bool(self.fields) and self.fields[self.at] == "name"


class Console(msgspec.Struct, frozen=True):
    """Everything shown on the screen on top of the table picture.

    Each of these is None while it is not shown: `line` is the text typed on the command line.
    `panel` is the open panel. `pad` and `floor` are the open pages of keys, for a seat and for the
    floor. `notice` is the last answer. `refused` is the reason why a page key did nothing.

    The other fields: `waiting` counts unanswered orders. `touched` is the time of the last user
    input, in seconds on the monotonic clock. `asked` is the last page key touched. `turn` is the
    seat and street of the last turn seen.
    """

    line: str | None = None
    panel: Panel | None = None
    notice: Notice | None = None
    waiting: int = 0
    touched: float = 0.0
    pad: ScreenPad | None = None
    floor: FloorPanel | None = None
    refused: Refused | None = None
    asked: str = ""
    turn: tuple[int, str] = (0, "")

    @property
    def idle(self) -> bool:
        """Whether the console has nothing to draw."""
        return not self.listening and self.notice is None and not self.waiting

    @property
    def listening(self) -> bool:
        """Whether an open part of the console receives keyboard input."""
        return self.line is not None or self.panel is not None or self.paged

    @property
    def paged(self) -> bool:
        """Whether a page of keys is open: a seat's pad, or the floor's panel."""
        return self.pad is not None or self.floor is not None

    def same_picture(self, other: "Console") -> bool:
        """Return whether the two consoles look the same."""
        return other == replace(self, touched=other.touched, asked=other.asked, turn=other.turn)


class Room(msgspec.Struct, frozen=True):
    """The console's context: the table's state, the language and the time.

    `state` is None until one has arrived. `now` is in seconds on the monotonic clock. `able` means
    that this screen has a token, and so can send orders.
    """

    state: PublicState | None
    words: Words
    now: float
    able: bool = True


Reaction = tuple[Console, tuple[Order, ...]]


def choices(panel: Panel, state: PublicState | None) -> tuple[str, ...]:
    """Return the commands that a panel offers in the table's current state."""
    if not panel.seat:
        paused = state is not None and state.paused
        return "start-hand", "resume" if paused else "pause", "set-level", "undo", "floor"
    seat = SeatView(0) if state is None else seat_of(state, panel.seat)
    if seat.status == "empty":
        return ("sit-down", "set-button")
    return "back" if seat.absent else "absent", "rebuy", "stand-up", "set-button"


def press(console: Console, key: str, room: Room) -> Reaction:
    """Return the console after a keypress, and the orders to send; ignore an unknown key.

    `key` is a character, or `enter`, `escape`, `tab` or `backspace`.
    """
    if console.line is None and console.panel is None and console.paged:
        after, orders = _press_page(console, key, room)
    elif console.panel is not None:
        after, orders = _press_panel(console, console.panel, key, room)
    elif console.line is not None:
        after, orders = _press_line(console, console.line, key, room)
    else:
        after, orders = _press_table(console, key, room)
    return _touched(console, after, orders, room)


def tap(console: Console, target: str, room: Room) -> Reaction:
    """Return the console after a touch on the box named `target`, and the orders to send."""
    what, _, of = target.partition(":")
    if what == "key":
        return press(console, of, room)
    if console.panel is not None and what == "letter":
        # The keys on the screen have no shift key, so only the first letter of a name is a capital.
        value = console.panel.values[console.panel.at] if console.panel.letters else ""
        return press(console, of.lower() if value and value[-1] not in " -" else of, room)
    return _touched(console, *_tapped(console, what, of, room), room)


def _touched(console: Console, after: Console, orders: tuple[Order, ...], room: Room) -> Reaction:
    if after == console and not orders:
        return console, ()
    return replace(after, touched=room.now), orders


def _tapped(console: Console, what: str, of: str, room: Room) -> Reaction:
    """Return the console and the orders after a touch on a box other than a panel's key.

    `what` is the kind of box. `of` is the seat, page key, command or field that it stands for.
    """
    match what:
        case "page":
            return _page_key(console, of, room)
        case "seat" if _keyed_seat(room.state, int(of)):
            pad = ScreenPad(int(of))
            return replace(console, pad=pad, line=None, notice=None, refused=None), ()
        case "seat" | "table":
            return replace(console, panel=Panel(int(of or 0)), line=None, notice=None), ()
        case "notice":
            return replace(console, notice=None), ()
        case "choose" if console.panel is not None:
            return _choose(console, console.panel, of, room)
        case "field" if console.panel is not None:
            return replace(console, panel=replace(console.panel, at=int(of))), ()
        case "outside":
            return replace(console, panel=None, line=None), ()
        case _:
            return console, ()


def heard(console: Console, order: Order, reply: Reply, room: Room) -> Console:
    """Return the console, updated to show the table's answer to an order."""
    text = answer_words(reply, room.words)
    if console.paged and console.line is None and order.name in ("unlock", "lock", *COMMANDS):
        return _heard_page(console, order, reply, room)
    notice = _notice(word_of(order.name, room.words), text, reply.ok, room.now)
    return replace(console, waiting=max(0, console.waiting - 1), notice=notice)


def page_of(console: Console, state: PublicState | None, said: Words) -> KeyPage | None:
    """Return the open page of keys, or None if none is open."""
    if state is None or console.panel is not None or console.line is not None:
        return None
    if console.floor is not None:
        return floor_page(console.floor, state, said)
    return pad_page(console.pad, state, said) if console.pad is not None else None


def followed(console: Console, state: PublicState | None) -> Console:
    """Return the console with the acting seat's pad or the card page open, if one is needed.

    The pad is needed while that seat must enter an amount on the screen. The card page is needed
    while the cards of a seat or of the board must be keyed in.
    """
    asked = asked_of(state) if state is not None else None
    cards = asked is not None or (console.pad is not None and console.pad.page == "cards")
    if state is None or not (state.keyed_unit or cards):
        return console
    turn = state.turn, f"{state.street} {asked}" if asked is not None else state.street
    if turn == console.turn:
        return console
    console = replace(console, turn=turn)
    touched = console.floor or console.panel or (console.pad and not console.pad.own)
    if touched:
        return console
    pad = ScreenPad(state.turn, own=True) if state.turn and state.keyed_unit else None
    if asked is not None:
        pad = ScreenPad(asked, "cards", own=True)
    return replace(console, pad=pad, refused=None)


def _keyed_seat(state: PublicState | None, number: int) -> bool:
    return bool(state and state.keyed_unit and seat_of(state, number).status != "empty")


def _press_page(console: Console, key: str, room: Room) -> Reaction:
    name = ""
    if console.floor is not None:
        name = floor_letter(console.floor, key)
    elif console.pad is not None:
        name = pad_letter(console.pad, key)
        if name == "call" and room.state is not None:
            known = pad_page(console.pad, room.state, room.words).key("call")
            name = "call" if known else "check"
    if name:
        return _page_key(console, name, room)
    if console.floor is not None and key != ":":
        return console, ()
    return _press_table(console, key, room)


def _page_key(console: Console, name: str, room: Room) -> Reaction:
    if room.state is None or not name:
        return replace(console, refused=None), ()
    did: Did[FloorPanel] | Did[ScreenPad]
    if console.floor is not None:
        did = floor_key(console.floor, name, room.state, room.words)
        after = replace(console, floor=did.panel)
    elif console.pad is not None and name == "seat":
        return replace(console, pad=None, panel=Panel(console.pad.seat), refused=None), ()
    elif console.pad is not None:
        did = pad_key(console.pad, name, room.state, room.words)
        after = replace(console, pad=did.panel)
    else:
        return console, ()
    return _did(console, replace(after, refused=None, asked=name), did, room)


def _did(console: Console, after: Console, did: Did[Any], room: Room) -> Reaction:
    if did.why:
        return replace(after, refused=Refused(after.asked, did.why, room.now + WHY_NOT_S)), ()
    if did.order is None:
        return after, ()
    if console.waiting:
        return console, ()
    if not room.able:
        text = room.words.of(REASONS, "no-token")
        stays = replace(after, floor=after.floor or console.floor)
        return replace(stays, refused=Refused(after.asked, text, room.now + WHY_NOT_S)), ()
    return replace(after, waiting=after.waiting + 1, notice=None), (did.order,)


def _heard_page(console: Console, order: Order, reply: Reply, room: Room) -> Console:
    """Return the console after a reply; a refusal is shown beside the key that sent the order."""
    console = replace(console, waiting=max(0, console.waiting - 1))
    if console.floor is not None:
        console = replace(console, floor=floor_answer(console.floor, order, reply.ok, reply.reason))
        if order == Order("unlock") and reply.reason in ("locked", "badge-and-pin"):
            return console
    if reply.ok:
        return replace(console, refused=None)
    text = answer_words(reply, room.words)
    if console.pad is not None and reply.reason in REFUSED and room.state is not None:
        player = room.words.seat(room.state, console.pad.seat)
        text = room.words.say(REFUSED[reply.reason], player=player)
    return replace(console, refused=Refused(console.asked, text, room.now + WHY_NOT_S))


def _notice(about: str, text: str, ok: bool, now: float) -> Notice:
    return Notice(about, text, ok, now + (OK_S if ok else WHY_NOT_S))


def _send(console: Console, order: Order, room: Room) -> Reaction:
    """Return the console and the order to send; without a token, show a notice and send nothing."""
    if not room.able:
        text = room.words.of(REASONS, "no-token")
        about = word_of(order.name, room.words)
        return replace(console, notice=_notice(about, text, False, room.now)), ()
    return replace(console, notice=None, waiting=console.waiting + 1), (order,)


# -- nothing is open ------------------------------------------------------------------------


def _press_table(console: Console, key: str, room: Room) -> Reaction:
    if key in (":", "enter"):
        return replace(console, line="", notice=None), ()
    if key == "escape":
        return replace(console, notice=None), ()
    # A key that is held down or pressed twice counts once.
    if room.state is None or console.waiting:
        return console, ()
    if key == " ":
        return _send(console, Order("resume" if room.state.paused else "pause"), room)
    if key in ("s", "S"):
        return _send(console, Order("start-hand"), room)
    if key in ("f", "F"):
        return _open_floor(console, room)
    if key in ("u", "U"):
        return replace(console, panel=Panel(0, "undo"), notice=None), ()
    return console, ()


def _open_floor(console: Console, room: Room) -> Reaction:
    """Open the floor's panel, and ask the table whether the floor has unlocked this screen."""
    did = Did(FloorPanel(), Order("unlock"))
    after = replace(console, panel=None, pad=None, floor=did.panel, notice=None, asked="close")
    return _did(console, after, did, room)


# -- the line -------------------------------------------------------------------------------


def _press_line(console: Console, line: str, key: str, room: Room) -> Reaction:
    if key == "escape":
        return replace(console, line=None), ()
    if key == "backspace":
        return replace(console, line=line[:-1]), ()
    if key == "tab":
        return replace(console, line=_completed(line, room.words)), ()
    if key == "enter":
        return _enter_line(console, line, room)
    if len(key) != 1 or not key.isprintable() or len(line) >= LONGEST_LINE:
        return console, ()
    if key == ":" and not line:
        return console, ()
    return replace(console, line=line + key), ()


def _enter_line(console: Console, line: str, room: Room) -> Reaction:
    if not line.strip():
        return replace(console, line=None), ()
    try:
        order = order_from(line.split(), room.words)
    except Unclear as unclear:
        # The line stays, so that it can be corrected instead of typed again.
        return replace(console, notice=_notice("", str(unclear), False, room.now)), ()
    after, orders = _send(console, order, room)
    return (replace(after, line="") if orders else after), orders


def _completed(line: str, said: Words) -> str:
    """Return the line with its command completed, up to where the possible commands differ."""
    known = completions(line, said)
    if len(known) == 1:
        return known[0] + (" " if fields_of(named(known[0], said)) else "")
    # The letters that the first and the last of the sorted words share begin all of them.
    ends = zip(min(known, default=""), max(known, default=""), strict=False)
    common = "".join(sign for sign, _ in takewhile(lambda pair: pair[0] == pair[1], ends))
    return common if len(common) > len(line) else line


# -- a panel --------------------------------------------------------------------------------


def _press_panel(console: Console, panel: Panel, key: str, room: Room) -> Reaction:
    if key == "escape":
        return replace(console, panel=None), ()
    if not panel.form:
        offered = choices(panel, room.state)
        if key.isdecimal() and 1 <= int(key) <= len(offered):
            return _choose(console, panel, offered[int(key) - 1], room)
        return console, ()
    if key == "enter":
        if panel.at + 1 < len(panel.fields):
            return replace(console, panel=replace(panel, at=panel.at + 1)), ()
        return _enter_panel(console, panel, room)
    if not panel.fields:
        return console, ()
    if key == "tab":
        return replace(console, panel=replace(panel, at=(panel.at + 1) % len(panel.fields))), ()
    value = panel.values[panel.at]
    value = value[:-1] if key == "backspace" else _typed(panel, value, key)
    values = (*panel.values[: panel.at], value, *panel.values[panel.at + 1 :])
    return replace(console, panel=replace(panel, values=values)), ()


def _typed(panel: Panel, value: str, key: str) -> str:
    if panel.letters:
        fits = len(key) == 1 and key.isprintable() and len(value) < LONGEST_NAME
        return value + key if fits and (value or key != " ") else value
    if key.isascii() and key.isdecimal() and len(value + key) <= MOST_DIGITS:
        return str(int(value + key))
    return value


def _choose(console: Console, panel: Panel, name: str, room: Room) -> Reaction:
    if name not in choices(panel, room.state):
        return console, ()
    if name == "floor":
        return _open_floor(console, room)
    if name in FORMS:
        form = replace(panel, form=name, values=("",) * len(FORMS[name]), at=0)
        return replace(console, panel=form, notice=None), ()
    data = {"seat": panel.seat} if panel.seat else {}
    return _send(replace(console, panel=None), Order(name, data), room)


def _enter_panel(console: Console, panel: Panel, room: Room) -> Reaction:
    typed = dict(zip(panel.fields, (value.strip() for value in panel.values), strict=True))
    if panel.form == "sit-down" and not typed["name"]:
        typed["name"] = room.words.say(N_("Seat {seat}"), seat=panel.seat)
    words = [f"seat={panel.seat}"] if panel.seat else []
    words += [f"{field}={value}" for field, value in typed.items() if value]
    try:
        order = order_from([panel.form, *words], room.words)
    except Unclear as unclear:
        return replace(console, notice=_notice("", str(unclear), False, room.now)), ()
    return _send(replace(console, panel=None), order, room)
