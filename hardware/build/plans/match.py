"""The page on matching a coil: calculated capacitors, measurements, and the reader IC's EEPROM.

The values are calculated from each coil's drawing (`hardware/build/plans/coil.py`). None of them
has been confirmed by a measurement.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from hardware.build.kit import KITS
from hardware.build.plans.coil import (
    CARRIER_HZ,
    FILTER_HZ,
    FILTER_UH,
    Q_WANTED,
    TARGET_OHM,
    inductance,
    matching,
    resonance_pf,
    seen,
)
from hardware.build.plans.template import coil_of, sizes

MADE = "<!-- Made by `tapis build drawings` from `plans/match.py`: change that, not this. -->"

OFF = 0.05
"""Relative error of parts in the example of the curve."""

CROSSINGS = (20, 30, 40, 50)
"""Ohms at which the example's curve crosses the horizontal line."""


def all_sizes() -> dict[tuple[int, int], list[str]]:
    """Return the coil sizes (mm) used by any kit, and the zones for which each is used."""
    return sizes([plan for kit in KITS.values() if kit.files for plan in kit.plans])


def page() -> str:
    """Return the matching page, as Markdown."""
    return "\n".join([
        "# Matching a coil", "", MADE, "", ABOUT, "", "## Values to begin with", "", *_values(), "",
        *_said(), "", MEASURED, "", *_moves(), "", STORE, "",
    ])  # fmt: skip


def _values() -> Iterator[str]:
    yield "| zones | coil, mm | turns | coil, µH | in resonance, pF | C1, pF | C2, pF | RQ, Ω |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for (width, depth), zones in all_sizes().items():
        coil = coil_of(width, depth)
        found = inductance(coil)
        by = matching(found)
        yield (
            f"| {', '.join(zones)} | {width} × {depth} | {coil.turns} | {found:.2f} |"
            f" {resonance_pf(found):.0f} | {by.c1:.1f} | {by.c2:.0f} | {by.rq:.1f} |"
        )


def _said() -> Iterator[str]:
    by = matching(1.0)
    yield (
        f"The filter before it, a side: L0 {FILTER_UH * 1000:.0f} nH, C0 {by.c0:.0f} pF, which cut"
        f" off at {FILTER_HZ / 1e6:g} MHz. Each of L0, C0, C1, C2, RQ is there twice, once at TX1"
        f" and once at TX2. RQ is for a quality of {Q_WANTED:g}, and what the coil's wire has of it"
        f" goes off. Between TX1 and TX2 the chip then sees {TARGET_OHM:g} Ω at"
        f" {CARRIER_HZ / 1e6:g} MHz and no reactance. From 5 V that is about"
        f" {_current(TARGET_OHM):.0f} mA (8/π² × 5 V / {TARGET_OHM:g} Ω, as of any bridge that"
        " switches; the outputs' own resistance makes it less), of the 250 mA that are given as"
        " the chip's limit: look it up for one's own. The target is ours, with room for what a"
        " hand, a card or metal does to it."
    )


def _current(ohm: float) -> float:
    """Return the current of a bridge that switches 5 V into a load of `ohm` (mA)."""
    return 8 / 9.8696 * 5 / ohm * 1000


def _moves() -> Iterator[str]:
    """Yield the lines on how the curve of a hand's coil looks when a part is off."""
    (width, depth), _ = next(iter(all_sizes().items()))
    found = inductance(coil_of(width, depth))
    by = matching(found)
    yield f"What a hand's coil ({width} × {depth} mm) shows at 13.56 MHz when one thing is off:"
    yield ""
    yield "| what | it shows, Ω | so |"
    yield "| --- | --- | --- |"
    rows = (
        ("all as calculated", by, found, "nothing to do"),
        ("C1 5 % more", replace(by, c1=by.c1 * (1 + OFF)), found, "less C1"),
        ("C1 5 % less", replace(by, c1=by.c1 * (1 - OFF)), found, "more C1"),
        ("C2 5 % more", replace(by, c2=by.c2 * (1 + OFF)), found, "less C2"),
        ("C2 5 % less", replace(by, c2=by.c2 * (1 - OFF)), found, "more C2"),
        ("coil 5 % less, as beside metal", by, found * (1 - OFF), "more C2"),
        ("RQ a third more", replace(by, rq=by.rq * 4 / 3), found, "less RQ, or none"),
    )
    for what, parts, coil, todo in rows:
        ohms = seen(parts, coil)
        sign = "+" if ohms.imag > -0.5 else "-"
        yield f"| {what} | {ohms.real:.0f} {sign} {abs(ohms.imag):.0f}j | {todo} |"
    yield ""
    yield "And where it crosses the line once C2 is right, by C1:"
    yield ""
    yield "| it crosses at | with C1, pF | and C2, pF |"
    yield "| ---: | ---: | ---: |"
    for ohm in CROSSINGS:
        parts = matching(found, ohm)
        yield f"| {ohm} Ω | {parts.c1:.1f} | {parts.c2:.0f} |"
    low = seen(by, found * (1 - OFF)).real
    yield ""
    yield (
        f"So 5 % matter: take C1 and C2 of 1 or 2 % (NP0, 50 V or more), as [NXP does]({PN544}),"
        " put C2 together of two, and choose the second when all lies where it will. And a coil"
        f" beside metal is no small thing: {low:.0f} Ω would draw about {_current(low):.0f} mA."
    )


PN544 = "https://manualmachine.com/nxpsemiconductors/pn544/20691411-design-manual"
GUIDE = "https://www.manualslib.com/manual/1612070/Nxp-Semiconductors-Pn5180.html"

ABOUT = f"""\
A PN5180 board brings its own coil and the parts for it. With a coil of ours these are other
parts: take the board's coil off with its C1, C2 and RQ; its filter (L0, C0) may stay if it is
of the values below. The order is that of [NXP's guide AN11740]({GUIDE}), which draws the
circuit: from TX1 to the coil L0 in series, C0 to ground, C1 in series, C2 to ground, RQ in
series; the same from TX2. **Calculated from the drawings, and measured by nobody yet**: begin
with these, and let the instrument decide."""

MEASURED = """\
## With a NanoVNA

Run it from its battery, and touch nothing grounded meanwhile: what is measured lies between two
lines, and neither is ground. Leads of 5 cm at most, twisted.

1. **Open, short, load.** Set 10 to 20 MHz, and calibrate at the ends of the leads: open
   (nothing), short (the two soldered together), load (50 Ω). Check: open shows a point at the
   right of the Smith chart, short one at the left, 50 Ω the middle. If not, calibrate again.
2. **The coil alone**, in its place, under its felt, with its cable. From 1 to 3 MHz read the
   inductance (series L): it should be that of the table within 10 %. More than 10 % less: metal
   beside it, or a turn that touches another. Read series R at 13.56 MHz, and take half of it
   off each RQ. Up to 30 MHz look for where the reactance changes its sign: that self-resonance
   has to be far above 13.56 MHz.
3. **All of it**, chip without power, leads on TX1 and TX2 at the chip's side of L0. The curve
   from 10 to 20 MHz is a loop. At 13.56 MHz it should cross the horizontal line at 40 Ω, left
   of the middle (which is 50 Ω).
4. **Turn two screws, not five.** C2 first: it moves 13.56 MHz along the loop, until it lies on
   the horizontal line, at the left one of the two crossings. Then C1: more of it moves that
   crossing to the left, less to the right (and far too little leaves none), until it is at 40
   Ω. Once more C2. L0, C0 and RQ stay.
5. **Again with all that will be there**: felt, cards, a hand, the neighbours' coils, the switch
   on each of its ways. No way may show less than 20 Ω, or the chip draws more than it may.
6. `tapis calibrate` (with `gauge = true` in `[links]`) says `gain` and `gear` of each antenna:
   coils of one zone are alike in both; one that is off is the one to measure again."""

STORE = """\
## What the chip remembers: DPC and AGC

The PN5180 keeps in its EEPROM how it drives an antenna. **Our firmware writes none of it unless
you say so**; what a board came with stays. All coils of one board share it, for it is the
chip's. DPC (dynamic power control) turns the transmitter down by the AGC's reading, with
thresholds that belong to one coil: those in the chip are its maker's. A coil of one's own, tuned
as above (*asymmetrically*, as AN11740 calls it), needs no DPC, and wrong thresholds make it weak
or restless. *Symmetrical* tuning gives more, and must not be used without DPC that was calibrated
for that very coil: AN11741 and AN11742 are NXP's guides to it.

| address | bytes | name | what |
| --- | ---: | --- | --- |
| 0x59 | 1 | DPC_CONTROL | bit 0: DPC on; bits 1 to 3: step; bits 4 to 7: the gear it begins with |
| 0x5A | 2 | DPC_TIME | how often it looks |
| 0x5C | 1 | DPC_XI | trims the AGC's value |
| 0x5D | 2 | AGC_CONTROL | bits 0 to 9: duration, 10: used; 11 and 12: step, 13: used |
| 0x5F | 30 | DPC_THRSH_HIGH | AGC above which the next gear comes, a word a gear |
| 0x7D | 2 | DPC_THRSH_LOW | AGC below which the one before comes |
| 0x80 | 1 | DPC_AGC_SHIFT_VALUE | by how much a gear is worth less |
| 0x81 | 1 | DPC_AGC_GEAR_LUT_SIZE | number of gears |
| 0x82 | 15 | DPC_AGC_GEAR_LUT | what each gear sets |

Names, addresses and lengths are as public drivers have them in their code, where they agree; the
bits of 0x59 and 0x5D are as one of those reads them. Hold them against the EEPROM table of the
data sheet before you write one.

1. A node says in the table's log what its chip has: `the PN5180 keeps DPC F6, AGC 5A FA` (0x59,
   0x5D). Write it down.
2. `tapis calibrate` shows `gain` and `gear` of each antenna: the AGC in RF_STATUS, bits 0 to 9,
   and the DPC's gear in bits 20 to 23. The chip has no other measure of what it receives (RSSI).
3. Set what is to be otherwise in the board's role file, address and bytes in hexadecimal. To
   switch DPC off, clear bit 0 of 0x59 and leave the rest: `"eeprom": {"0x59": "F6"}` where it had
   F7. Then `tapis firmware install PORT --role-file ...`.
4. The board compares at each start and writes (WRITE_EEPROM, 0x06) only what differs, for an
   EEPROM wears out; it reads it back, starts the chip anew, and says in the log what it wrote.
   Nothing but 0x59 to 0x90 can be set so. To go back, set what you wrote down.
5. `tapis calibrate` again: what has changed is this and nothing else."""
