"""Finds contradictions within a house's rules, and the cases that the rules leave to the floor.

A file with a contradiction can't be used, because a table playing under it would have to guess. A
case left to the floor is reported, but is not an error.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product

from controller.contract.errors import Sentence
from controller.contract.rules import BOARD_ERRORS, Kind, Outcome, StepWord
from controller.houses.model import FLOOR_DECIDES, House, Remedy
from controller.houses.values import value_mistakes
from controller.houses.vocabulary import (
    CASES,
    OUTCOMES,
    STEPS,
    STREETS_DEALT,
    UNSAID,
    Group,
    groups_of,
    tags_of,
    words_of,
)
from controller.toml.file import KeyPath, Mistake, nearest

ALONE: dict[str, tuple[StepWord, ...]] = {
    StepWord.FLOOR_DECIDES: (StepWord.FLOOR_DECIDES,),
    StepWord.VOID_HAND: (StepWord.VOID_HAND, StepWord.RETURN_BETS),
}
"""For each step that settles a case by itself, the only steps that a remedy with it may contain."""

Case = tuple[str, ...]


def contradictions(house: House, own: int | None = None) -> Iterator[Mistake]:
    """Yield the contradictions in a house as mistakes, each with its location.

    `own` is the number of the house's own remedies: if one of them makes a parent's remedy
    unreachable, that is not a mistake. If `own` is None, all remedies count as the house's own.
    """
    yield from value_mistakes(house)
    yield from unknown_cases(house)
    for index, row in enumerate(house.remedies):
        yield from remedy_mistakes(row, ("remedies", index))
    yield from unreachable(house.remedies[:own])


def remedy_mistakes(row: Remedy, at: KeyPath) -> Iterator[Mistake]:
    """Yield the mistakes within a single remedy."""
    if row.kind not in CASES:
        yield Mistake(
            (*at, "kind"),
            Sentence('"{kind}" is not an irregularity that the table recognises', kind=row.kind),
            nearest(row.kind, CASES),
        )
        return
    yield from _exclusive(row, at)
    if not row.steps and not row.outcome:
        yield Mistake(
            at,
            Sentence("gives neither steps nor an outcome"),
            Sentence("steps or an outcome"),
        )
    for index, step in enumerate(row.steps):
        yield from _step_mistakes(step, (*at, "steps", index))
    yield from _sequence(row, (*at, "steps"))
    if row.outcome is Outcome.WAITS:
        yield Mistake(
            (*at, "outcome"),
            Sentence("can't be set in a house file"),
            Sentence("a different outcome"),
        )
    elif row.outcome not in {*OUTCOMES[row.kind], Outcome.NONE, Outcome.FLOOR}:
        carried = " or ".join(sorted(OUTCOMES[row.kind])) or "floor"
        wrong = Sentence(
            "the table can't apply {outcome} to {kind}", outcome=row.outcome, kind=row.kind
        )
        yield Mistake((*at, "outcome"), wrong, carried)
    if row.outcome == "floor" and row.steps != FLOOR_DECIDES:
        wrong = Sentence("the floor decides here, but no step calls the floor")
        yield Mistake((*at, "outcome"), wrong, 'steps = ["floor_decides"]')


def unknown_cases(house: House) -> Iterator[Mistake]:
    """Yield a mistake for each word in a remedy's `when` that never applies to its irregularity."""
    for row_index, row in enumerate(house.remedies):
        known = words_of(row.kind)
        for index, word in enumerate(row.when):
            if word in UNSAID:
                wrong = Sentence('the table never reports "{word}"', word=word)
                right = Sentence(
                    'this row without "{word}", placed after the rows for the other cases',
                    word=word,
                )
                yield Mistake(("remedies", row_index, "when", index), wrong, right)
            elif row.kind in CASES and word not in known:
                near = (
                    nearest(word, known)
                    if known
                    else Sentence("when = [], because this kind has only one case")
                )
                wrong = Sentence('"{word}" is not a case of {kind}', word=word, kind=row.kind)
                yield Mistake(("remedies", row_index, "when", index), wrong, near)


def _exclusive(row: Remedy, at: KeyPath) -> Iterator[Mistake]:
    for group in CASES[row.kind]:
        both = [word for word in row.when if word in group]
        if len(both) > 1:
            yield Mistake(
                (*at, "when"),
                Sentence(
                    "{one} and {other} are never both true, so this row never applies",
                    one=both[0], other=both[1],
                ),
                Sentence("a row with {one} or {other}, not both", one=both[0], other=both[1]),
            )  # fmt: skip


def _step_mistakes(step: str, at: KeyPath) -> Iterator[Mistake]:
    word, _, about = step.partition(" ")
    if word not in STEPS:
        yield Mistake(at, Sentence('"{word}" is not a step', word=word), nearest(word, STEPS))
        return
    if about in STEPS[word]:
        return
    if not about:
        right = ", ".join(f"{word} {one}" for one in STEPS[word] if one)
        yield Mistake(at, Sentence("{word} needs a second word", word=word), right)
        return
    named = [one for one in STEPS[word] if one]
    right = nearest(about, named) if named else Sentence("{word} alone", word=word)
    yield Mistake(
        at, Sentence('{word} can\'t be combined with "{about}"', word=word, about=about), right
    )


def _sequence(row: Remedy, at: KeyPath) -> Iterator[Mistake]:
    """Yield the mistakes in the combination and the order of a remedy's steps."""
    steps = [step.partition(" ") for step in row.steps]
    words = [word for word, _, _ in steps]
    for last, beside in ALONE.items():
        others = [word for word in words if word not in beside]
        if last in words and others:
            wrong = Sentence(
                "{last} settles everything, so {other} has no effect", last=last, other=others[0]
            )
            yield Mistake(at, wrong, last)
    left = next((index for index, (_, _, about) in enumerate(steps) if about == "left"), None)
    if left is not None and StepWord.MIX not in words[:left]:
        wrong = Sentence("no card is left over because no cards were mixed together")
        yield Mistake((*at, left), wrong, Sentence("a mix step before it"))
    dealt = [
        (index, STREETS_DEALT.index(about))
        for index, (word, _, about) in enumerate(steps)
        if word == StepWord.DEAL and about in STREETS_DEALT
    ]
    yield from _streets(row, words, dealt, at)


def _streets(
    row: Remedy, words: Sequence[str], dealt: Sequence[tuple[int, int]], at: KeyPath
) -> Iterator[Mistake]:
    """Yield the mistakes in the streets that a remedy deals and in their order.

    `words` are the words of its steps. For each step that deals a street, `dealt` has its index and
    that of the street in `STREETS_DEALT`. `at` is the location of the steps in the file.
    """
    for (_, before), (index, street) in pairwise(dealt):
        if street <= before:
            yield Mistake(
                (*at, index),
                Sentence("this street has already been dealt"),
                Sentence("a later street"),
            )
        elif StepWord.FINISH_ROUND not in words[:index]:
            yield Mistake(
                (*at, index),
                Sentence("two streets are dealt with no betting between them"),
                Sentence("a finish_round step before it"),
            )
    if not dealt:
        return
    index, street = dealt[0]
    if row.kind is Kind.BOARD_PREMATURE and StepWord.FINISH_ROUND not in words[:index]:
        yield Mistake(
            (*at, index),
            Sentence("the betting round that was cut short is never finished"),
            Sentence("a finish_round step before it"),
        )
    if row.kind in BOARD_ERRORS and row.kind is not Kind.BOARD_MISPLACED:
        named = [STREETS_DEALT.index(word) for word in row.when if word in STREETS_DEALT]
        if named and street < min(named):
            due = STREETS_DEALT[min(named)]
            yield Mistake(
                (*at, index),
                Sentence("deals a street before the {due}", due=due),
                Sentence("deal {due}", due=due),
            )


def in_force(house: House) -> Iterator[tuple[int, Remedy]]:
    """Yield (index, remedy) for each remedy of a house that can apply.

    Remedies that are never reached are left out, such as a parent's remedy that the house replaces.
    If the house burns no cards, remedies for a missed burn are left out, too.
    """
    hidden = {mistake.path[1] for mistake in unreachable(house.remedies)}
    for index, row in enumerate(house.remedies):
        if index not in hidden and _arises(row.kind, house):
            yield index, row


def _arises(kind: Kind, house: House) -> bool:
    return kind is not Kind.BOARD_NO_BURN or house.deal.burn.value


def unreachable(rows: Sequence[Remedy]) -> Iterator[Mistake]:
    """Yield a mistake for each remedy never used because an earlier one covers its cases."""
    for index, row in enumerate(rows):
        for first, other in enumerate(rows[:index]):
            if other.kind == row.kind and set(other.when) <= set(row.when):
                case = " ".join(other.when) or "in every case"
                yield Mistake(
                    ("remedies", index),
                    Sentence(
                        "never applies: row {row} ({kind}, {case}) comes before it",
                        row=first + 1,
                        kind=other.kind,
                        case=case,
                    ),
                    Sentence("the row for the narrower case first"),
                )
                break


def cases(kind: Kind, rows: Sequence[Remedy]) -> Iterator[Case]:
    """Yield each case of a kind of irregularity, as a tuple with one word from each group.

    A group is left out if the remedies in `rows` use none of its words.
    """
    yield from product(*_told_apart(kind, rows))


def _told_apart(kind: Kind, rows: Sequence[Remedy]) -> tuple[Group, ...]:
    spoken = frozenset(word for row in rows if row.kind == kind for word in row.when)
    return groups_of(kind, spoken)


def in_fewer(kind: Kind, found: Sequence[Case], rows: Sequence[Remedy]) -> tuple[Case, ...]:
    """Return the cases `found`, merged into fewer cases where possible (see `merged`).

    All cases in `found` are of the same kind, `kind`.
    """
    return merged(found, _told_apart(kind, rows))


def open_cells(house: House) -> Mapping[Kind, tuple[Case, ...]]:
    """Return the cases that the house leaves to the floor, for each kind of irregularity.

    A kind is left out if the house rules on all its cases or if it can't occur. A kind for which
    the house has no remedy has a single case, the empty tuple.
    """
    found: dict[Kind, tuple[Case, ...]] = {}
    for kind in CASES:
        if not _arises(kind, house):
            continue
        left = tuple(
            case
            for case in cases(kind, house.remedies)
            if not (row := house.remedy(kind, tags_of(kind, case))).article
            and row.outcome == "floor"
        )
        if left:
            found[kind] = in_fewer(kind, left, house.remedies)
    return found


def merged(left: Sequence[Case], groups: Sequence[Group]) -> tuple[Case, ...]:
    """Return the cases `left`, merged into fewer cases where a word makes no difference.

    If cases differ only in one word, and `left` has such a case for every word in that word's
    group, they become a single case without the word. `groups` are all groups of words.
    """
    sets = {frozenset(case) for case in left}
    for group in groups:
        for one in sorted(sets, key=sorted):
            rest = one - set(group)
            whole = {rest | {word} for word in group}
            if len(one) > len(rest) and whole <= sets:
                sets = (sets - whole) | {rest}
    order = [word for group in groups for word in group]
    return tuple(sorted(tuple(sorted(one, key=order.index)) for one in sets))


def notes(house: House) -> Iterator[tuple[KeyPath, str]]:
    """Yield findings that are not errors but deserve attention, as (location, message)."""
    for index, row in in_force(house):
        burns = [step for step in row.steps if step.partition(" ")[0] == "burn"]
        if burns and not house.deal.burn.value:
            yield (
                ("remedies", index),
                f"{row.kind} ({row.article}) asks for a burn, but this house burns no cards",
            )
        if not row.article and not row.reading:
            yield ("remedies", index), f"{row.kind} cites no article and gives no interpretation"
