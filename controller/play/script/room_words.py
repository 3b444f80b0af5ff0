"""Parses the statements of `controller.play.script.room`, after the first word of each."""

import re
from collections.abc import Callable

from controller.contract import commands as c
from controller.contract.rules import (
    STRUCTURES,
    BlindForm,
    Entry,
    HoldReason,
    Leaver,
    LeaveWhen,
    NoticeText,
    Structure,
    Variant,
)
from controller.play.script import room
from controller.play.script import statements as say
from controller.play.script.words import Cursor, Word, is_number

ENTRIES = tuple(Entry)
GAME_WORDS = ("game", *STRUCTURES, "button-blind")
TIMES = {"s": 1, "m": 60, "min": 60, "h": 3600}


def read_hold(cursor: Cursor) -> c.Hold:
    """Parse a hold: its name and reason, and the options `clock-runs` and `at-once`."""
    name, reason = cursor.next("the hold's name").text, HoldReason.VENUE
    if cursor.more and not cursor.at("clock-runs", "at-once"):
        reason = cursor.choose("a reason", tuple(HoldReason))
    runs = cursor.take("clock-runs")
    at_once = cursor.take("at-once")
    cursor.end(() if at_once else ("at-once",) if runs else ("clock-runs", "at-once"))
    return c.Hold(name, reason, runs, at_once)


def read_game(cursor: Cursor) -> tuple[Variant | None, Structure | None, BlindForm | None]:
    """Parse a level's game, betting structure and blind format; any that is omitted is None."""
    game: Variant | None = None
    structure: Structure | None = None
    if cursor.take("game"):
        game = cursor.choose("a game", tuple(Variant))
    if cursor.at(*STRUCTURES):
        structure = cursor.choose("a structure", STRUCTURES)
    return game, structure, "button" if cursor.take("button-blind") else None


def read_structure(cursor: Cursor) -> room.TellStructure:
    """Parse a level structure: levels (`50/100/10 20m`) and breaks (`break 10m`).

    The current position (`at`), the time left (`left`) and `stands` for a stopped clock may follow.
    """
    rows: list[c.StructureLevel] = []
    at, seconds = 1, 0
    while cursor.more and not cursor.at("at", "left", "stands"):
        levels = sum(row.number > 0 for row in rows)
        if cursor.take("break"):
            rows.append(c.StructureLevel(0, seconds=_time(cursor)))
            continue
        small, big, ante = _blinds(cursor, cursor.next("blinds such as 50/100"))
        lasts = _time(cursor) if cursor.more and _is_time(cursor) else 0
        played = read_game(cursor)
        rows.append(c.StructureLevel(levels + 1, small, big, ante, 0, lasts, *played))
    if not rows:
        cursor.next("blinds such as 50/100")
    if cursor.take("at"):
        at = cursor.number("a place in the structure")
    if cursor.take("left"):
        seconds = _time(cursor)
    return room.TellStructure(tuple(rows), at, seconds, cursor.take("stands"))


def _blinds(cursor: Cursor, word: Word) -> tuple[int, int, int]:
    parts = word.text.split("/")
    if not 2 <= len(parts) <= 3 or not all(map(is_number, parts)):
        cursor.fail(word, f'"{word.text}" is not a level: write 50/100, or 50/100/10 with an ante')
    small, big, ante = (int(part) for part in (*parts, "0")[:3])
    return small, big, ante


def _is_time(cursor: Cursor) -> bool:
    return bool(re.fullmatch(r"[0-9]{1,6}[a-z]+", cursor.words[cursor.position].text))


def _time(cursor: Cursor) -> int:
    word = cursor.next("a time such as 20m")
    found = re.fullmatch(r"([0-9]{1,6})([a-z]+)", word.text)
    if found is None or found[2] not in TIMES:
        cursor.fail(word, f'"{word.text}" is not a time: write 20m, 90s or 1h', "20m")
    return int(found[1]) * TIMES[found[2]]


def read_color_up(cursor: Cursor) -> room.ColorUp:
    """Parse the chip values that stay in play, and `seat=stack` for each changed stack."""
    chips: list[int] = []
    stacks: list[tuple[int, int]] = []
    while cursor.more or not chips:
        word = cursor.next("a chip's value")
        seat, sign, stack = word.text.partition("=")
        if not sign:
            chips.append(cursor.as_number(word, "a chip's value"))
            continue
        number = cursor.as_seat(Word(seat, word.column))
        at = Word(stack, word.column + len(seat) + 1)
        stacks.append((number, cursor.as_number(at, "a stack", least=0)))
    return room.ColorUp(tuple(chips), tuple(stacks))


def read_notice(cursor: Cursor) -> c.Notice:
    """Parse a notice: its name and kind, and optionally a seat, a move (`to 4-7`) and `ack`.

    `ack` means that the player must acknowledge the notice.
    """
    name = cursor.next("the notice's name").text
    text = cursor.choose("a kind of notice", tuple(NoticeText))
    seat = cursor.seat() if cursor.take("seat") else 0
    table, there = _place(cursor) if cursor.take("to") else (0, 0)
    return c.Notice(name, text, seat, table, there, cursor.last("ack"))


def read_open(cursor: Cursor) -> room.OpenTable:
    """Parse the name of a tournament and, optionally, the button and the chip values."""
    name = cursor.next("the tournament's name").text
    button = cursor.seat() if cursor.take("button") else 0
    chips = cursor.numbers("a chip's value") if cursor.take("chips") else ()
    cursor.end(("button", "chips"))
    return room.OpenTable(name, button, chips)


def read_sit_down(cursor: Cursor) -> c.SitDown:
    """Parse an arriving player's seat, name and stack, and options such as `absent` or `owes`."""
    seat, name = cursor.seat(), cursor.next("the player's name").text
    stack = cursor.number("a stack", 0)
    player = cursor.next("the player's id").text if cursor.take("player") else ""
    entry = cursor.choose("an entry", ENTRIES) if cursor.at(*ENTRIES) else Entry.DEALT_IN
    penalty = cursor.next("a penalty").text if cursor.take("penalty") else ""
    owes = cursor.number("chips") if cursor.take("owes") else 0
    absent, bought = cursor.take("absent"), cursor.take("bought")
    when = read_when(cursor)
    cursor.end(("player", *ENTRIES, "penalty", "owes", "absent", "bought", "at-rest"))
    return c.SitDown(
        seat, name, stack, player, entry, absent, penalty, owes, bought=bought, when=when
    )


def read_when(cursor: Cursor) -> LeaveWhen:
    """Parse the optional word `at-rest`, which means after the current hand."""
    return LeaveWhen.AT_REST if cursor.take("at-rest") else LeaveWhen.NOW


def read_stand_up(cursor: Cursor) -> c.StandUp:
    """Parse the player who leaves, the time, the request's id, and the new table and seat."""
    seat = 0 if cursor.take("next-big-blind") else cursor.seat("a seat, or next-big-blind")
    who = Leaver.SEAT if seat else Leaver.NEXT_BIG_BLIND
    when = read_when(cursor)
    order = cursor.next("the order's id").text if cursor.take("order") else ""
    to = _place(cursor) if cursor.take("to") else (0, 0)
    cursor.end(("at-rest", "order", "to"))
    return c.StandUp(seat, who, when, order, *to)


def read_stay(cursor: Cursor) -> c.Stay:
    """Parse the player who stays: a seat number, or `order` and the id of the request to leave."""
    if cursor.take("order"):
        return c.Stay(0, cursor.next("the order's id").text)
    return c.Stay(cursor.seat("a seat, or order"))


def _place(cursor: Cursor) -> tuple[int, int]:
    word = cursor.next("a table and seat such as 4-7")
    found = re.fullmatch(r"([0-9]{1,6})-([0-9]{1,2})", word.text)
    if found is None:
        cursor.fail(word, f'"{word.text}" is not a table and seat: write 4-7', "4-7")
    return int(found[1]), int(found[2])


def read_key(cursor: Cursor) -> c.KeyBoard | c.KeyHand:
    """Parse the cards that are entered manually for the board or for a seat."""
    if cursor.take("board"):
        return c.KeyBoard(cursor.cards())
    return c.KeyHand(cursor.seat(), cursor.cards())


ROOM_VERBS: dict[str, Callable[[Cursor], say.Statement | c.Command]] = {
    "hold": read_hold,
    "release": lambda cursor: c.Release(cursor.next("the hold's name").text),
    "deal-one": lambda cursor: c.DealOne(
        cursor.next("the hold's name").text, cursor.take("by-street")
    ),
    "structure": read_structure,
    "color-up": read_color_up,
    "notice": read_notice,
    "notice-off": lambda cursor: c.NoticeOff(cursor.next("the notice's name").text),
    "open-table": read_open,
    "close-table": lambda _: c.CloseTable(),
    "sit-down": read_sit_down,
    "top-up": lambda cursor: c.Rebuy(cursor.seat(), cursor.number("chips")),
    "key": read_key,
    "stand-up": read_stand_up,
    "stay": read_stay,
}
"""For each word that begins a command to the table, the parser for the words after it."""
