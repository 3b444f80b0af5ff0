"""What people do at a table's own screen, by keys and by touch: a line of command, small panels.

Pure: events go in, the next state and the orders that are to be sent come out. Who draws it and
who sends the orders is elsewhere.
"""

import msgspec
from msgspec.structs import replace

from controller.contract.commands import COMMANDS, Reply
from controller.contract.public import PublicState, SeatView
from display.felt.floor_panel import (
    FloorDid,
    FloorPanel,
    floor_answer,
    floor_key,
    floor_letter,
    floor_page,
    opening,
)
from display.felt.pads import Did, Pad, pad_key, pad_letter, pad_page
from display.felt.touch import Page, Refused
from display.orders import (
    MOST_DIGITS,
    REASONS,
    Order,
    Unclear,
    answer_words,
    completions,
    fields_of,
    named,
    order_from,
    word_of,
)
from display.words.names import N_, Words
from display.words.sentences import REFUSED

LONGEST_LINE = 120
LONGEST_NAME = 40
OK_S = 3.0
WHY_NOT_S = 8.0
# A panel that nobody touches closes by itself: the felt below it is the table's.
ABANDONED_S = 45.0

# What the panels offer, by command.
CHOICES = {
    "sit-down": N_("Sit down"),
    "absent": N_("Absent"),
    "back": N_("Back"),
    "rebuy": N_("Rebuy"),
    "stand-up": N_("Stand up"),
    "set-button": N_("Button here"),
    "start-hand": N_("Start the hand"),
    "pause": N_("Pause"),
    "resume": N_("Go on"),
    "set-level": N_("Level"),
    "undo": N_("Undo"),
    "floor": N_("Floor"),
}
# What is asked for before a command is sent; without fields: only whether it is meant.
FORMS: dict[str, tuple[str, ...]] = {
    "sit-down": ("name", "stack"),
    "rebuy": ("amount",),
    "set-level": ("small_blind", "big_blind", "ante"),
    "stand-up": (),
    "undo": (),
}


class Notice(msgspec.Struct, frozen=True):
    """An answer that is shown until a time (seconds of the monotonic clock)."""

    about: str
    text: str
    ok: bool
    until: float


class Panel(msgspec.Struct, frozen=True):
    """The open panel: of a seat, or of the table (seat 0).

    `form` is the command whose fields are being filled in, empty while one is chosen;
    `values` are its fields as typed, `at` the one that is typed into.
    """

    seat: int
    form: str = ""
    values: tuple[str, ...] = ()
    at: int = 0

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of the form."""
        return FORMS.get(self.form, ())

    @property
    def letters(self) -> bool:
        """Whether letters are typed now, not an amount."""
        return bool(self.fields) and self.fields[self.at] == "name"


class Desk(msgspec.Struct, frozen=True):
    """All that is open on the screen beside the table itself.

    `line` is what is typed, None while the line is shut. `waiting` counts orders without an
    answer. `touched` is when a person last did something, in seconds of the monotonic clock.
    `pad` and `floor` are pages of keys, `asked` the key of theirs that was touched last,
    `refused` why that did nothing. `turn` is whose turn has been seen.
    """

    line: str | None = None
    panel: Panel | None = None
    notice: Notice | None = None
    waiting: int = 0
    touched: float = 0.0
    pad: Pad | None = None
    floor: FloorPanel | None = None
    refused: Refused | None = None
    asked: str = ""
    turn: tuple[int, str] = (0, "")

    @property
    def idle(self) -> bool:
        """Whether there is nothing to draw."""
        shut = self.line is None and self.panel is None and self.pad is None and self.floor is None
        return shut and self.notice is None and not self.waiting

    @property
    def listening(self) -> bool:
        """Whether keys go into something that is open."""
        return self.line is not None or self.panel is not None or self.paged

    @property
    def paged(self) -> bool:
        """Whether a page of keys is open: a seat's pad, or the floor's panel."""
        return self.pad is not None or self.floor is not None

    def same_picture(self, other: "Desk") -> bool:
        """Tell whether the two look the same."""
        plain = {"touched": 0.0, "asked": "", "turn": (0, "")}
        return replace(self, **plain) == replace(other, **plain)


class Room(msgspec.Struct, frozen=True):
    """What the desk is asked in: the table as it is known, the language, the time.

    `able`: there is a token to send orders with.
    """

    state: PublicState | None
    words: Words
    now: float
    able: bool = True


Step = tuple[Desk, tuple[Order, ...]]


def choices(panel: Panel, state: PublicState | None) -> tuple[str, ...]:
    """Return the commands that a panel offers, as the table is now."""
    if not panel.seat:
        paused = state is not None and state.paused
        return "start-hand", "resume" if paused else "pause", "set-level", "undo", "floor"
    seat = _seat(state, panel.seat)
    if seat is None or seat.status == "empty":
        return ("sit-down", "set-button")
    return "back" if seat.absent else "absent", "rebuy", "stand-up", "set-button"


def press(desk: Desk, key: str, room: Room) -> Step:
    """Return what a key does: a sign, or `enter`, `escape`, `tab`, `backspace`.

    A key that means nothing here leaves the desk as it was.
    """
    if desk.line is None and desk.panel is None and desk.paged:
        after, orders = _press_page(desk, key, room)
    elif desk.panel is not None:
        after, orders = _press_panel(desk, desk.panel, key, room)
    elif desk.line is not None:
        after, orders = _press_line(desk, desk.line, key, room)
    else:
        after, orders = _press_table(desk, key, room)
    if after == desk and not orders:
        return desk, ()
    return replace(after, touched=room.now), orders


def tap(desk: Desk, target: str, room: Room) -> Step:
    """Return what a touch does; `target` is the name of the box, as `target_at` gives it."""
    what, _, of = target.partition(":")
    if what == "key":
        return press(desk, of, room)
    if desk.panel is not None and what == "letter":
        # Names begin with a capital, on keys that have no shift.
        value = desk.panel.values[desk.panel.at] if desk.panel.letters else ""
        return press(desk, of.lower() if value and value[-1] not in " -" else of, room)
    after, orders = _tapped(desk, what, of, room)
    if after == desk and not orders:
        return desk, ()
    return replace(after, touched=room.now), orders


def _tapped(desk: Desk, what: str, of: str, room: Room) -> Step:
    """Return what a touch does that is no key of a panel."""
    match what:
        case "page":
            return _page_key(desk, of, room)
        case "seat" if _keyed_seat(room.state, int(of)):
            return replace(desk, pad=Pad(int(of)), line=None, notice=None, refused=None), ()
        case "seat" | "table":
            return replace(desk, panel=Panel(int(of or 0)), line=None, notice=None), ()
        case "notice":
            return replace(desk, notice=None), ()
        case "choose" if desk.panel is not None:
            return _choose(desk, desk.panel, of, room)
        case "field" if desk.panel is not None:
            return replace(desk, panel=replace(desk.panel, at=int(of))), ()
        case "outside":
            return replace(desk, panel=None, line=None), ()
        case _:
            return desk, ()


def heard(desk: Desk, order: Order, reply: Reply, room: Room) -> Desk:
    """Return the desk with the answer to an order shown."""
    text = answer_words(reply, room.words)
    if desk.paged and desk.line is None and order.name in (*PAGED, *COMMANDS):
        return _heard_page(desk, order, reply, room)
    notice = _notice(word_of(order.name, room.words), text, reply.ok, room.now)
    return replace(desk, waiting=max(0, desk.waiting - 1), notice=notice)


def settled(desk: Desk, now: float) -> Desk:
    """Return the desk without what has had its time; the same one when there is nothing such."""
    if desk.notice is not None and now >= desk.notice.until:
        desk = replace(desk, notice=None)
    if (desk.panel or desk.line is not None) and now >= desk.touched + ABANDONED_S:
        desk = replace(desk, panel=None, line=None)
    if desk.refused is not None and now >= desk.refused.until:
        desk = replace(desk, refused=None)
    if (desk.floor or (desk.pad and not desk.pad.own)) and now >= desk.touched + ABANDONED_S:
        desk = replace(desk, pad=None, floor=None, refused=None)
    return desk


PAGED = ("unlock", "lock")


def page_of(desk: Desk, state: PublicState | None, said: Words) -> Page | None:
    """Return the page of keys that is open, None while there is none."""
    if state is None or desk.panel is not None or desk.line is not None:
        return None
    if desk.floor is not None:
        return floor_page(desk.floor, state, said)
    return pad_page(desk.pad, state, said) if desk.pad is not None else None


def followed(desk: Desk, state: PublicState | None) -> Desk:
    """Return the desk with the pad of who is in turn, where amounts are keyed."""
    if state is None or not state.keyed_unit:
        return desk
    turn = state.turn, state.street
    if turn == desk.turn:
        return desk
    desk = replace(desk, turn=turn)
    if desk.floor is not None or desk.panel is not None or (desk.pad and not desk.pad.own):
        return desk
    pad = Pad(state.turn, own=True) if state.turn else None
    return replace(desk, pad=pad, refused=None)


def _keyed_seat(state: PublicState | None, number: int) -> bool:
    seat = _seat(state, number)
    return bool(state and state.keyed_unit and seat and seat.status != "empty")


def _press_page(desk: Desk, key: str, room: Room) -> Step:
    name = ""
    if desk.floor is not None:
        name = floor_letter(desk.floor, key)
    elif desk.pad is not None:
        name = pad_letter(desk.pad, key)
        if name == "call" and room.state is not None:
            known = pad_page(desk.pad, room.state, room.words).key("call")
            name = "call" if known else "check"
    if name:
        return _page_key(desk, name, room)
    return _press_table(desk, key, room) if key == ":" or desk.floor is None else (desk, ())


def _page_key(desk: Desk, name: str, room: Room) -> Step:
    """Do what a key of the open page does; a key in the air (an answer is due) waits."""
    if room.state is None or not name:
        return replace(desk, refused=None), ()
    did: Did | FloorDid
    if desk.floor is not None:
        did = floor_key(desk.floor, name, room.state, room.words)
        after = replace(desk, floor=did.panel)
    elif desk.pad is not None and name == "seat":
        return replace(desk, pad=None, panel=Panel(desk.pad.seat), refused=None), ()
    elif desk.pad is not None:
        did = pad_key(desk.pad, name, room.state, room.words)
        after = replace(desk, pad=did.pad)
    else:
        return desk, ()
    return _did(desk, replace(after, refused=None, asked=name), did, room)


def _did(desk: Desk, after: Desk, did: "Did | FloorDid", room: Room) -> Step:
    if did.why:
        return replace(after, refused=Refused(after.asked, did.why, room.now + WHY_NOT_S)), ()
    if did.order is None:
        return after, ()
    if desk.waiting:
        return desk, ()
    if not room.able:
        text = room.words.of(REASONS, "no-token")
        stays = replace(after, floor=after.floor or desk.floor)
        return replace(stays, refused=Refused(after.asked, text, room.now + WHY_NOT_S)), ()
    return replace(after, waiting=after.waiting + 1, notice=None), (did.order,)


def _heard_page(desk: Desk, order: Order, reply: Reply, room: Room) -> Desk:
    """Return the desk with an answer: what was refused is said where the finger is."""
    desk = replace(desk, waiting=max(0, desk.waiting - 1))
    if desk.floor is not None:
        desk = replace(desk, floor=floor_answer(desk.floor, order, reply.ok, reply.reason))
        asks = order == Order("unlock") and reply.reason in ("locked", "no-badge")
        if asks and reply.reason == "locked":
            return desk
    if reply.ok:
        return replace(desk, refused=None)
    text = answer_words(reply, room.words)
    if desk.pad is not None and reply.reason in REFUSED and room.state is not None:
        player = room.words.seat(room.state, desk.pad.seat)
        text = room.words.say(REFUSED[reply.reason], player=player)
    return replace(desk, refused=Refused(desk.asked, text, room.now + WHY_NOT_S))


def _notice(about: str, text: str, ok: bool, now: float) -> Notice:
    return Notice(about, text, ok, now + (OK_S if ok else WHY_NOT_S))


def _seat(state: PublicState | None, number: int) -> SeatView | None:
    seats = () if state is None else state.seats
    return next((seat for seat in seats if seat.seat == number), None)


def _send(desk: Desk, order: Order, room: Room) -> Step:
    """Send an order, or say that nothing can be sent from here."""
    if not room.able:
        text = room.words.of(REASONS, "no-token")
        about = word_of(order.name, room.words)
        return replace(desk, notice=_notice(about, text, False, room.now)), ()
    return replace(desk, notice=None, waiting=desk.waiting + 1), (order,)


# -- nothing is open ------------------------------------------------------------------------


def _press_table(desk: Desk, key: str, room: Room) -> Step:
    if key in (":", "enter"):
        return replace(desk, line="", notice=None), ()
    if key == "escape":
        return replace(desk, notice=None), ()
    # A key that is held, or struck twice, is one wish.
    if room.state is None or desk.waiting:
        return desk, ()
    if key == " ":
        return _send(desk, Order("resume" if room.state.paused else "pause"), room)
    if key in ("s", "S"):
        return _send(desk, Order("start-hand"), room)
    if key in ("f", "F"):
        return _open_floor(desk, room)
    if key in ("u", "U"):
        return replace(desk, panel=Panel(0, "undo"), notice=None), ()
    return desk, ()


def _open_floor(desk: Desk, room: Room) -> Step:
    """Open the floor's panel; the table is asked whether it may be."""
    did = opening()
    after = replace(desk, panel=None, pad=None, floor=did.panel, notice=None, asked="close")
    return _did(desk, after, did, room)


# -- the line -------------------------------------------------------------------------------


def _press_line(desk: Desk, line: str, key: str, room: Room) -> Step:
    if key == "escape":
        return replace(desk, line=None), ()
    if key == "backspace":
        return replace(desk, line=line[:-1]), ()
    if key == "tab":
        return replace(desk, line=_completed(line, room.words)), ()
    if key == "enter":
        return _enter_line(desk, line, room)
    if len(key) != 1 or not key.isprintable() or len(line) >= LONGEST_LINE:
        return desk, ()
    if key == ":" and not line:
        return desk, ()
    return replace(desk, line=line + key), ()


def _enter_line(desk: Desk, line: str, room: Room) -> Step:
    if not line.strip():
        return replace(desk, line=None), ()
    try:
        order = order_from(line.split(), room.words)
    except Unclear as unclear:
        # The line stays: it is mended, not typed again.
        return replace(desk, notice=_notice("", str(unclear), False, room.now)), ()
    after, orders = _send(desk, order, room)
    return (replace(after, line="") if orders else after), orders


def _completed(line: str, said: Words) -> str:
    """Return the line with its first word continued as far as there is one way to."""
    known = completions(line, said)
    if len(known) == 1:
        return known[0] + (" " if fields_of(named(known[0], said)) else "")
    common = _common(known)
    return common if len(common) > len(line) else line


def _common(texts: tuple[str, ...]) -> str:
    """Return what all of them begin with."""
    if not texts:
        return ""
    first, last = min(texts), max(texts)
    same = next((i for i, sign in enumerate(first) if i >= len(last) or last[i] != sign), None)
    return first if same is None else first[:same]


# -- a panel --------------------------------------------------------------------------------


def _press_panel(desk: Desk, panel: Panel, key: str, room: Room) -> Step:
    if key == "escape":
        return replace(desk, panel=None), ()
    if not panel.form:
        offered = choices(panel, room.state)
        if key.isdecimal() and 1 <= int(key) <= len(offered):
            return _choose(desk, panel, offered[int(key) - 1], room)
        return desk, ()
    if key == "enter":
        if panel.at + 1 < len(panel.fields):
            return replace(desk, panel=replace(panel, at=panel.at + 1)), ()
        return _enter_panel(desk, panel, room)
    if not panel.fields:
        return desk, ()
    if key == "tab":
        return replace(desk, panel=replace(panel, at=(panel.at + 1) % len(panel.fields))), ()
    value = panel.values[panel.at]
    value = value[:-1] if key == "backspace" else _typed(panel, value, key)
    values = (*panel.values[: panel.at], value, *panel.values[panel.at + 1 :])
    return replace(desk, panel=replace(panel, values=values)), ()


def _typed(panel: Panel, value: str, key: str) -> str:
    """Return a field's value with a key more, where that makes sense."""
    if panel.letters:
        fits = len(key) == 1 and key.isprintable() and len(value) < LONGEST_NAME
        return value + key if fits and (value or key != " ") else value
    if key.isascii() and key.isdecimal() and len(value + key) <= MOST_DIGITS:
        return str(int(value + key))
    return value


def _choose(desk: Desk, panel: Panel, name: str, room: Room) -> Step:
    if name not in choices(panel, room.state):
        return desk, ()
    if name == "floor":
        return _open_floor(desk, room)
    if name in FORMS:
        form = replace(panel, form=name, values=("",) * len(FORMS[name]), at=0)
        return replace(desk, panel=form, notice=None), ()
    data = {"seat": panel.seat} if panel.seat else {}
    return _send(replace(desk, panel=None), Order(name, data), room)


def _enter_panel(desk: Desk, panel: Panel, room: Room) -> Step:
    typed = dict(zip(panel.fields, (value.strip() for value in panel.values), strict=True))
    if panel.form == "sit-down" and not typed["name"]:
        typed["name"] = room.words.say(N_("Seat {seat}"), seat=panel.seat)
    words = [f"seat={panel.seat}"] if panel.seat else []
    words += [f"{field}={value}" for field, value in typed.items() if value]
    try:
        order = order_from([panel.form, *words], room.words)
    except Unclear as unclear:
        return replace(desk, notice=_notice("", str(unclear), False, room.now)), ()
    return _send(replace(desk, panel=None), order, room)
