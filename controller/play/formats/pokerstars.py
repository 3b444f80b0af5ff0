"""Hands in the PokerStars format, which trackers, replayers and solvers read.

The format has no specification. This module follows hands written by PokerStars, and conventions
that are common to the programs that read such hands. Play money and tournament chips are written
without a currency. The header of a limit game states its bets, not its blinds. Irregularities are
written as table chat lines, which every such program skips.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from zlib import crc32
from zoneinfo import ZoneInfo

from controller.contract.public import Action
from controller.contract.rules import Structure, Variant
from controller.play.formats.course import Course
from controller.play.records.hand_record import (
    SYMBOLS,
    HandRecord,
    Posted,
    Where,
    local_time,
)
from controller.play.records.recorded import Acted, StreetDealt, TabledHand

GAMES = {
    Variant.HOLDEM: "Hold'em",
    Variant.OMAHA: "Omaha",
    Variant.OMAHA_5: "5 Card Omaha",
    Variant.OMAHA_HI_LO: "Omaha Hi/Lo",
    Variant.OMAHA_5_HI_LO: "5 Card Omaha Hi/Lo",
    Variant.SHORT_DECK: "6+ Hold'em",
}
LIMITS: dict[Structure, str] = {"no-limit": "No Limit", "pot-limit": "Pot Limit", "limit": "Limit"}
POSTS = {
    "ante": "posts the ante",
    "small": "posts small blind",
    "big": "posts big blind",
    "straddle": "posts straddle",
    "kill": "posts kill blind",
}
ALL_IN = " and is all-in"
EASTERN = "America/New_York"
"""The time zone that the format uses, wherever the hand was played."""
HIGH_LOW = frozenset({Variant.OMAHA_HI_LO, Variant.OMAHA_5_HI_LO})
LOW_RANKS = "A2345678"
"""The ranks of a low hand, lowest first."""
RANK_NAMES = {
    "2": ("Deuce", "Deuces"), "3": ("Three", "Threes"), "4": ("Four", "Fours"),
    "5": ("Five", "Fives"), "6": ("Six", "Sixes"), "7": ("Seven", "Sevens"),
    "8": ("Eight", "Eights"), "9": ("Nine", "Nines"), "T": ("Ten", "Tens"),
    "J": ("Jack", "Jacks"), "Q": ("Queen", "Queens"), "K": ("King", "Kings"),
    "A": ("Ace", "Aces"),
}  # fmt: skip
MADE = {
    "high-card": "high card {0}",
    "pair": "a pair of {0s}",
    "two-pair": "two pair, {0s} and {1s}",
    "three-of-a-kind": "three of a kind, {0s}",
    "straight": "a straight, {low} to {0}",
    "flush": "a flush, {0} high",
    "full-house": "a full house, {0s} full of {1s}",
    "four-of-a-kind": "four of a kind, {0s}",
    "straight-flush": "a straight flush, {low} to {0}",
    "royal-flush": "a Royal Flush",
}


def hand(record: HandRecord, where: Where, hero: str = "") -> str:
    """Return a hand as text, ending with the two blank lines that separate hands.

    `hero` names the player for whom the hand is exported; only that player's hole cards are listed.
    If `hero` is "", all known hole cards are listed.
    """
    return "\n".join(_Lines(record, where, hero).all()) + "\n\n\n"


def plain_names(record: HandRecord) -> dict[int, str]:
    """Return each seat's name in a form that the format allows: a single line, and unique.

    Characters that have a meaning in the format (colons, brackets and so on) become full stops.
    """
    found: dict[int, str] = {}
    for seat, name in zip(record.seats, record.names, strict=True):
        text = "".join("." if mark in ':#()[]"\n' else mark for mark in name).strip() or f"{seat}"
        while text in found.values():
            text += f".{seat}"
        found[seat] = text
    return found


class _Lines:
    """Produces the lines of one hand, tracking the board, the bets and the folds."""

    def __init__(self, record: HandRecord, where: Where, hero: str) -> None:
        self.record = record
        self.where = where
        self.read = Course(record)
        self.awards = self.read.awards()
        self.names = plain_names(record)
        self.hero = next(
            (s for s, n in zip(record.seats, record.names, strict=True) if n == hero), 0
        )
        self.whole = hero == ""
        self.board: list[str] = []
        self.folded: dict[int, str] = {}
        self.bets = Counter[int]()
        self.button = record.button or record.seats[-1]
        shorter = record.game is Variant.SHORT_DECK
        self.made = {one.seat: _in_words(one.name, one.ranks, shorter) for one in record.tabled}

    def all(self) -> Iterator[str]:
        yield from self.head()
        yield from self.hole_cards()
        yield from self.betting()
        for seat, amount in self.read.uncalled().items():
            yield f"Uncalled bet ({self.chips(amount)}) returned to {self.names[seat]}"
        yield from self.showdown()
        yield from self.summary()

    def chips(self, amount: int) -> str:
        return f"{SYMBOLS.get(self.where.currency, '')}{self.where.money(amount)}"

    def head(self) -> Iterator[str]:
        record, where = self.record, self.where
        level = record.level
        game = f"{GAMES[record.game]} {LIMITS[record.structure]}"
        money = f" {where.currency}" if where.currency in SYMBOLS else ""
        stakes = level.small_blind, level.big_blind
        if record.structure == "limit":
            stakes = level.big_blind, 2 * level.big_blind
        blinds = f"{self.chips(stakes[0])}/{self.chips(stakes[1])}{money}"
        if self.button_blind:
            ante = self.chips(level.ante)
            blinds = f"Button Blind {self.chips(level.big_blind)} - Ante {ante}{money or ' '}"
        table, play_money = record.table.replace("'", ".") or "1", ""
        if where.event:
            # Programs that read the format accept only digits as a tournament's name.
            plain = where.event.isascii() and where.event.isdecimal()
            event = where.event if plain else crc32(where.event.encode())
            number = _roman(level.number or 1)
            game = f"Tournament #{event}, Freeroll  {game} - Level {number} ({blinds})"
            table = f"{event} {table}"
        else:
            game = f" {game} ({blinds})"
            play_money = "" if money else " (Play Money)"
        yield f"PokerStars Hand #{record.id}: {game} - {self.time()}"
        most = max(where.seats, *record.seats, self.button)
        yield f"Table '{table}' {most}-max{play_money} Seat #{self.button} is the button"
        stacks = dict(zip(record.seats, record.starting_stacks, strict=True))
        for seat, stack in sorted(stacks.items()):
            yield f"Seat {seat}: {self.names[seat]} ({self.chips(stack)} in chips) "
        for posted in record.posted:
            stacks[posted.seat] -= posted.amount
            post = "posts button blind" if self._is_button_blind(posted) else POSTS[posted.what]
            what = f"{post} {self.chips(posted.amount)}" + ALL_IN * (not stacks[posted.seat])
            yield f"{self.names[posted.seat]}: {what}"
            if posted.what != "ante":
                self.bets[posted.seat] += posted.amount

    @property
    def button_blind(self) -> bool:
        """Whether the button posts the only blind of the hand, and antes are posted too."""
        return any(map(self._is_button_blind, self.record.posted))

    def _is_button_blind(self, posted: Posted) -> bool:
        others = {one.what for one in self.record.posted} - {"big"}
        return posted.what == "big" and posted.seat == self.button and others == {"ante"}

    def time(self) -> str:
        """Return when the hand began, in local time and then in Eastern Time.

        If that is unknown, return the start of 1970.
        """
        if not self.record.began:
            return "1970/01/01 0:00:00 ET"
        local = local_time(self.record.began, self.where)
        eastern = local.astimezone(ZoneInfo(EASTERN))
        zone = local.tzname() or "UTC"
        return f"{local:%Y/%m/%d %H:%M:%S} {zone} [{eastern:%Y/%m/%d %H:%M:%S} ET]"

    def hole_cards(self) -> Iterator[str]:
        yield "*** HOLE CARDS ***"
        for note in self.record.notes:
            yield f'Tapis said, "{note.replace(": ", ", ")}"'
        for seat, hole in self.read.holes.items():
            if self.whole or seat == self.hero:
                yield f"Dealt to {self.names[seat]} [{' '.join(hole)}]"

    def betting(self) -> Iterator[str]:
        street = "before Flop"
        for act in self.read.acts:
            match act:
                case StreetDealt():
                    street = f"on the {act.street.capitalize()}"
                    self.bets.clear()
                    yield self.street(act)
                case Acted():
                    if act.action is Action.FOLD:
                        self.folded[act.seat] = street
                    yield self.act(act)

    def street(self, dealt: StreetDealt) -> str:
        before = f"[{' '.join(self.board)}] " if self.board else ""
        self.board += dealt.cards
        return f"*** {dealt.street.upper()} *** {before}[{' '.join(dealt.cards)}]"

    def act(self, act: Acted) -> str:
        name, highest = self.names[act.seat], max(self.bets.values(), default=0)
        self.bets[act.seat] = max(act.to, self.bets[act.seat])
        said = {
            Action.FOLD: "folds ",
            Action.CHECK: "checks ",
            Action.CALL: f"calls {self.chips(act.amount)}",
            Action.BET: f"bets {self.chips(act.amount)}",
            Action.RAISE: f"raises {self.chips(act.to - highest)} to {self.chips(act.to)}",
        }[act.action]
        return f"{name}: {said}" + ALL_IN * act.all_in

    def showdown(self) -> Iterator[str]:
        shown = self.read.showdown
        if shown:
            yield "*** SHOW DOWN ***"
        for act in shown:
            name = self.names[act.seat]
            if isinstance(act, TabledHand):
                yield f"{name}: shows [{' '.join(act.cards)}] ({self.hand_of(act)})"
            else:
                yield f"{name}: mucks hand "
        pots = {award.pot for award in self.awards}
        for award in self.awards:
            pot = _pot_name(award.pot, len(pots))
            yield f"{self.names[award.seat]} collected {self.chips(award.amount or 0)} from {pot}"
        if self.awards and not shown:
            yield f"{self.names[self.awards[0].seat]}: doesn't show hand "

    def summary(self) -> Iterator[str]:
        yield "*** SUMMARY ***"
        rakes = dict(enumerate(self.record.rakes))
        won, sizes = Counter[int](), Counter[int]()
        for award in self.awards:
            won[award.seat] += award.amount or 0
            sizes[award.pot] += award.amount or 0
        for pot in sizes:
            sizes[pot] += rakes.get(pot, 0)
        pots = ""
        if len(sizes) > 1:
            parts = [
                f"{_pot_name(pot, len(sizes)).capitalize()} {self.chips(size)}."
                for pot, size in sorted(sizes.items())
            ]
            pots = " " + " ".join(parts)
        total, rake = sum(sizes.values()), sum(rakes.values())
        yield f"Total pot {self.chips(total)}{pots} | Rake {self.chips(rake)} "
        if self.board:
            yield f"Board [{' '.join(self.board)}]"
        tabled = {act.seat: act for act in self.read.showdown if isinstance(act, TabledHand)}
        for seat, name in sorted(self.names.items()):
            ends = self.end(seat, tabled.get(seat), won[seat])
            yield f"Seat {seat}: {name}{self.place(seat)} {ends}"

    def hand_of(self, tabled: TabledHand) -> str:
        """Return a tabled hand's value in words and, in a high-low game, that of any low hand."""
        made = self.made.get(tabled.seat) or "a hand"
        if self.record.game not in HIGH_LOW:
            return made
        low = _low(tabled.cards, self.board)
        return f"HI: {made}; LO: {','.join(low)}" if low else f"HI: {made}"

    def place(self, seat: int) -> str:
        if seat == self.button and self.button_blind:
            return " (button blind)"
        posted = (one for one in self.record.posted if not self.button_blind)
        blinds = {one.seat: one.what for one in posted if one.what in {"small", "big"}}
        of_blind = {"small": " (small blind)", "big": " (big blind)"}.get(blinds.get(seat, ""), "")
        return (" (button)" if seat == self.button else "") + of_blind

    def end(self, seat: int, tabled: TabledHand | None, won: int) -> str:
        """Return how the hand ended for a seat, in the wording of the format's summary section.

        `tabled` is the hand that the seat showed, or None. `won` is what the seat won.
        """
        if tabled is not None:
            ends = f"won ({self.chips(won)})" if won else "lost"
            return f"showed [{' '.join(tabled.cards)}] and {ends} with {self.hand_of(tabled)}"
        if won:
            return f"collected ({self.chips(won)})"
        if seat not in self.folded:
            return "mucked"
        street = self.folded[seat]
        idle = street == "before Flop" and not self._has_bet(seat)
        return f"folded {street}" + " (didn't bet)" * idle

    def _has_bet(self, seat: int) -> bool:
        blinds = any(one.seat == seat and one.what != "ante" for one in self.record.posted)
        acts = self.read.acts
        return blinds or any(isinstance(a, Acted) and a.seat == seat and a.amount for a in acts)


def _pot_name(pot: int, count: int) -> str:
    if count < 2:
        return "pot"
    if not pot:
        return "main pot"
    return f"side pot-{pot}" if count > 2 else "side pot"


def _low(hole: Sequence[str], board: Sequence[str]) -> tuple[str, ...]:
    """Return the ranks of the best low hand, highest rank first, or () if there is none.

    A low hand consists of two hole cards and three board cards, of five different ranks, none above
    eight.
    """
    found = []
    for two, three in product(combinations(hole, 2), combinations(board, 3)):
        ranks = {card[0] for card in (*two, *three)}
        if len(ranks) == 5 and ranks <= set(LOW_RANKS):
            found.append(sorted(map(LOW_RANKS.index, ranks), reverse=True))
    return tuple([LOW_RANKS[rank] for rank in min(found, default=[])])


def _lowest_of_straight(highest: str, shorter: bool) -> str:
    """Return the lowest rank of the straight whose highest rank is `highest`.

    An ace can be the lowest card, below the deuce or, in a short deck (`shorter`), below the six.
    """
    order = "A6789TJQKA" if shorter else "A23456789TJQKA"
    return order[order.rindex(highest) - 4]


def _in_words(name: str, ranks: tuple[str, ...], shorter: bool) -> str:
    """Return a hand's value in the format's wording, such as "a pair of Aces", or "" if unknown.

    `shorter` means a short deck, whose lowest rank is the six.
    """
    text = MADE.get(name, "")
    if "{low}" in text and ranks:
        text = text.replace("{low}", RANK_NAMES[_lowest_of_straight(ranks[0], shorter)][0])
    for place, rank in enumerate(ranks):
        one, several = RANK_NAMES[rank]
        text = text.replace(f"{{{place}s}}", several).replace(f"{{{place}}}", one)
    return "" if "{" in text else text


def _roman(number: int) -> str:

    text = ""
    for value, sign in (
        (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"),
        (1, "I"),
    ):  # fmt: skip
        text += sign * (number // value)
        number %= value
    return text
