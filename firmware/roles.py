"""The roles of a node, each a class in its own module; `node.py` describes a role's members."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ROLES = {
    "antennas": ("firmware.reading.antennas", "AntennasRole"),
    "seat": ("firmware.places.seat", "SeatRole"),
    "shoe": ("firmware.places.shoe", "ShoeRole"),
    "ring": ("firmware.places.ring", "RingRole"),
}


def open_role(role: dict, board: "Any", now: int) -> "Any":  # type: ignore[type-arg]
    """Create and return the role named in a role file. Raises `ValueError` for an unknown one."""
    name = role.get("role", "")
    if name not in ROLES:
        raise ValueError(f'role.json: unknown role "{name}": use antennas, seat, shoe or ring')
    module, maker = ROLES[name]
    if name == "seat" and "antennas" in role:
        module, maker = "firmware.places.place", "PlaceRole"
    # Only the board's own role takes up memory.
    return getattr(__import__(module, None, None, (maker,)), maker)(role, board, now)
