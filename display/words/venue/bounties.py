"""Words about bounties."""

from display.words.locale import N_

KINDS = {
    "none": N_("There are no bounties here."),
    "fixed": N_("A knock-out earns the whole head."),
    "progressive": N_("A knock-out earns a part of the head; the rest goes onto the winner's own."),
    "mystery": N_("A knock-out earns an envelope."),
}
"""How bounties are won, by the kind in a tournament's file."""
