"""Lost and reconnected devices: blind zones, deaf seats, and a journal that has lost its end."""

from msgspec.structs import replace

from controller.contract.observations import DeviceBack, DeviceLost, JournalCut
from controller.contract.public import (
    DeviceBackSeen,
    DeviceLostSeen,
    EpochBegun,
    ZoneBlind,
    ear_seat,
)
from controller.table.between_hands import journal_was_cut
from controller.table.state import Play


def device_seen(play: Play, seen: DeviceLost | DeviceBack | JournalCut) -> None:
    """Record a lost or reconnected device, or a journal that was cut."""
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
        devices = replace(devices, blind_zones=(*others, seen.zone) if lost else others)
    play.table = replace(play.table, devices=devices)
