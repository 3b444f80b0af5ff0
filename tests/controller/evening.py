"""An evening of invented hands, as the benches play it."""

from controller.bench.evening import PIECES, Evening, evening

__all__ = ["PIECES", "Evening", "evening"]
