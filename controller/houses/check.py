"""Finds contradictions within a house's rules, and the cases that the rules leave to the floor.

A file with a contradiction can't be used, because a table playing under it would have to guess. A
case left to the floor is reported, but is not an error.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product

from controller.contract.errors import Sentence
from controller.contract.rules import BOARD_ERRORS, Kind, Outcome, StepWord
from controller.houses.model import FLOOR_DECIDES, CashRules, ClockRules, House, Remedy
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
"""For each step that ends a hand or a ruling, all the steps that may be in a remedy with it."""

Case = tuple[str, ...]


def contradictions(house: House, own: int | None = None) -> Iterator[Mistake]:
    """Yield the contradictions in a house as mistakes, each with its location.

    `own` is the number of the house's own remedies: if one of them makes a parent's remedy
    unreachable, that is not a mistake. If `own` is None, all remedies count as the house's own.
    """
    yield from _values(house)
    yield from unknown_cases(house)
    for index, row in enumerate(house.remedies):
        yield from remedy_mistakes(row, ("remedies", index))
    yield from unreachable(house.remedies[:own])


def _cash(cash: CashRules) -> Iterator[Mistake]:
    """Yield a mistake for cash-game values that contradict each other."""
    least, most = cash.buy_in_least.value, cash.buy_in_most.value
    if most and least > most:
        yield Mistake(
            ("cash", "buy_in_most"),
            Sentence("nobody could buy in"),
            Sentence("0, or at least {least}", least=least),
        )


def _renumbered(house: House) -> Iterator[Mistake]:
    """Yield a mistake for renumberings without a parent house, or with overlapping ranges."""
    if house.renumbered and not house.inherits:
        yield Mistake(
            ("renumbered",),
            Sentence("there is no parent house whose articles could be renumbered"),
            Sentence("inherits"),
        )
    last = 0
    for index, one in sorted(enumerate(house.renumbered), key=lambda pair: pair[1].first):
        if not last < one.first <= one.last:
            wrong = Sentence(
                "{first} to {last} is not a range of articles after {before}",
                first=one.first,
                last=one.last,
                before=last,
            )
            yield Mistake(
                ("renumbered", index),
                wrong,
                Sentence("ascending ranges, with each article in only one"),
            )
        last = one.last


def _values(house: House) -> Iterator[Mistake]:
    """Yield a mistake for values that contradict each other."""
    betting, button = house.betting, house.button
    yield from _renumbered(house)
    if house.cash is not None:
        yield from _cash(house.cash)
    moving = button.movement.value == "moving"
    if moving and button.small_blind_out.value == "same-player":
        yield Mistake(
            ("button", "small_blind_out"),
            Sentence("the button can't stay with the same player where it always moves"),
            Sentence('movement = "dead", or small_blind_out = "empty-seat"'),
        )
    if moving and button.vacant_seats.value == "moved-over":
        yield Mistake(
            ("button", "vacant_seats"),
            Sentence("the button always moves to a player, so there is no dead button"),
            Sentence('vacant_seats = "count", or movement = "dead"'),
        )
    if moving and house.deal.vacant_dead_seat.value == "dealt":
        yield Mistake(
            ("deal", "vacant_dead_seat"),
            Sentence("the button always moves to a player, so there is no dead button to deal in"),
            Sentence('vacant_dead_seat = "skipped", or movement = "dead"'),
        )
    elif button.small_blind_out.value == "same-player" and (
        button.heads_up_small_blind.value == "other"
    ):
        yield Mistake(
            ("button", "heads_up_small_blind"),
            Sentence(
                "if the small blind leaves and two players are left, the player who keeps "
                "the button would be the big blind twice in a row"
            ),
            Sentence('heads_up_small_blind = "button", or small_blind_out = "empty-seat"'),
        )
    yield from _of_clubs(house)
    if betting.structure.value == "limit" and betting.least_raise.value != "last-raise":
        yield Mistake(
            ("betting", "least_raise"),
            Sentence("in a limit game, every raise is one bet"),
            'least_raise = "last-raise"',
        )
    if betting.knock_facing_bet.value == "fold" and not betting.big_blind_option.value:
        yield Mistake(
            ("betting", "knock_facing_bet"),
            Sentence(
                "without a big blind option, a player who knocks before the flop always faces "
                "a bet: the knock would kill their hand even if nobody has raised"
            ),
            Sentence('knock_facing_bet = "refused", or big_blind_option = true'),
        )
    show = house.showdown
    if show.all_in_may_muck.value and not show.loser_may_muck.value:
        yield Mistake(
            ("showdown", "all_in_may_muck"),
            Sentence("an all-in player can't be allowed to muck if a beaten player may not"),
            Sentence("all_in_may_muck = false, or loser_may_muck = true"),
        )
    yield from _numbers(house)


def _of_clubs(house: House) -> Iterator[Mistake]:
    """Yield a mistake for settings without effect: missed blinds, straddles, bomb and kill pots."""
    if house.blinds.missed.value != "free" and house.deal.absent.value != "not-dealt":
        yield Mistake(
            ("blinds", "missed"),
            Sentence(
                "has no effect where absent players are dealt in: they post their blinds, so "
                "nobody misses one"
            ),
            Sentence('missed = "free", or absent = "not-dealt"'),
        )
    game = house.game
    if game.bomb_pot_every.value and not game.bomb_pot_ante.value:
        wrong = Sentence("a bomb pot needs an ante")
        yield Mistake(
            ("game", "bomb_pot_every"), wrong, Sentence("bomb_pot_ante = 1 or more, in big blinds")
        )
    if game.bomb_pot_boards.value > 1 and not game.bomb_pot_ante.value:
        wrong = Sentence("has no effect where there are no bomb pots")
        yield Mistake(
            ("game", "bomb_pot_boards"), wrong, Sentence("bomb_pot_ante = 1 or more, in big blinds")
        )
    if game.kill.value == "none" and game.kill_after.value != "two-wins":
        wrong = Sentence("has no effect where there are no kill pots")
        yield Mistake(("game", "kill_after"), wrong, Sentence('kill = "full", or "half"'))
    if house.blinds.straddle.value == "none":
        for key, usual in (("straddle_blinds", 2), ("straddle_option", True)):
            if getattr(house.blinds, key).value != usual:
                wrong = Sentence("has no effect where there are no straddles")
                yield Mistake(
                    ("blinds", key), wrong, Sentence('straddle = "left-of-big-blind", or "button"')
                )


def _each_decision(clock: ClockRules) -> Iterator[Mistake]:
    """Yield a mistake for settings without effect: time limits per decision, time-bank cards."""
    each, cards = clock.each_decision.value, clock.time_bank.value
    if not each:
        for key in ("first_decision", "time_bank", "time_bank_seconds"):
            if getattr(clock, key).value:
                wrong = Sentence("has no effect where no decision has its own time limit")
                yield Mistake(
                    ("clock", key), wrong, Sentence("each_decision = 1 or more, in seconds")
                )
    elif cards and not clock.time_bank_seconds.value:
        wrong = Sentence("a time-bank card adds no time")
        yield Mistake(("clock", "time_bank"), wrong, Sentence("time_bank_seconds = 1 or more"))
    elif clock.time_bank_seconds.value and not cards:
        wrong = Sentence("nobody has a time-bank card")
        yield Mistake(("clock", "time_bank_seconds"), wrong, Sentence("time_bank = 1 or more"))


def _numbers(house: House) -> Iterator[Mistake]:
    """Yield a mistake for numbers that are out of range or inconsistent."""
    for key, least in (("seconds", 1), ("count", 0)):
        if getattr(house.clock, key).value < least:
            yield Mistake(
                ("clock", key),
                Sentence("is too short a time"),
                Sentence("at least {least} s", least=least),
            )
    yield from _each_decision(house.clock)
    if house.betting.most_raises.value < 1:
        wrong = Sentence("makes every raise impossible")
        yield Mistake(("betting", "most_raises"), wrong, Sentence("1 or more"))
    start = house.tournament
    if start is None:
        return
    pieces = sum(count * value for count, value in start.chips.value)
    if pieces != start.starting_stack.value:
        yield Mistake(
            ("tournament", "chips"),
            Sentence(
                "add up to {pieces}, but the starting stack is {value}",
                pieces=pieces,
                value=start.starting_stack.value,
            ),
            Sentence("chips that add up to the starting stack"),
        )
    count = sum(1 for _, big, _ in start.levels.value if big)
    for index, (number, _, _) in enumerate(start.games.value):
        if not 1 <= number <= count:
            wrong = Sentence("there is no level {number}", number=number)
            yield Mistake(
                ("tournament", "games", "value", index),
                wrong,
                Sentence("1 to {count}", count=count),
            )
    last = 0
    for index, (small, big, minutes) in enumerate(start.levels.value):
        at = ("tournament", "levels", "value", index)
        if not small and not big:
            continue
        if big < small or big <= last:
            yield Mistake(
                at,
                Sentence(
                    "{small}/{big} is not higher than the previous level", small=small, big=big
                ),
                Sentence("blinds that increase at each level"),
            )
        if not minutes and index < len(start.levels.value) - 1:
            yield Mistake(
                at,
                Sentence("lasts to the end, but another level follows"),
                Sentence("its length in minutes"),
            )
        last = big


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
            (*at, "outcome"), Sentence("is reserved for the table"), Sentence("a different outcome")
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
                Sentence("one of them"),
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
    """Yield a mistake for each step of a remedy that can't follow the steps before it."""
    words = [step.partition(" ")[0] for step in row.steps]
    for last, beside in ALONE.items():
        others = [word for word in words if word not in beside]
        if last in words and others:
            yield Mistake(
                at,
                Sentence(
                    "{last} settles everything, so {other} has no effect",
                    last=last,
                    other=others[0],
                ),
                last,
            )
    if "left" in [step.partition(" ")[2] for step in row.steps]:
        index = next(i for i, step in enumerate(row.steps) if step.endswith(" left"))
        if "mix" not in words[:index]:
            yield Mistake(
                (*at, index),
                Sentence("no card is left over because no cards were mixed"),
                Sentence("a mix step before it"),
            )
    dealt = [
        (index, STREETS_DEALT.index(step.partition(" ")[2]))
        for index, step in enumerate(row.steps)
        if step.partition(" ")[0] == "deal" and step.partition(" ")[2] in STREETS_DEALT
    ]
    yield from _streets_in_order(dealt, words, at)
    if dealt:
        yield from _first_street(row, *dealt[0], words, at)


def _streets_in_order(
    dealt: Sequence[tuple[int, int]], words: Sequence[str], at: KeyPath
) -> Iterator[Mistake]:
    """Yield a mistake for each (step, street) in `dealt` that can't follow the one before it."""
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


def _first_street(
    row: Remedy, index: int, street: int, words: Sequence[str], at: KeyPath
) -> Iterator[Mistake]:
    """Yield the mistakes about `street`, the first that a remedy deals, in its step `index`."""
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
    """Yield the remedies that can apply, with their indexes.

    A house's own remedies take precedence over its parent's. If the house burns no cards, a missed
    burn can't occur.
    """
    hidden = {mistake.path[1] for mistake in unreachable(house.remedies)}
    for index, row in enumerate(house.remedies):
        if index not in hidden and _arises(row.kind, house):
            yield index, row


def _arises(kind: Kind, house: House) -> bool:
    return kind is not Kind.BOARD_NO_BURN or house.deal.burn.value


def unreachable(rows: Sequence[Remedy]) -> Iterator[Mistake]:
    """Yield a mistake for each remedy that is never used, because an earlier one always applies."""
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
    """Yield each case of a kind that `rows` tell apart, as one word from each group of words."""
    yield from product(*_told_apart(kind, rows))


def _told_apart(kind: Kind, rows: Sequence[Remedy]) -> tuple[Group, ...]:
    spoken = frozenset(word for row in rows if row.kind == kind for word in row.when)
    return groups_of(kind, spoken)


def in_fewer(kind: Kind, found: Sequence[Case], rows: Sequence[Remedy]) -> tuple[Case, ...]:
    """Return the cases `found`, all of one kind, with those combined that `merged` can combine."""
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
            if not house.remedy(kind, tags_of(kind, case)).article
            and house.remedy(kind, tags_of(kind, case)).outcome == "floor"
        )
        if left:
            found[kind] = in_fewer(kind, left, house.remedies)
    return found


def merged(left: Sequence[Case], groups: Sequence[Group]) -> tuple[Case, ...]:
    """Merge cases that differ only in one word, if together they have every word of its group."""
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
