"""The interface to a node's reader IC, which is the same for every IC: a scan that runs in steps.

A scan is a generator that returns all the uids in the field. While tags answer, it yields the time
(board clock, us) at which to resume it, so that the node can do other work meanwhile. It yields
None when a query is complete and the next one can wait. A reader that does not answer raises
`OSError`.
"""

import binascii

from firmware.reading import iso14443, iso15693

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    Scan = Generator[int | None, None, list[bytes] | None]

PROTOCOLS = ("iso15693", "iso14443a")

PINS = {
    "bus": 0, "sck": 18, "mosi": 19, "miso": 16, "nss": 17, "busy": 20, "reset": 21,
}  # fmt: skip
"""The pins of a Pico to which the reader IC is connected, unless the role file names others."""


def open_reader(role: dict, board: "Any") -> "Pn5180Reader | Pn532Reader":  # type: ignore[type-arg]
    """Create the reader that a role file names. Raises `ValueError` if it is unknown."""
    pins = dict(PINS)
    pins.update(role.get("pins", {}))
    chip = role.get("chip", "pn5180")
    pin = board.machine.Pin
    spi = {name: pin(pins[name]) for name in ("sck", "mosi", "miso")}
    if chip == "pn5180":
        return Pn5180Reader(board, pins, spi, role.get("eeprom", {}))
    if chip == "pn532":
        return Pn532Reader(board, pins, spi)
    raise ValueError(f'role.json: unknown reader chip "{chip}": use pn5180 or pn532')


class Pn5180Reader:
    """A reader with a PN5180, which reads ISO 15693 and ISO 14443 A."""

    can = PROTOCOLS
    _told = False

    def __init__(
        self, board: "Any", pins: "dict[str, int]", spi: "dict[str, Any]", eeprom: "dict[str, str]"
    ) -> None:
        """Set up the chip.

        `eeprom` maps addresses in the chip's EEPROM to the bytes that it must store there, both in
        hexadecimal. Raises `ValueError` for an invalid address or value.
        """
        from firmware.drivers import pn5180

        set_to = [(int(at, 16), binascii.unhexlify(text)) for at, text in eeprom.items()]
        self._eeprom = sorted(set_to)
        own = pn5180.OF_THE_ANTENNA
        for at, data in self._eeprom:
            if not data or at not in own or at + len(data) - 1 not in own:
                raise ValueError("role.json: eeprom may only set bytes from 0x59 to 0x90")
        self._shown = (("DPC", pn5180.DPC_CONTROL, 1), ("AGC", pn5180.AGC_CONTROL, 2))
        self.news = ""
        """The antenna settings stored by the chip, for the host's log; cleared once reported."""
        self._vicinity, self._proximity = pn5180.ISO15693, pn5180.ISO14443A
        spi["baudrate"] = 4000000
        self.chip = pn5180.Pn5180(board, pins["bus"], pins["nss"], pins["busy"], pins["reset"], spi)
        self._protocol = self._vicinity
        self._resumed = False
        self.gauged: "tuple[int, int] | None" = None
        """The gain and gear of the last antenna scanned, or None if they were not measured."""

    def begin(self) -> None:
        """Reset the IC, check that it responds, and configure it."""
        chip = self.chip
        chip.begin()
        written = [at for at, data in self._eeprom if chip.keep(at, data)]
        if written:
            # The stored settings take effect when the chip starts the next time.
            chip.begin()
        if written or not self._told:
            self._told = True
            kept = [
                "%s %s" % (name, " ".join(["%02X" % byte for byte in chip.kept(at, count)]))
                for name, at, count in self._shown
            ]
            new = ["; written at 0x%02X" % at for at in written]
            self.news = "the PN5180 has stored " + ", ".join(kept) + "".join(new)

    def scan(
        self, protocols: "tuple[str, ...]", field: iso15693.InventoryTree, thorough: bool,
        pieces: bool,
    ) -> "Scan":  # fmt: skip
        """Read all tags that use these protocols, and return their uids.

        `field` holds the results of earlier scans. A `thorough` scan also looks for tags masked by
        stronger ones. If `pieces` is true, the scan may be paused.
        """
        chip = self.chip
        uids: "list[bytes]" = []
        if "iso15693" in protocols:
            self._protocol = self._vicinity
            chip.on(self._vicinity)
            uids += yield from _questions(field.scan(thorough, not pieces), field, chip)
            if thorough:
                self.gauged = chip.gauge()
            chip.off()
        if "iso14443a" in protocols:
            self._protocol = self._proximity
            chip.on(self._proximity)
            self._resumed = False
            uids += yield from self._calls(iso14443.scan())
            chip.off()
        return uids

    def look(self, field: iso15693.InventoryTree) -> "Scan":
        """Search for tags masked by stronger ones, so that later scans read them."""
        self._protocol = self._vicinity
        self.chip.on(self._vicinity)
        yield from _questions(field.look(), field, self.chip)
        self.gauged = self.chip.gauge()
        self.chip.off()
        return None

    def pause(self) -> "tuple[int, int] | None":
        """Switch the field off in the middle of a scan; return the value to pass to `resume`."""
        self.chip.off()
        return self._protocol

    def resume(self, protocol: "tuple[int, int] | None") -> None:
        """Switch the field on again, to continue a paused scan.

        `protocol` is the value returned by `pause`. Other scans may have run in between.
        """
        assert protocol is not None
        self._protocol = protocol
        self.chip.on(protocol)
        self._resumed = True

    def _calls(self, core: "Any") -> "Generator[None, None, list[bytes]]":
        """Run a scan for type A cards, one frame per step; return the uids.

        After a pause, throw `FieldOff` into the scan.
        """
        frame = next(core)
        send = core.send
        try:
            while True:
                heard = self.chip.proximity(frame)
                frame = send(None if heard is None else iso14443.Answer(*heard))
                yield
                if self._resumed:
                    self._resumed = False
                    frame = core.throw(iso14443.FieldOff())
        except StopIteration as end:
            uids: "list[bytes]" = end.value
            return uids


class Pn532Reader:
    """A reader with a PN532, which reads at most two ISO 14443 A cards at once."""

    can = ("iso14443a",)
    news = ""
    gauged: "tuple[int, int] | None" = None

    def __init__(self, board: "Any", pins: "dict[str, int]", spi: "dict[str, Any]") -> None:
        from firmware.drivers import pn532

        spi["baudrate"] = 1000000
        self.chip = pn532.Pn532(board, pins["bus"], pins["nss"], pins["reset"], spi)

    def begin(self) -> None:
        """Reset the IC, and check that it responds."""
        self.chip.begin()

    def scan(
        self, _protocols: "tuple[str, ...]", _field: object, _thorough: bool, _pieces: bool
    ) -> "Scan":
        """Read up to two cards."""
        yield None
        return self.chip.cards()

    def look(self, _field: object) -> "Scan":
        """Do nothing, because this reader can't search for tags masked by stronger ones."""
        yield None
        return None

    def pause(self) -> "tuple[int, int] | None":
        """Do nothing and return None, because the field is already off between two steps."""
        return None

    def resume(self, _protocol: "tuple[int, int] | None") -> None:
        """Do nothing, because `pause` changed nothing."""


def _questions(
    core: "Any", field: iso15693.InventoryTree, chip: "Any"
) -> "Generator[int | None, None, list[bytes]]":
    """Run an ISO 15693 scan: send its frames, pass the replies back to it, and return the uids."""
    ask, heard = chip.ask, chip.heard
    frame = next(core)
    send = core.send
    try:
        while True:
            reply = ask(frame, field.expected)
            while isinstance(reply, int):
                yield reply
                reply = heard()
            frame = send(reply)
            yield None
    except StopIteration as end:
        uids: "list[bytes]" = end.value
        return uids
