"""Tests that every editor must pass. A client adds its case to them: `class Typing(search.Typing, NeovimCase)`."""
