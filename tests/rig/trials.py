"""Trials of one injected irregularity: whether it is found, ruled correctly and seen through.

The right ruling is looked up in the house file by the truth about the case
(`tests.rig.injections`), never by what the engine saw of it.
"""

from collections.abc import Sequence

import msgspec

from controller.contract import commands as c
from controller.contract.observations import Observation
from controller.contract.public import HandStarted, IrregularityFound, PublicEvent, RulingOpened
from controller.contract.readings.step_notation import step_written
from controller.contract.rules import Kind
from controller.houses.model import Remedy
from controller.play.game import DealtGame
from controller.table.engine import Transition
from controller.table.state import DECK, STREETS
from tests.rig.injections import InjectedCase, Injection, Moment, Scene
from tests.rig.invented import InventedHand

CARD_ZONES = frozenset({"hand", "bet", "board", "burn", "muck", "pot", "shoe"})


class Trial(msgspec.Struct, frozen=True):
    """One irregularity and its result; `ms` is the time from its coming to rest to the finding.

    `ok` means: found once and ruled as the house says, with nothing else found, and seen through:
    the hand went on or was voided, and every chip and card is where it should be.
    """

    kind: Kind
    way: str
    house: str
    seed: int
    medium: str
    slow: bool
    found: bool
    ruled_right: bool
    seen_through: bool
    false_alarms: int
    ms: int | None
    why: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Return whether the trial has no faults."""
        return self.found and self.ruled_right and self.seen_through and not self.false_alarms


class Meddler:
    """Causes one irregularity in a hand at a random moment, and judges the table."""

    def __init__(self, way: Injection, chance: float) -> None:
        self.way = way
        self.chance = chance
        self.scene: Scene | None = None
        self.hand: InventedHand | None = None
        self.case: InjectedCase | None = None
        self.found_at: int | None = None
        self._mark = 0
        self._end = 0
        self._tags: frozenset[str] = frozenset()
        self._mended = False

    def watch(self, observation: Observation, done: Transition) -> None:
        """Record the time of the first finding after the injection."""
        if self.found_at is None and any(isinstance(e, IrregularityFound) for e in done.public):
            self.found_at = observation.at

    def meddle(self, moment: Moment) -> bool:
        """Cause it if this is the moment; then wait until the table has come to rest."""
        scene = self.scene
        assert scene is not None
        if self.case is not None or moment != self.way.moment or not scene.chance(self.chance):
            return False
        before = len(scene.game.events)
        open_before = {ruling.id for ruling in scene.look().rulings}
        self.case = self.way.do(scene)
        if self.case is None:
            return False
        if self.hand is not None:
            self.hand.forget_record()
        self._mark = before
        # A player who owes chips does not wait for the antenna of the pot.
        scene.game.sink.settle()
        owes = any(view.owes for view in scene.look().seats)
        scene.game.sink.settle(slow=self.case.slow and not owes)
        self._tags = self.case.tags | self.case.then()
        scene.game.sink.settle()
        self._end = len(scene.game.events)
        if all(ruling.id in open_before for ruling in scene.look().rulings):
            self.mend()
        return True

    def hand_is_over(self) -> None:
        """Stop mending: chips and cards have been taken up."""
        self._mended = True

    def mend(self) -> None:
        """Repair once the part that the ruling leaves to the people."""
        if self.case is not None and not self._mended:
            self._mended = True
            self.case.mend()
            assert self.scene is not None
            self.scene.game.sink.settle()

    def decide(self) -> c.Command:
        """Decide as the floor: play goes on unless the cards are unplayable."""
        self.mend()
        if self.case is not None and self.case.floor == "misdeal":
            return c.Misdeal()
        return c.Waive()

    def judge(self, seed: int, total: int, trouble: str) -> Trial:
        """Compare the table's findings, rulings and final state with the case and the house."""
        case, scene = self.case, self.scene
        assert case is not None
        assert scene is not None
        house, events = scene.house, scene.game.events
        remedy = house.remedy(case.kind, self._tags)
        kinds = irregular(events)
        found = case.kind in kinds
        others = len(kinds) - found
        why = [] if found and not others else [f"found {' '.join(kinds) or 'nothing'}"]
        wrong = [] if not found else self._ruled_wrong(events, remedy)
        left = [trouble] if trouble else misplaced(scene, total)
        return Trial(
            case.kind,
            self.way.name,
            house.name,
            seed,
            case.medium,
            case.slow,
            found,
            found and not wrong,
            not left,
            others,
            self.found_at - case.at if found and self.found_at is not None else None,
            (*why, *wrong, *left),
        )

    def _ruled_wrong(self, events: Sequence[PublicEvent], remedy: Remedy) -> list[str]:
        """Return how the ruling differs from the house's row for the case."""
        assert self.case is not None
        since = events[self._mark : self._end]
        wrong = []
        told = [e for e in since if isinstance(e, IrregularityFound) and e.kind == self.case.kind]
        at_first = remedy
        if self.case.at_first is not None and self.scene is not None:
            at_first = self.scene.house.remedy(self.case.kind, self.case.at_first)
        if told and told[0].article != at_first.article:
            wrong.append(f"article {told[0].article!r}, the house says {at_first.article!r}")
        opened = [e for e in since if isinstance(e, RulingOpened) and e.kind == self.case.kind]
        steps = tuple(plain(step_written(step)) for step in opened[-1].steps) if opened else ()
        want = tuple(plain(step) for step in remedy.steps)
        if steps != want:
            wrong.append(f"steps {' '.join(steps) or 'none'}, the house says {' '.join(want)}")
        if opened and opened[-1].article != remedy.article:
            wrong.append(f"ruled by {opened[-1].article!r}, the house says {remedy.article!r}")
        # Absent facts must not follow from the ruling; a call that was read provisionally may
        # have stood before it.
        after = since[since.index(told[0]) :] if told else since
        facts = self.case.facts(remedy)
        facts = tuple(f for f in facts if not f.holds(after if f.absent else since))
        if facts:
            tags = " ".join(sorted(self._tags))
            wrong += [f"{remedy.outcome or 'steps'} ({tags}): not so: {fact}" for fact in facts]
        return wrong


def plain(step: str) -> str:
    """Return a step without its details, except the street and the number of cards."""
    word, _, about = step.partition(" ")
    return step if about in STREETS or (word == "burn" and about) else word


def irregular(events: Sequence[PublicEvent]) -> list[str]:
    """Return the kinds of irregularity found in these events, in order."""
    return [event.kind for event in events if isinstance(event, IrregularityFound)]


def stacks_of(game: DealtGame) -> int:
    """Return the total chips of all stacks."""
    return sum(view.stack or 0 for view in game.look().seats)


def misplaced(scene: Scene, total: int) -> list[str]:
    """Return the misplaced chips and cards after a hand, and any fault in how it ended."""
    game, dealer = scene.game, scene.dealer
    wrong = []
    dealer.return_chips()
    game.sink.settle(slow=True)
    state = game.look()
    if state.phase != "over":
        wrong.append(f"the hand is in phase {state.phase}")
    if state.rulings:
        wrong.append(f"a ruling on {state.rulings[0].kind} is still open")
    if stacks_of(game) + state.carried != total:
        wrong.append(f"{stacks_of(game) + state.carried} chips, not {total}")
    in_front = {
        seat: sum(game.sink.chips_in(f"bet.{seat}")) for seat in range(1, len(state.seats) + 1)
    }
    wrong += [f"{left} left in front of seat {seat}" for seat, left in in_front.items() if left]
    if (left := sum(game.sink.chips_in("pot"))) != state.carried:
        wrong.append(f"{left} left in the pot, {state.carried} carried")
    wrong += _lost_cards(game, voided=state.voided)
    before = len(game.events)
    if not state.rulings and state.next_dealer:
        dealer.start_hand()
        if not any(isinstance(event, HandStarted) for event in game.events[before:]):
            wrong.append("the next hand does not start")
    return wrong


def _lost_cards(game: DealtGame, *, voided: bool) -> list[str]:
    """Return the errors in the places of all 52 cards: each once, where the table sees it."""
    lying = {card: zone for card, zone in game.dealer.places.items() if _is_read(zone)}
    seen = {card: zone for card, zone in game.table.places.items() if zone}
    wrong = []
    if lying != seen:
        apart = {c for c in lying.keys() | seen.keys() if lying.get(c) != seen.get(c)}
        wrong.append(f"{len(apart)} cards lie otherwise than the table knows")
    # A voided hand's cards are gathered at once, with the stub.
    cards = sorted([*game.dealer.stub, *game.dealer.places])
    if cards != sorted(DECK) and not (voided and len(set(cards)) == len(cards)):
        wrong.append(f"{len(set(cards))} cards in {len(cards)} places")
    return wrong


def _is_read(zone: str) -> bool:
    return zone.partition(".")[0] in CARD_ZONES
