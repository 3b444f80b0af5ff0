"""Explains why requests were refused, in the visitor's language."""

from typing import Final

from controller.table_page.caretaker_calls import CaretakerAway, Refused
from display.words.names import N_, Words
from display.words.refusals import REASONS as TABLE

AWAY: Final = N_("The table's caretaker is not answering: see systemctl status tapis-care.")

REASONS: Final = {
    "wrong-password": N_("Wrong password."),
    "too-many": N_("Too many attempts: wait a minute."),
    "off": N_("This page is off: no password is set (tapis page password)."),
    "no-right": N_("This requires the page's password."),
    "sign-in": N_("Sign in again: you have been signed out."),
    "unknown-browser": N_(
        "This browser has never signed in with the page's password, so a badge alone is not "
        "enough. Sign in with the password once, or enter the PIN."
    ),
    "bug": N_("Stopped by an internal error: please report it."),
    "job-runs": N_('Another job is running: open the "Set up" page, and end that job first.'),
    "too-large": N_("This file is too large: use tapis restore on the machine."),
    "no-such-log": N_("There is nothing at this address."),
    "token": N_(
        "The table does not recognise this page yet: set its password (tapis page password), "
        "and restart the table."
    ),
}
"""The sentence for each reason why the page or its caretaker refuses a request.

`TABLE` has the sentences for the table's own refusals.
"""


def why(error: Refused | CaretakerAway, said: Words) -> str:
    """Return a sentence that explains why a request was refused.

    For an unknown reason, return the text of the error or, if it has none, the reason's id.
    """
    if isinstance(error, CaretakerAway):
        return said.say(AWAY)
    if error.reason in REASONS:
        return said.say(REASONS[error.reason])
    if error.reason in TABLE:
        return said.say(TABLE[error.reason])
    return str(error) or error.reason
