"""An irregularity is found: the house is asked, the ruling opened."""

from collections.abc import Iterable
from itertools import pairwise

from msgspec.structs import replace

from controller.contract.public import (
    CardsMeant,
    FoundView,
    IrregularityFound,
    Kind,
    Outcome,
    RulingOpened,
    StepView,
    StepWord,
    Street,
)
from controller.contract.scans import zone_seat
from controller.houses.model import House, Remedy
from controller.table.state import BOARD_CARDS, STREETS, Hand, Noted, Out, Ruling, Step, Table
from controller.table.voiding import void_hand

SCAN_MS = 100
ORDER_MS = 2 * SCAN_MS
RANK = {"deck": 0, "deal": 1, "button": 2, "blind": 3, "board": 4, "bet": 5, "hand": 6, "pot": 7}
"""In which order irregularities are ruled on when there are several."""


def article_of(house: House, kind: str, tags: Iterable[str] = ()) -> str:
    """Return the article that a house rules a kind of irregularity by."""
    return house.remedy(kind, frozenset(tags)).article


def order_known(table: Table, cards: Iterable[str]) -> bool:
    """Return whether the order in which cards came to rest is known.

    It is when the shoe read them leaving, or when their first reads lie at least two scans
    apart.
    """
    hand = table.hand
    listed = list(cards)
    if hand is not None and hand.left_shoe and all(c in hand.left_shoe for c in listed):
        return True
    times = sorted(table.since.get(card, 0) for card in listed)
    return all(b - a >= ORDER_MS for a, b in pairwise(times))


def in_order(table: Table, cards: Iterable[str]) -> tuple[str, ...]:
    """Return cards in the order in which they came: out of the shoe, else by their first reads."""
    hand = table.hand
    listed = list(cards)
    if hand is not None and hand.left_shoe and all(c in hand.left_shoe for c in listed):
        return tuple(sorted(listed, key=hand.left_shoe.index))
    return tuple(sorted(listed, key=lambda card: table.since.get(card, 0)))


def found(
    table: Table,
    house: House,
    out: Out,
    kind: str,
    *,
    seat: int = 0,
    street: str = "",
    tags: Iterable[str] = (),
    cards: tuple[str, ...] = (),
) -> tuple[Table, Remedy]:
    """Announce that something went wrong, and open the ruling that its remedy asks for.

    `tags` describe the case in the words of `Remedy.when`; `cards` are the cards concerned.
    """
    case = frozenset(tags) | ({street} if street else set())
    remedy = house.remedy(kind, case)
    if not remedy.steps:
        return note(table, out, kind, remedy.article, street, seat, remedy.outcome or ""), remedy
    out.say(IrregularityFound(Kind(kind), remedy.article, _street(street), seat))
    table = open_ruling(table, out, remedy, seat, street, case, cards)
    running = table.hand is not None and table.hand.phase != "over"
    if "void_hand" in remedy.steps and remedy.outcome != "choose" and running:
        table = void_hand(table, out, kind, remedy.article)
    return table, remedy


def note(
    table: Table, out: Out, kind: str, article: str, street: str, seat: int, outcome: str
) -> Table:
    """Announce that something went wrong that stops nobody, and what comes of it."""
    what, when, comes = Kind(kind), _street(street), Outcome(outcome)
    out.say(IrregularityFound(what, article, when, seat, comes))
    hand = table.hand
    if hand is None:
        return table
    found = FoundView(what, article, when, seat, comes)
    return replace(table, noted=Noted(found, hand.number, hand.rounds))


def open_ruling(
    table: Table,
    out: Out,
    remedy: Remedy,
    seat: int,
    street: str,
    tags: frozenset[str],
    cards: tuple[str, ...],
    *,
    amends: Ruling | None = None,
) -> Table:
    """Open a ruling, or put better steps in the place of an open one's."""
    number = amends.id if amends else table.ruled + 1
    ruling = Ruling(
        number,
        remedy.kind,
        remedy.article,
        street,
        seat,
        resolve_steps(table, remedy.steps, seat, street, cards),
        tuple(sorted(tags)),
        cards,
        before=amends.before if amends else None,
        owner=seat if remedy.outcome == "choose" and kind_of(remedy.kind) == "deal" else 0,
    )
    if amends is None:
        rulings = tuple(sorted((*table.rulings, ruling), key=_rank))
    else:
        rulings = tuple(ruling if r.id == number else r for r in table.rulings)
    said = tuple(view(step) for step in ruling.steps)
    if amends is None or said != tuple(view(step) for step in amends.steps):
        out.say(RulingOpened(number, Kind(remedy.kind), remedy.article, said))
    return replace(table, rulings=rulings, ruled=max(table.ruled, number))


def kind_of(kind: str) -> str:
    """Return the word before the dot of a kind of irregularity: what it is about."""
    return kind.partition(".")[0]


def _rank(ruling: Ruling) -> int:
    return RANK.get(kind_of(ruling.kind), len(RANK))


def view(step: Step, done: bool = False) -> StepView:
    """Return a step as it is published: `detail` says what may be known of it."""
    shown = StepView(StepWord(step.word), zone=step.zone if step.zone != "board" else "", done=done)
    about = step.detail
    if shown.zone:
        return replace(shown, seat=zone_seat(shown.zone))
    if shown.word is StepWord.BURN:
        return replace(shown, count=int(about or 1))
    if about in _MEANT:
        return replace(shown, which=CardsMeant(about))
    if about in STREETS:
        return replace(shown, street=Street(about))
    if about.isdigit():
        return replace(shown, seat=int(about))
    cards = about.split()
    return replace(shown, cards=tuple(cards)) if cards and cards[0] in _FACES else shown


_MEANT = frozenset(CardsMeant)
_FACES = frozenset(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")


def _street(street: str) -> Street | None:
    return Street(street) if street else None


def resolve_steps(
    table: Table, texts: Iterable[str], seat: int, street: str, cards: tuple[str, ...]
) -> tuple[Step, ...]:
    """Turn the step words of a house into goals over this table's cards."""
    hand = table.hand
    burns = len(hand.burns) if hand else 0
    rounds = hand.rounds if hand else 0
    steps: list[Step] = []
    for text in texts:
        word, _, about = text.partition(" ")
        step = Step(word, about, seat=seat)
        if word in {"use_as_burn", "to_stub", "take_back", "set_aside", "mix", "keep"}:
            chosen = _chosen(table, about, street, cards)
            burns -= sum(1 for card in chosen if hand and card in hand.burns)
            step = replace(step, cards=chosen, detail=_detail(hand, chosen, about, seat))
            if word == "to_stub" and about == "burn" and hand:
                # Which of the burns goes back is all the same: none has been seen.
                step = replace(step, cards=hand.burns, count=len(hand.burns) - 1)
            if word == "use_as_burn":
                burns += max(len(chosen), 1)
                step = replace(step, count=burns)
        elif word == "burn":
            burns += int(about) if about else 1
            step = replace(step, count=burns)
        elif word == "deal" and about in STREETS:
            step = replace(step, count=BOARD_CARDS[STREETS.index(about)])
        elif word == "deal" and about:
            chosen = _chosen(table, about, street, cards) if about != "seat" else ()
            said = str(seat) if about == "seat" else about
            if about == "card":
                # It lay on the board: everybody has seen it.
                said = " ".join(chosen)
            step = replace(step, cards=chosen, detail=said)
        elif word == "finish_round":
            rounds += 1
            step = replace(step, count=rounds)
        elif word == "kill_hand":
            killed = int(about) if about.isdigit() else seat
            step = replace(step, detail=str(killed), seat=killed)
        steps.append(step)
    return tuple(steps)


def street_cards(table: Table, street: str) -> tuple[str, ...]:
    """Return the board cards of a street and all that lie after them, in the order they came."""
    hand = table.hand
    at = STREETS.index(street) if street in STREETS else 0
    if hand is None or not at:
        return ()
    return in_order(table, hand.board[BOARD_CARDS[at - 1] :])


def _chosen(table: Table, about: str, street: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards that a word of a house file means: see the comment in the house files."""
    hand = table.hand
    if hand is None:
        return cards
    dealt = street_cards(table, street)
    whole = BOARD_CARDS[STREETS.index(street)] if street in STREETS else 0
    before = len(hand.board) - len(dealt)
    burns = in_order(table, hand.burns)
    match about:
        case "street":
            return dealt
        case "first":
            return dealt[:1]
        case "last":
            return dealt[whole - before - 1 : whole - before]
        case "extra":
            return dealt[whole - before :]
        case "street+burn":
            return (*dealt, *burns[-1:])
        case "burn":
            return burns[-1:]
        case "left":
            return ()
        case _:
            return cards


def _detail(hand: Hand | None, chosen: tuple[str, ...], about: str, seat: int) -> str:
    """Tell which cards a step is about, without naming one that is not public."""
    if hand is not None and chosen and all(card in hand.board for card in chosen):
        return " ".join(chosen)
    if about == "burn" and len(chosen) == 1:
        return about
    return str(seat) if about in {"card", ""} and seat else about
