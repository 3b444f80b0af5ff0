"""The scenario language: parses text into statements, and reports the location of any error.

Only the words are checked here. Whether a statement makes sense at the table is decided when it is
executed, by the Dealer, the house rules and the engine.
"""

import re
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Literal, cast, get_args

import msgspec

from controller.contract import commands as c
from controller.contract.observations import Declaration
from controller.contract.rules import LeaveWhen
from controller.play.script import outside, room
from controller.play.script import statements as say
from controller.play.script.at_once import at_once, joins, parts
from controller.play.script.expect_words import read_expectation, read_steps
from controller.play.script.room_words import GAME_WORDS, ROOM_VERBS, read_game
from controller.play.script.words import ZONES, Cursor, ScenarioError, Word, is_number, split_line

__all__ = ["ScenarioError", "parse", "read", "title"]

DEEDS: tuple[say.Deed, ...] = get_args(say.Deed)
DECLARATIONS: tuple[Declaration, ...] = get_args(Declaration)
CHANCES: tuple[say.Chance, ...] = ("exposed", "off-table")
PENALTIES = ("warning", "out", "10m", "1r")
UNITS = {"ms": 1, "s": 1000, "m": 60_000, "min": 60_000, "h": 3_600_000}


def read(path: Path, houses: Collection[str] = ()) -> list[say.Statement]:
    """Return a file's statements. Raises `ScenarioError`, also if the file can't be opened."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise ScenarioError(str(path), 1, 1, "", f"can't be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        column = error.start - error.object.rfind(b"\n", 0, error.start)
        message = "is not UTF-8 text: save it as UTF-8"
        raise ScenarioError(str(path), line, column, "", message) from None
    return parse(text, str(path), houses)


def title(text: str) -> str:
    """Return a scenario's subject, which is its first comment, or "" if it has none."""
    found = re.search(r"^\s*#+[ \t]*(\S.*?)\s*$", text, re.MULTILINE)
    return found[1] if found else ""


def parse(text: str, file: str = "", houses: Collection[str] = ()) -> list[say.Statement]:
    """Return a scenario's statements in order, each with the line and column where it begins.

    `houses` are the house names allowed in addition to paths; if empty, any name is allowed.
    Raises `ScenarioError` at the first mistake.
    """
    found: list[say.Statement] = []
    taken: dict[int, int] = {}
    for line, source in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        for words in split_line(source, file, line):
            acts = list[say.Statement]()
            for cursor in (Cursor(part, file, line) for part in parts(words, file, line)):
                acts.append(read_statement(cursor))
                playing = any(isinstance(s, say.NewHand) for s in found)
                check_seats(cursor, acts[-1], taken, playing)
            statement = at_once(cursor, acts, then=say.THEN in joins(words))
            if isinstance(statement, say.UseHouse) and houses:
                check_house(cursor, statement.name, houses)
            placed = msgspec.structs.replace(statement, line=line, column=words[0].column)
            found.append(placed)
    return found


def check_seats(
    cursor: Cursor, statement: say.Statement, taken: dict[int, int], playing: bool
) -> None:
    """Raise `ScenarioError` if an empty seat acts or a player is put into a taken seat too early.

    A player may be put into a taken seat once the first hand has begun (`playing`). `taken` maps
    each taken seat to the line of the statement that fills it, and is updated.
    """
    command = statement.command if isinstance(statement, room.GiveCommand) else None
    if isinstance(statement, say.SeatPlayer):
        if statement.seat in taken and not playing:
            free = next((seat for seat in range(1, 11) if seat not in taken), 0)
            line = taken[statement.seat]
            message = f"seat {statement.seat} is already taken, in line {line}"
            cursor.fail(cursor.words[1], message, str(free or ""))
        taken[statement.seat] = cursor.line
    elif isinstance(command, c.SitDown):
        taken[command.seat] = cursor.line
    elif isinstance(command, c.StandUp) and command.when is not LeaveWhen.AT_REST:
        taken.pop(command.seat, None)
    elif taken and is_number(cursor.words[0].text):
        seat = int(cursor.words[0].text)
        if seat not in taken:
            near = min(taken, key=lambda other: abs(other - seat))
            seats = " ".join(map(str, sorted(taken)))
            message = f"nobody sits in seat {seat}: the seats taken are {seats}"
            cursor.fail(cursor.words[0], message, str(near))


def check_house(cursor: Cursor, name: str, houses: Collection[str]) -> None:
    """Raise `ScenarioError` if a house is neither one of `houses` nor the path of a file."""
    if name not in houses and not re.search(r"[/\\]|\.toml$", name):
        cursor.unknown(cursor.words[1], "a house", houses)


def read_statement(cursor: Cursor) -> say.Statement:
    """Parse all words of one statement and return it."""
    word = cursor.next("a statement")
    if is_number(word.text):
        statement = read_deed(cursor, cursor.as_seat(word))
    elif word.text in VERBS:
        statement = room.as_statement(VERBS[word.text](cursor))
    else:
        cursor.unknown(word, "a statement", VERBS)
    cursor.end()
    return statement


# -- set-up -----------------------------------------------------------------------------


def read_level(cursor: Cursor, kind: type[say.Level]) -> say.Level:
    """Parse a level's blinds, antes, game, betting structure and blind format."""
    small, big = cursor.number("the small blind", 0), cursor.number("the big blind", 0)
    extra = {"ante": 0, "big-blind-ante": 0}
    while cursor.more and not cursor.at(*GAME_WORDS):
        name = cursor.choose("an ante or a game", (*extra, *GAME_WORDS))
        extra[name] = cursor.number(f"the {name}", 0)
    return kind(small, big, extra["ante"], extra["big-blind-ante"], *read_game(cursor))


def read_seat(cursor: Cursor) -> say.SeatPlayer:
    """Parse a seat number, a player's name and stack, and optionally `absent`."""
    seat = cursor.seat()
    name = cursor.next("the player's name").text
    word = cursor.next("the player's stack")
    if not is_number(word.text) and cursor.more:
        together = f'"{name} {word.text}"'
        cursor.fail(word, f'"{word.text}" is not a stack; quote a name of two words', together)
    stack = cursor.as_number(word, "a stack", 0)
    return say.SeatPlayer(seat, name, stack, cursor.last("absent"))


def read_stacks(cursor: Cursor) -> say.StacksRead:
    """Parse `stacks read`: antennas read the players' stacks."""
    cursor.choose("read", ("read",))
    return say.StacksRead()


# -- the dealer -------------------------------------------------------------------------


def read_deal(cursor: Cursor) -> say.Statement:
    """Parse `deal` alone (finish the deal), or `deal to 3` or `deal 3` (one card to a seat).

    After a seat, `exposed` or `off-table` may follow. `deal off-table` deals a card that was
    meant for no particular seat and falls off the table.
    """
    if not cursor.more:
        return say.DealHands()
    if cursor.take("off-table"):
        return say.DealTo(0, "off-table")
    if not cursor.take("to") and not is_number(cursor.words[cursor.position].text):
        cursor.end(("to",))
    seat = cursor.seat()
    chance = cursor.choose("what happened", CHANCES) if cursor.more else ""
    return say.DealTo(seat, chance)


def read_deck(cursor: Cursor) -> say.Deck | say.DeckHolds:
    """Parse the top cards of the deck, or changes to it (`lacks`, `holds` or `whole`)."""
    if cursor.take("whole"):
        return say.DeckHolds()
    if cursor.take("lacks"):
        return say.DeckHolds(cursor.cards(), lacks=True)
    if cursor.take("holds"):
        if cursor.take("unknown"):
            return say.DeckHolds(unknown=True)
        return say.DeckHolds(cursor.cards())
    return say.Deck(cursor.cards())


def read_count(cursor: Cursor) -> tuple[int, bool]:
    """Return the number of cards, 1 if omitted, and whether they arrive together."""
    count = 1 if not cursor.more or cursor.at("together") else cursor.number("a number of cards")
    return count, cursor.last("together")


def read_move(cursor: Cursor) -> say.MoveCard | say.MoveChips:
    """Parse a move of a card or chips; `from` and `to` may precede the zones."""
    if cursor.more and PIECE.fullmatch(cursor.words[cursor.position].text):
        pieces = [cursor.next("chips").text]
        while cursor.more and PIECE.fullmatch(cursor.words[cursor.position].text):
            pieces.append(cursor.next("chips").text)
        split = (piece.split("x") for piece in pieces)
        counted = tuple((int(count), int(value)) for count, value in split)
        amount = sum(count * value for count, value in counted)
        return say.MoveChips(amount, counted, *read_way(cursor))
    return say.MoveCard(cursor.card(), *read_way(cursor))


def read_way(cursor: Cursor) -> tuple[str, str]:
    """Return the origin and destination zones; the words `from` and `to` are optional."""
    cursor.take("from")
    source = cursor.zone()
    cursor.take("to")
    return source, cursor.zone()


MOST_PIECES = 100_000
"""The maximum number of chips that a statement can move."""

PIECE = re.compile(r"[1-9][0-9]{0,5}x[1-9][0-9]{0,9}")
"""A number of chips of one value, such as `2x100`."""


def read_swap(cursor: Cursor) -> say.Swap:
    """Parse two seats that swap a card; `and` may separate them."""
    seat = cursor.seat()
    cursor.take("and")
    return say.Swap(seat, cursor.seat())


def read_clone(cursor: Cursor) -> say.Clone:
    """Parse a card, and the zone for a copy of its tag, or `away` to remove the copy."""
    card = cursor.card()
    if cursor.choose("to or away", ("to", "away")) == "away":
        return say.Clone(card)
    return say.Clone(card, cursor.place())


# -- a seat -----------------------------------------------------------------------------


def read_deed(cursor: Cursor, seat: int) -> say.Statement:
    """Parse what the player in a seat does: a verb such as `folds`, and the words after it."""
    verb = cursor.choose("what a seat does", SEAT_VERBS)
    if verb in {"folds", "checks", "calls"}:
        return say.SeatActs(seat, cast("Literal['fold', 'check', 'call']", verb[:-1]))
    read = READ_DEED.get(verb)
    if read is not None:
        return read(cursor, seat)
    if verb == "drops":
        cursor.choose("card", ("card",))
    return say.Does(seat, cast("say.Deed", verb))


def read_all_in(cursor: Cursor, seat: int) -> say.SeatActs:
    """Parse the word `all-in` after `goes`, and return the seat's all-in."""
    cursor.after("all-in")
    return say.SeatActs(seat, "all-in")


def read_chips(cursor: Cursor) -> tuple[int, say.Pieces, bool]:
    """Return the total of the chips, any listed chips, and whether they are `foreign`."""
    foreign = cursor.take("foreign")
    return *read_pieces(cursor), foreign


OF_A_SEAT = ("see", "off-table", "shown")
"""Declarations that may name the seat whose hand they are about."""


def read_said(cursor: Cursor, seat: int) -> say.Says:
    """Parse a declaration and, depending on its kind, an amount, another seat or `pot`."""
    what = cursor.choose("what a seat says", DECLARATIONS)
    amount = 0
    if what == "raise" and cursor.more:
        amount = cursor.after("to").number("an amount")
    elif what == "bet" and cursor.more:
        amount = cursor.number("an amount")
    of = cursor.seat() if what in OF_A_SEAT and cursor.more else 0
    pot = what == "floor" and cursor.take("pot")
    return say.Says(seat, what, amount, of, pot)


def read_bomb_pot(cursor: Cursor) -> outside.AskBombPot:
    """Parse a bomb pot request, with an optional ante and board count, or `off` to cancel one."""
    if cursor.take("off"):
        return outside.AskBombPot(off=True)
    ante = cursor.number("an ante") if cursor.more and not cursor.at("boards") else 0
    if not cursor.more:
        return outside.AskBombPot(ante)
    boards = cursor.after("boards").choose("a number of boards", ("1", "2"))
    return outside.AskBombPot(ante, boards=int(boards))


def read_kill_pot(cursor: Cursor) -> c.KillPot:
    """Parse the seat that makes the next hand a kill pot, or `off` for none."""
    by = 0 if cursor.take("off") else cursor.seat()
    return c.KillPot(by, called_off=not by)


def read_pieces(cursor: Cursor) -> tuple[int, say.Pieces]:
    """Return the total of the chips and, if the chips are listed, their (count, value) pairs."""
    first = cursor.next("chips such as 500 or 2x100")
    if is_number(first.text) and not cursor.more:
        return cursor.as_number(first, "an amount"), ()
    pieces: list[tuple[int, int]] = []
    for word in (first, *cursor.words[cursor.position :]):
        count, sign, value = word.text.replace("\N{MULTIPLICATION SIGN}", "x").partition("x")
        if not sign:
            count, value = "1", word.text
        at = Word(value, word.column + (len(count) + 1 if sign else 0))
        pieces.append(
            (
                cursor.as_number(Word(count, word.column), "a number of chips"),
                cursor.as_number(at, "a chip's value"),
            )
        )
    cursor.position = len(cursor.words)
    if sum(count for count, _ in pieces) > MOST_PIECES:
        cursor.fail(first, "no table has that many chips", f"{MOST_PIECES} at most")
    return sum(count * value for count, value in pieces), tuple(pieces)


def read_seen(cursor: Cursor, seat: int) -> say.Sees:
    """Parse the exposed card that a player reports: a seat's card, or a card in a zone."""
    word = cursor.after("card").after("of").next("a seat or a zone")
    if is_number(word.text):
        return say.Sees(seat, str(cursor.as_seat(word)))
    if word.text not in ZONES:
        cursor.unknown(word, "a seat or a zone", ZONES)
    return say.Sees(seat, word.text)


READ_DEED: dict[str, Callable[[Cursor, int], say.Statement]] = {
    "bets": lambda cursor, seat: say.SeatActs(seat, "bet", cursor.number("an amount")),
    "raises": lambda cursor, seat: say.SeatActs(
        seat, "raise", cursor.after("to").number("an amount")
    ),
    "goes": read_all_in,
    "says": read_said,
    "puts": lambda cursor, seat: say.Puts(seat, *read_chips(cursor)),
    "takes": lambda cursor, seat: say.Takes(seat, *read_chips(cursor)),
    "splashes": lambda cursor, seat: say.Splashes(seat, *read_pieces(cursor)),
    "sees": read_seen,
    "clocks": lambda cursor, seat: say.Clocks(seat, cursor.seat()),
}
"""For each verb that can follow a seat, the parser for the words after the verb."""
SEAT_VERBS = (
    "folds", "checks", "calls", "bets", "raises", "goes", "says", "puts", "takes", "splashes",
    "sees", "clocks", *DEEDS,
)  # fmt: skip


# -- the floor and the world ------------------------------------------------------------


def read_penalty(cursor: Cursor) -> c.Penalty:
    """Parse a seat and its penalty."""
    seat = cursor.seat()
    word = cursor.next("a penalty", PENALTIES)
    if not re.fullmatch(r"warning|out|[0-9]{1,4}[a-z]+", word.text):
        cursor.unknown(word, "a penalty", PENALTIES)
    return c.Penalty(seat, word.text)


FLOOR_VERBS: dict[str, Callable[[Cursor], c.Command]] = {
    "rules": lambda cursor: c.Rule(tuple(str(one).strip('"') for one in read_steps(cursor))),
    "kills": lambda cursor: c.KillHand(cursor.seat()),
    "stack": lambda cursor: c.SetStack(cursor.seat(), cursor.number("a stack", least=0)),
    "button": lambda cursor: c.SetButton(cursor.seat()),
    "penalty": read_penalty,
    "confirms": lambda _: c.Confirm(),
    "waives": lambda _: c.Waive(),
    "misdeal": lambda _: c.Misdeal(),
    "undoes": lambda _: c.Undo(),
    "pauses": lambda _: c.Pause(),
    "resumes": lambda _: c.Resume(),
}
"""For each word that can follow `floor`, the parser for that command."""


def read_refused(cursor: Cursor) -> room.IsRefused:
    """Parse the reason id, and then the command that the table must refuse."""
    why = cursor.next("why it is refused").text
    asked = VERBS[cursor.choose("what is asked", (*ROOM_VERBS, "floor"))](cursor)
    return room.IsRefused(why, room.as_statement(asked))


LONGEST = 24 * UNITS["h"]
"""The longest wait in a scenario (ms), which is limited because every second of it is played."""


def read_wait(cursor: Cursor) -> outside.Wait:
    """Parse a waiting time; its unit may be a separate word."""
    word = cursor.next("a time such as 60s")
    text = word.text
    if is_number(text) and cursor.more:
        text += cursor.choose("a unit of time", tuple(UNITS))
    found = re.fullmatch(r"([0-9]{1,9})(?:\.([0-9]{1,3}))?([a-z]+)", text)
    if found is None or found[3] not in UNITS:
        digits = re.match(r"[0-9]*", text)
        near = (digits[0] if digits and digits[0] else "60") + "s"
        cursor.fail(word, f'"{word.text}" is not a time: write 60s, 500ms or 2m', near)
    thousandths = int(found[1]) * 1000 + int((found[2] or "0").ljust(3, "0"))
    ms = thousandths * UNITS[found[3]] // 1000
    if ms > LONGEST:
        cursor.fail(word, f"{word.text} is too long: at most 24h", "24h")
    return outside.Wait(ms)


VERBS: dict[str, Callable[[Cursor], say.Statement | c.Command]] = {
    "house": lambda cursor: say.UseHouse(cursor.next("the house").text),
    "chips": lambda cursor: say.Chips(cursor.choose("a chips mode", ("rfid", "keyed"))),
    "cards": lambda cursor: (cursor.choose("a cards mode", ("keyed",)), say.CardsKeyed())[1],
    "blinds": lambda cursor: read_level(cursor, say.Blinds),
    "seat": read_seat,
    "button": lambda cursor: say.PlaceButton(cursor.seat()),
    "deck": read_deck,
    "decks": lambda cursor: say.Decks(int(cursor.choose("how many decks", ("1", "2")))),
    "denominations": lambda cursor: say.Denominations(cursor.numbers("a chip's value")),
    "shoe": lambda cursor: say.UseShoe(present=True, counts=cursor.take("counts")),
    "shuffle": lambda _: say.ShuffleDeck(),
    "no-shoe": lambda _: say.UseShoe(present=False),
    "gate": lambda _: say.Gate(),
    "stacks": read_stacks,
    "hand": lambda _: say.NewHand(),
    "deal": read_deal,
    "burn": lambda cursor: say.BurnCards(*read_count(cursor)),
    "burns": lambda cursor: outside.BurnsGo(cursor.choose("a pile", ("muck", "burn"))),
    "flop": lambda _: say.DealStreet("flop"),
    "turn": lambda _: say.DealStreet("turn"),
    "river": lambda _: say.DealStreet("river"),
    "board": lambda cursor: say.DealBoard(*read_count(cursor)),
    "move": read_move,
    "swap": read_swap,
    "foreign": lambda cursor: say.Foreign(cursor.card(), cursor.after("to").place()),
    "unknown": lambda cursor: say.Unknown(cursor.after("to").place()),
    "clone": read_clone,
    "follow": lambda cursor: say.Follow(cursor.last("all")),
    "collect": lambda _: say.CollectCards(),
    "gather": lambda _: say.Gather(),
    "push": lambda _: say.Push(),
    "floor": lambda cursor: FLOOR_VERBS[cursor.choose("what the floor does", FLOOR_VERBS)](cursor),
    "bomb-pot": read_bomb_pot,
    "kill-pot": read_kill_pot,
    "level": lambda cursor: read_level(cursor, outside.NextLevel),
    "wait": read_wait,
    "device-lost": lambda cursor: outside.LoseDevice(cursor.next("a device").text),
    "device-back": lambda cursor: outside.RestoreDevice(cursor.next("a device").text),
    "power-cut": lambda _: outside.PowerCut(),
    "broker-down": lambda _: outside.BrokerDown(),
    "broker-up": lambda _: outside.BrokerUp(),
    **ROOM_VERBS,
    "refused": read_refused,
    "expect": read_expectation,
}
"""For each word that can begin a statement, the parser for the words after it."""
