"""Words for notices sent outside the room: the channels, with an example address for each."""

from typing import Final

from controller.contract.venue.notices import Way
from display.words.names import N_

WAYS: Final[dict[Way, str]] = {
    "mail": N_("Email"),
    "telegram": N_("Telegram"),
    "matrix": N_("Matrix"),
    "discord": N_("Discord"),
}

HELP: Final[dict[Way, str]] = {
    "mail": N_("Email: enter an address, such as anne@example.org."),
    "telegram": N_(
        "Telegram: your numeric Telegram ID, after you have sent a message to the club's bot."
    ),
    "matrix": N_("Matrix: a room that the club's account has joined, such as !room:example.org."),
    "discord": N_("Discord: the webhook URL of one of your channels."),
}
