"""Words that explain how bounties are won."""

from display.words.locale import N_

KINDS = {
    "none": N_("There are no bounties here."),
    "fixed": N_("A knockout earns the whole bounty."),
    "progressive": N_(
        "A knockout earns part of the bounty; the rest is added to the winner's own bounty."
    ),
    "mystery": N_("A knockout earns the player a mystery bounty envelope."),
}
"""How bounties are won, by the keyword in the tournament file."""
