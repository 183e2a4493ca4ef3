"""A session in a terminal as an animated picture: `recording` watches it, `cells` reads its lines, `drawing` draws them."""
