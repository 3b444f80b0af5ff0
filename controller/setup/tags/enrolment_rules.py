"""The rules of enrolment, which refuse duplicates and unusable tags and suggest a remedy."""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from controller.contract.scans import BadgeTag, ButtonTag, CardTag, ChipTag, Tag
from controller.sensing.registry import CARDS, FRESH_PACK, Registry, load_registry
from controller.setup.words import N_, Words

BY_CHANCE = re.compile(r"08[0-9A-F]{6}")
"""ISO 14443-3: a single-size uid that begins with 08 is chosen at random at power-up."""


def open_or_new(path: Path) -> Registry:
    """Return the registry in a file, or an empty registry if the file does not exist yet.

    Raises `FileProblems` with every mistake in the file.
    """
    return load_registry(path) if path.exists() else Registry()


def read_card(text: str) -> str:
    """Return the card that the text names (`Kh`, `kh`, `10h`), or "" if it names none."""
    text = text.strip().replace("10", "T")
    card = text[:1].upper() + text[1:].lower()
    return card if card in CARDS else ""


def said_of(tag: Tag, words: Words) -> str:
    """Return a description of the object that contains a tag: `7h from deck 1`."""
    match tag:
        case CardTag():
            return words.say(N_("{card} from deck {deck}"), card=tag.card, deck=tag.deck)
        case ChipTag():
            return words.say(N_("a chip worth {value} (set {set})"), value=tag.value, set=tag.set)
        case BadgeTag():
            return words.say(N_("{name}'s badge"), name=tag.name)
        case ButtonTag():
            return words.say(N_("the dealer button"))


def missing(registry: Registry, deck: int, skipped: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the cards in a deck that are not yet enrolled, in enrolment order.

    Skipped cards come last.
    """
    later = set(skipped)
    lacking = [card for card in FRESH_PACK if not registry.card(card, deck)]
    return (*(c for c in lacking if c not in later), *(c for c in lacking if c in later))


def refusal(registry: Registry, uid: str, words: Words) -> str:
    """Return why a tag can't be enrolled, or "" if it can be."""
    tag = registry.get(uid)
    if tag is not None:
        already = N_("This tag is already enrolled: it is in {thing}.")
        return words.say(already, thing=said_of(tag, words))
    if BY_CHANCE.fullmatch(uid):
        return words.say(
            N_(
                "This tag gives a different number each time it is read, as phones and bank "
                "cards do, so it can't be recognised. Use a tag with a fixed number."
            )
        )
    return ""


def changing_tag(words: Words) -> str:
    """Return a message about a tag that gives a different uid each time it is read."""
    return words.say(
        N_(
            "The tag on the antenna gives a different number each time it is read, as phones and "
            "bank cards do: remove it. If there is no such tag, the antenna is reading badly: "
            "see tapis calibrate."
        )
    )


def sort_stack(
    registry: Registry, uids: Iterable[str], value: int, chip_set: int, words: Words
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Sort the tags in a stack of chips; return new chips, known ones, and problems.

    New chips (uids) can be enrolled with this value in this set; known ones already are. The
    problems are messages about all other tags, one for each kind of problem.
    """
    new, known, problems = [], [], Counter[str]()
    for uid in sorted(uids):
        tag = registry.get(uid)
        if tag == ChipTag(value, chip_set):
            known.append(uid)
        elif why := refusal(registry, uid, words):
            problems[why] += 1
        else:
            new.append(uid)
    often = N_("{problem} ({number} times)")
    said = [
        words.say(often, problem=why, number=count) if count > 1 else why
        for why, count in problems.items()
    ]
    return tuple(new), tuple(known), tuple(said)


def decks_of(registry: Registry) -> dict[int, int]:
    """Return the number of enrolled cards in each deck, by deck number."""
    return dict(
        sorted(Counter(t.deck for _, t in registry.items() if isinstance(t, CardTag)).items())
    )


def chips_of(registry: Registry) -> dict[tuple[int, int], int]:
    """Return the number of enrolled chips, by set and value."""
    chips = (tag for _, tag in registry.items() if isinstance(tag, ChipTag))
    return dict(sorted(Counter((tag.set, tag.value) for tag in chips).items()))
