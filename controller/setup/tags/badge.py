"""`tapis floor badge`: gives a floor badge the key that proves its identity."""

import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from controller.config.default_config import HERE, ConfigOption, config_file
from controller.config.model import TableConfig, load_config
from controller.contract.errors import N_, TapisError, UnusableFile
from controller.contract.scans import BadgeTag
from controller.run.access.badge_key import load_badge_key, new_badge_key
from controller.sensing.registry import save_registry
from controller.setup.reading.enrolment_desk import at_the_desk
from controller.setup.tags.enrolment_rules import BY_CHANCE, open_or_new
from display.words.command_line.chosen import words_for
from hardware.readers.ntag424 import FACTORY_KEY, BadgeProof, Transmit, Unproven, change_key, prove

if TYPE_CHECKING:
    from hardware.readers.scard import Connection, Context

TURN_MS = 250

NO_KEY = N_(
    '{file} has no badge_key; expected floor_badge = "challenge" and badge_key = "badge.key"'
)


class BadgeRefused(TapisError):
    """A badge can't be used as a floor badge; the message states the remedy."""


def give_key(transmit: Transmit, uid: str, proof: BadgeProof) -> None:
    """Give a new badge its key, unless it already has that key, and verify the key.

    `transmit` sends a command to the badge. Raises `BadgeRefused` if the badge can't take the key.
    """
    try:
        proof(transmit, uid)
    except Unproven:
        try:
            change_key(transmit, prove(transmit, FACTORY_KEY), proof.key(uid))
            proof(transmit, uid)
        except Unproven as error:
            raise BadgeRefused(
                N_("this badge can't take a key ({error}); expected a new NTAG 424 DNA"),
                error=error,
            ) from None


def floor_badge(
    name: Annotated[str, typer.Argument(help="Owner of the badge.")],
    config: ConfigOption = HERE,
    seconds: Annotated[
        float, typer.Option(help="How many seconds to wait for the badge.", min=1)
    ] = 60.0,
) -> None:
    """Give a floor badge its own key (NTAG 424 DNA), and enrol it."""
    config = config_file(config)
    table = load_config(config)
    if not table.badge_key:
        raise UnusableFile(NO_KEY, file=config)
    registry = open_or_new(Path(table.cards.registry))
    # No drivers are opened, because this command alone talks to the reader.
    with at_the_desk(table, registry, lambda *_: ()):
        file = Path(table.badge_key)
        master = load_badge_key(file) if file.exists() else new_badge_key(file)
        uid = _badge_on(_port(table), name, BadgeProof(master), seconds)
        known = registry.get(uid)
        if known is not None and not isinstance(known, BadgeTag):
            raise BadgeRefused(N_("this tag is enrolled as a card or a chip; use a different tag"))
        if known is not None:
            registry.forget(uid)
        registry.enrol(uid, BadgeTag(name, "floor"))
        save_registry(registry, Path(table.cards.registry))
    said = words_for("")
    done = N_("{name}'s badge has been given its key and enrolled as a floor badge")
    keep = N_(
        "keep a copy of {file} in a safe place: without it, no badge can be made or recognised"
    )
    typer.echo(said.say(done, name=name))
    typer.echo(said.say(keep, file=file), err=True)


def _port(table: TableConfig) -> str:
    """Return the port of the reader at the enrolment desk, or else of the floor's badge reader."""
    ports = {device.name: device.port for device in table.devices if device.kind == "pcsc"}
    for zone in ("desk", "floor-badge"):
        for plan in table.plans():
            if plan.zone == zone and plan.device in ports:
                return ports[plan.device]
    raise UnusableFile(
        N_('no PC/SC reader covers zone "desk" or "floor-badge"; expected an [[antennas]] entry')
    )


def _badge_on(port: str, name: str, proof: BadgeProof, seconds: float) -> str:
    """Wait up to `seconds` for a badge on reader `port`, give it its key, and return its uid.

    `name` is the badge's owner. Raises `UnusableFile` if there is no such reader. Raises
    `BadgeRefused` if no readable badge is put on it, or if the badge can't be used as a floor
    badge.
    """
    from hardware.readers.reader_names import match_readers
    from hardware.readers.scard import CardGone, Context

    with Context() as context:
        [(reader, why)] = match_readers([port], context.readers())
        if not reader:
            raise UnusableFile(why)
    lay = N_("Put {name}'s badge on reader {reader}.")
    typer.echo(words_for("").say(lay, name=name, reader=reader))
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        # While a card is being put down, it may be detected and lost several times, so try again,
        # each time with a new connection to pcscd.
        with suppress(CardGone), Context() as context:
            if _lies(context, reader):
                return _given(context.connect(reader), proof)
    raise BadgeRefused(N_("no readable badge was placed on {reader}"), reader=reader)


def _lies(context: "Context", reader: str) -> bool:
    """Return whether a readable badge is on a reader, or is put on it shortly afterwards."""
    from hardware.readers.scard import MUTE, PRESENT

    state = context.wait({reader: 0}, 0).get(reader, 0)
    if not state & PRESENT or state & MUTE:
        state = context.wait({reader: state}, TURN_MS).get(reader, state)
    return bool(state & PRESENT and not state & MUTE)


def _given(card: "Connection", proof: BadgeProof) -> str:
    """Give a badge its key through the connection `card`, and return the badge's uid.

    Raises `BadgeRefused` if the badge can't be used as a floor badge.
    """
    from hardware.readers.apdu import GET_UID, uid_in

    uid = uid_in(card.transmit(GET_UID))
    if BY_CHANCE.fullmatch(uid):
        raise BadgeRefused(N_("this tag gives a different number each time; use a different tag"))
    give_key(card.transmit, uid, proof)
    return uid
