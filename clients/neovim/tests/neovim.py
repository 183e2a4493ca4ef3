"""Neovim under test: headless, or in a terminal."""

import json
import os
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER.parents[2] / "Tests" / folder) for folder in ("editors", "terminal")]

from case import EditorCase  # noqa: E402
from editor import Editor, wait_until  # noqa: E402
from terminal import Terminal  # noqa: E402


def lua_string(text):
    """Returns text as a Lua string."""
    return '"' + "".join(f"\\{byte:03d}" for byte in text.encode()) + '"'


def lua_value(value):
    """Returns a value as a Lua expression."""
    return f"vim.json.decode({lua_string(json.dumps(value))})"


class Neovim(Editor):
    """A Neovim with nothing but the plugin."""

    PLUGIN = FOLDER.parent
    PROGRAM = os.environ.get("SEEKLINE_NVIM", "nvim")
    NAME = "nvim"
    ENGINE = """luaeval('package.loaded["seekline.engine"] and require("seekline.engine").pid()')"""
    PARTS = "len(filter(nvim_list_wins(), {_, window -> nvim_win_get_config(window).relative != ''}))"
    WATCH = "lua watch()"
    KEEP_ADDRESSES = ("-c", (
        "lua vim.g.opened = {} require('seekline').setup{"
        " open_url = function(url) vim.g.opened = vim.list_extend(vim.g.opened, { url }) end }"
    ))
    TYPING = "i"
    KILLED = "signal 9"
    COMMAND_SETTING = "command in setup"
    FUNCTION = "seekline.open()"
    OPEN = "open"
    SETTINGS = "args, command, height, keys, max_height, max_width, open_url, options, preview, source, width"
    NO_FLAGS = "args must be a list of strings"
    CHOSEN = "▌ "
    STATUS = "-- INSERT --"
    FAILED = "╭ MediaWiki ✗ "

    def __init__(self, case, *arguments, environment, settings=None, terminal=None, plugin=True):
        command = [self.PROGRAM]
        if plugin:
            command += ["--clean", "--cmd", f"set runtimepath^={self.PLUGIN}"]
        command += ["-c", f"luafile {FOLDER / 'agent.lua'}"]
        if settings:
            command += ["-c", f"lua require('seekline').setup({lua_value(settings)})"]
        command += arguments

        def run(environment):
            if terminal:
                self.terminal = Terminal(environment, *terminal)
                self.terminal.run(command)
                return self.terminal.close
            process = subprocess.Popen(
                [*command, "--headless"], env=environment, cwd=case.folder, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )

            def close():
                process.stdout.close()
                process.wait()

            return close

        super().__init__(run, environment)

    def lua(self, code):
        """Runs Lua, and returns its result."""
        self.last += 1
        number, fine, value = self.exchange([self.last, code])
        assert number == self.last
        if not fine:
            raise RuntimeError(value)
        return value

    def evaluate(self, expression):
        return self.lua(f"return vim.fn.eval({lua_string(expression)})")

    def seen(self):
        return self.lua("return seen()")

    def keys(self, keys):
        self.lua(f"vim.api.nvim_input({lua_string(keys)})")

    def paste(self, text):
        self.lua(f"vim.api.nvim_paste({lua_string(text)}, true, -1)")

    def quit(self):
        self.keys("<C-o>:qa!<CR>")

    def open(self, kept=False, **wanted):
        keep = "wanted.on_choice = keep" if kept else ""
        many = "if wanted.items == 'many' then wanted.items = many end"
        self.lua(f"local wanted = {lua_value(wanted)} {many} {keep} require('seekline').open(wanted)")

    def starts(self, **wanted):
        return self.lua(f"""
          local count, system = 0, vim.system
          vim.system = function(...)
            count = count + 1
            return system(...)
          end
          require("seekline").open({lua_value(wanted)})
          vim.system = system
          return count
        """)

    def many(self, count, longer=0):
        self.lua(f"many = {{}} for number = 1, {count} do many[number] = 'item ' .. number .. ('x'):rep({longer}) end")

    def closing_of(self, kind):
        """Returns Lua that closes this kind of window of a search, as something else might."""
        return f"""
          for _, window in ipairs(vim.api.nvim_list_wins()) do
            if vim.bo[vim.api.nvim_win_get_buf(window)].filetype == "seekline-{kind}" then
              vim.api.nvim_win_close(window, true)
            end
          end
        """

    def close_window(self, kind, then=""):
        """Closes this kind of window of a search, and runs `then` in the same turn."""
        self.lua(f"{self.closing_of(kind)} {then}")

    def menu(self):
        return self.lua("return menu and { menu.prompt, menu.titles }")

    def pick(self, number=None):
        self.lua(f"menu.choose({'' if number is None else number + 1})")

    def click(self, name, line, times=1):
        behind = self.lua("return released") + times
        wait_until(lambda: self.lua(f"return click({lua_string(name)}, {line}, {times})"), f"the {name} is drawn")
        wait_until(lambda: self.lua("return released") == behind, "the clicks are processed")

    def in_sight(self):
        first, last = self.lua("""
          for _, window in ipairs(vim.api.nvim_list_wins()) do
            if vim.bo[vim.api.nvim_win_get_buf(window)].filetype == "seekline-preview" then
              return { vim.fn.line("w0", window), vim.fn.line("w$", window) }
            end
          end
        """)
        return range(first, last + 1)

    def choose(self, url):
        return self.lua(
            f"""return require("seekline.take").choose({{ {{ url = {lua_string(url)} }} }}, "edit", nil, require("seekline.config").current.open_url)"""
        )

    def complaint(self, settings):
        return self.lua(f"return select(2, pcall(require('seekline').setup, {lua_value(settings)}))")

    def refusal(self, **wanted):
        return self.lua(f"return select(2, pcall(require('seekline').open, {lua_value(wanted)}))")

    def highlighted(self, kind):
        return self.lua(f"return highlighted('Seekline{kind.capitalize()}')")


class NeovimCase(EditorCase):
    """A test with a Neovim."""

    EDITOR = Neovim
