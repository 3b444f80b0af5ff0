"""Guides the enrolment of a deck, stacks of chips, a badge, or a replacement card or chip."""

import time
from collections.abc import Callable

from controller.contract.scans import AntennaPlan, BadgeTag, CardTag, ChipTag, Tag
from controller.sensing.registry import Registry
from controller.setup.dialogue import GoBack, Quit, SkipQuestion, Talk, whole_number
from controller.setup.reading.enrolment_desk import PATIENCE, WINDOW, EnrolmentDesk, RecentScans
from controller.setup.tags.enrolment_rules import (
    changing_tag,
    missing,
    read_card,
    refusal,
    said_of,
    sort_stack,
)
from controller.setup.words import C_, N_
from display.words.answers import understood

Save = Callable[[], None]
"""A function that saves the registry to disk."""

PRESSED = {C_("key: undo", "u"): "u", C_("key: skip", "s"): "s", C_("key: quit", "q"): "q"}
KEYS = N_("Keys: u undoes the last card, s skips this one, q stops (enrolled cards stay enrolled).")

QUIET = 8
"""The number of scans without a new tag after which a stack counts as completely read."""


LONG = 3 * WINDOW
"""How many scans a finished item may stay on the antenna before its removal is requested."""


class Station:
    """An antenna on which items are enrolled one after another."""

    def __init__(
        self, desk: EnrolmentDesk, plan: AntennaPlan, talk: Talk, registry: Registry
    ) -> None:
        self.desk = desk
        self.plan = plan
        self.talk = talk
        self.registry = registry
        self._complained = ""
        self._heard = time.monotonic()
        self._silent = False
        self._taken: set[str] = set()
        self._idle_since = 0
        self.field = RecentScans()
        self._keys = understood(PRESSED, talk.words)

    def turn(self) -> str:
        """Process the antenna's reads for a moment; return the key that was pressed, or "".

        The keys for undoing and skipping are returned as `u` and `s`, whatever the user's language.
        Raises `Quit` if the user pressed the key for quitting.
        """
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
            silent = N_(
                'The antenna "{antenna}" does not respond: is its device plugged in? See '
                "tapis doctor."
            )
            if self.plan.device:
                silent = N_(
                    'The antenna "{antenna}" (on {device}) does not respond: is its device '
                    "plugged in? See tapis doctor."
                )
            self.complain(
                self.talk.words.say(silent, antenna=self.plan.name, device=self.plan.device)
            )
        key = self.talk.key().lower()
        key = self._keys.get(key, key)
        if key == "q":
            raise Quit
        return key

    def complain(self, text: str) -> None:
        """Show a problem to the user, but not again while the same problem persists."""
        if text != self._complained:
            self._complained = text
            if text:
                self.talk.show(text, "yellow")

    def fresh(self) -> str:
        """Return the uid of the new tag on the antenna, or "" if there is not exactly one.

        Also return "" if another tag there can't be enrolled, or is read too rarely to be certain.
        Complains about tags on the antenna that can't be enrolled.
        """
        lying, words = self.field.lying(), self.talk.words
        self._taken &= self.field.seen()
        others = lying - self._taken
        if others:
            self._idle_since = self.field.scans
        known = [uid for uid in sorted(others) if refusal(self.registry, uid, words)]
        new = sorted(others - set(known))
        if known:
            self.complain(refusal(self.registry, known[0], words))
        elif len(new) > 1:
            several = N_("{number} new tags are on the antenna: put down one at a time.")
            self.complain(words.say(several, number=len(new)))
        elif not new and self.field.changing():
            self.complain(changing_tag(words))
        elif not others:
            self.complain(self._done_with(lying))
        if len(new) != 1 or known or self.field.doubtful() - set(self.registry):
            return ""
        return new[0]

    def _done_with(self, lying: frozenset[str]) -> str:
        """Return a request to remove finished items, or "" if it is too early to ask.

        It is time to ask once finished items have stayed for `LONG` scans. `lying` lists the tags
        now on the antenna; all of them are in finished items.
        """
        if not lying:
            self._idle_since = self.field.scans
        if self.field.scans - self._idle_since < LONG:
            return ""
        seconds = -(-WINDOW * self.plan.period // 1000)
        return self.talk.words.say(
            N_(
                "This one has already been read: remove it, wait {n} s, then put down the next one."
            ),
            n=seconds,
        )

    def take(self, uid: str, tag: Tag) -> None:
        """Enrol a tag that is on the antenna. The item may stay there for now."""
        self.registry.enrol(uid, tag)
        self._taken.add(uid)

    def look_afresh(self) -> None:
        """Discard all reads so far."""
        self.field = RecentScans()
        self._idle_since = 0

    def let_lie(self) -> None:
        """Treat the tags now on the antenna as finished; ask for their removal only later."""
        self._taken |= self.field.lying()
        self._idle_since, self._complained = self.field.scans, ""


def enroll_deck(station: Station, deck: int, save: Save) -> bool:
    """Enrol the missing cards of a deck, one after another; return whether it is complete.

    `save` is called after each card, so that an interrupted enrolment can be continued.
    """
    talk, registry, words = station.talk, station.registry, station.talk.words
    skipped: list[str] = []
    last: list[str] = []
    lacking = missing(registry, deck)
    if not lacking:
        talk.say(N_("Deck {deck} is already complete: 52 cards."), deck=deck)
        return True
    talk.say(
        N_("Deck {deck}, on antenna {antenna}: put down one card at a time."),
        deck=deck,
        antenna=station.plan.name,
    )
    talk.say(N_("Put the cards down in new-deck order; if a card is missing, skip it."))
    talk.say(KEYS, "dim")
    pack = words.say(N_("deck {deck}"), deck=deck)
    with talk.keys(), talk.counting(pack, 52, 52 - len(lacking)) as count:
        while lacking := missing(registry, deck, skipped):
            if set(lacking) <= set(skipped):
                break
            card = lacking[0]
            name = words.card_named(card)
            now = words.say(N_("next: {card}, {name}"), card=card, name=name)
            count(52 - len(lacking), now)
            key = station.turn()
            if key == "s":
                skipped.append(card)
                talk.say(N_("{card} skipped."), card=card)
            elif key == "u":
                _undo(station, deck, last, skipped, save)
            elif uid := station.fresh():
                station.take(uid, CardTag(card, deck))
                save()
                last.append(card)
                talk.show(f"{card}  {name}", "green")
        count(52 - len(lacking), "")
    if lacking:
        talk.say(
            N_("Deck {deck} is missing {number}: {cards}."),
            "yellow",
            deck=deck,
            number=len(lacking),
            cards=" ".join(lacking),
        )
    else:
        talk.say(N_("Deck {deck} is complete: 52 cards."), "green", deck=deck)
    return not lacking


def _undo(station: Station, deck: int, last: list[str], skipped: list[str], save: Save) -> None:
    if not last:
        station.talk.say(N_("There is nothing left to undo in this run."), "yellow")
        return
    card = last.pop()
    station.registry.forget(station.registry.card(card, deck))
    if card in skipped:
        skipped.remove(card)
    save()
    # The tag now on the antenna is a mistake, or has not been taken away yet.
    station.let_lie()
    station.talk.say(
        N_("{card} is no longer enrolled: take it away, and put down the right card ({name})."),
        card=card,
        name=station.talk.words.card_named(card),
    )


def enroll_chips(station: Station, value: int, chip_set: int, save: Save) -> int:
    """Enrol chips of one value, stack by stack, until the user stops; return the number enrolled.

    The user confirms the count of each stack, so that an unreadable chip is noticed.
    """
    talk, registry = station.talk, station.registry
    total = 0
    talk.say(
        N_(
            "Chips worth {value}, on antenna {antenna}: put a stack on it, and wait until the "
            "count stops changing."
        ),
        value=value,
        antenna=station.plan.name,
    )
    talk.say(N_("Keys: Enter confirms the counted stack, q stops."), "dim")
    try:
        while True:
            uids = _stack(station)
            new, known, problems = sort_stack(registry, uids, value, chip_set, talk.words)
            for problem in problems:
                talk.show(problem, "yellow")
            if problems:
                refused = N_(
                    "No chips from this stack were enrolled: take the rejected chips out of it."
                )
                talk.say(refused, "yellow")
                _taken_away(station, uids)
                continue
            right = whole_number(talk.words, 0, 500)
            try:
                counted = talk.ask(N_("How many chips are there?"), str(len(uids)), right)
            except (GoBack, SkipQuestion):
                talk.say(N_("No chips from this stack were enrolled."), "yellow")
                continue
            if int(counted) != len(uids):
                talk.say(
                    N_(
                        "The antenna reads {read} chips, but you counted {counted}: nothing has "
                        "been enrolled. Put down fewer at a time, or turn the stack over; a "
                        "chip that is never read is damaged."
                    ),
                    "yellow",
                    read=len(uids),
                    counted=counted,
                )
                continue
            for uid in new:
                station.take(uid, ChipTag(value, chip_set))
            save()
            total += len(new)
            enrolled = N_("Chips enrolled, each worth {value}: {new}. Total: {have}.")
            if known:
                enrolled = N_(
                    "Chips enrolled, each worth {value}: {new}; already enrolled: {known}. "
                    "Total: {have}."
                )
            talk.say(
                enrolled,
                "green",
                new=len(new),
                value=value,
                known=len(known),
                have=sum(tag == ChipTag(value, chip_set) for _, tag in registry.items()),
            )
            _taken_away(station, uids)
    except Quit:
        return total


def _stack(station: Station) -> frozenset[str]:
    """Wait for a stack of chips, and return its tags once the user says that it is complete."""
    talk, words = station.talk, station.talk.words
    lay, reading, enter = map(words.say, (N_("put a stack down"), N_("still reading"), N_("Enter")))
    station.desk.forget()
    station.look_afresh()
    counted = False
    with talk.keys(), talk.counting(words.say(C_("chips", "stack")), None) as count:
        while True:
            key = station.turn()
            lying = station.field.lying()
            station.complain(changing_tag(words) if station.field.changing() else "")
            steady = bool(lying) and station.field.quiet(QUIET) and not station.field.doubtful()
            now = lay if not lying else reading if not steady else enter
            count(len(lying), now)
            # Enter confirms the stack on the antenna, as soon as its count is stable.
            counted = bool(lying) and (counted or key == "\n")
            if counted and steady:
                return lying


def _taken_away(station: Station, stack: frozenset[str]) -> None:
    station.talk.say(N_("Remove the stack."))
    with station.talk.keys():
        while stack & station.field.seen():
            station.turn()


def lay_one(station: Station, sentence: str, **values: object) -> str:
    """Ask the user for one new tag, wait until it is on the antenna, and return its uid.

    `sentence` is the request, and `values` contains the values for its placeholders. Raises `Quit`
    if the user stops.
    """
    station.talk.say(sentence, "", **values)
    station.desk.forget()
    with station.talk.keys():
        while True:
            station.turn()
            if uid := station.fresh():
                return uid


def enroll_badge(station: Station, name: str, save: Save, *, floor: bool) -> None:
    """Enrol a badge for a player, or for the floor. Raises `Quit` if the user stops."""
    ask = N_("Put {name}'s badge on antenna {antenna}.")
    uid = lay_one(station, ask, name=name, antenna=station.plan.name)
    station.take(uid, BadgeTag(name, "floor" if floor else "player"))
    save()
    enrolled = N_("{name}'s badge has been enrolled as a player badge.")
    if floor:
        enrolled = N_("{name}'s badge has been enrolled as a floor badge.")
    station.talk.say(enrolled, "green", name=name)


def replace_card(station: Station, card: str, deck: int, save: Save) -> None:
    """Enrol a new tag for a card in place of the damaged one. Raises `Quit` if the user stops."""
    old = station.registry.card(card, deck)
    uid = lay_one(
        station,
        N_("Put the new {card} ({name}) for deck {deck} on antenna {antenna}."),
        card=card,
        name=station.talk.words.card_named(card),
        deck=deck,
        antenna=station.plan.name,
    )
    if old:
        station.registry.forget(old)
    station.take(uid, CardTag(card, deck))
    save()
    station.talk.say(
        N_("{card} in deck {deck} has been replaced; the old card's tag is now unknown."),
        "green",
        card=card,
        deck=deck,
    )


def replace_chip(station: Station, value: int, chip_set: int, save: Save) -> None:
    """Enrol a new chip in place of a damaged one.

    The damaged chip's tag is removed from the registry if it can still be read. Raises `Quit`
    if the user stops.
    """
    talk, registry = station.talk, station.registry
    talk.say(
        N_("Put the damaged chip on antenna {antenna}; press Enter if it can no longer be read."),
        antenna=station.plan.name,
    )
    station.desk.forget()
    with talk.keys():
        old = _damaged(station, ChipTag(value, chip_set))
    if old:
        talk.say(
            N_("This is {thing}; it will be removed from the set. Take it away."),
            thing=said_of(ChipTag(value, chip_set), talk.words),
        )
        with talk.keys():
            while station.field.seen():
                station.turn()
    uid = lay_one(station, N_("Put the new {value} chip on the antenna."), value=value)
    if old:
        registry.forget(old)
    station.take(uid, ChipTag(value, chip_set))
    save()
    talk.say(N_("A chip worth {value} has been replaced."), "green", value=value)


def _damaged(station: Station, tag: ChipTag) -> str:
    """Ask for the damaged chip, which is enrolled as `tag`; return its uid.

    Returns "" if the user says that the chip can't be read.
    """
    words = station.talk.words
    while True:
        key = station.turn()
        lying = sorted(station.field.lying())
        if len(lying) == 1 and station.registry.get(lying[0]) == tag:
            return lying[0]
        if key == "\n" and not lying:
            return ""
        if len(lying) > 1:
            alone = N_("There are {number} tags here: put down only the damaged chip.")
            station.complain(words.say(alone, number=len(lying)))
        elif lying and (known := station.registry.get(lying[0])):
            other = N_("This tag is in {thing}, not in a chip worth {value}: take it away.")
            thing = said_of(known, words)
            station.complain(words.say(other, thing=thing, value=tag.value))
        elif lying:
            strange = N_(
                "This tag is not enrolled, so it is not in a chip worth {value}: take it away."
            )
            station.complain(words.say(strange, value=tag.value))


def what_is_replaced(text: str) -> str:
    """Parse the item to replace: return a card, "chip" for a chip, or "" for anything else."""
    return "chip" if text.lower() == "chip" else read_card(text)
