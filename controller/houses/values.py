"""Finds values of a house that contradict each other, such as a maximum below a minimum."""

from collections.abc import Iterator

from controller.contract.errors import Sentence
from controller.houses.model import CashRules, ClockRules, House
from controller.toml.file import Mistake


def _cash(cash: CashRules) -> Iterator[Mistake]:
    least, most = cash.buy_in_least.value, cash.buy_in_most.value
    if most and least > most:
        yield Mistake(
            ("cash", "buy_in_most"),
            Sentence("makes every buy-in impossible"),
            Sentence("0, or at least {least}", least=least),
        )


def _showdown(house: House) -> Iterator[Mistake]:
    asks = house.cards.ask_seconds.value
    if house.showdown.patience_seconds.value <= asks:
        yield Mistake(
            ("showdown", "patience_seconds"),
            Sentence("the floor would be called before the player is asked"),
            Sentence("more than {key}, which is {seconds}", key="cards.ask_seconds", seconds=asks),
        )


def _renumbered(house: House) -> Iterator[Mistake]:
    """Yield mistakes in the ranges by which a house renumbers the articles of its parent house.

    There must be a parent house, and the ranges must be ascending and must not overlap.
    """
    if house.renumbered and not house.inherits:
        yield Mistake(
            ("renumbered",),
            Sentence("there is no parent house whose articles could be renumbered"),
            Sentence('inherits = "..."'),
        )
    last = 0
    for index, one in sorted(enumerate(house.renumbered), key=lambda pair: pair[1].first):
        if not last < one.first <= one.last:
            wrong = Sentence(
                "{first} to {last} is not an ascending range that starts after {before}",
                first=one.first,
                last=one.last,
                before=last,
            )
            yield Mistake(
                ("renumbered", index),
                wrong,
                Sentence("ascending ranges that do not overlap"),
            )
        last = one.last


def value_mistakes(house: House) -> Iterator[Mistake]:
    """Yield a mistake for each set of values that contradict each other."""
    betting, button = house.betting, house.button
    yield from _renumbered(house)
    yield from _showdown(house)
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
            Sentence("the button always moves to a player, so no empty seat is ever dealt in"),
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
    """Yield mistakes in the settings for missed blinds, straddles, bomb pots and kill pots."""
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
    right = Sentence("bomb_pot_ante = 1 or more, in big blinds")
    if game.bomb_pot_every.value and not game.bomb_pot_ante.value:
        yield Mistake(("game", "bomb_pot_every"), Sentence("a bomb pot needs an ante"), right)
    if game.bomb_pot_boards.value > 1 and not game.bomb_pot_ante.value:
        wrong = Sentence("has no effect where there are no bomb pots")
        yield Mistake(("game", "bomb_pot_boards"), wrong, right)
    if game.kill.value == "none" and game.kill_after.value != "two-wins":
        wrong = Sentence("has no effect where there are no kill pots")
        yield Mistake(("game", "kill_after"), wrong, Sentence('kill = "full", or "half"'))
    if house.blinds.straddle.value == "none":
        wrong = Sentence("has no effect where there are no straddles")
        right = Sentence('straddle = "left-of-big-blind", or "button"')
        for key, usual in (("straddle_blinds", 2), ("straddle_option", True)):
            if getattr(house.blinds, key).value != usual:
                yield Mistake(("blinds", key), wrong, right)


def _each_decision(clock: ClockRules) -> Iterator[Mistake]:
    """Yield a mistake for each setting for time limits or time banks that has no effect."""
    each, cards = clock.each_decision.value, clock.time_bank.value
    if not each:
        wrong = Sentence("has no effect unless every decision is timed")
        right = Sentence("each_decision = 1 or more, in seconds")
        for key in ("first_decision", "time_bank", "time_bank_seconds"):
            if getattr(clock, key).value:
                yield Mistake(("clock", key), wrong, right)
    elif cards and not clock.time_bank_seconds.value:
        wrong = Sentence("a time-bank card adds no time")
        yield Mistake(("clock", "time_bank"), wrong, Sentence("time_bank_seconds = 1 or more"))
    elif clock.time_bank_seconds.value and not cards:
        wrong = Sentence("nobody has a time-bank card")
        yield Mistake(("clock", "time_bank_seconds"), wrong, Sentence("time_bank = 1 or more"))


def _numbers(house: House) -> Iterator[Mistake]:
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
        if not minutes and index < len(start.levels.value) - 1:
            yield Mistake(
                at,
                Sentence("lasts to the end, but another level follows"),
                Sentence("its length in minutes"),
            )
        if not small and not big:
            continue
        if big < small or big <= last:
            yield Mistake(
                at,
                Sentence(
                    "{small}/{big}: each level must be higher than the last, and the big blind "
                    "at least the small blind",
                    small=small,
                    big=big,
                ),
                Sentence("blinds that increase at each level"),
            )
        last = big
