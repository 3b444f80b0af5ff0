"""The page's jobs, which do the same as `tapis setup`, `enroll`, `calibrate` and `restore`."""

import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from controller.admin.backups.restore import lines_of, restore
from controller.config.default_config import key_file_of
from controller.config.model import load_config
from controller.contract.errors import WrongOption
from controller.run.loop.drivers import Drivers
from controller.setup.antennas.antenna_picture import draw_antennas
from controller.setup.antennas.calibrate import Calibration, advice, measure
from controller.setup.command import guide
from controller.setup.dialogue import Talk
from controller.setup.reading.probe import DeviceProbe
from controller.setup.tags.enroll_command import place_to_enroll
from controller.setup.tags.guided_enrolment import (
    Save,
    Station,
    enroll_badge,
    enroll_chips,
    enroll_deck,
    replace_card,
    replace_chip,
    what_is_replaced,
)
from controller.setup.words import N_
from controller.table_page.caretaker import asks
from controller.table_page.caretaker.job_runner import Do
from hardware.keys import keyring, load_keys
from hardware.serial_ports import BY_ID


class Jobs:
    """The jobs that can be run for one table, given its config file.

    `measured` is called with the result of a calibration and a picture of it (PNG). `drivers` opens
    the table's devices.
    """

    def __init__(
        self, config: Path, measured: Callable[[Calibration, bytes], None], drivers: Drivers
    ) -> None:  # fmt: skip
        self._config = config
        self._measured = measured
        self._drivers = drivers

    @property
    def backup(self) -> Path:
        """The path of the uploaded backup; its folder is created if necessary."""
        folder = Path(load_config(self._config).journal).parent / "backups"
        folder.mkdir(mode=0o700, exist_ok=True)
        return folder / "uploaded.tar.gz"

    def of(self, what: asks.AnyJob) -> Do:
        """Return the function that runs a job. Raises `WrongOption` for an invalid job."""
        if isinstance(what, asks.SetUp):
            return self._set_up
        if isinstance(what, asks.Calibrate):
            return lambda talk: self._calibrate(what, talk)
        if isinstance(what, asks.PutBack):
            return self._put_back
        enrol = _enrolment(what)
        return lambda talk: self._enrol(what.antenna, talk, enrol)

    def _enrol(self, antenna: str, talk: Talk, enrol: "Enrol") -> bool:
        config = load_config(self._config)
        with place_to_enroll(config, antenna, talk, self._drivers) as (place, save):
            return enrol(place, save)

    def _set_up(self, talk: Talk) -> bool:
        keys = keyring(load_keys(key_file_of(self._config)), required=False)
        with closing(DeviceProbe(BY_ID, True, keys)) as probe:
            return guide(talk, probe, self._config, self._drivers)

    def _calibrate(self, what: asks.Calibrate, talk: Talk) -> bool:
        config, words = load_config(self._config), talk.words
        found = measure(
            config, talk, seconds=float(what.seconds), antenna=what.antenna,
            as_it_lies=what.as_it_lies, drivers=self._drivers,
        )  # fmt: skip
        for line in advice(found, words):
            talk.show(line)
        with tempfile.TemporaryDirectory() as folder:
            picture = Path(folder) / "antennas.png"
            draw_antennas(picture, config.plans(), found.antennas, config.name, words)
            self._measured(found, picture.read_bytes())
        return True

    def _put_back(self, talk: Talk) -> bool:
        folder, backup = self._config.resolve().parent, self.backup
        manifest, kept = restore(backup, folder, force=True)
        for line in lines_of(manifest, kept, folder, talk.words):
            talk.show(line)
        backup.unlink()
        return True


Enrol = Callable[[Station, Save], bool]


def _enrolment(what: asks.EnrolDeck | asks.EnrolChips | asks.EnrolBadge | asks.Replace) -> Enrol:
    if isinstance(what, asks.EnrolDeck):
        return lambda place, save: enroll_deck(place, what.deck, save)
    if isinstance(what, asks.EnrolChips):
        return lambda place, save: _chips(place, what, save)
    card = "" if isinstance(what, asks.EnrolBadge) or what.value else what_is_replaced(what.card)
    if isinstance(what, asks.Replace) and not what.value and card in ("", "chip"):
        raise WrongOption(
            N_('"{what}" is neither a card (Kh, 10d) nor the word "chip".'), what=what.card
        )

    def one(place: Station, save: Save) -> bool:
        if isinstance(what, asks.EnrolBadge):
            enroll_badge(place, what.name, save, floor=what.floor)
        elif card:
            replace_card(place, card, what.deck, save)
        else:
            replace_chip(place, what.value, what.chip_set, save)
        return True

    return one


def _chips(place: Station, what: asks.EnrolChips, save: Save) -> bool:
    count = enroll_chips(place, what.value, what.chip_set, save)
    place.talk.say(N_("{number} new chips, each worth {value}."), number=count, value=what.value)
    return True
