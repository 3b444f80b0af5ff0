"""The ports that set-up looks at: by name, and by their plug where adapters share a name."""

from pathlib import Path

from controller.setup.probe import serial_ports


def test_adapters_that_share_a_name_are_told_apart_by_their_plugs(tmp_path: Path) -> None:
    by_id, by_path = tmp_path / "by-id", tmp_path / "by-path"
    by_id.mkdir()
    assert serial_ports(by_id) == ()
    by_path.mkdir()
    for n in range(3):
        (tmp_path / f"ttyUSB{n}").touch()
        (by_path / f"pci-usb-0:{n}").symlink_to(tmp_path / f"ttyUSB{n}")
        (by_path / f"pci-usbv2-0:{n}").symlink_to(tmp_path / f"ttyUSB{n}")
    (by_id / "usb-1a86_USB_Serial").symlink_to(tmp_path / "ttyUSB1")
    assert [Path(port).name for port in serial_ports(by_id)] == [
        "usb-1a86_USB_Serial", "pci-usb-0:0", "pci-usb-0:2",
    ]  # fmt: skip
