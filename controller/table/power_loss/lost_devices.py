"""Lost and reconnected devices: unreadable zones, lost earpieces, and truncated journals."""

from msgspec.structs import replace

from controller.contract.observations import DeviceBack, DeviceLost, JournalCut
from controller.contract.public import (
    DeviceBackSeen,
    DeviceLostSeen,
    EpochBegun,
    ZoneBlind,
    ear_seat,
)
from controller.table.betting import owed
from controller.table.between_hands import journal_was_cut
from controller.table.chips import owes_after_all
from controller.table.chips_in_front import of_others
from controller.table.state import IN_FRONT, Play, put


def device_seen(play: Play, seen: DeviceLost | DeviceBack | JournalCut) -> None:
    """Record and publish that a device was lost or is back, or that the journal was truncated.

    If a zone is named, it can no longer be read, or can be read again. If the device is a seat's
    earpiece, the seat can no longer hear announcements, or can hear them again.
    """
    if isinstance(seen, JournalCut):
        play.say(EpochBegun(seen.after, seen.lost, seen.reason))
        journal_was_cut(play)
        return
    lost = isinstance(seen, DeviceLost)
    play.say(DeviceLostSeen(seen.device) if lost else DeviceBackSeen(seen.device))
    devices = play.table.devices
    if ear := ear_seat(seen.device):
        others_deaf = tuple(seat for seat in devices.deaf if seat != ear)
        devices = replace(devices, deaf=(*others_deaf, ear) if lost else others_deaf)
    if seen.zone:
        play.say(ZoneBlind(seen.zone, blind=lost))
        others = tuple(zone for zone in devices.blind_zones if zone != seen.zone)
        back = {zone: at for zone, at in devices.back.items() if zone != seen.zone}
        if not lost:
            back[seen.zone] = seen.at
        blind = (*others, seen.zone) if lost else others
        devices = replace(devices, blind_zones=blind, back=back)
    play.table = replace(play.table, devices=devices)
    if seen.zone in IN_FRONT and not lost:
        _left_unseen(play, IN_FRONT[seen.zone], seen.zone)
        owes_after_all(play, IN_FRONT[seen.zone])


def _left_unseen(play: Play, seat: int, zone: str) -> None:
    """Forget chips of an earlier round that were in front of a seat when its antenna was lost.

    This is done when the antenna is back. The chips are presumed gathered or pushed, so the next
    reading shows only this round's chips. Chips equal to the seat's bet, or to the blind that it
    still has to post, are kept.
    """
    table, bet = play.table, play.hand.bets[seat] or owed(play.hand, seat)[1]
    earlier, chips = table.base[seat], table.chips.get(zone, ())
    both = bet and sum(chips) == earlier + bet
    if earlier <= 0 or both or of_others(play, seat):
        return
    lies = chips if sum(chips) == bet else ()
    base = put(table.base, seat, 0)
    play.table = replace(table, base=base, chips={**table.chips, zone: lies})
