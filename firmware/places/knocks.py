"""Knock detection from a piezo's envelope, ignoring dropped chips, shuffles and dealt cards.

A knuckle on a felt-covered board is loud and takes a few hundredths of a second to die down; the
next knock follows after 0.1 to 0.45 s and is about as loud. A dropped chip clicks very briefly and
then bounces, each time sooner and more softly. A shuffle is many soft sounds in quick succession.
The numbers are estimates from the physics, not measurements, and can be set in the role file.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

FIGURES = {
    "floor": 60,  # amplitude (of 1023) below which there is silence
    "loud": 220,  # minimum amplitude of a knock
    "shortest": 12,  # minimum length of a knock (ms)
    "longest": 90,  # and the maximum
    "near": 100,  # minimum time from one knock to the next (ms)
    "far": 450,  # and the maximum
    "clear": 150,  # time without other sounds before the first knock (ms)
    "alike": 3,  # maximum ratio of the loudest of several knocks to the softest
    "most": 5,  # more knocks than this are not deliberate
}

GAP_MS = 8
"""The time (ms) for which a sound must stay below a quarter of its peak, or below `floor`, to count
as ended."""


class Knocks:
    """Detects knocks among sounds, and counts the knocks that belong together."""

    def __init__(self, figures: "dict[str, object]") -> None:
        """Use the settings in FIGURES, except those replaced by `figures`.

        An unknown name, or a value that is not an integer above 0, is ignored.
        """
        self._figures = dict(FIGURES)
        for name, figure in figures.items():
            if name in FIGURES and isinstance(figure, int) and figure > 0:
                self._figures[name] = figure
        self._began: "int | None" = None
        self._peak = 0
        self._last = 0
        self._group: "list[tuple[int, int]]" = []
        self._spoiled = False
        self._other = -1000000

    def step(self, now: int, heard: "Iterable[tuple[int, int]]") -> "list[tuple[int, int]]":
        """Process the sounds up to `now`; return the deliberate knocks.

        `heard` holds (time, amplitude) for each sound. Each result is (time of the first knock,
        number of knocks).
        """
        out: "list[tuple[int, int]]" = []
        for at, loudness in heard:
            self._until(at, out)
            self._hear(at, loudness)
        self._until(now, out)
        return out

    def due(self, now: int) -> int:
        """Return the time by which to call `step`, even if no sound arrives."""
        if self._began is not None:
            return self._last + GAP_MS
        if self._group:
            return self._group[-1][0] + self._figures["far"] + 1
        return now + 1000

    def _hear(self, at: int, loudness: int) -> None:
        if self._began is None:
            if loudness < self._figures["floor"]:
                return
            self._began, self._peak = at, loudness
        self._peak = max(self._peak, loudness)
        if loudness >= max(self._figures["floor"], self._peak // 4):
            self._last = at

    def _until(self, now: int, out: "list[tuple[int, int]]") -> None:
        """Advance the time to `now`; process a sound or a group of knocks that has ended by then.

        Deliberate knocks are appended to `out`.
        """
        if self._began is not None and now - self._last >= GAP_MS:
            self._ended(self._began, self._last - self._began)
            self._began = None
        if self._began is None and self._group:
            first, last = self._group[0][0], self._group[-1][0]
            if now - last > self._figures["far"]:
                if self._meant():
                    out.append((first, len(self._group)))
                self._group = []

    def _ended(self, began: int, length: int) -> None:
        """Decide whether a sound that has ended is a knock, and add it to the group if so.

        The sound began at `began` and lasted for `length`, both in ms.
        """
        figures = self._figures
        loud = self._peak >= figures["loud"]
        if not loud or not figures["shortest"] <= length <= figures["longest"]:
            self._other = began + length
            self._spoiled = self._spoiled or bool(self._group)
            return
        if not self._group:
            self._spoiled = began - self._other < figures["clear"]
        elif began - self._group[-1][0] < figures["near"]:
            self._spoiled = True
        self._group.append((began, self._peak))

    def _meant(self) -> bool:
        group, figures = self._group, self._figures
        if self._spoiled or not 2 <= len(group) <= figures["most"]:
            return False
        peaks = [peak for _, peak in group]
        if max(peaks) > figures["alike"] * min(peaks):
            return False
        gaps = [after[0] - before[0] for before, after in zip(group, group[1:])]  # noqa: B905, RUF007
        # Sounds that come sooner and softer each time are bounces.
        sooner = all(5 * after < 4 * before for before, after in zip(gaps, gaps[1:]))  # noqa: B905, RUF007
        softer = all(5 * after < 4 * before for before, after in zip(peaks, peaks[1:]))  # noqa: B905, RUF007
        return not (len(group) > 2 and sooner and softer)
