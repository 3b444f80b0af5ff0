"""What the contract's ids are called by people: actions, steps, rulings, hands, amounts.

An id that this version does not know is shown as it is: a newer controller stays readable.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from babel.numbers import format_compact_decimal, format_decimal

from controller.contract.public import (
    Action,
    DeckView,
    LegalView,
    LevelView,
    PublicState,
    RulingView,
    SeatView,
)
from display.words.hands import RANKS, kickers
from display.words.locale import DOMAIN, catalogue, locale


def N_(text: str) -> str:  # noqa: N802  the name that extractors look for
    """Mark a text for translation; it is translated where it is shown."""
    return text


SUITS = {
    "c": "\N{BLACK CLUB SUIT}",
    "d": "\N{BLACK DIAMOND SUIT}",
    "h": "\N{BLACK HEART SUIT}",
    "s": "\N{BLACK SPADE SUIT}",
}
STREETS = {
    "preflop": N_("Preflop"),
    "flop": N_("Flop"),
    "turn": N_("Turn"),
    "river": N_("River"),
}
PHASES = {
    "idle": N_("Between hands"),
    "posting": N_("Blinds"),
    "dealing": N_("Deal"),
    "showdown": N_("Showdown"),
    "award": N_("Pots"),
    "over": N_("Hand over"),
}
ACTIONS = {
    "fold": N_("Fold"),
    "check": N_("Check"),
    "call": N_("Call"),
    "bet": N_("Bet"),
    "raise": N_("Raise to"),
    "all-in": N_("All-in"),
    "small": N_("Small blind"),
    "big": N_("Big blind"),
    "small-blind": N_("Small blind"),
    "big-blind": N_("Big blind"),
    "blind": N_("Blind"),
    "ante": N_("Ante"),
    "straddle": N_("Straddle"),
    "muck": N_("Mucks"),
    "show": N_("Shows"),
}
STATUSES = {
    "empty": N_("Free seat"),
    "waiting": N_("Waiting"),
    "all-in": N_("All-in"),
    "folded": N_("Folded"),
    "dead": N_("Dead hand"),
}
DEAD = {
    "absent": N_("Dead: absent"),
    "left": N_("Dead: left the table"),
    "phone": N_("Dead: phone"),
    "clock": N_("Dead: time is up"),
    "muck": N_("Dead: in the muck"),
    "line": N_("Dead: over the line"),
    "taken": N_("Dead: taken in"),
    "count": N_("Dead: wrong number of cards"),
    "mixed": N_("Dead: mixed cards"),
    "shown": N_("Dead: shown too early"),
    "out-of-turn": N_("Dead: folded before his turn"),
    "skipped": N_("Dead: passed over"),
    "exposed": N_("Dead: turned a card up"),
    "short": N_("Dead: bet not made full"),
    "penalty": N_("Dead: serves a penalty"),
    "floor": N_("Dead: floor's ruling"),
}
PENALTIES = {
    "warning": N_("Warning"),
    "1r": N_("Out for a round"),
    "out": N_("Disqualified"),
}
# By number of ranks that the event names; `{a}` is the higher one.
HANDS = {
    "high-card": (N_("High card"), N_("{a} high")),
    "pair": (N_("Pair"), N_("Pair of {a}")),
    "two-pair": (N_("Two pair"), N_("Two pair"), N_("Two pair, {a} and {b}")),
    "three-of-a-kind": (N_("Three of a kind"), N_("Three of a kind, {a}")),
    "straight": (N_("Straight"), N_("Straight to {a}")),
    "flush": (N_("Flush"), N_("Flush, {a} high")),
    "full-house": (N_("Full house"), N_("Full house"), N_("Full house, {a} over {b}")),
    "four-of-a-kind": (N_("Four of a kind"), N_("Four of a kind, {a}")),
    "straight-flush": (N_("Straight flush"), N_("Straight flush to {a}")),
    "royal-flush": (N_("Royal flush"),),
}
RULINGS = {
    "deal.wrong-seat": N_("A card went to the wrong seat"),
    "deal.order": N_("Cards dealt in the wrong order"),
    "deal.skipped": N_("A seat was skipped in the deal"),
    "deal.not-entitled": N_("A card for a seat that gets none"),
    "deal.too-few": N_("Too few cards dealt"),
    "deal.too-many": N_("Too many cards dealt"),
    "deal.mixed": N_("Cards of two hands are mixed"),
    "deal.exposed": N_("A card was exposed in the deal"),
    "deal.off-table": N_("A card fell off the table"),
    "deck.double": N_("The same card twice"),
    "deck.stranger": N_("A card that is not of this deck"),
    "deck.missing": N_("A card is missing from the deck"),
    "deck.count": N_("Wrong number of cards in the deck"),
    "board.no-burn": N_("No card was burned"),
    "board.extra-burn": N_("Too many cards were burned"),
    "board.premature": N_("Dealt before the betting was over"),
    "board.extra-card": N_("Too many cards on the board"),
    "board.misplaced": N_("A card lies in the wrong place"),
    "button.wrong": N_("The button is in the wrong place"),
    "blind.missing": N_("A blind is missing"),
    "blind.wrong-seat": N_("A blind from the wrong seat"),
    "blind.short": N_("A blind is too small"),
    "bet.out-of-turn": N_("Acted out of turn"),
    "bet.string": N_("Chips put in twice"),
    "bet.short": N_("The bet is too small"),
    "bet.short-call": N_("The call is too small"),
    "bet.short-raise": N_("The raise is too small"),
    "bet.not-multiple": N_("The bet is not a multiple"),
    "bet.oversized": N_("A large chip without a word"),
    "bet.contradicts": N_("Words and chips differ"),
    "bet.taken-back": N_("Chips were taken back"),
    "bet.splashed": N_("Chips thrown into the pot"),
    "bet.foreign": N_("Chips that are not of this game"),
    "bet.hidden": N_("Hidden chips"),
    "hand.absent": N_("The player is absent"),
    "hand.left": N_("The player left the table"),
    "hand.phone": N_("Phone at the table"),
    "hand.clock": N_("Time is up"),
    "hand.muck": N_("Cards touched the muck"),
    "hand.line": N_("Cards went over the line"),
    "hand.taken": N_("The hand was taken in"),
    "hand.count": N_("Wrong number of hole cards"),
    "hand.mixed": N_("Cards mixed with another hand"),
    "hand.shown": N_("The hand was shown too early"),
    "pot.wrong": N_("The pot has the wrong amount"),
    "floor": N_("The floor has decided"),
}
ZONES = {
    "hand": N_("cards of seat {seat}"),
    "bet": N_("bets of seat {seat}"),
    "stack": N_("stack of seat {seat}"),
    "badge": N_("badge of seat {seat}"),
    "board": N_("board"),
    "burn": N_("burned cards"),
    "muck": N_("muck"),
    "pot": N_("pot"),
    "shoe": N_("shoe"),
}
SHOE = {
    "empty": N_("The shoe is empty"),
    "jam": N_("A card is stuck in the shoe"),
    "count": N_("The shoe has let out a wrong number of cards"),
}
SHOE_STEPS = {
    "empty": N_("Put the deck into the shoe"),
    "jam": N_("Open the shoe, take the card out, close it"),
    "count": N_("Count the cards that lie there; if the number is wrong, call the floor"),
}
WAITS = {
    "steps": N_("The table watches the steps"),
    "floor": N_("The floor decides: please call"),
    "seats": N_("All players must agree"),
}


_LENGTH = re.compile(r"(?P<count>\d{1,4})(?P<unit>m|min|r|h)")


def won_by(state: PublicState, seat: int) -> int:
    """Return the chips that a seat has been awarded, also where its stack is hidden."""
    return sum(award.amount for award in state.awards if award.seat == seat)


class Words:
    """The vocabulary of one language."""

    def __init__(self, language: str, domain: str = DOMAIN) -> None:
        """Read a catalogue; raises `LookupError` when there is none for `language`."""
        self.language = language
        self._texts = catalogue(language, domain)

    def say(self, text: str, **values: object) -> str:
        """Return the translation of an English text with its `{fields}` filled in."""
        said = self._texts.gettext(text)
        return said.format(**values) if values else said

    def count(self, one: str, many: str, number: int, **values: object) -> str:
        """Return the right plural form with `{n}` and other fields filled in."""
        said = self._texts.ngettext(one, many, number)
        return said.format(n=self.amount(number), **values)

    def amount(self, chips: int) -> str:
        """Return a number as it is written in this language."""
        return _amount(self.language, chips)

    def short_amount(self, chips: int) -> str:
        """Return a number rounded to three figures with its unit: `1.23B`, `1,23 Md`."""
        return _short_amount(self.language, chips)

    def of(self, names: dict[str, str], key: str) -> str:
        """Return the name of an id in this language; the id itself when it is unknown."""
        return self.say(names[key]) if key in names else key.replace("_", " ")

    def seat(self, state: PublicState, number: int) -> str:
        """Return a seat's player by name, or `Seat 3`."""
        for view in state.seats:
            if view.seat == number and view.name:
                return view.name
        return self.say(N_("Seat {seat}"), seat=number)

    def deaf(self, state: PublicState) -> str:
        """Say whose ear is gone."""
        players = ", ".join(self.seat(state, seat) for seat in state.deaf)
        return self.say(N_("Hears nothing: {players}"), players=players)

    def marks(self) -> tuple[str, str, str]:
        """Return the letters of button, small blind and big blind."""
        return self.say(N_("D")), self.say(N_("SB")), self.say(N_("BB"))

    def stage(self, state: PublicState) -> str:
        """Return where the hand is: its street while it is bet on or dealt, else its phase."""
        if state.paused and state.phase in ("idle", "over"):
            return self.say(N_("Paused"))
        if state.phase in ("betting", "board") and state.street:
            return self.of(STREETS, state.street)
        return self.of(PHASES, state.phase)

    def doing(self, seat: SeatView) -> str:
        """Return the last thing to say of a seat in a few words: what it did, or how it stands."""
        if seat.status == "empty":
            return self.of(STATUSES, "empty")
        if seat.penalty and (seat.status in ("dead", "folded", "waiting") or seat.absent):
            return self.penalty(seat.penalty)
        if seat.status == "dead":
            return (
                self.of(DEAD, seat.dead_reason) if seat.dead_reason else self.of(STATUSES, "dead")
            )
        if seat.hand_name and seat.shown:
            return self.hand(seat.hand_name, seat.hand_ranks)
        if seat.status == "folded":
            return self.of(STATUSES, "folded")
        if seat.absent:
            return self.say(N_("Absent"))
        if seat.status == "all-in":
            said = self.of(STATUSES, "all-in")
            return f"{said} {self.amount(seat.last_amount)}" if seat.last_amount else said
        if seat.status == "waiting":
            return self.of(STATUSES, "waiting")
        if not seat.last_action:
            return ""
        said = self.of(ACTIONS, seat.last_action)
        if not seat.last_amount or seat.last_action in ("fold", "check"):
            return said
        return f"{said} {self.amount(seat.last_amount)}"

    def doing_ways(self, seat: SeatView) -> tuple[str, ...]:
        """Return the same as `doing` in fewer and fewer words, for where there is less room."""
        ways = [self.doing(seat)]
        whole = self.amount(seat.last_amount)
        if seat.last_amount and whole in ways[0]:
            ways.append(ways[0].replace(whole, self.short_amount(seat.last_amount)))
            if seat.status == "all-in":
                ways.append(self.of(STATUSES, "all-in"))
            else:
                ways.append(self.short_amount(seat.last_amount))
        if seat.status == "dead":
            ways += [self.of(STATUSES, "dead"), self.say(N_("Dead"))]
        elif seat.hand_name in HANDS and seat.shown:
            ways += [self.hand(seat.hand_name, ()), self.say(N_("Shown"))]
        if seat.penalty and ways[0] == self.penalty(seat.penalty):
            ways.append(self.say(N_("Penalty")))
        return tuple(dict.fromkeys(ways))

    def rank(self, rank: str) -> str:
        """Return the letter or figure of a rank as people write it."""
        return "10" if rank == "T" else rank

    def hand(self, name: str, ranks: tuple[str, ...]) -> str:
        """Return a hand in words with its ranks: `Two pair, K and 7`."""
        if name not in HANDS:
            return " ".join((name, *ranks))
        texts = HANDS[name]
        a, b = (*(self.rank(rank) for rank in ranks[:2]), "", "")[:2]
        return self.say(texts[min(len(ranks), len(texts) - 1)], a=a, b=b)

    def hand_whole(self, name: str, ranks: tuple[str, ...], best: tuple[str, ...]) -> str:
        """Return a hand in words with the kickers that count: `Pair of K, kickers A 10 7`."""
        said, rest = self.hand(name, ranks), kickers(name, best)
        if not rest:
            return said
        written = " ".join(self.rank(rank) for rank in rest)
        return self.count("{hand}, kicker {ranks}", "{hand}, kickers {ranks}", len(rest),
                          hand=said, ranks=written)  # fmt: skip

    def cards(self, text: str) -> str:
        """Return cards as people write them, `A\N{BLACK HEART SUIT} 10\N{BLACK CLUB SUIT}`.

        Gives "" for a text that is not cards.
        """
        words = text.split()
        if not all(len(word) == 2 and word[0] in RANKS and word[1] in SUITS for word in words):
            return ""
        return " ".join(self.rank(word[0]) + SUITS[word[1]] for word in words)

    def next_dealer(self, state: PublicState) -> str:
        """Return who deals the next hand, empty while one runs."""
        if not state.next_dealer:
            return ""
        return self.say(N_("Next dealer: {player}"), player=self.seat(state, state.next_dealer))

    def ruling(self, ruling: RulingView) -> str:
        """Return what went wrong in a few words."""
        return self.ruling_name(ruling.kind)

    def ruling_name(self, kind: str) -> str:
        """Return what a kind of irregularity is called."""
        return self.of(RULINGS, kind)

    def penalty(self, penalty: str) -> str:
        """Return the name of a penalty: `20m`, `2r` and `3h` are minutes, rounds and hands out."""
        parts = _LENGTH.fullmatch(penalty)
        if parts is None or penalty in PENALTIES:
            return self.of(PENALTIES, penalty)
        count = int(parts["count"])
        if not count:
            return self.say(N_("The penalty is lifted"))
        if parts["unit"] in ("m", "min"):
            return self.say(N_("Out for {n} min"), n=self.amount(count))
        if parts["unit"] == "r":
            return self.count("Out for {n} round", "Out for {n} rounds", count)
        return self.count("Out for {n} hand", "Out for {n} hands", count)

    def choices(self, legal: Sequence[LegalView], short: bool = False) -> list[tuple[str, str]]:
        """Return what the seat in turn may do, with the amounts, in the order of the keys.

        `short` rounds the amounts of a range.
        """
        return [self._choice(may, short) for may in legal]

    def _choice(self, may: LegalView, short: bool) -> tuple[str, str]:
        figure = self.short_amount if short else self.amount
        if may.action is Action.CALL:
            return self.say(N_("Call to")), self.amount(may.least)
        name = self.of(ACTIONS, may.action)
        if may.action is Action.ALL_IN:
            return name, self.amount(may.least)
        if not may.least:
            return name, ""
        span = f" – {figure(may.most)}" if may.least != may.most else ""
        return name, figure(may.least) + span

    def pot(self, index: int) -> str:
        """Return what a pot is called; 0 is the main pot."""
        if index == 0:
            return self.say(N_("Main pot"))
        return self.say(N_("Side pot {n}"), n=index)

    def pot_on_felt(self, index: int, pots: int) -> str:
        """Return what a pot is called beside its chips, where there is little room."""
        if pots == 1:
            return self.say(N_("Pot"))
        return self.say(N_("Main")) if index == 0 else self.say(N_("Side {n}"), n=index)

    def blinds(self, state: PublicState) -> str:
        """Return the level's blinds."""
        level = state.level
        return f"{self.amount(level.small_blind)} / {self.amount(level.big_blind)}"

    def level_notes(self, level: LevelView) -> str:
        """Return the level's ante and the time that it still has, where there are any."""
        notes = []
        if level.ante:
            notes.append(self.say(N_("Ante {amount}"), amount=self.amount(level.ante)))
        if level.big_blind_ante:
            ante = self.amount(level.big_blind_ante)
            notes.append(self.say(N_("Big blind ante {amount}"), amount=ante))
        if level.next_in is not None:
            notes.append(self.say(N_("Next in {time}"), time=self.clock(level.next_in)))
        return " · ".join(notes)

    def zone(self, zone: str) -> str:
        """Return where a zone of the table is."""
        place, _, seat = zone.partition(".")
        if place in ZONES and seat:
            return self.say(ZONES[place], seat=seat)
        return self.of(ZONES, zone)

    def deck_wrong(self, deck: DeckView | None) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Tell what is wrong with a deck: how many cards lack or are too many, and which by name.

        Nothing of a deck that is whole, or that nobody has counted.
        """
        if deck is None:
            return ()
        wrong: list[tuple[str, tuple[str, ...]]] = []
        lacking = len(deck.missing) or max(0, 52 - deck.cards)
        if lacking:
            said = self.count(
                "{n} card is missing from the deck", "{n} cards are missing from the deck", lacking
            )
            wrong.append((said, deck.missing))
        if deck.extra_cards:
            said = self.count(
                "{n} card is there twice", "{n} cards are there twice", len(deck.extra_cards)
            )
            wrong.append((said, deck.extra_cards))
        strangers = deck.extra - len(deck.extra_cards)
        if strangers > 0:
            said = self.count(
                "{n} card does not belong to the deck", "{n} cards do not belong to the deck",
                strangers,
            )  # fmt: skip
            wrong.append((said, ()))
        return tuple(wrong)

    def clock(self, milliseconds: int) -> str:
        """Return minutes and seconds, the second that has begun counted."""
        minutes, seconds = divmod(-(-max(0, milliseconds) // 1000), 60)
        return f"{minutes}:{seconds:02d}"


@lru_cache(maxsize=2048)
def _amount(language: str, chips: int) -> str:
    return format_decimal(chips, locale=locale(language)).replace("\u202f", "\u00a0")


@lru_cache(maxsize=2048)
def _short_amount(language: str, chips: int) -> str:
    # Rounded first: 999 999 is a million, not a thousand thousands.
    chips = int(float(f"{chips:.2e}")) if chips > 999 else chips
    digits = 3 - (len(str(abs(chips))) - 1) % 3 - 1
    said = format_compact_decimal(
        chips, format_type="short", locale=locale(language), fraction_digits=digits
    )
    return said.replace("\u202f", "\u00a0")


@lru_cache(maxsize=8)
def words(language: str) -> Words:
    """Return the vocabulary of a language; raises `LookupError` when there is none."""
    return Words(language)
