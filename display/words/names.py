"""One language: its texts, number formats, and names for players, hands, pots and zones.

An unknown id is shown unchanged, so that data from a newer controller remains readable.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import TypeVar, cast

from babel.dates import format_datetime
from babel.numbers import format_compact_decimal, format_decimal, format_percent

from controller.contract.public import (
    DeckView,
    LegalView,
    LevelView,
    PublicState,
    SeatView,
)
from controller.contract.readings.legal_actions import CallCost
from controller.contract.rules import Action, HandStatus, Phase
from display.words.cards.hand_names import OF_SUIT, hand_named
from display.words.cards.hand_names import RANKS as RANK_NAMES
from display.words.cards.kickers import RANKS, kickers
from display.words.irregularities import RULINGS
from display.words.locale import C_, CONTEXT, N_, catalogue, locale
from display.words.vocabulary import (
    ACTIONS,
    DEAD,
    HANDS,
    KEYS,
    PENALTIES,
    PHASES,
    RAISE_TO,
    STATUSES,
    STREETS,
    SUITS,
    ZONES,
)

__all__ = ["C_", "N_", "Words", "seat_of", "won_by", "words"]

K = TypeVar("K", bound=str)

COURT = frozenset("JQKA")
_NOT_PLAYING = {HandStatus.DEAD, HandStatus.FOLDED, HandStatus.WAITING}
_SAID_BY_STATUS = {HandStatus.FOLDED, HandStatus.ALL_IN, HandStatus.WAITING}
_LENGTH = re.compile(r"(?P<count>\d{1,4})(?P<unit>m|min|r|h)")


def seat_of(state: PublicState, number: int) -> SeatView:
    """Return a seat from a state, or an empty seat if the number does not exist."""
    return next((seat for seat in state.seats if seat.seat == number), SeatView(number))


def won_by(state: PublicState, seat: int) -> int:
    """Return the chips that a seat has been awarded, even if its stack is hidden."""
    return sum(award.amount for award in state.awards if award.seat == seat)


class Words:
    """The words and number formats of one language."""

    def __init__(self, language: str) -> None:
        """Read the catalogue of `language`. Raises `LookupError` if there is none."""
        self.language = language
        self._texts = catalogue(language)

    def say(self, text: str, /, **values: object) -> str:
        """Return the translation of an English text with its `{fields}` filled in."""
        if not text:
            return ""  # a catalogue stores its metadata under the empty text
        # Without a translation, gettext returns the text with its context in front.
        said = self._texts.gettext(text).rpartition(CONTEXT)[2]
        return said.format(**values) if values else said

    def count(self, one: str, many: str, number: int, **values: object) -> str:
        """Return a message translated in the plural form for `number`, with its fields filled in.

        `one` and `many` are its English singular and plural. The field `{n}` is the number.
        """
        said = self._texts.ngettext(one, many, number)
        return said.format(n=self.amount(number), **values)

    def named(self, name: str, what: str) -> str:
        """Return a name and its value, joined by a colon spaced as this language requires."""
        return self.say(N_("{name}: {what}"), name=name, what=what)

    def amount(self, chips: int) -> str:
        """Return a number in this language's format."""
        return _amount(self.language, chips)

    def short_amount(self, chips: int) -> str:
        """Return a number to three significant digits with a unit: `1.23B`, `1,23 Md`."""
        return _short_amount(self.language, chips)

    def decimal(self, number: float) -> str:
        """Return a number to one decimal place in this language's format: `0.5`, `0,5`."""
        return _in_plain_blanks(format_decimal(number, "0.0", locale=locale(self.language)))

    def percent(self, share: float) -> str:
        """Return a fraction (0 to 1) as a percentage in this language: `63%`, `63 %`."""
        return _in_plain_blanks(format_percent(share, locale=locale(self.language)))

    def of(self, names: Mapping[K, str], key: str) -> str:
        """Return the name for the id `key` in `names`, in this language.

        An unknown id is returned with its underscores replaced by spaces.
        """
        text = names.get(cast("K", key))
        return key.replace("_", " ") if text is None else self.say(text)

    def seat(self, state: PublicState, number: int) -> str:
        """Return the name of the player in a seat, or text such as `Seat 3` if there is none."""
        return seat_of(state, number).name or self.say(N_("Seat {seat}"), seat=number)

    def deaf(self, state: PublicState) -> str:
        """Return the notice that lists the players whose earpieces do not work.

        Call this only if there are any.
        """
        players = ", ".join(self.seat(state, seat) for seat in state.deaf)
        return self.say(N_("No audio: {players}"), players=players)

    def marks(self) -> tuple[str, str, str]:
        """Return the letters on the markers for the dealer button, small blind and big blind."""
        return self.say(N_("D")), self.say(N_("SB")), self.say(N_("BB"))

    def stage(self, state: PublicState) -> str:
        """Return the hand's stage: its street or its phase.

        It is the street during betting and while board cards are due, and the phase otherwise. A
        break, a pause between hands and a void hand have their own words.
        """
        if state.paused and state.phase in (Phase.IDLE, Phase.OVER):
            if state.level.on_break:
                return self.say(N_("Break"))
            return self.say(N_("Paused"))
        if state.phase in (Phase.BETTING, Phase.BOARD) and state.street:
            return self.of(STREETS, state.street)
        if state.voided and state.phase is Phase.OVER:
            return self.say(N_("Hand void"))
        return self.of(PHASES, state.phase)

    def doing(self, seat: SeatView) -> str:
        """Return words for a seat's shown hand, last action or status, or "" if it has none."""
        if seat.status is HandStatus.EMPTY:
            return self.of(STATUSES, seat.status)
        out = seat.status in _NOT_PLAYING or seat.absent
        if seat.penalty and out:
            return self.penalty(seat.penalty)
        if seat.status is HandStatus.DEAD and seat.dead_reason:
            return self.of(DEAD, seat.dead_reason)
        if seat.status is HandStatus.DEAD:
            return self.of(STATUSES, seat.status)
        if seat.hand_name and seat.shown:
            first = self.hand(seat.first.hand_name, seat.first.hand_ranks) if seat.first else ""
            return _both(first, self.hand(seat.hand_name, seat.hand_ranks))
        return self._done(seat)

    def _done(self, seat: SeatView) -> str:
        """Return a seat's last action or status, or "" if it has none.

        A shown hand is ignored.
        """
        if seat.absent and seat.status is not HandStatus.FOLDED:
            return self.say(N_("Absent"))
        if seat.status is HandStatus.WAITING and seat.stack == 0:
            return self.say(N_("Out of chips"))
        if seat.status in _SAID_BY_STATUS:
            said = self.of(STATUSES, seat.status)
            told = seat.status is HandStatus.ALL_IN
        elif not seat.last_action:
            return ""
        else:
            said = self.of(ACTIONS, seat.last_action)
            told = seat.last_action not in (Action.FOLD, Action.CHECK)
            if seat.last_action == Action.RAISE and not seat.last_amount:
                said = self.say(N_("Raise"))
        return f"{said} {self.amount(seat.last_amount)}" if told and seat.last_amount else said

    def doing_ways(self, seat: SeatView) -> tuple[str, ...]:
        """Return a seat's shown hand, last action or status, in progressively shorter wordings.

        The first is the text returned by `doing`; the shorter ones are for small spaces.
        """
        ways = [self.doing(seat)]
        whole = self.amount(seat.last_amount)
        if seat.last_amount and whole in ways[0]:
            ways.append(ways[0].replace(whole, self.short_amount(seat.last_amount)))
            if seat.status is HandStatus.ALL_IN:
                ways.append(self.of(STATUSES, HandStatus.ALL_IN))
            else:
                ways.append(self.short_amount(seat.last_amount))
        if seat.status is HandStatus.DEAD:
            ways += [self.of(STATUSES, HandStatus.DEAD), self.say(N_("Dead"))]
        elif seat.hand_name in HANDS and seat.shown:
            first = self.hand(seat.first.hand_name, ()) if seat.first else ""
            ways += [_both(first, self.hand(seat.hand_name, ())), self.say(N_("Shown"))]
        if seat.penalty and ways[0] == self.penalty(seat.penalty):
            ways.append(self.say(N_("Penalty")))
        return tuple(dict.fromkeys(ways))

    def rank(self, rank: str) -> str:
        """Return a rank as printed on a card: a letter or a number."""
        return "10" if rank == "T" else rank

    def rank_named(self, rank: str) -> str:
        """Return a rank for use in a sentence: court cards and aces as words, others as digits."""
        return self.say(RANK_NAMES[rank]) if rank in COURT else self.rank(rank)

    def card_named(self, card: str) -> str:
        """Return a card in words: `7h` is `7 of hearts`."""
        return self.say(OF_SUIT[card[1]], rank=self.rank_named(card[0]))

    def hand(self, name: str, ranks: tuple[str, ...]) -> str:
        """Return a hand in words with its ranks: `Two pair, kings and sevens`."""
        if name not in HANDS:
            return " ".join((name, *ranks))
        said = hand_named(name, ranks, self.say)
        return said[:1].upper() + said[1:] if said else self.say(HANDS[name])

    def hand_whole(self, name: str, ranks: tuple[str, ...], best: tuple[str, ...]) -> str:
        """Return a hand in words with its kickers, if any: `Pair of kings, kickers ace 10 7`."""
        said, rest = self.hand(name, ranks), kickers(name, best)
        if not rest:
            return said
        written = " ".join(self.rank_named(rank) for rank in rest)
        return self.count("{hand}, kicker {ranks}", "{hand}, kickers {ranks}", len(rest),
                          hand=said, ranks=written)  # fmt: skip

    def cards(self, text: str) -> str:
        """Return cards with their suits as symbols, `A♥ 10♣`, or "" if any word is not a card."""
        words = text.split()
        if not all(len(word) == 2 and word[0] in RANKS and word[1] in SUITS for word in words):
            return ""
        return " ".join(self.rank(word[0]) + SUITS[word[1]] for word in words)

    def next_dealer(self, state: PublicState) -> str:
        """Return a line that names the next dealer, or "" (for example, during a hand)."""
        if not state.next_dealer:
            return ""
        return self.say(N_("Next dealer: {player}"), player=self.seat(state, state.next_dealer))

    def ruling_name(self, kind: str) -> str:
        """Return the name of a kind of irregularity."""
        return self.of(RULINGS, kind)

    def penalty(self, penalty: str) -> str:
        """Return the name of a penalty.

        The ids `20m`, `2r` and `3h` mean 20 minutes, 2 rounds and 3 hands out of play; `0m` means
        that a penalty has been lifted.
        """
        parts = _LENGTH.fullmatch(penalty)
        if parts is None or penalty in PENALTIES:
            return self.of(PENALTIES, penalty)
        count = int(parts["count"])
        if not count:
            return self.say(N_("The penalty has been lifted"))
        if parts["unit"] in ("m", "min"):
            return self.say(N_("Out for {n} min"), n=self.amount(count))
        if parts["unit"] == "r":
            return self.count("Out for {n} round", "Out for {n} rounds", count)
        return self.count("Out for {n} hand", "Out for {n} hands", count)

    def choices(
        self, legal: Sequence[LegalView], cost: CallCost | None = None, short: bool = False
    ) -> list[tuple[str, str]]:
        """Return the legal actions of the player to act, each as a name and an amount.

        They are in the same order as the pad's keys. An amount is text with a number or a range,
        or "" if there is none. `cost` is the cost of a call. If `short` is true, the amounts in a
        range are rounded.
        """
        return [self._choice(may, cost, short) for may in legal]

    def _choice(self, may: LegalView, cost: CallCost | None, short: bool) -> tuple[str, str]:
        figure = self.short_amount if short else self.amount
        if may.action is Action.CALL:
            return self.of(KEYS, may.action), self.in_all(cost) if cost else ""
        name = self.of(KEYS, may.action)
        if may.action is Action.ALL_IN:
            return name, self.amount(may.least)
        if not may.least:
            # The house hides amounts, so "Raise to" would have no amount after it.
            return name, ""
        if may.action is Action.RAISE:
            name = self.say(RAISE_TO)
        span = f" – {figure(may.most)}" if may.most > may.least else "" if may.most else " +"
        return name, figure(may.least) + span

    def in_all(self, cost: CallCost) -> str:
        """Return the chips that a call adds and, if it differs, the total bet after the call."""
        add = self.amount(cost.add)
        if cost.add == cost.total:
            return add
        return self.say(N_("{amount} ({total} in all)"), amount=add, total=self.amount(cost.total))

    def to_call(self, cost: CallCost) -> str:
        """Return a line that says how much the player to act must call."""
        add, total = self.amount(cost.add), self.amount(cost.total)
        if cost.add == cost.total:
            return self.say(N_("{amount} to call"), amount=add)
        return self.say(N_("{amount} to call ({total} in all)"), amount=add, total=total)

    def call_label(self, cost: CallCost) -> str:
        """Return the label below the amount to call: `to call`, or `to call (600 in all)`."""
        if cost.add == cost.total:
            return self.say(N_("to call"))
        return self.say(N_("to call ({total} in all)"), total=self.amount(cost.total))

    def pot(self, index: int) -> str:
        """Return the name of a pot; 0 is the main pot."""
        if index == 0:
            return self.say(N_("Main pot"))
        return self.say(N_("Side pot {n}"), n=index)

    def pot_on_felt(self, index: int, pots: int) -> str:
        """Return a pot's short name, for use beside its chips.

        `index` is 0 for the main pot. `pots` is the number of pots; if there is only one, it is
        simply called `Pot`.
        """
        if pots == 1:
            return self.say(N_("Pot"))
        return self.say(N_("Main")) if index == 0 else self.say(N_("Side {n}"), n=index)

    def blinds(self, state: PublicState) -> str:
        """Return the blinds of the current level, such as `100 / 200`."""
        level = state.level
        return f"{self.amount(level.small_blind)} / {self.amount(level.big_blind)}"

    def level_notes(self, level: LevelView, *, by_button: bool = False) -> str:
        """Return the level's ante, and the time until the next level or the end of the break.

        A part that does not apply is left out. `by_button` means that the button posts the ante for
        everybody.
        """
        notes = []
        if level.ante:
            notes.append(self.say(N_("Ante {amount}"), amount=self.amount(level.ante)))
        if level.big_blind_ante:
            ante = self.amount(level.big_blind_ante)
            text = N_("Button ante {amount}") if by_button else N_("Big blind ante {amount}")
            notes.append(self.say(text, amount=ante))
        if level.next_in is not None:
            text = N_("Play resumes in {time}") if level.on_break else N_("Next level in {time}")
            notes.append(self.say(text, time=self.clock(level.next_in)))
        return " · ".join(notes)

    def zone(self, zone: str) -> str:
        """Return the name of a zone of the table."""
        place, _, seat = zone.partition(".")
        if place in ZONES and seat:
            return self.say(ZONES[place], seat=seat)
        return self.of(ZONES, zone)

    def deck_wrong(self, deck: DeckView | None) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return a deck's faults, each as a message and its cards; the cards are () if unknown.

        The result is empty if the deck is complete or has not been counted.
        """
        if deck is None:
            return ()
        lacking = len(deck.missing)
        double, strange = len(deck.extra_cards), deck.extra - len(deck.extra_cards)
        lacks = self.count(
            "{n} card is missing from the deck", "{n} cards are missing from the deck", lacking
        )
        twice = self.count("{n} card appears twice", "{n} cards appear twice", double)
        others = self.count(
            "{n} card does not belong to the deck", "{n} cards do not belong to the deck", strange
        )
        faults = (
            (lacking, lacks, deck.missing), (double, twice, deck.extra_cards),
            (strange, others, ()),
        )  # fmt: skip
        return tuple((said, cards) for number, said, cards in faults if number > 0)

    def moment(self, when: datetime) -> str:
        """Return a date and time in this language's format."""
        return _in_plain_blanks(format_datetime(when, "medium", locale=locale(self.language)))

    def time_of_day(self, written: str, shown: str = "%H:%M:%S") -> str:
        """Return the local time of day of a published timestamp; return any other text unchanged.

        `shown` is the format, as for `strftime`.
        """
        try:
            return datetime.fromisoformat(written).astimezone().strftime(shown)
        except ValueError:
            return written

    def clock(self, milliseconds: int) -> str:
        """Return a duration as minutes and seconds, rounded up to the next full second."""
        minutes, seconds = divmod(-(-max(0, milliseconds) // 1000), 60)
        return f"{minutes}:{seconds:02d}"


@lru_cache(maxsize=2048)
def _amount(language: str, chips: int) -> str:
    return _in_plain_blanks(format_decimal(chips, locale=locale(language)))


@lru_cache(maxsize=2048)
def _short_amount(language: str, chips: int) -> str:
    # Round first, so that 999 999 becomes one million instead of a thousand thousands.
    chips = int(float(f"{chips:.2e}"))
    said = format_compact_decimal(
        chips, format_type="short", locale=locale(language), fraction_digits=2
    )
    return _in_plain_blanks(said)


def _both(first: str, hand: str) -> str:
    """Return a seat's hands on two boards as one text: `first`, then `hand`.

    If there is only one board, `first` is "", and `hand` is returned alone.
    """
    return f"{first} · {hand}" if first else hand


def _in_plain_blanks(text: str) -> str:
    # Few typefaces include the narrow no-break space.
    return text.replace("\u202f", "\u00a0")


@lru_cache(maxsize=8)
def words(language: str) -> Words:
    """Return a language's vocabulary. Raises `LookupError` if the language has no catalogue."""
    return Words(language)
