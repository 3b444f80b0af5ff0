"""The error rates of simulated antennas: the three levels used by all tests (docs/SENSING.md)."""

import msgspec


class Noise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The error rates of antennas, as probabilities for each read.

    `missed` is the rate at which an uncovered tag is missed. `stacked` is the rate at which a tag
    on top of another is missed. `cross_talk` is the rate at which a neighbouring antenna also
    reports the tag. `corrupt` is the rate of wrong uids. `transit` is the shortest and the longest
    time (ms) for which a moving card is out of every field.
    """

    missed: float = 0.0
    stacked: float = 0.0
    cross_talk: float = 0.0
    corrupt: float = 0.0
    transit: tuple[int, int] = (400, 400)


NOISES: dict[str, Noise] = {
    "clean": Noise(),
    "typical": Noise(0.05, 0.15, 0.005, 1e-4, (300, 800)),
    "harsh": Noise(0.20, 0.40, 0.02, 1e-3, (200, 2000)),
}
