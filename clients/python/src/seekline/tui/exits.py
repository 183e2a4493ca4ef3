"""With what `seekline-pick` ends if nothing was taken: as fzf does."""

NOTHING, TROUBLE, LEFT = 1, 2, 130
