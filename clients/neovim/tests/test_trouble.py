"""Trouble: errors, and servers and engines that are slow, hang or lie."""

import signal

from neovim import NeovimCase
from stories import trouble


class Errors(trouble.Errors, NeovimCase):
    def test_a_search_goes_on_even_if_vim_notify_fails(self):
        editor = self.editor(settings={"options": {"unicode": {"pagesize": 3}, "bing": {}}})
        editor.lua("vim.notify = function() error('oops') end")
        editor.open(query="snowman", submit=True)
        editor.rows("☃")
        self.replace_engine(editor)
        editor.keys("<C-u>umbrella")
        editor.rows("UMBRELLA")

    def test_a_handler_that_fails_does_not_keep_others_from_being_called(self):
        editor = self.editor()
        editor.open(query="snowman", submit=True)
        editor.rows("☃")
        engine = editor.engine()
        # The answers arrive together.
        self.kill(engine, signal.SIGSTOP)
        editor.lua("""
          answers = 0
          for number = 1, 4 do
            require("seekline.engine").request("listSources", {}, function()
              answers = answers + 1
              assert(number % 2 == 0)
            end)
          end
        """)
        self.kill(engine, signal.SIGCONT)
        editor.until(lambda seen: editor.lua("return answers") == 4)


class Waiting(trouble.Waiting, NeovimCase):
    pass


class Hostile(trouble.Hostile, NeovimCase):
    pass
