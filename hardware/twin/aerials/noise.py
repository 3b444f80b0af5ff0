"""The noise of reading, in the three levels that everything is tested with (docs/SENSING.md)."""

import msgspec


class Noise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How badly antennas read. Rates are of one read; `transit` is ms, shortest and longest.

    `missed` for a tag that lies free, `stacked` for one that lies on another; `cross_talk`:
    a neighbouring antenna reports the tag too; `corrupt`: the uid comes out as another one;
    `transit`: how long a card in a hand is out of every field on each movement.
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


def noise_named(name: str) -> Noise:
    """Return a level of noise. Raises `ValueError` for a name that is none."""
    try:
        return NOISES[name]
    except KeyError:
        levels = ", ".join(NOISES)
        raise ValueError(f'"{name}" is no level of noise: use one of {levels}') from None
