"""Stories that are told of each editor: a client joins them with its case, `class Typing(search.Typing, NeovimCase)`."""
