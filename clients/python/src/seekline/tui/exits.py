"""The exit statuses of `seekline-pick` if nothing was taken, as in fzf."""

NOTHING, TROUBLE, LEFT = 1, 2, 130
