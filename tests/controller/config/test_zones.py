"""The zones of a table's antennas."""

from hypothesis import given
from hypothesis import strategies as st

from controller.config.model import TableConfig
from controller.config.zones import SEAT_ZONES, TABLE_ZONES
from controller.contract.scans import zone_seat


@given(st.integers(2, 10), st.sampled_from(["rfid", "keyed"]), st.booleans())
def test_the_reference_layout_covers_every_seat(seats: int, chips: str, shoe: bool) -> None:
    """Whatever the table's size, its reference antennas pass the checks of a config by hand."""
    config = TableConfig(
        name="t", seats=seats, chips="rfid" if chips == "rfid" else "keyed", layout="reference"
    )
    zones = {plan.zone for plan in config.plans()}
    assert {f"hand.{seat}" for seat in range(1, seats + 1)} <= zones
    assert (f"bet.{seats}" in zones) == (chips == "rfid")
    assert all(zone in TABLE_ZONES or zone.split(".")[0] in SEAT_ZONES for zone in zones)
    assert max(map(zone_seat, zones)) == seats
