"""Staff accounts: a name that nobody has is refused, and takes as long as one that somebody has."""

from pathlib import Path

from argon2 import extract_parameters

from controller.contract.venue.rights import Role
from controller.venue.store.database import Database
from controller.venue.store.persons import staff


def test_an_unknown_name_is_compared_with_a_hash_that_is_as_much_work(tmp_path: Path) -> None:
    database = Database(tmp_path / "venue.db")
    with database.transaction() as connection:
        staff.add(connection, "anne", Role.DESK, "long enough", 0)
        kept, nobody = (staff.password_of(connection, name) for name in ("anne", "eve"))
    database.close()
    assert extract_parameters(nobody) == extract_parameters(kept)
    assert len(nobody) == len(kept)
    assert staff.fits(kept, "long enough")
    assert not staff.fits(nobody, "long enough")
