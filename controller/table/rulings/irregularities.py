"""Irregularities: looks up the house's remedy and opens the ruling that it requires."""

from collections.abc import Iterable

from msgspec.structs import replace

from controller.contract.public import FoundView, IrregularityFound, RulingOpened
from controller.contract.rules import CHANGE, Kind, Outcome, Street, Subject
from controller.houses.model import FLOOR_DECIDES, Remedy
from controller.table.rulings.steps import resolve
from controller.table.rulings.void_hands import may_take_awards_back, void_hand, voids
from controller.table.state import Idle, Noted, Play, Ruling

OVER = "over"
"""The word of `Remedy.when` for an irregularity found after its hand has been decided."""

RANK = {subject: place for place, subject in enumerate(Subject)}
"""The order in which simultaneous irregularities are ruled on: the order of their subjects."""


def found(
    play: Play,
    kind: Kind,
    *,
    seat: int = 0,
    street: Street | None = None,
    tags: Iterable[str] = (),
    cards: tuple[str, ...] = (),
    zones: tuple[str, ...] = (),
    amount: int = 0,
) -> Remedy:
    """Announce an irregularity, and open the ruling that its remedy requires; return the remedy.

    `seat` is the seat concerned (0: none), `street` the street concerned, and `cards` the cards
    concerned. `tags` describes the case in the words of `Remedy.when` (not RFID tags). `zones` are
    the two zones that read one tag. `amount` is an amount of chips; for a wrong pot, it is the
    surplus or, if negative, the shortage. If the remedy has no steps, no ruling is opened, and the
    caller must carry out the remedy's outcome.
    """
    case = frozenset(tags) | ({street} if street else set())
    remedy = play.house.remedy(kind, case)
    if OVER in case and remedy.steps and not may_take_awards_back(play):
        remedy = Remedy(kind, remedy.article, steps=FLOOR_DECIDES)
    if not remedy.steps:
        note(play, remedy, remedy.outcome, seat=seat, street=street, amount=amount)
        return remedy
    outcome = remedy.outcome if kind in CHANGE and remedy.steps != FLOOR_DECIDES else Outcome.NONE
    play.say(IrregularityFound(kind, remedy.article, street, seat, outcome, zones, amount))
    ruling = open_ruling(play, remedy, seat=seat, street=street, tags=case, cards=cards)
    if zones or amount:
        ruling = replace(ruling, zones=zones, amount=amount)
        put_ruling(play, ruling)
    if voids(ruling) and remedy.outcome != Outcome.CHOOSE and (OVER in case or play.hand.running):
        void_hand(play, kind, remedy.article)
    return remedy


def note(
    play: Play,
    remedy: Remedy,
    outcome: Outcome,
    *,
    seat: int,
    street: Street | None = None,
    amount: int = 0,
) -> None:
    """Announce an irregularity that does not stop play, with its outcome, and show it in the view.

    `remedy` names the irregularity and the article that applies. `seat` and `street` are the seat
    and the street concerned, and `amount` is the value of the chips concerned.
    """
    kind, article = remedy.kind, remedy.article
    play.say(IrregularityFound(kind, article, street, seat, outcome, amount=amount))
    hand = play.hand
    if type(hand.stage) is not Idle:
        view = FoundView(kind, article, street, seat, outcome, amount)
        play.record(noted=Noted(view, hand.number, hand.rounds))


def open_ruling(
    play: Play,
    remedy: Remedy,
    *,
    seat: int,
    street: Street | None = None,
    tags: frozenset[str] = frozenset(),
    cards: tuple[str, ...] = (),
    by: str = "",
) -> Ruling:
    """Open a ruling with the steps of a remedy, announce it, and return it.

    `seat` is the seat concerned (0: none), `street` the street concerned, and `cards` the cards
    concerned. `tags` describes the case in the words of `Remedy.when` (not RFID tags). `by` is
    the floor person who orders its steps, or "" if the house rules do.
    """
    chooses = remedy.outcome == Outcome.CHOOSE and remedy.kind.subject is Subject.DEAL
    ruling = Ruling(
        play.table.record.ruled + 1,
        remedy.kind,
        remedy.article,
        street,
        seat,
        resolve(play, remedy, seat, street, cards),
        tuple(sorted(tags)),
        cards,
        owner=seat if chooses else 0,
        since=play.at,
    )
    _put_up(play, ruling, by)
    return ruling


def reopen(play: Play, ruling: Ruling) -> None:
    """Open a ruling again, as it was before a decision that has been undone."""
    _put_up(play, replace(ruling, id=play.table.record.ruled + 1, since=play.at))


def _put_up(play: Play, ruling: Ruling, by: str = "") -> None:
    rulings = tuple(sorted((*play.table.rulings, ruling), key=lambda one: RANK[one.kind.subject]))
    play.table = replace(play.table, rulings=rulings)
    play.record(ruled=ruling.id)
    announce(play, ruling, by)


def amend(
    play: Play,
    ruling: Ruling,
    remedy: Remedy,
    *,
    tags: Iterable[str],
    cards: tuple[str, ...],
    by: str = "",
) -> Ruling:
    """Replace an open ruling's steps, now that more is known about the case; return the ruling.

    Its first step is next again. The ruling is announced only if its steps have changed. `tags`
    describes the case in the words of `Remedy.when` (not RFID tags).
    """
    chooses = remedy.outcome == Outcome.CHOOSE and remedy.kind.subject is Subject.DEAL
    steps = resolve(play, remedy, ruling.seat, ruling.street, cards)
    better = replace(
        ruling,
        kind=remedy.kind,
        article=remedy.article,
        steps=steps,
        tags=tuple(sorted(tags)),
        cards=cards,
        done=0,
        agreed=(),
        owner=ruling.seat if chooses else 0,
    )
    put_ruling(play, better)
    if [step.said for step in steps] != [step.said for step in ruling.steps]:
        announce(play, better, by)
    return better


def re_rule(play: Play, ruling: Ruling, tags: frozenset[str], cards: tuple[str, ...]) -> None:
    """Look up the remedy of an open ruling again, now that more is known about the case.

    The ruling is amended accordingly. `tags` describes the circumstances in the words of
    `Remedy.when` (not RFID tags), and `cards` lists the cards concerned.
    """
    remedy = play.house.remedy(ruling.kind, tags)
    better = amend(play, ruling, remedy, tags=tags, cards=cards)
    if voids(better) and play.hand.running:
        void_hand(play, ruling.kind, remedy.article)


def announce(play: Play, ruling: Ruling, by: str = "") -> None:
    """Publish a ruling's current steps."""
    steps = tuple(step.said for step in ruling.steps)
    play.say(RulingOpened(ruling.id, ruling.kind, ruling.article, steps, by))


def put_ruling(play: Play, ruling: Ruling) -> None:
    """Store a changed ruling in place of the one with the same id."""
    rulings = tuple([ruling if r.id == ruling.id else r for r in play.table.rulings])
    play.table = replace(play.table, rulings=rulings)
