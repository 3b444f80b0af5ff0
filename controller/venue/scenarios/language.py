"""Scripts (`*.vsn`) that test a room's rules: inputs, and expectations about their results.

There is one statement per line; `#` begins a comment. In the syntax, ID is a player, T a table and
T-S a seat. `expect` checks the last input's result, or the room. See also docs/SCENARIOS.md.
"""

import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.contract.errors import TapisError
from controller.contract.venue import inputs
from controller.contract.venue.floor.chips import ChipsTaken
from controller.contract.venue.floor.undoing import DeedUndone
from controller.contract.venue.kinds import RoomInput
from controller.contract.venue.seats import Seat
from controller.toml.file import FileProblems
from controller.venue.rules.books.room import Room
from controller.venue.rules.step import Step, new_room, step
from controller.venue.rules.tournament import Tournament
from controller.venue.scenarios.cash import CASH
from controller.venue.scenarios.events import EVENTS
from controller.venue.scenarios.league import League
from controller.venue.scenarios.prizes import PRIZES, pots_of
from controller.venue.scenarios.staff import STAFF, Words, after, entered, seat_of
from controller.venue.tournament_files import load_tournament

MINUTE = 60_000

_load_tournament = lru_cache(maxsize=64)(load_tournament)
"""Most scripts of a folder name the same tournaments, and reading one takes longest."""


class ScenarioUnread(TapisError):
    """A scenario line that can't be read; the message names the file and the line."""


class Failed(msgspec.Struct, frozen=True):
    """A failed expectation: its line, and the actual result."""

    line: int
    statement: str
    found: str


class Played(msgspec.Struct, frozen=True):
    """The result of a scenario: the number of expectations met, and those that failed."""

    held: int
    failed: tuple[Failed, ...]


INPUTS: Final = {
    syntax.partition(" ")[0].replace("-", "_"): (syntax, make)
    for syntax, make in (STAFF | CASH | PRIZES | EVENTS).items()
}
"""Maps the name of each statement that is a single input to (syntax, function making the input)."""

_WORDS = ("ear", "at", "granted", "unknown", "minor", "unread", "stranger", "gives-up")


class Player:
    """Runs one scenario, line by line."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.step: Callable[[Room, RoomInput, Tournament], Step] = step
        self.rules: Tournament | None = None
        self.room = Room()
        self.last = Step(Room())
        self.now = 0
        # The number of each table's last hand, and the stacks with which it began.
        self.began: dict[int, tuple[int, dict[int, int]]] = {}
        self.league = League(lambda: self._rules().results)

    def tell(self, said: RoomInput) -> None:
        """Apply an input to the room, and store its result for the expectations that follow."""
        said = msgspec.structs.replace(said, at=self.now)
        self.last = self.step(self.room, said, self._rules())
        self.room = self.last.room
        self.league.look(self.last.events, self.room)

    def _rules(self) -> Tournament:
        if self.rules is None:
            raise ValueError("a scenario must begin with its tournament")
        return self.rules

    # Statements whose input depends on the room, or that make several inputs.

    def tournament(self, words: Words) -> None:
        """`tournament NAME [KEY=VALUE ...]`: selects the rules, overriding some values."""
        name, *changes = words
        rules = _load_tournament(name, self.folder)
        for change in changes:
            key, _, value = change.partition("=")
            rules = _changed(rules, key, value)
        self.rules = rules
        self.room = new_room(rules)
        self.began = {}

    def table(self, words: Words) -> None:
        """`table N seats S [shoe] [ears A B ...]`: adds a table with earpieces at seats A, B ..."""
        number, ears = int(words[0]), words[words.index("ears") + 1 :] if "ears" in words else []
        seats = int(words[words.index("seats") + 1])
        self.tell(
            inputs.TableOpened(
                table=number, seats=seats, ears=tuple(map(int, ears)), shoe="shoe" in words
            )
        )  # fmt: skip

    def player(self, words: Words) -> None:
        """`player ID ... [at T-S] [granted T-S] [ear] [LACKING ...]`: players enter.

        `granted` reserves a seat for the player, and `ear` means that they need an earpiece.
        LACKING is the check that a player fails: `unknown` (identity), `minor` (age), `unread` (the
        receipt) or `stranger` (membership).
        """
        names = [word for word in words if word not in _WORDS and "-" not in word]
        granted = seat_of(words[words.index("granted") + 1]) if "granted" in words else None
        for name in names:
            self.tell(
                inputs.PlayerEntered(
                    player=name, needs_ear="ear" in words, granted=granted,
                    identified="unknown" not in words, of_age="minor" not in words,
                    receipt="unread" not in words,
                    gives_up="gives-up" in words,
                    membership="none" if "stranger" in words else "number",
                )
            )  # fmt: skip
        if "at" in words:
            seat = seat_of(words[words.index("at") + 1])
            self.tell(inputs.PlayerSeated(player=names[0], seat=seat))

    def seated(self, words: Words) -> None:
        """`seated T ID ...`: players enter, and take the first seats at a table."""
        for seat, name in enumerate(words[1:], 1):
            self.tell(entered(name))
            self.tell(inputs.PlayerSeated(player=name, seat=Seat(int(words[0]), seat)))

    def start(self, _: Words) -> None:
        """`start`: the tournament begins; required prizes are posted first if missing."""
        if self._rules().results.posted.value and not self.room.shares:
            self.tell(inputs.PrizesPosted(pool=100, shares=(100,)))
        self.tell(inputs.PlayStarted())

    def at(self, words: Words) -> None:
        """`at MM:SS`: time advances to this moment, counted from the start of the scenario."""
        minutes, seconds = words[0].split(":")
        self.now = int(minutes) * MINUTE + int(seconds) * 1000
        self.tell(inputs.ClockTicked())

    def hand(self, words: Words) -> None:
        """`hand T [SEAT=CHIPS ...] [blinds SB BB] [raked N] [number N] [pots ...] [timed ...]`.

        A table reports a hand: new stacks, blinds, rake, its number, pots and time charges.
        """
        number = int(words[0])
        seated = self.room.seated(number)
        began = {seat: one.stack for seat, one in seated.items()}
        at = words.index("timed") if "timed" in words else len(words)
        words, timed = words[:at], dict(_pair(word) for word in words[at + 1 :])
        words, pots = pots_of(words)
        changed = dict(_pair(word) for word in words[1:] if "=" in word)
        table = self.room.tables[number]
        small, big = table.small_blind, table.big_blind
        if "blinds" in words:
            small, big = (int(word) for word in words[words.index("blinds") + 1 :][:2])
        raked, hand = int(after(words, "raked", "0")), after(words, "number", "")
        reported, stacks = int(hand or table.hand + 1), began | changed
        last, stood = self.began.get(number, (0, {}))
        if reported == last:  # the floor has reversed the end of this hand
            began = {seat: stood.get(seat, chips) for seat, chips in began.items()}
        self.began[number] = reported, began
        self.tell(
            inputs.HandReported(
                table=number, hand=reported, stacks=stacks, began=began,
                small_blind=small, big_blind=big, raked=raked, played=tuple(began),
                timed=timed, pots=pots,
            )
        )  # fmt: skip

    def left(self, words: Words) -> None:
        """`left ID [CHIPS] [absent] [penalty P] [unasked]`: a player leaves their seat as ordered.

        With `unasked`, they leave it without an order.
        """
        stack = self.room.players[words[0]].stack
        order = "" if "unasked" in words else self._order(words[0])
        chips = int(words[1]) if words[1:] and words[1].isdecimal() else stack
        self.tell(
            inputs.PlayerLeft(
                order=order, player=words[0], stack=chips, absent="absent" in words,
                penalty=after(words, "penalty", ""),
            )
        )  # fmt: skip

    def left_instead(self, words: Words) -> None:
        """`left-instead ID OTHER`: a table lets player OTHER go, although the room expected ID."""
        other = words[1]
        stack = self.room.players[other].stack
        self.tell(inputs.PlayerLeft(order=self._order(words[0]), player=other, stack=stack))

    def card(self, words: Words) -> None:
        """`card ID CARD`: a player enters, and draws a card for their seat."""
        self.tell(entered(words[0]))
        self.tell(inputs.SeatCardDrawn(player=words[0], card=words[1]))

    def undo_deed(self, _: Words) -> None:
        """`undo-deed`: the last staff action on a player is undone."""
        deeds = self.room.deeds
        self.tell(DeedUndone(deed=deeds[-1].n if deeds else 0))

    def stays(self, words: Words) -> None:
        """`stays ID`: a table reports that a player stays, because their move was cancelled."""
        self.tell(inputs.PlayerStays(order=self._order(words[0])))

    def refuses(self, words: Words) -> None:
        """`refuses ORDER ID WHY [CHIPS]`: a table refuses an order (by type) about a player."""
        kind, player, why = words[:3]
        chips = int(words[3]) if len(words) > 3 else 0
        order = self._order(player)
        self.tell(inputs.OrderRefused(order=order, kind=kind, player=player, why=why, chips=chips))

    def takes(self, words: Words) -> None:
        """`takes ID [CHIPS]`: a table has taken chips from a player as ordered."""
        due = next(one for one in self.room.taking if one.player == words[0])
        chips = int(words[1]) if len(words) > 1 else due.chips
        self.tell(ChipsTaken(order=due.order, chips=chips))

    def takes_none(self, words: Words) -> None:
        """`takes-none ID WHY`: a table refuses an order to take a player's chips."""
        due = next(one for one in self.room.taking if one.player == words[0])
        self.tell(inputs.OrderRefused(order=due.order, kind="take-chips", why=words[1]))

    def uncoloured(self, words: Words) -> None:
        """`uncoloured T WHY`: a table has not carried out its last colour-up order."""
        table = int(words[0])
        order = next((one.order for one in self.room.coloured if one.table == table), "none")
        self.tell(inputs.OrderRefused(order=order, kind="colour-table", table=table, why=words[1]))

    def sits(self, words: Words) -> None:
        """`sits ID [CHIPS]`: a player who is being moved sits down at the new seat."""
        stack = self.room.players[words[0]].stack
        order = self._order(words[0])
        self.tell(
            inputs.PlayerArrived(
                order=order, player=words[0], stack=int(words[1]) if len(words) > 1 else stack
            )
        )

    def walk(self, _: Words) -> None:
        """`walk`: all players with orders to move leave their seats and take the new ones."""
        for move in self.room.moves:
            if not move.left:
                self.left([move.player])
        for move in self.room.moves:
            self.sits([move.player])

    def counted(self, words: Words) -> None:
        """`counted T SEAT=PIECES ... [cards CARD ...]`: a table's small chips are counted."""
        at = words.index("cards") if "cards" in words else len(words)
        held = dict.fromkeys(self.room.seated(int(words[0])), 0)
        held |= dict(_pair(word) for word in words[1:at])
        said = inputs.SmallChipsCounted(
            table=int(words[0]), held=held, cards=tuple(words[at + 1 :])
        )
        self.tell(said)

    def _order(self, player: str) -> str:
        moves = {move.player: move.order for move in self.room.moves}
        session = self.room.cash.sessions.get(player)
        cleared = self.room.cleared.get(player, "none")
        return moves.get(player, (session.order if session is not None else "") or cleared)

    # Expectations: each returns "" when it holds, else the actual result.

    def expect_refused(self, words: Words) -> str:
        """`expect refused WORD`: the input was refused, and WORD is the id of the reason."""
        refused = self.last.refused
        return "" if refused == words[0] else refused or "it was not refused"

    def expect_event(self, words: Words) -> str:
        """`expect event TYPE [FIELD=VALUE ...]`: the room published this event."""
        return _find(self.last.events, words)

    def expect_no_event(self, words: Words) -> str:
        """`expect no-event TYPE [FIELD=VALUE ...]`: the room did not publish such an event."""
        return "" if _find(self.last.events, words) else _told(self.last.events)

    def expect_order(self, words: Words) -> str:
        """`expect order TYPE [FIELD=VALUE ...]`: a table was given this order."""
        return _find(self.last.orders, words)

    def expect_no_order(self, words: Words) -> str:
        """`expect no-order TYPE [FIELD=VALUE ...]`: no table was given such an order."""
        return "" if _find(self.last.orders, words) else _told(self.last.orders)

    def expect_player(self, words: Words) -> str:
        """`expect player ID STANDING [T-S] [CHIPS]`: the player has this status, seat and stack."""
        one = self.room.players.get(words[0])
        if one is None:
            return "nobody with this name"
        found = [one.standing, str(one.seat or ""), str(one.stack)]
        wanted = [words[1], *(word for word in words[2:])]
        return "" if all(word in found for word in wanted) else " ".join(found)

    def expect_place(self, words: Words) -> str:
        """`expect place ID N[-M]`: the player has this place; a shared one runs from N to M."""
        one = self.room.players.get(words[0])
        first, last = (one.place if one is not None else None) or (0, 0)
        found = f"{first}" if first == last else f"{first}-{last}"
        return "" if found == words[1] else found

    def expect_chips(self, words: Words) -> str:
        """`expect chips IN-PLAY removed N`: the chips in play, and those that left play."""
        found = (self.room.chips, self.room.removed)
        return "" if found == (int(words[0]), int(words[2])) else f"{found[0]} removed {found[1]}"

    def expect_books(self, words: Words) -> str:
        """`expect books BOUGHT seats N bank N rake N [time N]`: chips sold, and where they are."""
        books, room = self.room.cash, self.room
        found = (room.issued, room.chips, books.bank, books.raked, books.timed)
        wanted = (int(words[0]), *(int(word) for word in words[2::2]), 0)[: len(found)]
        return "" if found == wanted else "{} seats {} bank {} rake {} time {}".format(*found)

    def expect_list(self, words: Words) -> str:
        """`expect list [ID[@T-S] ...]`: the waiting list in order, with reserved seats."""
        found = [
            one.player if one.seat is None else f"{one.player}@{one.seat}"
            for one in self.room.cash.waiting
        ]
        return "" if found == words else " ".join(found) or "nobody"

    def expect_money(self, words: Words) -> str:
        """`expect money [ACCOUNT=AMOUNT ...]`: all accounts that are not empty."""
        found = {
            name.replace(" ", "-"): str(amount) for name, amount in self.room.money.accounts.items()
        }
        wanted = dict(word.rsplit("=", 1) for word in words)
        return "" if found == wanted else " ".join(map("=".join, found.items())) or "none"

    def expect_clock(self, words: Words) -> str:
        """`expect clock at N`: the clock's index in the list of levels, from 0."""
        found = self.room.clock.at
        return "" if found == int(words[1]) else f"at {found}"

    def expect_head(self, words: Words) -> str:
        """`expect head ID WORTH [won N]`: the bounty on a player, and the amount they have won."""
        heads = self.room.heads
        found = [str(heads.on.get(words[0], 0)), "won", str(heads.won.get(words[0], 0))]
        return "" if found[: len(words) - 1] == words[1:] else " ".join(found)

    def expect_game(self, words: Words) -> str:
        """`expect game T GAME STRUCTURE`: a table's current game; for T 0, the current level's."""
        room = self.room
        level, own = room.levels[room.clock.at], room.tables.get(int(words[0]))
        chosen = own.game if own is not None else None
        found = list(map(str, chosen or (level.game or "house", level.structure or "house")))
        return "" if found == words[1:] else " ".join(found)

    def expect_seats(self, words: Words) -> str:
        """`expect seats ID ... [tied ID ...]`: who won seats, and who is tied for the last ones."""
        won = self.room.seats_won
        found = [*won.winners, *(["tied", *won.tied] if won.tied else [])]
        return "" if found == words else " ".join(found) or "nobody"

    def expect_bags(self, words: Words) -> str:
        """`expect bags N [over]`: the number of closed bags, and whether the day is over."""
        day = self.room.day
        found = [str(len(day.bags)), *(["over"] if day.over else [])]
        return "" if found == words else " ".join(found)


def play(text: str, name: str, folder: Path, player: Player | None = None) -> Played:
    """Play the scenario in `text`, and return the result.

    Raises `ScenarioUnread` for an unreadable line; the message begins with the scenario's `name`.
    """
    player = player or Player(folder)
    held, failed = 0, []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            words = shlex.split(line, comments=True)
        except ValueError as error:
            raise ScenarioUnread(f"{name}:{number}: {error}") from None
        if not words:
            continue
        asked = words[0] == "expect"
        kind = f"expect_{words[1]}" if asked and len(words) > 1 else words[0]
        do = statement(player, kind)
        if do is None or (not asked and kind.startswith("expect")):
            raise ScenarioUnread(f"{name}:{number}: not a statement: {line.strip()!r}")
        try:
            found = do(words[2:] if asked else words[1:])
        except FileProblems as error:
            raise ScenarioUnread(f"{name}:{number}: {error}") from None
        except (ValueError, IndexError, KeyError, TypeError, StopIteration) as error:
            raise ScenarioUnread(f"{name}:{number}: {line.strip()!r}: {error}") from None
        if asked:
            held += not found
            failed.extend([Failed(number, line.strip(), found)] if found else [])
    return Played(held, tuple(failed))


def statement(player: Player, kind: str) -> Callable[[Words], str | None] | None:
    """Return the method that runs a scenario's statement, or None for an unknown kind."""
    name = kind.replace("-", "_")
    if name not in statements():
        return None
    if (make := INPUTS.get(name)) is not None:
        return lambda words: player.tell(make[1](words))
    whose = (player, player.league)
    return next((getattr(one, name) for one in whose if name in vars(type(one))), None)


@cache
def statements() -> dict[str, str]:
    """Return the syntax of every statement in the language, by method name."""
    found = {name: syntax for name, (syntax, _) in INPUTS.items()}
    for name, what in (*vars(Player).items(), *vars(League).items()):
        about = (what.__doc__ or "") if not name.startswith("_") else ""
        if about.startswith("`"):
            found[name] = about.split("`")[1]
    return found


def _find(things: Sequence[Any], words: Words) -> str:
    """Return "" if any of `things` has the type and fields in `words`, else all things as text."""
    kind, wanted = words[0], [word.partition("=") for word in words[1:]]
    for thing in things:
        fields = msgspec.to_builtins(thing)
        if fields["type"] == kind and all(
            _spelled(fields.get(key)) == value for key, _, value in wanted
        ):
            return ""
    return _told(things)


def _told(things: Sequence[Any]) -> str:
    return "; ".join(" ".join(_fields(thing)) for thing in things) or "nothing"


def _fields(thing: Any) -> Iterator[str]:
    for key, value in msgspec.to_builtins(thing).items():
        yield value if key == "type" else f"{key}={_spelled(value)}"


def _spelled(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ",".join(f"{key}:{_spelled(one)}" for key, one in value.items())
    if isinstance(value, (list, tuple)):
        return ",".join(map(_spelled, value))
    return str(value)


def _pair(words: str) -> tuple[int, int]:
    seat, chips = words.split("=")
    return int(seat), int(chips)


def _changed(rules: Tournament, key: str, value: str) -> Tournament:
    """Return a tournament with one value changed; a key is written like `final_table.seats`."""
    section, _, name = key.partition(".")
    old = getattr(getattr(rules, section, None), name, None)
    if old is None or not re.fullmatch(r"\d+|true|false|[a-z-]+", value):
        raise ValueError(f"there is no value {key} to change")
    new: Any = value if isinstance(old, str) else msgspec.convert(
        {"value": msgspec.json.decode(value) if re.fullmatch(r"\d+|true|false", value) else value,
         "article": ""},
        type(old),
    )  # fmt: skip
    part = msgspec.structs.replace(getattr(rules, section), **{name: new})
    msgspec.convert(msgspec.to_builtins(part), type(part))
    return msgspec.structs.replace(rules, **{section: part})
