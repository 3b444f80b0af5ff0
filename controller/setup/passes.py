"""Guided passes at the desk: a deck card by card, a stack of chips, a badge, a replacement."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from controller.contract.scans import AntennaPlan, BadgeTag, CardTag, ChipTag, Tag
from controller.sensing.registry import Registry
from controller.setup.desk import PATIENCE, Desk, Field
from controller.setup.registration import (
    card_name,
    changing_tag,
    missing,
    read_card,
    refusal,
    said_of,
    several,
    sort_stack,
)
from controller.setup.talk import Quit, Talk, whole_number

Save = Callable[[], None]
"""Puts the registry on disk."""

KEYS = "Keys: u undoes the last card, s skips this one, q stops (what is enrolled stays)."

QUIET = 8
"""A stack has been read whole when no tag has come for so many scans."""


class Station:
    """One antenna at which things are enrolled, one after another."""

    def __init__(self, desk: Desk, plan: AntennaPlan, talk: Talk, registry: Registry) -> None:
        self.desk = desk
        self.plan = plan
        self.talk = talk
        self.registry = registry
        self._complained = ""
        self._heard = time.monotonic()
        self._silent = False
        self._taken: set[str] = set()
        self.field = Field()

    def turn(self) -> str:
        """Take in what the antenna reads for a moment; give the key that was pressed, or ""."""
        scan = self.desk.next_scan(0.1)
        while scan is not None:
            if scan.antenna == self.plan.name:
                self._heard = time.monotonic()
                self._silent = False
                self.field.scan(scan.tags)
                break
            scan = self.desk.next_scan(0.0)
        if not self._silent and time.monotonic() - self._heard > PATIENCE:
            self._silent = True
            on = f" (on {self.plan.device})" if self.plan.device else ""
            self.complain(
                f'The antenna "{self.plan.name}"{on} says nothing: is its device plugged in? See'
                " tapis doctor."
            )
        key = self.talk.key()
        if key.lower() == "q":
            raise Quit
        return key.lower()

    def complain(self, text: str) -> None:
        """Say what is wrong, once for as long as it is."""
        if text != self._complained:
            self._complained = text
            if text:
                self.talk.say(text, "yellow")

    def fresh(self) -> str:
        """Give the uid of the one new tag that lies here, "" while there is none.

        Complains of what lies here and can't be enrolled.
        """
        lying = self.field.lying()
        self._taken &= self.field.seen()
        others = lying - self._taken
        known = [uid for uid in sorted(others) if refusal(self.registry, uid)]
        new = sorted(others - set(known))
        if known:
            self.complain(refusal(self.registry, known[0]))
        elif len(new) > 1:
            self.complain(several(len(new)))
        elif not new and self.field.changing():
            self.complain(changing_tag())
        elif not others:
            self.complain("")
        if len(new) != 1 or known or self.field.doubtful() - set(self.registry):
            return ""
        return new[0]

    def take(self, uid: str, tag: Tag) -> None:
        """Enrol a tag that lies here; it may go on lying here."""
        self.registry.enrol(uid, tag)
        self._taken.add(uid)

    def let_lie(self) -> None:
        """Say nothing of what lies here now."""
        self._taken |= self.field.lying()


def enroll_deck(station: Station, deck: int, save: Save) -> bool:
    """Enrol the cards of a deck that are missing, one after another; give whether it is whole.

    `save` is called after each card, so that a pass which is broken off goes on where it was.
    """
    talk, registry = station.talk, station.registry
    skipped: list[str] = []
    last: list[str] = []
    lacking = missing(registry, deck)
    if not lacking:
        talk.say(f"Deck {deck} is whole already: 52 cards.")
        return True
    talk.say(f"Deck {deck}, on the antenna {station.plan.name}: lay one card at a time on it.")
    talk.say("They come in the order of a new pack; a card that you have not, you skip.")
    talk.say(KEYS, "dim")
    with talk.keys(), _bar(talk, f"deck {deck}", 52, 52 - len(lacking)) as (bar, task):
        while lacking := missing(registry, deck, skipped):
            if set(lacking) <= set(skipped):
                break
            card = lacking[0]
            bar.update(task, completed=52 - len(lacking), now=f"next: {card}, {card_name(card)}")
            key = station.turn()
            if key == "s":
                skipped.append(card)
                talk.say(f"{card} is skipped.")
            elif key == "u":
                _undo(station, deck, last, skipped, save)
            elif uid := station.fresh():
                station.take(uid, CardTag(card, deck))
                save()
                last.append(card)
                talk.say(f"{card}  {card_name(card)}", "green")
        bar.update(task, completed=52 - len(lacking), now="")
    if lacking:
        talk.say(f"Deck {deck} lacks {len(lacking)}: {' '.join(lacking)}.", "yellow")
    else:
        talk.say(f"Deck {deck} is whole: 52 cards.", "green")
    return not lacking


def _undo(station: Station, deck: int, last: list[str], skipped: list[str], save: Save) -> None:
    if not last:
        station.talk.say("Nothing of this pass is left to undo.", "yellow")
        return
    card = last.pop()
    station.registry.forget(station.registry.card(card, deck))
    if card in skipped:
        skipped.remove(card)
    save()
    # What lies there now was laid there by mistake, or has not been taken away yet.
    station.let_lie()
    station.talk.say(f"{card} is undone: take it away, and lay the {card_name(card)} down.")


def enroll_chips(station: Station, value: int, chip_set: int, save: Save) -> int:
    """Enrol stacks of chips of one value until the person stops; give how many were enrolled.

    The person confirms the count of each stack, so that a chip which is not read is noticed.
    """
    talk, registry = station.talk, station.registry
    total = 0
    talk.say(
        f"Chips of {value}, on the antenna {station.plan.name}: lay a stack on it, and wait until"
        " its count stands still."
    )
    talk.say("Keys: Enter when the stack is counted, q stops.", "dim")
    try:
        while True:
            uids = _stack(station)
            new, known, problems = sort_stack(registry, uids, value, chip_set)
            for problem in problems:
                talk.say(problem, "yellow")
            if problems:
                talk.say("Nothing of this stack is enrolled: take those chips out of it.", "yellow")
                _taken_away(station, uids)
                continue
            counted = talk.ask("How many chips lie there?", str(len(uids)), whole_number(0, 500))
            if int(counted) != len(uids):
                talk.say(
                    f"{len(uids)} are read, and you count {counted}: nothing is enrolled. Lay fewer"
                    " at a time, or turn the stack; a chip that is never read is damaged.",
                    "yellow",
                )
                continue
            for uid in new:
                station.take(uid, ChipTag(value, chip_set))
            save()
            total += len(new)
            again = f", {len(known)} were enrolled already" if known else ""
            have = sum(tag == ChipTag(value, chip_set) for _, tag in registry.items())
            talk.say(f"{len(new)} chips of {value} are enrolled{again}. {have} in all.", "green")
            _taken_away(station, uids)
    except Quit:
        return total


def _stack(station: Station) -> frozenset[str]:
    """Wait for a stack, and give its tags once the person says that it is counted."""
    talk = station.talk
    station.desk.forget()
    station.field = Field()
    with talk.keys(), _bar(talk, "stack", None, 0) as (bar, task):
        while True:
            key = station.turn()
            lying = station.field.lying()
            station.complain(changing_tag() if station.field.changing() else "")
            steady = bool(lying) and station.field.quiet(QUIET) and not station.field.doubtful()
            now = "lay a stack down" if not lying else "still reading" if not steady else "Enter"
            bar.update(task, completed=len(lying), now=now)
            if key == "\n" and steady:
                return lying


def _taken_away(station: Station, stack: frozenset[str]) -> None:
    """Wait until nothing of a stack lies on the antenna."""
    station.talk.say("Take the stack away.")
    with station.talk.keys():
        while stack & station.field.seen():
            station.turn()


def lay_one(station: Station, what: str) -> str:
    """Wait for one new tag; give its uid. Raises `Quit`."""
    station.talk.say(what)
    station.desk.forget()
    with station.talk.keys():
        while True:
            station.turn()
            if uid := station.fresh():
                return uid


def enroll_badge(station: Station, name: str, save: Save, *, floor: bool) -> None:
    """Enrol a badge for a player, or for the floor. Raises `Quit`."""
    uid = lay_one(station, f"Lay the badge of {name} on the antenna {station.plan.name}.")
    station.take(uid, BadgeTag(name, "floor" if floor else "player"))
    save()
    whose = "the floor's" if floor else "a player's"
    station.talk.say(f"The badge of {name} is enrolled, {whose}.", "green")


def replace_card(station: Station, card: str, deck: int, save: Save) -> None:
    """Enrol a new card in the place of a damaged one. Raises `Quit`."""
    old = station.registry.card(card, deck)
    uid = lay_one(
        station,
        f"Lay the new {card} ({card_name(card)}) of deck {deck} on the antenna"
        f" {station.plan.name}.",
    )
    if old:
        station.registry.forget(old)
    station.take(uid, CardTag(card, deck))
    save()
    station.talk.say(f"{card} of deck {deck} is replaced; the old card is a stranger now.", "green")


def replace_chip(station: Station, value: int, chip_set: int, save: Save) -> None:
    """Enrol a new chip for a damaged one, and take that out if it can be read. Raises `Quit`."""
    talk, registry = station.talk, station.registry
    talk.say(
        f"Lay the damaged chip on the antenna {station.plan.name}; or press Enter if it can't be"
        " read any more."
    )
    station.desk.forget()
    with talk.keys():
        old = _damaged(station, ChipTag(value, chip_set))
    if old:
        talk.say(f"This is {said_of(ChipTag(value, chip_set))}; it is taken out. Take it away.")
        with talk.keys():
            while station.field.seen():
                station.turn()
    uid = lay_one(station, f"Lay the new chip of {value} down.")
    if old:
        registry.forget(old)
    station.take(uid, ChipTag(value, chip_set))
    save()
    talk.say(f"A chip of {value} is replaced.", "green")


def _damaged(station: Station, tag: ChipTag) -> str:
    """Give the uid of the chip that is to be taken out, "" if it can't be read."""
    while True:
        key = station.turn()
        lying = sorted(station.field.lying())
        if len(lying) == 1 and station.registry.get(lying[0]) == tag:
            return lying[0]
        if key == "\n" and not lying:
            return ""
        if len(lying) > 1:
            station.complain(f"{len(lying)} tags lie there: lay the damaged chip alone.")
        elif lying:
            known = station.registry.get(lying[0])
            is_in = said_of(known) if known else "not enrolled"
            station.complain(f"This tag is {is_in}, and no chip of {tag.value}: take it away.")


def what_is_replaced(text: str) -> str:
    """Give the card that is to be replaced, "chip" for a chip, "" for anything else."""
    return "chip" if text.lower() == "chip" else read_card(text)


@contextmanager
def _bar(talk: Talk, name: str, total: int | None, done: int) -> Iterator[tuple[Progress, TaskID]]:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TextColumn("{task.fields[now]}"),
    )
    with Progress(*columns, console=talk.console, refresh_per_second=5) as bar:
        yield bar, bar.add_task(name, total=total, completed=done, now="")
