"""Identifies the antennas by asking for a card in each zone of the table in turn."""

from collections.abc import Sequence

from msgspec.structs import replace

from controller.contract.scans import zone_seat
from controller.setup.dialogue import KEYS, GoBack, SkipQuestion
from controller.setup.draft import Draft, Under, needed, place_words, zones_of
from controller.setup.reading.enrolment_desk import RecentScans
from controller.setup.reading.probe import AntennaPlace, Probe
from controller.setup.reading.sitting import Sitting
from controller.setup.words import N_
from display.words.answers import understood

SETTLED = 8
"""The number of scans without a new tag after which the tags on an antenna are known."""


def learn_zones(it: Sitting) -> Draft:
    """Identify the antennas by asking for a card on each zone in turn; return the changed draft."""
    if it.draft.simulated or not it.draft.read:
        return it.draft
    if not it.looked:
        it.look()
    it.talk.show("")
    # The table may have had more seats; an antenna that was at one of them is then in no zone.
    there = [one for one in it.draft.under if zone_seat(one.zone) <= it.draft.seats]
    it.draft = replace(it.draft, under=tuple(there))
    zones = zones_of(it.draft)
    known = {one.zone for one in it.draft.under} | set(it.draft.skipped)
    at = next((n for n, zone in enumerate(zones) if zone not in known), len(zones))
    if at == len(zones):
        anew = N_("The antennas are already identified. Identify them again?")
        if not it.talk.yes(anew, default=False):
            return it.draft
        it.draft = replace(it.draft, under=(), skipped=())
        at = 0
    it.talk.say(
        N_(
            "Now take one card, any card with a tag. Put it where you are asked to, and leave "
            "it there."
        )
    )
    it.talk.say(
        N_("Keys: s skips a zone, b goes back to the previous one, q stops for now."), "dim"
    )
    fields: dict[AntennaPlace, RecentScans] = {}
    while at < len(zones):
        zone = zones[at]
        if _board_is_whole(it.draft, zone):
            at += 1
            continue
        under = tuple(one for one in it.draft.under if one.zone != zone)
        skipped = tuple(one for one in it.draft.skipped if one != zone)
        it.draft = replace(it.draft, under=under, skipped=skipped)
        try:
            found = _place_of(it, fields, zone)
        except SkipQuestion:
            _skip(it, zone)
            at += 1
        except GoBack:
            at = _back(it.draft, zones, at)
        else:
            _note(it, zone, found)
            at += 1
        it.keep()
    return it.draft


def _skip(it: Sitting, zone: str) -> None:
    it.draft = replace(it.draft, skipped=(*it.draft.skipped, zone))
    if needed(it.draft, zone):
        it.talk.say(
            N_("You can't play at this table without an antenna for {place}."),
            "yellow",
            place=place_words(zone, it.talk.words),
        )


def _back(draft: Draft, zones: Sequence[str], at: int) -> int:
    """Return the index of the last zone before index `at` that the user is asked about.

    Raises `GoBack` if there is none.
    """
    while at > 0:
        at -= 1
        if not _board_is_whole(draft, zones[at]):
            return at
    raise GoBack


def _note(it: Sitting, zone: str, found: AntennaPlace) -> None:
    device = next(m.name for m in it.draft.machines if m.port == found.port)
    it.talk.say(
        N_("{zone} is antenna {index} of {device}."),
        "green",
        zone=zone,
        index=found.index,
        device=device,
    )
    it.draft = replace(it.draft, under=(*it.draft.under, Under(zone, found.port, found.index)))


def _board_is_whole(draft: Draft, zone: str) -> bool:
    """Return whether a zone is a board zone about which the user need not be asked.

    If the user has skipped an earlier board zone, the board has no more antennas.
    """
    places = [f"board.{place}" for place in range(2, 6)]
    return zone in places and any(one in draft.skipped for one in places[: places.index(zone)])


def _place_of(it: Sitting, fields: dict[AntennaPlace, RecentScans], zone: str) -> AntennaPlace:
    """Ask the user to put a card on a zone, and return the antenna on which a tag arrives.

    `fields` contains the recent scans of each antenna. Raises `SkipQuestion` and `GoBack`.
    """
    talk = it.talk
    while _listen(it.probe, fields, 0.0):
        pass  # the reads made while the user was answering other questions
    before = {place: field.lying() for place, field in fields.items()}
    taken = {AntennaPlace(one.port, one.index): one.zone for one in it.draft.under}
    ports = {machine.port for machine in it.draft.machines}
    here = place_words(zone, talk.words)
    talk.say(N_("Put the card on {place}."), "bold", place=here)
    complained, keys = "", understood(KEYS, talk.words)
    with talk.keys():
        while True:
            _listen(it.probe, fields, 0.1)
            if (key := talk.key().lower()) in keys:
                raise keys[key]
            came = [
                place
                for place, field in fields.items()
                if place.port in ports and field.lying() - before.get(place, frozenset())
            ]
            # A tag that left an antenna and comes back counts as an arrival again.
            before = {place: lying & fields[place].seen() for place, lying in before.items()}
            if not came:
                continue
            best = max(came, key=lambda place: fields[place].strength())
            if not fields[best].quiet(SETTLED):
                continue
            if best not in taken:
                return best
            text = talk.words.say(
                N_(
                    "That antenna has already been identified: it is {known}. Put the card "
                    "on {place}, or press b to go back."
                ),
                known=place_words(taken[best], talk.words),
                place=here,
            )
            if text != complained:
                complained = text
                talk.show(text, "yellow")


def _listen(probe: Probe, fields: dict[AntennaPlace, RecentScans], seconds: float) -> bool:
    """Process the reads that arrive within `seconds` seconds; return whether there were any."""
    read = probe.next_read(seconds)
    if read is None:
        return False
    while read is not None:
        place, tags = read
        fields.setdefault(place, RecentScans()).scan(tags)
        read = probe.next_read(0.0)
    return True
