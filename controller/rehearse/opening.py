"""Prepares a rehearsal table: its config in its own folder, and the statements that set it up."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from controller.config.badge import FloorBadge
from controller.config.model import DecksConfig, ShoeConfig, TableConfig
from controller.config.money import PlayerConfig
from controller.config.ring import RingConfig
from controller.contract.public import PublicState
from controller.contract.scans import AntennaPlan
from controller.houses.loader import load_house
from controller.play.game import Setup
from controller.play.script import statements as s
from controller.play.sinks.engine_sink import make_up
from controller.rehearse.floor import PLAN as READER_PLAN
from controller.rehearse.floor import READER
from hardware.twin.layout import Equipment, reference_layout

NAMES = ("Anne", "Bruno", "Chloe", "Dora", "Emil", "Fanny", "Gaston", "Hana", "Ivo", "Jeanne")
STACK = 5000
BLINDS = 50
"""Each player's stack, in big blinds, if the config names no players."""
DENOMINATIONS = (25, 100, 500, 1000, 5000)


def usual(house: str, seats: int) -> TableConfig:
    """Return the default config: players in all seats, and the antennas of the reference table."""
    return TableConfig(
        name="1", house=house, seats=seats, denominations=DENOMINATIONS, hardware="twin",
        layout="reference", players=all_seated(seats, STACK),
    )  # fmt: skip


def all_seated(seats: int, stack: int) -> tuple[PlayerConfig, ...]:
    """Return players in all seats, each with the same stack."""
    return tuple(PlayerConfig(nth + 1, NAMES[nth], stack) for nth in range(seats))


def as_in(setup: Setup) -> TableConfig:
    """Return the config of the table that a scenario's setup describes."""
    return TableConfig(
        name="1",
        house=setup.house_file or setup.house.name,
        seats=setup.seats,
        chips="keyed" if setup.keyed else "rfid",
        denominations=setup.denominations,
        hardware="twin",
        layout="reference",
        shoe=ShoeConfig(setup.shoe, setup.gate, setup.counts),
    )


def rehearsed(config: TableConfig, folder: Path) -> TableConfig:
    """Return the config of a simulated copy of a table, with its files in `folder`.

    The copy does not use the journal, tags, devices or broker of the real table, which `config`
    describes.
    """
    return TableConfig(
        name=config.name,
        venue="rehearsal",
        house=config.house,
        seats=config.seats,
        chips=config.chips,
        denominations=config.denominations,
        floor=config.floor,
        hardware="twin",
        noise=config.noise,
        floor_pin=config.floor_pin,
        floor_badge=_needed(config),
        antennas=_antennas(config),
        journal=str(folder / f"{config.name}.db"),
        cards=DecksConfig(decks=1, registry=str(folder / "tags.toml")),
        shoe=config.shoe,
        ring=RingConfig(),
    )


def wired(config: TableConfig) -> TableConfig:
    """Return a rehearsal table's config for depth `wire`, with the reference table's antennas.

    The simulated nodes are the same as in scenarios at that depth. None of them reads the floor's
    badge, so the floor does not need a badge.
    """
    has = Equipment(shoe=config.shoe.present, button=True)
    return replace(config, antennas=tuple(reference_layout(config.seats, has)), floor_badge="uid")


def _antennas(config: TableConfig) -> tuple[AntennaPlan, ...]:
    """Return the antennas of a rehearsal table.

    They are the config's own antennas, except those under stacks. A reader for the floor's badge is
    added if there is none. The reference layout also gets antennas for the dealer button.
    """
    plans = replace(config, reference=replace(config.reference, stacks=False, button=True)).plans()
    own = tuple(plan for plan in plans if not plan.zone.startswith("stack."))
    return own if any(plan.zone == READER for plan in own) else (*own, READER_PLAN)


def _needed(config: TableConfig) -> FloorBadge:
    """Return the proof of identity that the rehearsal table requires from the floor.

    It is the one in the config, unless that is `challenge`. A simulated badge has no key, and can't
    answer a challenge. The PIN is then required instead or, if the table has no PIN, only the
    badge's uid.
    """
    if config.floor_badge != "challenge":
        return config.floor_badge
    return "pin" if config.floor_pin else "uid"


def setup_of(config: TableConfig) -> Setup:
    """Return the setup of a simulated table with this config.

    Raises `FileProblems` for a bad house file.
    """
    return Setup(
        load_house(config.house),
        config.seats,
        keyed=config.chips == "keyed",
        denominations=config.denominations,
        shoe=config.shoe.present,
        gate=config.shoe.gate,
        counts=config.shoe.counts,
        depth="sensed",
        noise=config.noise,
        name=config.name,
        button=True,
        house_file=config.house,
    )


def statements_of(config: TableConfig) -> Iterator[s.Statement]:
    """Yield the scenario statements that describe the table itself, without players or blinds."""
    yield s.UseHouse(config.house)
    if config.chips == "keyed":
        yield s.Chips("keyed")
    if config.shoe.present:
        yield s.UseShoe(present=True, counts=config.shoe.counts)
    if config.shoe.gate:
        yield s.Gate()
    yield s.Denominations(config.denominations)


def first_statements(config: TableConfig) -> Iterator[s.Statement]:
    """Yield the scenario statements that set up a table with this config for its first hand."""
    level = config.levels[0] if config.levels else config.level
    yield from statements_of(config)
    yield s.Blinds(level.small_blind, level.big_blind, level.ante, level.big_blind_ante)
    players = config.players or all_seated(config.seats, BLINDS * level.big_blind)
    for player in players:
        yield s.SeatPlayer(player.seat, player.name, player.stack)
    yield s.PlaceButton(players[0].seat)


def stacks_of(
    state: PublicState, chips: Mapping[str, tuple[int, ...]], values: Sequence[int]
) -> dict[str, tuple[int, ...]]:
    """Return the chips to display for each player's stack, by stack zone.

    They add up to the player's stack and bet, minus the chips now in the player's bet zone. `chips`
    lists the chip values in each zone now. `values` are the chip values in play.
    """
    found: dict[str, tuple[int, ...]] = {}
    for view in state.seats:
        front = sum(chips.get(f"bet.{view.seat}", ()))
        left = (view.stack or 0) + (view.bet or 0) - front
        found[f"stack.{view.seat}"] = made_up(max(left, 0), values)
    return found


def made_up(amount: int, values: Sequence[int]) -> tuple[int, ...]:
    """Return the values of chips that add up to an amount, highest first.

    Any remainder smaller than the smallest chip is left out.

    >>> made_up(610, (25, 100, 500))
    (500, 100)
    """
    return make_up(amount - amount % min(values), (*values, min(values)))
