"""Deck checks: cards that do not belong to the deck, and cards missing from it."""

from msgspec.structs import replace

from controller.contract.observations import CardAt, CardTwice, DeckRead, ShoeSaid
from controller.contract.public import DeckChecked, DeckFouled, ShoeReported
from controller.contract.rules import Kind
from controller.contract.scans import zone_seat
from controller.table.dealing.dealing_errors import window
from controller.table.dealing.hand_start import game_of, start_if_possible
from controller.table.rulings import OVER, found
from controller.table.showdown import to_clear
from controller.table.state import Hand, Play, ShoeState, deck_of

MOST_FOREIGN = 64
COPY = "/copy"
TROUBLE = frozenset({"jam", "empty", "count"})


def is_laid_aside(hand: Hand, card: str) -> bool:
    """Return whether a card is left out of the deck for this game, such as a two in short deck."""
    return card not in deck_of(hand.game.lowest)


def _when(play: Play) -> set[str]:
    """Return the words for `Remedy.when` that describe when a fouled deck is found.

    The result is empty if the fault no longer matters: once the pots of a decided hand have been
    pushed, nobody may dispute the hand any longer (tda 22, 35-E).
    """
    if play.hand.running:
        return {window(play)}
    lies = bool(play.hand.awards) and to_clear(play.table, play.hand) is not None
    return {OVER, "late"} if lies else set()


def unknown_card(play: Play, seen: CardAt) -> None:
    """Rule on a card that can't be in the deck, once for each such card in a hand.

    A card whose face has already been seen in this hand is a double. A tag that was never enrolled,
    or any other card from another deck, is a stranger. There is no second ruling of the same kind
    while one is open. Once the hand has been decided, cards from the table's other deck are not
    ruled on, because they may be part of the next shuffle.
    """
    double, tags = seen.deck != 0 and seen.card in play.hand.seen, _when(play)
    kind = Kind.DECK_DOUBLE if double else Kind.DECK_STRANGER
    if not tags or (OVER in tags and 0 < seen.deck <= play.table.fittings.decks):
        return
    if _is_noted(play, f"{seen.card}/{seen.deck}"):
        return
    if any(ruling.kind is kind for ruling in play.table.rulings):
        return
    play.say(DeckFouled(extra=1))
    if kind is Kind.DECK_STRANGER:
        # A card from another deck duplicates one in the stub; an unknown tag may be anything.
        tags.add("stub" if seen.deck and seen.card in deck_of(play.hand.game.lowest) else "unknown")
    found(play, kind, seat=zone_seat(seen.zone), tags=tags)


def card_twice(play: Play, seen: CardTwice) -> None:
    """Rule, once per hand, on a card whose tag is read in two places; no player is at fault."""
    tags = _when(play) if seen.deck == play.table.deck else set()
    if not tags or _is_noted(play, _copy(seen.card)):
        return
    play.say(DeckFouled(extra=1))
    found(play, Kind.DECK_DOUBLE, tags=tags, zones=seen.zones)


def is_copied(play: Play, card: str) -> bool:
    """Return whether a card has been read in two places in this hand."""
    return _copy(card) in play.hand.cards.foreign


def _copy(card: str) -> str:
    return card + COPY


def _is_noted(play: Play, name: str) -> bool:
    """Return whether a foreign card is already recorded for this hand; if not, record it.

    `name` identifies the card. The number of recorded names is limited, and only the latest are
    kept.
    """
    known = play.hand.cards.foreign
    if name not in known:
        play.cards(foreign=(*known, name)[-MOST_FOREIGN:])
    return name in known


def shoe_said(play: Play, said: ShoeSaid) -> None:
    """Record the shoe's status report; start a hand if the shoe has shuffled."""
    _record(play, said)
    if said.what == "empty":
        _shoe_empty(play)
        return
    shoe, unread = play.table.devices.shoe, "shoe" in play.table.devices.blind_zones
    counts = shoe.checks and shoe.counted is None and not unread
    # A shoe that is ready but has counted nothing was unable to count.
    if (said.what == "shuffling" and not counts) or (said.what == "ready" and shoe.checks):
        start_if_possible(play)


def _record(play: Play, said: ShoeSaid) -> None:
    """Publish a fault reported by the shoe, and record that it has the fault or has recovered.

    Shuffling between hands also resets the count of the deck.
    """
    before, what = play.table.devices.shoe, said.what
    shoe = before
    if what in {*TROUBLE, "loaded"}:
        play.say(ShoeReported(what))  # type: ignore[arg-type]
    if what in {"jam", "empty", "count"}:
        shoe = replace(shoe, wrong=what)
    elif what != "closed":
        shoe = replace(shoe, wrong="")
    if what == "shuffling" and not play.hand.running:
        shoe = ShoeState(checks=shoe.checks)
    if shoe != before:
        play.devices(shoe=shoe)


def _shoe_empty(play: Play) -> None:
    """Compare the cards seen in a running hand with a whole deck, because the shoe is empty.

    Nothing is left in the shoe, so every card should have been seen. If the number differs, the
    deck error is ruled on.
    """
    if not play.hand.running:
        return
    known = play.hand.cards
    seen = len({*play.hand.seen, *known.left_shoe}) + sum(
        not name.endswith(COPY) for name in known.foreign
    )
    whole = len(deck_of(play.hand.game.lowest))
    if seen == whole:
        return
    kind = Kind.DECK_MISSING if seen < whole else Kind.DECK_COUNT
    play.say(DeckFouled(missing=max(whole - seen, 0), extra=max(seen - whole, 0)))
    found(play, kind, tags={window(play)})


def deck_read(play: Play, read: DeckRead) -> None:
    """Compare the shoe's count with a full deck, report the result, and start a hand if possible.

    During a hand, the cards missing from the shoe are the cards dealt, so nothing is checked.
    """
    if play.hand.running:
        return
    there, table = set(read.cards), play.table
    deck = deck_of(game_of(table.next_level or table.level, play.house).lowest)
    missing = tuple([card for card in deck if card not in there])
    aside = [card for card in read.cards if card not in deck]
    shoe = ShoeState(
        checks=play.table.devices.shoe.checks,
        counted=len(read.cards) + len(read.extra) + read.strangers,
        missing=missing,
        extra=tuple(sorted([*read.extra, *aside])),
        unknown=read.strangers,
        wrong=play.table.devices.shoe.wrong,
    )
    if shoe.fouled:
        extra = len(shoe.extra) + read.strangers
        play.say(DeckFouled(len(missing), extra, missing, shoe.extra))
    else:
        play.say(DeckChecked(len(deck)))
    play.devices(shoe=shoe)
    start_if_possible(play)
