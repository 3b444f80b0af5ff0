"""The fixed properties of a table.

The poker room's software must know them before it seats a player at the table.
"""

from typing import Literal

from controller.config.model import TableConfig
from controller.contract.public import TableCard
from controller.contract.scans import zone_seat
from controller.houses.model import House, house_hash
from controller.journal.session import SOFTWARE


def card_of(config: TableConfig, house: House) -> TableCard:
    """Return a table's fixed properties, from its config and its house rules."""
    shoe: Literal["none", "reads", "counts"] = "none"
    if config.shoe.present:
        shoe = "counts" if config.shoe.counts else "reads"
    stacks = {zone_seat(plan.zone) for plan in config.plans() if plan.zone.startswith("stack.")}
    return TableCard(
        table=config.name,
        seats=config.seats,
        chips=config.chips,
        decks=config.cards.decks,
        shoe=shoe,
        software=SOFTWARE,
        house=house.name,
        house_hash=house_hash(house),
        stack_antennas=tuple(sorted(stacks)),
        ears=tuple(sorted(set(config.ears))),
    )
