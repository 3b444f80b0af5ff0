"""The config for money and players: levels, the chips in play, and the initial seating."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta

from controller.config.strict import Strict
from controller.config.zones import no_such_seat, twice
from controller.contract.errors import Sentence
from controller.contract.limits import LONGEST_TEXT, MOST_CHIPS, Amount
from controller.contract.rules import BlindForm, Structure, Variant
from controller.toml.file import KeyPath, Mistake

Chips = Annotated[int, Meta(ge=1, le=MOST_CHIPS)]
Called = Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]


class LevelConfig(Strict, frozen=True):
    """The blinds and antes, in chips; the big blind pays `big_blind_ante` for the whole table.

    `game`, `structure` and `blinds` default to the house's.
    """

    small_blind: Amount = 50
    big_blind: Chips = 100
    ante: Amount = 0
    big_blind_ante: Amount = 0
    game: Variant | None = None
    structure: Structure | None = None
    blinds: BlindForm | None = None


class TimedLevelConfig(LevelConfig, frozen=True):
    """A tournament level that lasts `minutes`, followed by a break of `break_minutes`."""

    minutes: Annotated[int, Meta(ge=1, le=1440)] = 20
    break_minutes: Annotated[int, Meta(ge=0, le=1440)] = 0


class PlayerConfig(Strict, frozen=True):
    """A player who is seated, with a stack, when play at the table starts for the first time."""

    seat: Annotated[int, Meta(ge=1, le=10)]
    name: Called
    stack: Chips


def money_mistakes(
    pieces: Sequence[int], first: LevelConfig, levels: Sequence[LevelConfig]
) -> Iterator[Mistake]:
    """Yield mistakes for invalid chip values, and for amounts that the chips can't make up.

    `pieces` are the chip values. `first` is the level in `[level]`, and `levels` the timed ones.
    """
    if not pieces:
        yield Mistake(
            ("denominations",), Sentence("is empty"), Sentence("the values of the chips in play")
        )
        return
    ascending = sorted(set(pieces))
    if list(pieces) != ascending:
        wrong = Sentence("must be in ascending order, with each value listed once")
        yield Mistake(("denominations",), wrong, str(ascending))
    yield from _level(("level",), first, min(pieces))
    for index, level in enumerate(levels):
        yield from _level(("levels", index), level, min(pieces))


def _level(path: KeyPath, level: LevelConfig, least: int) -> Iterator[Mistake]:
    if level.small_blind > level.big_blind:
        wrong = Sentence("{small_blind} is more than the big blind", small_blind=level.small_blind)
        yield Mistake(
            (*path, "small_blind"),
            wrong,
            Sentence("at most {big_blind}", big_blind=level.big_blind),
        )
    if level.ante and level.big_blind_ante:
        wrong = Sentence("ante and big_blind_ante are both set")
        yield Mistake(
            (*path, "big_blind_ante"),
            wrong,
            Sentence("ante or big_blind_ante, not both"),
        )
    for key in ("small_blind", "big_blind", "ante", "big_blind_ante"):
        amount = getattr(level, key)
        if amount % least:
            wrong = Sentence(
                "{amount} can't be paid: the smallest chip is {least}", amount=amount, least=least
            )
            yield Mistake((*path, key), wrong, Sentence("a multiple of {least}", least=least))


def player_mistakes(
    players: Sequence[PlayerConfig], seats: int, pieces: Sequence[int]
) -> Iterator[Mistake]:
    """Yield mistakes for impossible seats, and for stacks that the chips can't make up.

    `seats` is the number of seats at the table. `pieces` are the chip values.
    """
    yield from twice(("players",), "seat", (player.seat for player in players))
    for index, player in enumerate(players):
        path = ("players", index)
        if player.seat > seats:
            yield no_such_seat((*path, "seat"), player.seat, seats)
        if pieces and player.stack % (least := min(pieces)):
            wrong = Sentence(
                "{stack} can't be made up in chips: the smallest is {least}",
                stack=player.stack,
                least=least,
            )
            yield Mistake((*path, "stack"), wrong, Sentence("a multiple of {least}", least=least))
