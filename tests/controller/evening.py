"""An evening of invented hands, as the benches play it."""

from tests.rig.evening import PIECES, Evening, evening

__all__ = ["PIECES", "Evening", "evening"]
