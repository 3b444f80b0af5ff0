"""What is said of bounties."""

from display.words.locale import N_

KINDS = {
    "none": N_("There are no bounties here."),
    "fixed": N_("Who puts somebody out wins what is on their head."),
    "progressive": N_("Who puts somebody out pockets a part of their head; the rest is on theirs."),
    "mystery": N_("Who puts somebody out draws an envelope."),
}
"""How bounties are won, by the kind in a tournament's file."""
