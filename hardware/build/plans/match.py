"""The page on matching a coil: calculated capacitors, measurements to take, and EEPROM settings.

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
"""Relative error of a part's value in the examples (0.05 is 5%)."""

CROSSINGS = (20, 30, 40, 50)
"""Impedances (ohms) at which an antenna's curve may cross the Smith chart's horizontal line."""


def all_sizes() -> dict[tuple[int, int], list[str]]:
    """Return the coil sizes (mm) used by any kit, and the zones for which each is used."""
    return sizes([plan for kit in KITS.values() if kit.files for plan in kit.plans])


def page() -> str:
    """Return the page that explains how to match the coils, as Markdown."""
    return "\n".join([
        "# Matching a coil", "", MADE, "", ABOUT, "", "## Starting values", "", *_values(), "",
        *_said(), "", MEASURED, "", *_moves(), "", STORE, "",
    ])  # fmt: skip


def _values() -> Iterator[str]:
    yield "| zones | coil, mm | turns | coil, µH | resonates with, pF | C1, pF | C2, pF | RQ, Ω |"
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
        f"The filter before the matching circuit, on each side: L0 {FILTER_UH * 1000:.0f} nH and"
        f" C0 {by.c0:.0f} pF, with a cut-off at {FILTER_HZ / 1e6:g} MHz. Each of L0, C0, C1, C2 and"
        f" RQ is needed twice, once at TX1 and once at TX2. RQ is for a Q factor of {Q_WANTED:g};"
        " subtract the resistance of the coil's wire from it. The IC then sees"
        f" {TARGET_OHM:g} Ω and no reactance between TX1 and TX2 at {CARRIER_HZ / 1e6:g} MHz. With"
        f" a 5 V supply, the current is about {_current(TARGET_OHM):.0f} mA (8/π² × 5 V /"
        f" {TARGET_OHM:g} Ω, as for any switching bridge; the resistance of the outputs reduces"
        " it). The published limit is 250 mA; look it up for your IC. The target is our choice,"
        " and leaves a margin for the effect of a hand, a card or metal."
    )


def _current(ohm: float) -> float:
    """Return the current (mA) that a bridge on 5 V drives through a load of `ohm` ohms."""
    return 8 / 9.8696 * 5 / ohm * 1000


def _moves() -> Iterator[str]:
    """Yield the lines of a table: a hole-card coil's impedance when one part's value is off."""
    (width, depth), _ = next(iter(all_sizes().items()))
    found = inductance(coil_of(width, depth))
    by = matching(found)
    yield f"Impedance of a hole-card coil ({width} × {depth} mm) at 13.56 MHz if one value is off:"
    yield ""
    yield "| deviation | impedance, Ω | correction |"
    yield "| --- | --- | --- |"
    rows = (
        ("none: all as calculated", by, found, "none"),
        ("C1 5 % too high", replace(by, c1=by.c1 * (1 + OFF)), found, "reduce C1"),
        ("C1 5 % too low", replace(by, c1=by.c1 * (1 - OFF)), found, "increase C1"),
        ("C2 5 % too high", replace(by, c2=by.c2 * (1 + OFF)), found, "reduce C2"),
        ("C2 5 % too low", replace(by, c2=by.c2 * (1 - OFF)), found, "increase C2"),
        ("coil 5 % too low, as near metal", by, found * (1 - OFF), "increase C2"),
        ("RQ a third too high", replace(by, rq=by.rq * 4 / 3), found, "reduce RQ, or remove it"),
    )
    for what, parts, coil, todo in rows:
        ohms = seen(parts, coil)
        sign = "+" if ohms.imag > -0.5 else "-"
        yield f"| {what} | {ohms.real:.0f} {sign} {abs(ohms.imag):.0f}j | {todo} |"
    yield ""
    yield "With C2 set correctly, C1 determines where the curve crosses the horizontal line:"
    yield ""
    yield "| crossing | C1, pF | C2, pF |"
    yield "| ---: | ---: | ---: |"
    for ohm in CROSSINGS:
        parts = matching(found, ohm)
        yield f"| {ohm} Ω | {parts.c1:.1f} | {parts.c2:.0f} |"
    low = seen(by, found * (1 - OFF)).real
    yield ""
    yield (
        "So even 5 % matters. Use C1 and C2 with a tolerance of 1 or 2 % (NP0, 50 V or more), as"
        f" [NXP does]({PN544}). Make C2 from two capacitors, and choose the second one when"
        " everything is in its final place. A coil near metal is a serious deviation:"
        f" {low:.0f} Ω would draw about {_current(low):.0f} mA."
    )


PN544 = "https://manualmachine.com/nxpsemiconductors/pn544/20691411-design-manual"
GUIDE = "https://www.manualslib.com/manual/1612070/Nxp-Semiconductors-Pn5180.html"

ABOUT = f"""\
A PN5180 board comes with its own coil and the parts that match it. Your own coil needs other parts:
remove the board's coil with its C1, C2 and RQ. Its filter (L0, C0) may stay if it has the values
below. The circuit is the one in [NXP's guide AN11740]({GUIDE}). From TX1 to the coil: L0 in series,
C0 to ground, C1 in series, C2 to ground, RQ in series; and the same from TX2. **The values are
calculated from the drawings, and nobody has measured them yet**: start with them, and correct them
by measurement."""

MEASURED = """\
## With a NanoVNA

Run it from its battery, and don't let it touch anything grounded while you measure: the
measurement is between two lines, and neither of them is ground. Use leads of at most 5 cm,
twisted.

1. **Open, short, load.** Set 10 to 20 MHz, and calibrate at the ends of the leads: open (nothing
   connected), short (the two soldered together), load (50 Ω). To check, open must show a point at
   the right of the Smith chart, short a point at the left, and 50 Ω the centre. If not, calibrate
   again.
2. **The coil alone**, in its place, under its felt, with its cable. Read the inductance (series L)
   from 1 to 3 MHz. It should be within 10 % of the value in the table. If it is more than 10 %
   lower, there is metal nearby, or two turns touch. Read series R at 13.56 MHz, and subtract half
   of it from each RQ. Then look up to 30 MHz for the frequency at which the reactance changes
   sign. This self-resonance must be far above 13.56 MHz.
3. **The whole circuit**, with the IC unpowered and the leads on TX1 and TX2, on the IC's side of
   L0. The curve from 10 to 20 MHz is a loop. At 13.56 MHz it should cross the horizontal line at
   40 Ω, left of the centre (which is 50 Ω).
4. **Adjust two values, not five.** Start with C2: it moves the 13.56 MHz point along the loop,
   until the point is on the horizontal line, at the left of the two crossings. Then adjust C1
   until the crossing is at 40 Ω: increasing C1 moves the crossing to the left, and reducing it
   moves it to the right (if C1 is far too low, there is no crossing). Then adjust C2 once more.
   Leave L0, C0 and RQ as they are.
5. **Measure again with everything in place**: felt, cards, a hand, the neighbouring coils, and the
   switch in each of its positions. No position may show less than 20 Ω, or the IC draws more
   current than it may.
6. `tapis calibrate` (with `gauge = true` in `[links]`) reports `gain` and `gear` for each antenna.
   Coils of the same zone type should have similar values; measure again if one differs."""

STORE = """\
## DPC and AGC settings in the EEPROM

The PN5180's EEPROM stores how the IC drives an antenna. **Our firmware writes none of it unless
you tell it to**, and a board keeps the settings that it was delivered with. They belong to the IC,
so all coils on one board share them. DPC (dynamic power control) reduces the transmitter power
according to the AGC reading, with thresholds for one particular coil. The thresholds in a new IC
are those for its manufacturer's coil. A coil of your own, tuned as above (*asymmetrically*, in
AN11740's terms), needs no DPC, and wrong thresholds make it weak or unstable. *Symmetrical* tuning
gives more power, but must not be used without DPC calibrated for that very coil; NXP's guides to
it are AN11741 and AN11742.

| address | bytes | name | meaning |
| --- | ---: | --- | --- |
| 0x59 | 1 | DPC_CONTROL | bit 0: DPC on; bits 1 to 3: step; bits 4 to 7: initial gear |
| 0x5A | 2 | DPC_TIME | how often it checks |
| 0x5C | 1 | DPC_XI | offset for the AGC value |
| 0x5D | 2 | AGC_CONTROL | bits 0 to 9: duration, 10: enabled; 11 and 12: step, 13: enabled |
| 0x5F | 30 | DPC_THRSH_HIGH | AGC values above which the next gear is used, one word per gear |
| 0x7D | 2 | DPC_THRSH_LOW | AGC value below which the previous gear is used |
| 0x80 | 1 | DPC_AGC_SHIFT_VALUE | the amount by which each gear lowers the value |
| 0x81 | 1 | DPC_AGC_GEAR_LUT_SIZE | number of gears |
| 0x82 | 15 | DPC_AGC_GEAR_LUT | the setting for each gear |

Names, addresses and lengths are those on which the code of public drivers agrees. The bits of 0x59
and 0x5D are as one of these drivers reads them. Compare them with the EEPROM table in the data
sheet before you write any.

1. A node reports its IC's settings in the table's log: `the PN5180 has stored DPC F6, AGC 5A FA`
   (0x59, 0x5D). Write them down.
2. `tapis calibrate` shows `gain` and `gear` for each antenna: the AGC in bits 0 to 9 of RF_STATUS,
   and the DPC's gear in bits 20 to 23. The IC has no other measure of reception (RSSI).
3. In the board's role file, set the values that you want to change, address and bytes in
   hexadecimal. To switch DPC off, clear bit 0 of 0x59 and leave the other bits: for example,
   `"eeprom": {"0x59": "F6"}` if it contained F7. Then run `tapis firmware install PORT --role-file
   ...`.
4. At each start, the board compares the settings and writes (WRITE_EEPROM, 0x06) only those that
   differ, because writing wears the EEPROM out. It reads them back, restarts the IC, and logs what
   it wrote. Only 0x59 to 0x90 can be set. To go back, set the values that you wrote down.
5. Run `tapis calibrate` again. Any difference is due to the changed settings."""
